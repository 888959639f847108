"""Chains along C: what is carried over, kept or left out changes no answer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.problem import FourierMap, Gaussian
from core.problem.form import Form
from core.selection import folded, folded_by, grid_of, walk
from core.selection.exact import svm_chain
from core.selection.folded import Folded
from core.selection.judged import Judged
from core.selection.least_squares import EIGEN, RidgeSystem, ridge_values
from core.selection.look import Kind
from core.solver import Trained, new_cancel_flag
from core.solver.ridge import ridge_of_features
from core.solver.trainer.along import Along
from tests.core.small_problems import moons

X, Y = moons(150, seed=5)
CS = (0.01, 0.1, 1.0, 10.0, 100.0, 1e3, 1e4)


def _errors(asked: Folded, gamma: float, with_gram: bool, Cs: tuple[float, ...] = CS) -> list[float]:
    K = Gaussian(gamma).gram(asked.X, asked.X) if with_gram else None
    found: list[Judged] = list(svm_chain(asked, gamma, K, asked.splits[0], Cs, new_cancel_flag()))
    assert all(fold.finished for fold in found)
    return [fold.errors for fold in found]


@pytest.mark.parametrize("with_gram", [True, False], ids=["a Gram matrix", "points"])
@pytest.mark.parametrize("gamma", [0.1, 1.0, 100.0])
def test_a_chain_says_what_each_of_its_machines_says_alone(gamma: float, with_gram: bool) -> None:
    """Also where no multiplier presses against C any more, so that no larger C is trained: at gamma 100."""
    asked = folded(X, Y, 3)
    alone = [_errors(asked, gamma, with_gram, (C,))[0] for C in CS]
    together = _errors(asked, gamma, with_gram)
    assert np.abs(np.subtract(alone, together)).max() <= 1.0  # the tolerance may turn one point
    assert np.abs(np.subtract(alone, together)).sum() <= 2.0


def test_a_machine_that_presses_nowhere_against_its_penalty_is_that_of_all_larger_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trained: list[float] = []
    train = Along.train

    def told(along: Along, form: Form, *more: Any) -> Trained:
        trained.append(float(form.upper[0]))
        return train(along, form, *more)

    monkeypatch.setattr(Along, "train", told)
    errors = _errors(folded(X, Y, 3), 100.0, with_gram=True)
    assert trained == list(CS[: len(trained)])
    assert 1 < len(trained) < len(CS)
    assert len(set(errors[len(trained) - 1 :])) == 1


def test_without_room_for_a_table_of_kernel_values_the_scores_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = _errors(folded(X, Y, 3), 1.0, with_gram=False)
    monkeypatch.setattr("core.selection.exact.TABLE_BYTES", 0)
    assert _errors(folded(X, Y, 3), 1.0, with_gram=False) == kept


@pytest.mark.parametrize("rank", [40, EIGEN + 1], ids=["sums kept", "sums made anew"])
@pytest.mark.parametrize("overlapping", [False, True], ids=["a partition", "folds that overlap"])
def test_features_are_judged_by_their_own_fold_whatever_the_folds_are(rank: int, overlapping: bool) -> None:
    some = [([*range(0, 80)], [*range(80, 150)]), ([*range(50, 150)], [*range(0, 50)])]
    asked = folded_by(X, Y, some) if overlapping else folded(X, Y, 2)
    for look in walk("rffdg-rbf", asked, grid_of([1.0], [0.1, 10.0], [rank])):
        if look.kind is not Kind.FOURIER:
            continue
        phi = FourierMap(look.gamma, rank, 0)
        for k, (train, test) in enumerate(asked.splits):
            w = ridge_of_features(phi.features(X[train]), Y[train], look.penalty).weights
            called = np.where(phi.features(X[test]) @ w >= 0, 1.0, -1.0)
            assert look.errors[k] == np.count_nonzero(called != Y[test])


@pytest.mark.parametrize("size", [1, 2, 3, 200])
@pytest.mark.parametrize("rank", [1, 2, 200])
def test_a_tridiagonal_matrix_solves_what_eigenvectors_solve(size: int, rank: int) -> None:
    rng = np.random.default_rng(size + rank)
    Z, R, T = rng.normal(size=(rank, size)), rng.normal(size=(size, 2)), rng.normal(size=(5, size))
    A, penalties = Z.T @ Z, [1e-13, 1e-3, 1.0, 1e6]
    system = RidgeSystem(A, R, T)
    found = list(ridge_values(system, penalties[1:], new_cancel_flag()))
    with_rounding = list(ridge_values(system, penalties, new_cancel_flag()))[1:]  # the first needs eigenvectors
    for penalty, ours, others in zip(penalties[1:], found, with_rounding, strict=True):
        exact = T @ np.linalg.solve(A + penalty * np.eye(size), R)
        assert np.allclose(ours, exact, rtol=1e-8, atol=1e-9)
        assert np.allclose(others, exact, rtol=1e-8, atol=1e-9)
