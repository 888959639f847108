"""The strategies as generators of looks: against scikit-learn and formulas, stopped, as printed, and badly asked."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_iris
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import PredefinedSplit, cross_val_score
from sklearn.svm import SVC

from core.problem import FourierMap, Gaussian, InputError, NystroemMap
from core.problem.arrays import Matrix, Vector
from core.selection import (
    Folded,
    Kind,
    Learner,
    Look,
    Purpose,
    Strategy,
    Workspace,
    best,
    chosen,
    folded,
    folded_by,
    folds,
    grid_of,
    median_gamma,
    transfer,
    walk,
)
from core.selection.exact import gaussian_of, squared_distances
from core.selection.least_squares import EIGEN, RidgeSystem, ridge_values
from core.solver import new_cancel_flag
from core.solver.ridge import ridge, ridge_of_features
from tests.core.golden import GOLDEN
from tests.core.small_problems import labelled_points, moons

GRID = grid_of([0.1, 1.0, 10.0], [0.1, 1.0, 10.0, 100.0], [40])
X, Y = moons(90, seed=3)
HINGE_ON_FEATURES = Strategy("nystroem", on_features=Learner.SVM)


def _by_place(looks: list[Look]) -> dict[tuple[float, float], Look]:
    return {(look.gamma, look.C): look for look in looks}


def _rates(machine: object, A: Matrix, y: Vector, part: Vector, scoring: str = "accuracy") -> Vector:
    return 1.0 - cross_val_score(machine, A, y, cv=PredefinedSplit(part), scoring=scoring)


def test_a_cell_of_the_grid_is_what_scikit_learn_validates_on_the_same_folds() -> None:
    part = folds(Y, 5, 7)
    looks = list(walk("grid", folded(X, Y, 5, 7), GRID))
    assert len(looks) == GRID.cells
    for look in looks:
        theirs = _rates(SVC(C=look.C, gamma=look.gamma), X, Y, part)
        assert np.abs(look.rates - theirs).max() <= 1.01 / min(look.points)  # the tolerance may turn one point
        assert look.unfinished == 0
    total = sum(abs(look.error - _rates(SVC(C=look.C, gamma=look.gamma), X, Y, part).mean()) for look in looks)
    assert total <= 3 / len(X)


def test_three_classes_are_told_apart_as_scikit_learn_does() -> None:
    A, y = load_iris(return_X_y=True)
    names = np.array(["b", "a", "c"])[y]
    asked = folded(A, names, 4)
    part = folds(np.unique(names, return_inverse=True)[1].astype(float), 4)
    for look in walk("grid", asked, grid_of([0.1, 1.0], [1.0, 10.0])):
        theirs = _rates(SVC(C=look.C, gamma=look.gamma), A, names, part)
        assert np.abs(look.rates - theirs).max() <= 1.01 / min(look.points)


def test_many_points_go_without_a_gram_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = list(walk("grid", folded(X, Y), GRID))
    monkeypatch.setattr("core.selection.exact.SMALL_CHEAP", 10)
    others = _by_place(list(walk("grid", folded(X, Y), GRID)))
    assert sum(abs(look.error - others[look.gamma, look.C].error) for look in looks) <= 3 / len(X)


def test_the_gram_matrix_is_bit_for_bit_that_of_the_kernel() -> None:
    A = np.random.default_rng(1).normal(size=(300, 3))
    D = squared_distances(A, new_cancel_flag())
    assert D is not None
    assert np.array_equal(gaussian_of(D, 0.7, new_cancel_flag()), Gaussian(0.7).gram(A, A))


@pytest.mark.parametrize("size", [30, EIGEN + 20])
def test_least_squares_for_all_lambda_is_that_for_each(size: int) -> None:
    rng = np.random.default_rng(2)
    A, R, T = rng.normal(size=(size, 3)), rng.normal(size=(size, 2)), rng.normal(size=(7, 3))
    K, seen = Gaussian(0.5).gram(A, A), Gaussian(0.5).gram(T, A)
    penalties = [1e-3, 0.1, 10.0]
    found = ridge_values(RidgeSystem(K, R, seen), penalties, new_cancel_flag())
    for penalty, values in zip(penalties, found, strict=True):
        for k in range(2):
            assert np.allclose(values[:, k], seen @ ridge(K, R[:, k], penalty).weights, rtol=1e-9, atol=1e-9)


def test_least_squares_without_a_penalty_of_a_singular_matrix_has_the_smallest_norm() -> None:
    K, z = np.ones((6, 6)), np.arange(6.0)[:, None]
    (values,) = ridge_values(RidgeSystem(K, z, np.ones((2, 6))), [0.0], new_cancel_flag())
    assert np.allclose(values, z.mean())


def test_the_reference_of_ridge_regression_is_met() -> None:
    entry = GOLDEN["extras"]["krr"]
    own, seen = np.array(entry["X"]), np.array(entry["X_test"])
    K = Gaussian(entry["gamma"]).gram(own, own)
    asked = (K, np.array(entry["y"])[:, None], Gaussian(entry["gamma"]).gram(seen, own))
    (values,) = ridge_values(RidgeSystem(*asked), [entry["lam"]], new_cancel_flag())
    assert np.allclose(values[:, 0], entry["fit_test"], atol=1e-12)


def test_a_regression_is_validated_as_by_scikit_learn() -> None:
    z = np.sin(3 * X[:, 0]) + X[:, 1] ** 2
    asked = folded(X, z, 4, learner="regression")
    part = np.empty(len(X))
    for k, split in enumerate(asked.splits):
        part[split.test] = k
    for look in walk("grid", asked, GRID):
        machine = KernelRidge(alpha=look.penalty, kernel="rbf", gamma=look.gamma)
        theirs = -cross_val_score(machine, X, z, cv=PredefinedSplit(part), scoring="neg_mean_squared_error")
        assert np.allclose(look.rates, theirs, rtol=1e-6, atol=1e-10)


@pytest.mark.parametrize("kind", [Kind.FOURIER, Kind.NYSTROEM])
def test_features_are_judged_by_the_least_squares_of_their_own_fold(kind: Kind) -> None:
    asked, name = folded(X, Y, 3), {Kind.FOURIER: "rffdg-rbf", Kind.NYSTROEM: "nystroem"}[kind]
    looks = [look for look in walk(Strategy(name, seed=4), asked, GRID) if look.kind is kind]
    assert len(looks) == GRID.cells
    for look in looks:
        for k, (train, test) in enumerate(asked.splits):
            phi = (
                FourierMap(look.gamma, 40, 4)
                if kind is Kind.FOURIER
                else NystroemMap.choose(Gaussian(look.gamma), X[train], 40, 4)
            )
            w = ridge_of_features(phi.features(X[train]), Y[train], look.penalty).weights
            called = np.where(phi.features(X[test]) @ w >= 0, 1.0, -1.0)
            assert look.errors[k] == np.count_nonzero(called != Y[test])


def test_with_every_point_a_landmark_nystroem_is_exact() -> None:
    asked = folded(X, Y, 3, learner="ridge")
    grid = grid_of([1.0, 10.0], [0.1, 1.0], [90])
    mapped = [look for look in walk("nystroem", asked, grid) if look.kind is Kind.NYSTROEM]
    exact = _by_place(list(walk("grid", asked, grid)))
    assert all(look.errors == exact[look.gamma, look.C].errors for look in mapped)


@pytest.mark.parametrize("name", ["rffdg-rbf", "nystroem"])
def test_a_support_vector_machine_on_features_is_one_of_the_choices(name: str) -> None:
    looks = list(walk(Strategy(name, on_features=Learner.SVM), folded(X, Y, 3), GRID))
    assert chosen(looks).error <= best(looks).error + 0.1
    assert all(look.unfinished == 0 for look in looks)


def test_rffdg_chooses_gamma_on_features_and_then_the_penalty_with_the_exact_kernel() -> None:
    looks = list(walk("rffdg-rbf", folded(X, Y), GRID))
    first = [look for look in looks if look.purpose is Purpose.GAMMA]
    second = looks[len(first) :]
    assert {(look.gamma, look.C) for look in first} == {(gamma, C) for gamma in GRID.gammas for C in GRID.Cs}
    assert all(look.kind is Kind.FOURIER and look.rank == 40 for look in first)
    assert {look.gamma for look in second} == {best(first).gamma}
    seen = sorted(look.C for look in second)
    begin, end = GRID.Cs.index(seen[0]), GRID.Cs.index(seen[-1]) + 1
    assert seen == list(GRID.Cs[begin:end])  # each once, without a gap
    for found in (best(first).C, best(second).C):
        own = GRID.Cs.index(found)
        assert begin <= max(0, own - 1) < min(len(GRID.Cs), own + 2) <= end
    assert all(look.kind is Kind.EXACT and look.purpose is Purpose.C for look in second)
    exact = _by_place(list(walk("grid", folded(X, Y), GRID)))
    assert all(look.errors == exact[look.gamma, look.C].errors for look in second)
    cost = transfer(looks)
    assert cost is not None
    assert cost.exact is best(second)


def test_as_printed_rffdg_returns_with_the_first_pair_and_the_first_penalty() -> None:
    looks = list(walk(Strategy("rffdg-rbf", as_printed=True), folded(X, Y), GRID))
    assert [(look.purpose, look.gamma, look.C) for look in looks] == [
        (Purpose.GAMMA, GRID.gammas[0], 1.0),
        (Purpose.C, GRID.gammas[0], GRID.Cs[0]),
    ]
    assert chosen(looks) != chosen(list(walk("rffdg-rbf", folded(X, Y), GRID)))


def test_as_printed_and_without_its_returns_every_pair_is_judged_on_the_same_features() -> None:
    looks = list(walk(Strategy("rffdg-rbf", as_printed=True, returns_inside=False), folded(X, Y), GRID))
    first = [look for look in looks if look.purpose is Purpose.GAMMA]
    assert [look.gamma for look in first] == list(GRID.gammas)
    assert len({look.errors for look in first}) == 1
    assert [look.gamma for look in looks[len(first) :]] == [GRID.gammas[0]] * len(GRID.Cs)
    right = [look for look in walk("rffdg-rbf", folded(X, Y), GRID) if look.purpose is Purpose.GAMMA]
    assert len({look.errors for look in right}) > 1


@pytest.mark.parametrize("rule", ["pairs", "centre"])
def test_the_median_heuristic_looks_for_the_penalty_alone(rule: str) -> None:
    looks = list(walk(Strategy("median", rule=rule), folded(X, Y), GRID))
    assert [(look.gamma, look.C) for look in looks] == [(median_gamma(X, rule), C) for C in GRID.Cs]


def test_nystroem_chooses_both_and_has_the_exact_machine_judged() -> None:
    looks = list(walk("nystroem", folded(X, Y), GRID))
    found = best(looks[:-1])
    assert (looks[-1].purpose, looks[-1].gamma, looks[-1].C) == (Purpose.EXACT, found.gamma, found.C)
    assert chosen(looks) is looks[-1]


@pytest.mark.parametrize("name", ["grid", "rffdg-rbf", "median", "nystroem"])
def test_a_walk_can_be_stopped_between_any_two_looks(name: str) -> None:
    whole = [replace(look, seconds=0.0) for look in walk(name, folded(X, Y), GRID)]
    flag, part = new_cancel_flag(), []
    for look in walk(name, folded(X, Y), GRID, flag):
        part.append(replace(look, seconds=0.0))
        flag[0] = len(part) == 3
    assert part == whole[:3]


def test_a_walk_keeps_to_its_budget_of_time() -> None:
    assert list(walk("grid", folded(X, Y), GRID, seconds=0.0)) == []
    looks = list(walk("grid", folded(X, Y), GRID, seconds=1e-9))
    assert len(looks) == 1
    assert looks[0].seconds > 0


def test_walks_share_what_was_computed_of_the_points() -> None:
    asked = folded(X, Y)
    workspace = Workspace(asked)
    first = list(walk("grid", asked, GRID, workspace=workspace))
    again = list(walk("grid", asked, GRID, workspace=workspace))
    assert [replace(look, seconds=0.0) for look in first] == [replace(look, seconds=0.0) for look in again]


def test_one_class_in_a_fold_is_called_by_its_name() -> None:
    y = np.array([1, 1, 1, 1, -1, -1])
    asked = folded_by(X[:6], y, [([0, 1, 2], [3, 4]), ([0, 4, 5], [1, 2])])
    for look in walk("grid", asked, GRID):
        assert look.errors[0] == 1
        assert look.unfinished == 0


def test_five_points_are_enough() -> None:
    A, y = np.array([[0.0], [1.0], [2.0], [3.0], [4.0]]), np.array([0, 0, 1, 1, 1])
    for name in ("grid", "rffdg-rbf", "median", "nystroem"):
        looks = list(walk(name, folded(A, y, 5), GRID))
        assert all(look.points == (1,) * 5 for look in looks)


def test_equal_numbers_are_predicted_and_equal_labels_refused() -> None:
    looks = list(walk("grid", folded(X, np.ones(len(X)), learner="regression"), grid_of([1.0], [1.0, math.inf])))
    assert looks[1].error < 1e-2
    with pytest.raises(InputError, match="All 90 points are of one class"):
        folded(X, np.ones(len(X)))


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"count": 1}, "folds.count"),
        ({"count": 91}, "folds.count"),
        ({"count": 2.5}, "folds.count"),
        ({"y": Y[:5]}, "labels.length"),
        ({"y": np.full(90, np.nan), "learner": "regression"}, "targets.not_numbers"),
        ({"X": np.full((90, 2), np.inf)}, "points.not_finite"),
    ],
)
def test_bad_points_get_one_sentence(change: dict[str, object], key: str) -> None:
    with pytest.raises(InputError) as refused:
        folded(**{"X": X, "y": Y, **change})  # type: ignore[arg-type]
    assert refused.value.key == key


@pytest.mark.parametrize(
    ("splits", "key"),
    [([], "folds.empty"), ([([0, 1], [])], "folds.empty"), ([([0, 1], [99])], "folds.range")],
)
def test_bad_folds_get_one_sentence(splits: list[tuple[list[int], list[int]]], key: str) -> None:
    with pytest.raises(InputError) as refused:
        folded_by(X, Y, splits)
    assert refused.value.key == key


@pytest.mark.parametrize(
    ("strategy", "asked", "grid", "key"),
    [
        ("everywhere", folded(X, Y), GRID, "strategy.unknown"),
        ("grid", folded(X, Y), grid_of([1.0], [math.inf]), "grid.hard"),
        (
            Strategy("nystroem", on_features=Learner.SVM),
            folded(X, X[:, 0], learner="regression"),
            GRID,
            "strategy.labels",
        ),
    ],
)
def test_a_walk_that_cannot_be_is_refused_before_it_begins(
    strategy: str | Strategy, asked: Folded, grid: object, key: str
) -> None:
    with pytest.raises(InputError) as refused:
        walk(strategy, asked, grid)  # type: ignore[arg-type]
    assert refused.value.key == key


@settings(max_examples=20, deadline=None)
@given(labelled_points(), st.integers(0, 3))
def test_the_best_of_the_grid_is_that_of_brute_force(data: tuple[Matrix, Vector], seed: int) -> None:
    A, y = data
    asked = folded(A, y, 2, seed)
    looks = list(walk("grid", asked, GRID))
    for look in looks:
        alone = list(walk("grid", asked, grid_of([look.gamma], GRID.Cs)))
        assert look.errors == _by_place(alone)[look.gamma, look.C].errors
    errors = {(look.C, look.gamma): look.error for look in looks}
    found = best(looks)
    assert (found.C, found.gamma) == min(key for key, error in errors.items() if error == min(errors.values()))
