"""f as its terms, and the nearest place of each feature where the class changes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Gaussian, c_svc, decision_values, offset
from core.problem.arrays import Matrix, Vector
from core.solver import answer
from core.topics.before.explanation import moves, terms

WINDOW = ((-4.0, 4.0), (-4.0, 4.0))


@given(st.integers(0, 500))
def test_the_terms_and_the_offset_add_up_to_f(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.standard_normal((12, 2)), np.repeat([1.0, -1.0], 6)
    problem = c_svc(X, y, Gaussian(0.8), 2.0)
    alpha = answer(problem).alpha
    b, x = offset(problem, alpha), rng.standard_normal(2)
    twin = [alpha[i] * y[i] * math.exp(-0.8 * float(((X[i] - x) ** 2).sum())) for i in range(12)]
    own = terms(problem, alpha, x)
    assert own == pytest.approx(twin, abs=1e-12)
    assert own.sum() + b == pytest.approx(float(decision_values(problem, alpha, b, x[None, :])[0]), abs=1e-12)


@given(st.floats(-3.0, 3.0), st.floats(-3.0, 3.0), st.floats(-2.0, 2.0), st.floats(-1.0, 1.0))
def test_on_a_line_the_move_is_f_over_the_weight(x1: float, x2: float, w: float, b: float) -> None:
    def f(points: Matrix) -> Vector:
        return np.asarray(points @ np.array([1.0, w]) + b)

    x = np.array([x1, x2])
    value = float(f(x[None, :])[0])
    for move, weight in zip(moves(f, x, WINDOW), (1.0, w), strict=True):
        root = x[move.feature] - value / weight if weight else math.inf
        inside = -4.0 + 1e-6 < root < 4.0 - 1e-6
        if inside:
            assert move.to == pytest.approx(root, abs=1e-9)
            moved = x.copy()
            moved[move.feature] = move.to
            assert (f(moved[None, :])[0] >= 0) != (value >= 0)
        elif not -4.0 - 1e-6 < root < 4.0 + 1e-6:
            assert move.to is None
            assert math.isnan(move.by)


def test_of_two_roots_the_nearer_one_is_taken_and_none_is_never() -> None:
    def ring(points: Matrix) -> Vector:
        return np.asarray(1.0 - (points**2).sum(axis=1))

    first, second = moves(ring, np.array([0.5, 0.0]), WINDOW)
    assert first.to == pytest.approx(1.0, abs=1e-12)
    assert abs(second.by) == pytest.approx(math.sqrt(0.75), abs=1e-12)
    assert [move.to for move in moves(lambda points: np.ones(len(points)), np.zeros(2), WINDOW)] == [None, None]


def test_a_place_on_the_boundary_belongs_to_class_plus_one() -> None:
    (move,) = moves(lambda points: points[:, 0], np.array([0.0]), ((-1.0, 1.0),))
    assert move.to is not None
    assert -1e-15 < move.to < 0.0
