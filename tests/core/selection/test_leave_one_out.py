from __future__ import annotations

import math

import numpy as np
import pytest

from core.problem import Gaussian, Kernel, Linear, Polynomial, Problem, c_svc, decision_values, offset
from core.selection import leave_one_out, leave_one_out_of_ridge, left_out_error, wrong_without
from core.solver import finish, new_cancel_flag
from core.solver.ridge import ridge
from tests.core.small_problems import Labels, Points, cloud, moons

TIGHT = 1e-9


def _unbalanced(seed: int) -> tuple[Points, Labels]:
    """Return points with one more of one class: at a small C none is free and b is an interval."""
    rng = np.random.default_rng(seed)
    y = np.r_[np.ones(4), -np.ones(5)]
    return rng.normal(size=(9, 2)) + np.outer(y, [0.8, 0.3]), y


DATA = {
    "moons": moons(24, seed=2),
    "cloud": cloud(18, seed=5),
    "apart": cloud(14, seed=6, gap=2.0),
    "unbalanced": _unbalanced(0),
    "a class of one": (np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [2.0, 2.0]]), np.array([1.0, -1.0, -1.0, -1.0])),
}


def _solved(problem: Problem) -> tuple[np.ndarray, np.ndarray]:
    alpha = finish(problem, tolerance=TIGHT, limit=500_000).alpha
    return alpha, decision_values(problem, alpha, offset(problem, alpha), problem.X)


def _by_brute_force(X: Points, y: Labels, kernel: Kernel, C: float) -> list[float]:
    """Return y_i f(x_i) of the solution without row i, for every i; -1 where one class is left."""
    margins = []
    for i in range(len(y)):
        rest = np.arange(len(y)) != i
        if abs(y[rest].sum()) == len(y) - 1:
            margins.append(-1.0)
            continue
        problem = c_svc(X[rest], y[rest], kernel, C)
        alpha = finish(problem, tolerance=TIGHT, limit=500_000).alpha
        margins.append(float(y[i] * decision_values(problem, alpha, offset(problem, alpha), X[[i]])[0]))
    return margins


@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize("C", [0.02, 1.0, 100.0])
@pytest.mark.parametrize("kernel", [Linear(), Gaussian(1.0), Polynomial(2)], ids=str)
def test_the_error_is_that_of_deleting_every_row_and_solving_again(kernel: Kernel, C: float, data: str) -> None:
    X, y = DATA[data]
    problem = c_svc(X, y, kernel, C)
    alpha, f = _solved(problem)
    found = leave_one_out(problem, alpha, f, tolerance=TIGHT, limit=500_000)
    truth = _by_brute_force(X, y, kernel, C)
    undecided = sum(abs(margin) < 1e-7 for margin in truth)  # on the boundary rounding decides
    assert abs(found.errors - sum(margin < 0 for margin in truth)) <= undecided
    assert found.complete
    assert found.solved == np.count_nonzero(alpha > 0)


def test_no_point_that_is_not_a_support_vector_is_ever_lost_even_where_the_offset_is_an_interval() -> None:
    for seed in range(40):
        X, y = _unbalanced(seed)
        for C in (0.003, 0.03):
            problem = c_svc(X, y, Linear(), C)
            alpha, f = _solved(problem)
            truth = np.array(_by_brute_force(X, y, Linear(), C))
            assert (truth[(alpha <= 0) & (y * f > 1e-7)] > -1e-7).all()


@pytest.mark.parametrize("seed", range(3))
def test_a_hard_margin_is_left_out_of_too(seed: int) -> None:
    X, y = cloud(14, seed, gap=2.5)
    problem = c_svc(X, y, Linear(), math.inf)
    alpha, f = _solved(problem)
    found = leave_one_out(problem, alpha, f, tolerance=TIGHT)
    assert found.complete
    assert found.errors == sum(margin < 0 for margin in _by_brute_force(X, y, Linear(), math.inf))


@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize("penalty", [1e-3, 1.0, 50.0])
@pytest.mark.parametrize("kernel", [Linear(), Gaussian(1.0), Polynomial(2)], ids=str)
def test_ridge_regression_without_a_point_follows_from_one_inverse(kernel: Kernel, penalty: float, data: str) -> None:
    X, y = DATA[data]
    K = kernel.gram(X, X)
    truth = []
    for i in range(len(y)):
        rest = np.arange(len(y)) != i
        alone = abs(y[rest].sum()) == len(y) - 1
        f = -y[i] if alone else K[i, rest] @ ridge(K[np.ix_(rest, rest)], y[rest], penalty).weights
        truth.append(float(y[i] * f))
    undecided = sum(abs(margin) < 1e-9 for margin in truth)
    found = leave_one_out_of_ridge(K, y, penalty)
    assert abs(found.errors - sum(margin < 0 for margin in truth)) <= undecided
    assert found.complete
    assert found.solved == 0


def test_weights_stay_with_their_points() -> None:
    X, y = cloud(16, seed=8)
    problem = c_svc(X, y, Gaussian(1.0), 1.0, {1: 5.0, -1: 0.5})
    alpha, f = _solved(problem)
    found = leave_one_out(problem, alpha, f, tolerance=TIGHT)
    wrong = 0
    for i in range(16):
        rest = np.arange(16) != i
        without = c_svc(X[rest], y[rest], Gaussian(1.0), 1.0, {1: 5.0, -1: 0.5})
        beta = finish(without, tolerance=TIGHT).alpha
        wrong += y[i] * decision_values(without, beta, offset(without, beta), X[[i]])[0] < 0
    assert found.errors == wrong


def test_each_support_vector_is_left_out_alone_and_what_is_known_is_not_repeated() -> None:
    problem = c_svc(*moons(30), Gaussian(1.0), 1.0)
    alpha, f = _solved(problem)
    whole = list(wrong_without(problem, alpha))
    assert len(whole) == np.count_nonzero(alpha > 0)
    for known in range(len(whole) + 1):
        assert list(wrong_without(problem, alpha, known=known)) == whole[known:]
    assert left_out_error(problem, alpha, f, whole) == leave_one_out(problem, alpha, f)


def test_a_cancel_ends_it_before_the_next_solve() -> None:
    problem = c_svc(*moons(30), Gaussian(1.0), 1.0)
    alpha, f = _solved(problem)
    flag, found = new_cancel_flag(), list[bool]()
    for wrong in wrong_without(problem, alpha, cancel=flag):
        found.append(wrong)
        flag[0] = int(len(found) == 3)
    cut = left_out_error(problem, alpha, f, found)
    assert (cut.solved, cut.complete) == (3, False)


def test_a_solve_that_met_its_limit_leaves_the_count_incomplete() -> None:
    problem = c_svc(*moons(30), Gaussian(1.0), 100.0)
    alpha, f = _solved(problem)
    assert not leave_one_out(problem, alpha, f, limit=2).complete
