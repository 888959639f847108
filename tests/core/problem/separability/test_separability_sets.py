"""Named sets are told apart, and the search for a plane never holds anybody up."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from core.problem import (
    FourierMap,
    Gaussian,
    Kernel,
    Linear,
    Polynomial,
    Precomputed,
    Separable,
    Separation,
    Sigmoid,
    TaylorGaussian,
    c_svc,
    common_point,
    separation,
)
from core.problem.separability.simplex import cancelling_weights
from core.solver import Outcome, answer, finish, new_cancel_flag
from core.view import Light, solution
from tests.core.golden import GOLDEN
from tests.core.problem.separability.test_separability import IMPOSSIBLE, asked
from tests.core.small_problems import (
    XOR,
    XOR_LABELS,
    Labels,
    Points,
    cloud,
    moons,
)

# ---- the named sets ----


@pytest.mark.parametrize("entry", GOLDEN["extras"]["separability"], ids=lambda entry: str(entry["X"]))
def test_the_golden_sets_are_told_apart(entry: dict[str, object]) -> None:
    problem = c_svc(entry["X"], entry["y"], Linear(), math.inf)  # type: ignore[arg-type]
    assert asked(problem).separable is (Separable.YES if entry["separable"] else Separable.NO)


@pytest.mark.parametrize("entry", GOLDEN["extras"]["separability"], ids=lambda entry: str(entry["X"]))
def test_the_ray_of_the_reference_is_a_proof_as_ours_is(entry: dict[str, object]) -> None:
    """A ray d >= 0, sum y d = 0, sum d y x = 0, leaves the dual unbounded; scaled, it is a point of both hulls."""
    problem = c_svc(entry["X"], entry["y"], Linear(), math.inf)  # type: ignore[arg-type]
    found, ray = asked(problem), entry["dual_ray"]
    assert (ray is None) == (found.weights is None) == entry["separable"]
    if ray is None:
        return
    assert found.weights is not None
    theirs = np.array(ray, dtype=float)
    for d in (theirs / theirs[problem.y > 0].sum(), found.weights):
        assert d.min() >= -1e-8
        assert d[problem.y > 0].sum() == pytest.approx(1.0, abs=1e-8)
        assert d[problem.y < 0].sum() == pytest.approx(1.0, abs=1e-8)
        np.testing.assert_allclose((d * problem.y) @ problem.X, 0.0, atol=1e-7)


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_an_impossible_hard_margin_ends_with_its_certificate_and_no_margin_is_drawn(name: str) -> None:
    problem = IMPOSSIBLE[name]
    found = answer(problem)
    assert found.outcome == Outcome.INFEASIBLE
    assert found.separation is not None
    assert found.separation.weights is not None
    d = found.separation.weights * problem.y
    assert abs(d @ problem.gram @ d) <= 1e-12 * np.abs(problem.gram).max()
    shown = solution(problem, found)
    assert shown.light is Light.IMPOSSIBLE
    assert shown.digits == 0
    assert shown.certificate.primal == math.inf
    assert shown.margin_width == math.inf
    assert shown.largest_margin == 0.0


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_the_stepper_alone_never_calls_an_impossible_hard_margin_optimal(name: str) -> None:
    problem = IMPOSSIBLE[name]
    run = finish(problem, limit=30_000)
    assert run.outcome in (Outcome.INFEASIBLE, Outcome.STEP_LIMIT, Outcome.STUCK)
    assert solution(problem, answer(problem)).light is not Light.PROVED


@pytest.mark.parametrize(
    "name", [name for name in IMPOSSIBLE if "linear" in name or "outlier" in name or "line" in name]
)
def test_the_common_point_lies_in_both_hulls(name: str) -> None:
    problem = IMPOSSIBLE[name]
    point = common_point(problem, asked(problem))
    assert point is not None
    for sign in (1.0, -1.0):
        mine = problem.X[problem.y == sign]
        # the point is a mixture of this class: solve for the weights anew
        sums = np.vstack([mine.T, np.ones(len(mine))])
        found = linprog(np.zeros(len(mine)), A_eq=sums, b_eq=np.append(point, 1.0), bounds=(0, None), method="highs")
        assert found.status == 0, (sign, point)


def test_the_common_point_of_the_exclusive_or_is_its_centre() -> None:
    problem = IMPOSSIBLE["xor, linear"]
    point = common_point(problem, asked(problem))
    assert point is not None
    assert point.tolist() == [0.0, 0.0]


def test_hulls_that_are_apart_have_no_common_point_and_a_kernel_draws_none() -> None:
    apart = c_svc(*cloud(10, 0, gap=3.0), Linear(), math.inf)
    assert common_point(apart, asked(apart)) is None
    curved = IMPOSSIBLE["opposite twins, Taylor"]
    assert common_point(curved, asked(curved)) is None


@pytest.mark.parametrize("kernel", [Linear(), Polynomial(2), Polynomial(3, 0.5), TaylorGaussian(0.5, 3)], ids=str)
def test_no_plane_has_the_margin_that_weak_duality_excludes(kernel: Kernel) -> None:
    problem = c_svc(*cloud(20, seed=4, gap=1.5), kernel, math.inf)
    best = solution(problem, answer(problem, tolerance=1e-8))
    assert best.light is Light.PROVED
    for limit in (1, 3, 10, 100):
        shown = solution(problem, answer(problem, limit=limit))
        assert best.margin_width / 2 <= shown.largest_margin * (1 + 1e-6)


def test_two_labels_on_one_spot_stop_the_stepper_at_once() -> None:
    problem = c_svc([[5.0, 5.0], [1.0, 2.0], [1.0, 2.0]], [1, -1, 1], Gaussian(1.0), math.inf)
    run = finish(problem)
    assert (run.outcome, run.steps) == (Outcome.INFEASIBLE, 0)


def test_a_dual_value_above_the_ceiling_stops_the_stepper_but_proves_nothing() -> None:
    problem = c_svc(*moons(200), Polynomial(8), math.inf)  # which separates them, by very little
    run = finish(problem, limit=100_000)
    assert run.outcome == Outcome.INFEASIBLE
    assert -run.state.objective > problem.dual.ceiling
    found = answer(problem, limit=100_000)
    assert found.separation == Separation(Separable.YES)
    assert found.outcome is Outcome.THIN
    assert solution(problem, found).light is Light.NOT_YET


@pytest.mark.parametrize("shift", [0.0, 1e3, 1e5, 1e6])
@pytest.mark.parametrize("angle", [0.0, 1.0])
def test_a_hard_margin_exists_wherever_the_points_are_moved(shift: float, angle: float) -> None:
    X, y = cloud(20, seed=2, gap=2.0)
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    here, there = (c_svc(points, y, Linear(), math.inf) for points in (X, X @ turn + shift))
    reference = solution(here, answer(here, tolerance=1e-9))
    shown = solution(there, answer(there, tolerance=1e-4))
    assert shown.light is not Light.IMPOSSIBLE
    assert shown.margin_width == pytest.approx(reference.margin_width, rel=0.05)


@settings(max_examples=40)
@given(exponent=st.floats(-12, 0), negative=st.booleans())
def test_hulls_that_nearly_touch_are_judged_and_never_crash(exponent: float, negative: bool) -> None:
    gap = (-1 if negative else 1) * 10.0**exponent
    X = np.array([[-1.0, 0.0], [-1.0, 1.0], [gap, 0.3], [gap, 0.9], [1.0, 0.5], [0.0, 0.0], [0.0, 1.0]])
    y = np.array([-1.0, -1.0, 1.0, 1.0, 1.0, -1.0, -1.0])
    problem = c_svc(X, y, Linear(), math.inf)
    shown = solution(problem, answer(problem, tolerance=1e-6, limit=20_000))
    assert (shown.light is Light.IMPOSSIBLE) == (gap < 0)
    if gap < 0:
        assert shown.largest_margin == 0.0
    elif gap > 1e-2:  # below, SMO may need more steps
        assert shown.light is Light.PROVED
        assert shown.margin_width == pytest.approx(gap, rel=2e-3)
    else:  # whatever it says, it claims no wider margin than there is
        assert shown.light is not Light.PROVED or shown.margin_width == pytest.approx(gap, rel=2e-3)
        assert shown.largest_margin >= gap / 2 * (1 - 1e-6)


def test_twins_of_one_label_leave_a_gaussian_separable_and_twins_of_two_do_not() -> None:
    X, y = cloud(30, seed=5)
    twins, gaussian = np.vstack([X, X[0]]), Gaussian(1.0)
    assert separation(gaussian, X, y) == Separation(Separable.YES)
    assert separation(gaussian, twins, np.append(y, y[0])) == Separation(Separable.YES)
    found = separation(gaussian, twins, np.append(y, -y[0]))
    assert found.separable is Separable.NO
    assert found.weights is not None
    assert np.flatnonzero(found.weights).tolist() == [0, 30]
    assert separation(gaussian, np.array([[0.0], [-0.0]]), np.array([1.0, -1.0])).separable is Separable.NO


def test_a_gaussian_whose_matrix_is_singular_to_floats_is_separable_all_the_same() -> None:
    X = np.array([[0.0, 0.0], [1e-12, 0.0], [1.0, 0.0], [2.0, 0.0]])
    problem = c_svc(X, [1, -1, 1, -1], Gaussian(1.0), math.inf)
    found = answer(problem)
    assert found.separation == Separation(Separable.YES)
    assert found.outcome is Outcome.THIN
    assert solution(problem, found).light is Light.NOT_YET


@pytest.mark.parametrize(("n", "degree"), [(200, 8), (400, 8), (400, 6), (2000, 3)])
def test_a_polynomial_of_high_degree_is_decided(n: int, degree: int) -> None:
    problem = c_svc(*moons(n), Polynomial(degree), math.inf)
    assert asked(problem).separable is (Separable.YES if (n, degree) == (200, 8) else Separable.NO)


# ---- it never holds anybody up ----


@pytest.mark.parametrize(
    "kernel", [Polynomial(30), TaylorGaussian(1.0, 40), FourierMap(1.0, 1000), Polynomial(64, 1.0, 0.0)], ids=str
)
def test_what_would_take_too_long_is_left_open_before_it_is_begun(kernel: Kernel) -> None:
    def never() -> bool:
        raise AssertionError("work has begun")

    assert separation(kernel, *moons(2000), never) == Separation(Separable.OPEN)


STOPPED: dict[str, Callable[[], Separation | None]] = {
    "floats": lambda: separation(Polynomial(10), *moons(200), lambda: True),
    "whole numbers": lambda: separation(
        Linear(), np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]), XOR_LABELS[1:], lambda: True
    ),
}


@pytest.mark.parametrize("name", STOPPED)
def test_the_search_can_be_stopped_and_then_claims_nothing(name: str) -> None:
    assert STOPPED[name]() == Separation(Separable.OPEN)


def test_the_whole_numbers_are_stopped_between_two_pivots() -> None:
    asked_so_far: list[int] = []

    def after_two() -> bool:
        asked_so_far.append(1)
        return len(asked_so_far) > 2

    rows = [[1, x, x * x] for x in range(1, 30)]
    assert cancelling_weights(rows, math.inf, after_two) is None
    assert len(asked_so_far) == 3


def test_an_answer_that_is_cancelled_before_its_first_step_says_so() -> None:
    cancel = new_cancel_flag()
    cancel[0] = 1
    found = answer(c_svc(*moons(200), Polynomial(10), math.inf), cancel=cancel)
    assert (found.outcome, found.steps) == (Outcome.CANCELLED, 0)


@pytest.mark.parametrize("kernel", [Sigmoid(0.5, -1.0), Sigmoid(2.0, 1.0), Polynomial(2, 1.0, -1.0)], ids=str)
@pytest.mark.parametrize(
    "data", [(XOR, XOR_LABELS), cloud(12, 0), cloud(12, 1, gap=2.0)], ids=["xor", "mixed", "apart"]
)
@pytest.mark.parametrize("C", [1.0, 1e4, math.inf])
def test_an_indefinite_kernel_proves_nothing_and_excludes_nothing(
    kernel: Kernel, data: tuple[Points, Labels], C: float
) -> None:
    problem = c_svc(*data, kernel, C)
    if problem.is_psd:
        pytest.skip("this Gram matrix happens to be definite")
    found = answer(problem, limit=20_000)
    shown = solution(problem, found)
    assert shown.light is Light.NOT_YET
    assert shown.digits == 0
    assert found.separation is None
    assert shown.largest_margin == math.inf


def test_a_matrix_of_similarities_can_be_impossible_too() -> None:
    K = np.outer([1.0, 2.0, 3.0], [1.0, 2.0, 3.0])
    found = answer(c_svc(K, [1, -1, 1], Precomputed(), math.inf))
    assert found.outcome == Outcome.INFEASIBLE
    assert found.separation is not None
    assert found.separation.weights == pytest.approx([0.5, 1.0, 0.5])
