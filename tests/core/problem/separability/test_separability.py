"""Whether a hard margin exists: every yes and every no is held against exact arithmetic of another kind."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from core.problem import (
    Linear,
    Polynomial,
    Problem,
    Separable,
    Separation,
    TaylorGaussian,
    c_svc,
    separation,
)
from core.problem.arrays import Vector
from core.problem.maps.monomials import exponents
from core.problem.separability.coordinates import coordinates, rounded
from core.problem.separability.programme import common_weights
from core.problem.separability.simplex import cancelling_weights
from core.solver import Outcome, answer
from core.view import Light, solution
from datasets import CATALOGUE
from tests.core.small_problems import (
    Labels,
    Points,
    impossible_hard_margins,
    labelled_points,
)

IMPOSSIBLE = impossible_hard_margins()
Exact = list[list[Fraction]]


def asked(problem: Problem) -> Separation:
    """Return what is known of a problem."""
    return separation(problem.kernel, problem.X, problem.y)


def monomials(X: Points, degree: int, lowest: int = 0) -> Exact:
    """Return all monomials of the exact coordinates of X up to a degree, and a 1."""
    powers = [a for a in product(range(degree + 1), repeat=X.shape[1]) if lowest <= sum(a) <= degree]
    rows = [[Fraction(x) for x in row] for row in X.tolist()]
    return [[math.prod(x**k for x, k in zip(row, a, strict=True)) for a in powers] + [Fraction(1)] for row in rows]


def null_space(columns: Exact) -> Exact:
    """Return a basis of all c with sum_i c_i columns_i = 0, by elimination in rationals."""
    rows, pivots = [list(row) for row in zip(*columns, strict=True)], []
    for j in range(len(columns)):
        k = next((i for i in range(len(pivots), len(rows)) if rows[i][j] != 0), None)
        if k is None:
            continue
        at = len(pivots)
        rows[at], rows[k] = rows[k], rows[at]
        rows[at] = [value / rows[at][j] for value in rows[at]]
        for i in range(len(rows)):
            if i != at and rows[i][j] != 0:
                rows[i] = [a - rows[i][j] * b for a, b in zip(rows[i], rows[at], strict=True)]
        pivots.append(j)
    free = [j for j in range(len(columns)) if j not in pivots]
    found = []
    for j in free:
        c = [Fraction(0)] * len(columns)
        c[j] = Fraction(1)
        for at, pivot in enumerate(pivots):
            c[pivot] = -rows[at][j]
        found.append(c)
    return found


def hulls_meet(features: Exact, y: Labels) -> bool:
    """Ask every subset whether it is the smallest that carries a common point: one relation, with positive weights."""
    signed = [[int(sign) * value for value in row] for row, sign in zip(features, y, strict=True)]
    for size in range(2, len(signed) + 1):
        for chosen in combinations(signed, size):
            relations = null_space(list(chosen))
            if len(relations) == 1 and all(c * relations[0][0] > 0 for c in relations[0]):
                return True
    return False


def cancels(problem: Problem, found: Separation, features: Exact) -> None:
    """Check that the weights of a common point are weights, and that they cancel up to the rounding of a float."""
    assert found.weights is not None
    assert (found.weights >= 0).all()
    for sign in (1.0, -1.0):
        assert math.fsum(found.weights[problem.y == sign]) == pytest.approx(1.0, abs=1e-12)
    for column in zip(*features, strict=True):
        terms = [Fraction(d) * int(sign) * v for d, sign, v in zip(found.weights, problem.y, column, strict=True)]
        assert abs(sum(terms)) <= Fraction(1, 10**8) * max(abs(value) for value in column)


# ---- claims against exact arithmetic ----


EXACT_KERNELS = {
    "linear": (Linear(), 1, 0),
    "degree 2": (Polynomial(2), 2, 0),
    "degree 3": (Polynomial(3, 0.5, 2.0), 3, 0),
    "degree 2, no constant": (Polynomial(2, 1.0, 0.0), 2, 2),
}


@pytest.mark.parametrize("name", EXACT_KERNELS)
@settings(max_examples=60, deadline=None)
@given(data=labelled_points(7))
def test_small_sets_are_decided_as_exact_arithmetic_decides_them(name: str, data: tuple[Points, Labels]) -> None:
    kernel, degree, lowest = EXACT_KERNELS[name]
    problem = c_svc(*data, kernel, math.inf)
    meet = hulls_meet(monomials(problem.X, degree, lowest), problem.y)
    found = asked(problem)
    assert found.separable is (Separable.NO if meet else Separable.YES)
    if meet:
        cancels(problem, found, monomials(problem.X, degree, lowest))


@settings(max_examples=100, deadline=None)
@given(data=labelled_points(6), exponent=st.floats(-17, 0), shift=st.sampled_from([0.0, 1.0, 1e4, 1e8]))
def test_points_on_the_edge_of_the_other_hull_are_decided_to_the_last_bit(
    data: tuple[Points, Labels], exponent: float, shift: float
) -> None:
    X, y = data
    X = np.vstack([X, (X[0] + X[1]) / 2 + 10.0**exponent]) + shift
    y = np.append(y, -1.0)
    found = separation(Linear(), X, y)
    assert found.separable is (Separable.NO if hulls_meet(monomials(X, 1), y) else Separable.YES)


@settings(max_examples=60, deadline=None)
@given(data=labelled_points(10), degree=st.integers(1, 3))
def test_the_programme_in_floats_and_the_one_in_whole_numbers_never_contradict_each_other(
    data: tuple[Points, Labels], degree: int
) -> None:
    X, y = data
    seen = coordinates(Polynomial(degree), X)
    assert seen is not None
    assert seen.whole is not None
    signed = [[int(sign) * value for value in row] for row, sign in zip(seen.whole, y, strict=True)]
    exact = cancelling_weights(signed, math.inf, lambda: False)
    assert exact is not None
    found = common_weights(seen.values, seen.error, y, lambda: False)
    assert found is None or (found.weights is None) == (exact.weights is None)


@settings(max_examples=100, deadline=None)
@given(
    data=labelled_points(12),
    scale=st.sampled_from([5e-324, 1e-300, 1e-8, 1.0, 1e8, 1e300]),
    shift=st.floats(-1e8, 1e8),
    degree=st.sampled_from([1, 2, 3, 10, 30]),
)
def test_coordinates_of_floats_are_off_by_no_more_than_they_say(
    data: tuple[Points, Labels], scale: float, shift: float, degree: int
) -> None:
    X = data[0] * scale + shift
    seen = rounded(Polynomial(degree), X)
    if seen is None:
        assert degree > 1, "what is linear takes two roundings, wherever the points are"
        assert shift != 0.0, "far points alone may be moved out of [-1, 1]"
        return
    for i, row in enumerate(X.tolist()):
        chebyshev = [_chebyshev(Fraction(x), column, degree) for x, column in zip(row, X.T, strict=True)]
        for k, powers in enumerate(exponents(X.shape[1], degree).tolist()):
            true = math.prod(values[power] for values, power in zip(chebyshev, powers, strict=True))
            assert abs(true - Fraction(seen.values[i, k])) <= Fraction(seen.error[i, k])


def _chebyshev(x: Fraction, column: Vector, degree: int) -> list[Fraction]:
    centre = Fraction(0.5 * column.min() + 0.5 * column.max())
    t = (x - centre) / Fraction(0.5 * column.max() - 0.5 * column.min() or 1.0)
    values = [Fraction(1), t]
    while len(values) <= degree:
        values.append(2 * t * values[-1] - values[-2])
    return values


@settings(max_examples=60, deadline=None)
@given(data=labelled_points(12), gamma=st.sampled_from([1e-3, 0.3, 20.0, 1e6]), order=st.integers(0, 4))
def test_the_growth_of_a_taylor_kernel_is_off_by_no_more_than_it_says(
    data: tuple[Points, Labels], gamma: float, order: int
) -> None:
    X, kernel = data[0], TaylorGaussian(gamma, order)
    seen, plain = rounded(kernel, X), rounded(Polynomial(order), X) if order else None
    assert seen is not None
    squares = [sum(Fraction(x) ** 2 for x in row) for row in X.tolist()]
    if plain is not None:
        assert np.array_equal(seen.values[:, : plain.values.shape[1]], plain.values)
    if len(set(squares)) == 1:
        assert seen.values.shape[1] == math.comb(X.shape[1] + order, order), "a constant is there already"
        return
    with localcontext(prec=60):
        for square, value, error in zip(squares, seen.values[:, -1], seen.error[:, -1], strict=True):
            below = Fraction(gamma) * (max(squares) - square)
            true = (-Decimal(below.numerator) / Decimal(below.denominator)).exp()
            assert abs(Fraction(true) - Fraction(value)) <= Fraction(error)


def taylor_features(X: Points, kernel: TaylorGaussian) -> Exact:
    """Return the monomials up to the order and exp(gamma |x|^2) to 60 digits."""
    with localcontext(prec=60):
        rows = monomials(X, kernel.order)
        for row, point in zip(rows, X.tolist(), strict=True):
            square = Decimal(kernel.gamma) * sum(Decimal(x) ** 2 for x in point)
            row.append(Fraction(square.exp()))
    return rows


@settings(max_examples=40, deadline=None)
@given(data=labelled_points(12), order=st.integers(0, 3))
def test_what_is_claimed_of_a_taylor_kernel_holds_to_sixty_digits(data: tuple[Points, Labels], order: int) -> None:
    (X, y), kernel = data, TaylorGaussian(0.3, order)
    found = separation(kernel, X, y)
    rows = taylor_features(X, kernel)
    large = [[int(sign) * int(value * 10**60) for value in row] for row, sign in zip(rows, y, strict=True)]
    exact = cancelling_weights(large, math.inf, lambda: False)
    assert exact is not None
    if found.separable is Separable.YES:
        assert exact.weights is None
    elif (
        len({tuple(row) for row in X.tolist()}) == len(X) and found.separable is Separable.NO and exact.weights is None
    ):
        assert len({sum(Fraction(x) ** 2 for x in row) for row in X.tolist()}) == 1  # rounding parts what touches


# ---- what was said falsely once ----


def separated_exactly(problem: Problem, degree: int) -> bool:
    """Look for a plane with a linear programme in floats, and judge it in rationals."""
    seen = coordinates(problem.kernel, problem.X)
    assert seen is not None
    assert seen.whole is not None
    scale = [max(abs(row[k]) for row in seen.whole) or 1 for k in range(len(seen.whole[0]))]
    rows = seen.values * problem.y[:, None]
    found = linprog(
        -np.r_[np.zeros(rows.shape[1]), 1.0],
        A_ub=np.column_stack([-rows, np.ones(len(rows))]),
        b_ub=np.zeros(len(rows)),
        bounds=[(-1e6, 1e6)] * rows.shape[1] + [(None, 1.0)],
        method="highs",
    )
    if found.x is None:
        return False
    w = [Fraction(value) / top for value, top in zip(found.x[:-1], scale, strict=True)]
    values = (sum(a * b for a, b in zip(w, row, strict=True)) for row in seen.whole)
    return all(value * int(sign) > 0 for value, sign in zip(values, problem.y, strict=True))


@pytest.mark.parametrize(("name", "degree"), [("checkerboard", 10), ("overlap", 5)])
def test_boards_that_a_polynomial_separates_are_not_said_to_have_no_plane(name: str, degree: int) -> None:
    points = CATALOGUE[name].make()
    problem = c_svc(points.X, points.y, Polynomial(degree), math.inf)
    assert asked(problem).separable is Separable.YES
    found = answer(problem, limit=2_000)
    assert found.outcome is not Outcome.INFEASIBLE
    assert solution(problem, found).light is not Light.IMPOSSIBLE


def test_a_thin_margin_on_a_line_exists() -> None:
    problem = c_svc([[0.0, 0.0], [1.9e-6, 0.0], [-1.0, 0.0], [1.0, 0.0]], [1, -1, 1, -1], Linear(), math.inf)
    found = answer(problem)
    assert found.separation == Separation(Separable.YES)
    shown = solution(problem, found)
    assert shown.light is not Light.IMPOSSIBLE
    assert shown.largest_margin >= 0.95e-6


@pytest.mark.parametrize("degree", [8, 9, 10])
def test_no_board_of_high_degree_is_called_impossible_that_a_plane_separates(degree: int) -> None:
    rng = np.random.default_rng(degree)
    decided = 0
    for n in (60, 80, 100, 130) * 3:
        X, y = rng.uniform(-2, 2, (n, 2)), rng.choice([-1.0, 1.0], n)
        problem = c_svc(X, y, Polynomial(degree), math.inf)
        found = asked(problem)
        assert not (found.separable is Separable.NO and separated_exactly(problem, degree))
        if found.separable is Separable.NO:
            cancels(problem, found, monomials(X, degree))
        decided += found.separable is not Separable.OPEN
    assert decided == 12
