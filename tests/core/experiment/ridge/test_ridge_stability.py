"""The panel of ridge regression shows what was measured under bounds that hold, and where the printed one breaks."""

import numpy as np

from core.experiment.ridge.stability import features_replace, point_moves
from core.theory.stability import SMALLEST

ROUNDED = 1.0 + 1e-7


def test_three_points_break_the_printed_bound_from_some_shift_on_and_the_proved_ones_never() -> None:
    X, z, shifts = np.array(SMALLEST.X), np.ones(3), np.linspace(0.1, 2.0, 20)
    shown = point_moves(X, z, SMALLEST.point, shifts, SMALLEST.gamma, SMALLEST.penalty)
    assert len(shown.broken) == len(shifts)
    assert (shown.exact <= ROUNDED * shown.proved).all()
    assert (shown.proved <= ROUNDED * shown.corrected).all()
    assert (shown.both <= ROUNDED * shown.allowed).all()
    assert (np.diff(shown.exact) > 0).all()
    assert (shown.diagonal == 1.0).all()
    weak = point_moves(X, z, SMALLEST.point, shifts, SMALLEST.gamma, 1.0)
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
