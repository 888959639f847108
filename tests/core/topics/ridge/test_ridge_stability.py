"""The panel of ridge regression shows what was measured under bounds that hold, and where the printed one breaks."""

import numpy as np
import pytest

from core.problem import Gaussian, Linear, Polynomial, TaylorGaussian
from core.problem.kernels import Kernel
from core.topics.ridge.experiment import features_replace, point_moves
from core.topics.ridge.theory import SMALLEST

ROUNDED = 1.0 + 1e-7


def test_three_points_break_the_printed_bound_from_some_shift_on_and_the_proved_ones_never() -> None:
    X, z, shifts = np.array(SMALLEST.X), np.ones(3), np.linspace(0.1, 2.0, 20)
    shown = point_moves(X, z, SMALLEST.point, shifts, Gaussian(SMALLEST.gamma), SMALLEST.penalty)
    assert len(shown.broken) == len(shifts)
    assert (shown.exact <= ROUNDED * shown.proved).all()
    assert (shown.proved <= ROUNDED * shown.corrected).all()
    assert (shown.both <= ROUNDED * shown.allowed).all()
    assert (np.diff(shown.exact) > 0).all()
    assert (shown.diagonal == 1.0).all()
    weak = point_moves(X, z, SMALLEST.point, shifts, Gaussian(SMALLEST.gamma), 1.0)
    assert len(weak.broken) == 0


def test_features_move_the_answer_less_the_more_there_are_and_within_what_is_proved() -> None:
    rng = np.random.default_rng(0)
    X, D = rng.normal(size=(60, 2)), np.array([10, 100, 1000])
    shown = features_replace(X, np.ones(60), 1.0, D, 0, 600.0)
    assert (shown.exact <= ROUNDED * shown.proved).all()
    assert (shown.both <= ROUNDED * shown.allowed).all()
    assert shown.exact[0] > shown.exact[2]
    assert (shown.diagonal > 1.0).all()
    assert (shown.at == D).all()


@pytest.mark.parametrize("kernel", [Linear(), Polynomial(3, 0.5, 1.0), TaylorGaussian(1.0, 3)], ids=repr)
def test_the_proved_bounds_hold_for_every_positive_semidefinite_kernel_with_its_own_kappa(kernel: Kernel) -> None:
    rng = np.random.default_rng(1)
    for penalty in (0.1, 10.0, 1e4):
        X, z = rng.normal(size=(30, 2)), np.where(rng.random(30) < 0.5, 1.0, -1.0)
        shown = point_moves(X, z, 7, np.linspace(0.2, 3.0, 6), kernel, penalty)
        assert shown.reach == pytest.approx(kernel.gram(X, X).diagonal().max())
        assert (shown.exact <= ROUNDED * shown.proved).all()
        assert (shown.proved <= ROUNDED * shown.corrected).all()
        assert (shown.both <= ROUNDED * shown.allowed).all()
        for shift, spectral in zip(shown.at, shown.spectral, strict=True):
            moved = X.copy()
            moved[7, 0] += shift
            change = kernel.gram(moved, moved) - kernel.gram(X, X)
            assert spectral == pytest.approx(np.abs(np.linalg.eigvalsh(change)).max())
