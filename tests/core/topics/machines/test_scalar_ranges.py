"""Where no free support vector fixes b and r, all optimal pairs are found: compared with a linear programme."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from core.problem import (
    Gaussian,
    Kernel,
    Linear,
    Polynomial,
    Problem,
    c_svc,
    certificate,
    margins_without_offset,
    nu_svc,
    nu_svr,
    one_class,
)
from core.problem.arrays import Vector
from core.problem.scalars import scalar_ranges
from core.solver import answer
from core.topics.machines.view import fitted
from datasets.generators import overlap
from tests.core.small_problems import moons

TIGHT = 1e-11
KERNELS: list[Kernel] = [Linear(), Polynomial(2, 1.0, 1.0), Gaussian(1.0)]


def by_programme(problem: Problem, g: Vector, nu_n: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the ranges of rho and of b by four linear programmes over all (b, rho, xi) with the least cost for w.

    minimise -nu n rho + sum xi subject to y (g + b) >= rho - xi, xi >= 0, rho >= 0 (mathematics, equation 7.1).
    """
    y, n = problem.form.y, len(g)
    rows = np.column_stack([-y, np.ones(n), -np.eye(n)])
    cost = np.concatenate([[0.0, -nu_n], np.ones(n)])
    bounds = [(None, None), (0, None), *[(0, None)] * n]
    least = linprog(cost, rows, y * g, bounds=bounds)
    assert least.status == 0
    face = (np.vstack([rows, cost]), np.append(y * g, least.fun + 1e-9 * (1.0 + abs(least.fun))))
    ends = []
    for at in (1, 0):
        of = np.zeros(n + 2)
        pair = []
        for way in (1.0, -1.0):
            of[at] = way
            found = linprog(of, *face, bounds=bounds)
            pair.append(-way * math.inf if found.status in (2, 3, 4) else way * found.fun)
        ends.append((pair[0], pair[1]))
    return ends[0], ends[1]


@settings(deadline=None, max_examples=60)
@given(st.integers(4, 24), st.integers(0, 10_000), st.integers(1, 12), st.sampled_from(KERNELS))
def test_all_optimal_pairs_of_nu_svc_are_those_of_a_linear_programme(
    n: int, seed: int, half: int, kernel: Kernel
) -> None:
    X, y = moons(n, seed)
    most = int(min((y > 0).sum(), (y < 0).sum()))
    assume(1 <= half <= most)
    nu = 2.0 * half / n  # nu n is an even number: both classes give a whole number of points
    problem = nu_svc(X, y, kernel, nu)
    alpha = answer(problem, tolerance=TIGHT, limit=200_000).alpha
    g = margins_without_offset(problem, alpha)
    assume(float(problem.form.coefficients(alpha) @ g) > 1e-4)  # w != 0
    found = scalar_ranges(problem.form, alpha, g)
    for mine, theirs in zip((found.r, found.b), by_programme(problem, g, nu * n), strict=True):
        for one, other in zip(mine, theirs, strict=True):
            if math.isinf(one) or math.isinf(other):
                assert max(abs(one), abs(other)) > 1e3
            else:
                assert one == pytest.approx(other, abs=1e-5)


@pytest.mark.parametrize("kernel", [Linear(), Polynomial(2, 1.0, 1.0)])
def test_every_rho_of_the_interval_is_a_penalty_with_the_same_nu(kernel: Kernel) -> None:
    """C = 1 / rho for both ends and the middle: the alpha of nu-SVC, divided by rho, solves C-SVC."""
    points = overlap()
    X, y = points.X, points.y.astype(np.float64)
    problem = nu_svc(X, y, kernel, 0.3)
    found = fitted(problem, answer(problem, tolerance=TIGHT, limit=500_000))
    low, high = found.r_range
    assert low < found.r < high
    for rho in (low, 0.5 * (low + high), high):
        C = 1.0 / rho
        other = c_svc(X, y, kernel, C)
        proof = certificate(other, np.minimum(found.alpha * C, C))
        assert proof.gap <= 1e-6 * proof.primal
    for rho in (0.97 * low, 1.03 * high):
        other = c_svc(X, y, kernel, 1.0 / rho)
        assert certificate(other, np.minimum(found.alpha / rho, 1.0 / rho)).gap > 1e-4


def test_the_known_interval_is_found() -> None:
    points = overlap()
    problem = nu_svc(points.X, points.y, Linear(), 0.3)
    found = fitted(problem, answer(problem, tolerance=TIGHT, limit=500_000))
    assert found.r_range == pytest.approx((0.982, 1.027), abs=1e-3)
    low, high = found.b_range
    assert low < found.b < high


def test_the_offsets_of_the_drawn_function_fill_their_interval() -> None:
    """B / rho over all optimal pairs, sampled within the rectangle of b - rho and b + rho."""
    points = overlap()
    problem = nu_svc(points.X, points.y, Linear(), 0.3)
    alpha = answer(problem, tolerance=TIGHT, limit=500_000).alpha
    found = scalar_ranges(problem.form, alpha, margins_without_offset(problem, alpha))
    shares = np.linspace(0.0, 1.0, 21)
    r, b = (np.array(ends) for ends in (found.r, found.b))
    # One class has a free vector: the rectangle is a segment from one pair of ends to the other.
    at = [
        np.array([(b[0] + t * (b[1] - b[0])), (r[way] + t * (r[1 - way] - r[way]))]) for way in (0, 1) for t in shares
    ]
    pairs = [pair for pair in at if extra_cost(problem, alpha, pair) <= 1e-9]
    ratios = [pair[0] / pair[1] for pair in pairs]
    assert min(ratios) == pytest.approx(found.share[0])
    assert max(ratios) == pytest.approx(found.share[1])


def extra_cost(problem: Problem, alpha: Vector, pair: Vector) -> float:
    """Return what a pair (b, rho) costs above the least for this w."""
    y, g = problem.form.y, margins_without_offset(problem, alpha)
    total = float(alpha.sum())

    def cost(b: float, rho: float) -> float:
        return float(np.maximum(0.0, rho - y * (g + b)).sum()) - total * rho

    least = fitted(problem, answer(problem, tolerance=TIGHT, limit=500_000))
    return cost(*pair) - cost(least.b * least.unit, least.r)


def test_a_class_whose_points_are_all_at_their_bound_leaves_an_endless_interval() -> None:
    X, y = moons(20, seed=3)
    few = min(int((y > 0).sum()), int((y < 0).sum()))
    problem = nu_svc(X, y, Linear(), 2.0 * few / len(y))
    found = fitted(problem, answer(problem, tolerance=TIGHT, limit=100_000))
    assert found.r_range[1] == math.inf
    assert found.r_range[0] > 0.0
    assert -1.0 <= found.b_range[0] < found.b_range[1] <= 1.0


@pytest.mark.parametrize("seed", list(range(6)))
def test_a_free_vector_leaves_one_value(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, z = rng.normal(size=(25, 1)), rng.normal(size=25)
    problem = nu_svr(X, z, Gaussian(1.0), 1.0, 0.37)
    one = one_class(X, Gaussian(1.0), 0.37)
    for each in (problem, one):
        found = fitted(each, answer(each, tolerance=TIGHT, limit=100_000))
        if found.free:
            assert found.r_range[0] <= found.r <= found.r_range[1]
        if found.r_range[0] != found.r_range[1]:
            assert found.r_range[0] >= 0.0
