from __future__ import annotations

import math
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from core.problem import (
    Gaussian,
    Hulls,
    Kernel,
    Linear,
    Polynomial,
    Precomputed,
    Problem,
    Sigmoid,
    TaylorGaussian,
    always_separable,
    c_svc,
    common_point,
    nearest_hull_points,
)
from core.problem import separability as module
from core.problem.dual import squared_radius
from core.solver import Answer, Outcome, answer, finish
from core.view import Light, solution
from tests.core.golden import GOLDEN
from tests.core.small_problems import (
    XOR,
    XOR_LABELS,
    Labels,
    Points,
    cloud,
    impossible_hard_margins,
    labelled_points,
    moons,
)

IMPOSSIBLE = impossible_hard_margins()


def _distance(problem: Problem, hulls: Hulls) -> float:
    """Return the distance between the two hull points, from the Gram matrix and nothing else."""
    d = hulls.weights * problem.y
    return math.sqrt(max(0.0, float(d @ problem.dual.kernel @ d)))


def _is_a_certificate(problem: Problem, hulls: Hulls) -> None:
    assert (hulls.weights >= 0).all()
    for sign in (1.0, -1.0):
        assert math.fsum(hulls.weights[problem.y == sign]) == pytest.approx(1.0, abs=1e-15)
    rounding = 1e-7 * math.sqrt(np.abs(problem.dual.kernel.diagonal()).max())  # a root of a difference of squares
    assert hulls.distance == pytest.approx(_distance(problem, hulls), abs=rounding)


def _is_separable(X: Points, y: Labels) -> bool:
    """Ask the primal whether there is a plane with y_i (w.x_i + b) >= 1."""
    rows = -np.column_stack([X, np.ones(len(X))]) * y[:, None]
    found = linprog(np.zeros(X.shape[1] + 1), A_ub=rows, b_ub=-np.ones(len(X)), bounds=(None, None), method="highs")
    return found.status == 0


@pytest.mark.parametrize("entry", GOLDEN["extras"]["separability"], ids=lambda entry: str(entry["X"]))
def test_the_golden_sets_are_told_apart(entry: dict[str, object]) -> None:
    problem = c_svc(entry["X"], entry["y"], Linear(), math.inf)  # type: ignore[arg-type]
    hulls = nearest_hull_points(problem)
    _is_a_certificate(problem, hulls)
    assert hulls.meet is not entry["separable"]


@settings(max_examples=60)
@given(data=labelled_points(10))
def test_hulls_meet_exactly_where_the_primal_has_no_plane(data: tuple[Points, Labels]) -> None:
    X, y = np.round(data[0], 3), data[1]
    problem = c_svc(X, y, Linear(), math.inf)
    hulls = nearest_hull_points(problem)
    _is_a_certificate(problem, hulls)
    assert hulls.meet is not _is_separable(X, y)


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_an_impossible_hard_margin_ends_with_its_certificate_and_no_margin_is_drawn(name: str) -> None:
    problem = IMPOSSIBLE[name]
    found = answer(problem)
    assert found.outcome == Outcome.INFEASIBLE
    assert found.hulls is not None
    _is_a_certificate(problem, found.hulls)
    assert found.hulls.meet
    shown = solution(problem, found)
    assert shown.light is Light.IMPOSSIBLE
    assert shown.digits == 0
    assert shown.certificate.primal == math.inf
    assert shown.margin_width == math.inf
    assert shown.largest_margin <= 1e-6 * found.hulls.scale


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
    hulls = nearest_hull_points(problem)
    point = common_point(problem, hulls)
    assert point is not None
    for sign in (1.0, -1.0):
        mine = problem.X[problem.y == sign]
        # the point is a mixture of this class: solve for the weights anew
        sums = np.vstack([mine.T, np.ones(len(mine))])
        found = linprog(np.zeros(len(mine)), A_eq=sums, b_eq=np.append(point, 1.0), bounds=(0, None), method="highs")
        assert found.status == 0, (sign, point)


def test_the_common_point_of_the_exclusive_or_is_its_centre() -> None:
    problem = IMPOSSIBLE["xor, linear"]
    assert common_point(problem, nearest_hull_points(problem)) == pytest.approx([0.0, 0.0], abs=1e-9)


def test_hulls_that_are_apart_have_no_common_point_and_a_kernel_draws_none() -> None:
    apart = c_svc(*cloud(10, 0, gap=3.0), Linear(), math.inf)
    assert common_point(apart, nearest_hull_points(apart)) is None
    curved = IMPOSSIBLE["opposite twins, Taylor"]
    assert common_point(curved, nearest_hull_points(curved)) is None


@pytest.mark.parametrize("kernel", [Linear(), Polynomial(2), Polynomial(3, 0.5), TaylorGaussian(0.5, 3)], ids=str)
def test_no_plane_has_the_margin_that_the_hulls_exclude(kernel: Kernel) -> None:
    problem = c_svc(*cloud(20, seed=4, gap=1.5), kernel, math.inf)
    shown = solution(problem, answer(problem, tolerance=1e-8))
    assert shown.light is Light.PROVED
    assert shown.hulls is not None
    assert shown.margin_width / 2 <= shown.largest_margin * (1 + 1e-6)
    assert shown.margin_width / 2 <= shown.hulls.largest_margin * (1 + 1e-6)


def test_two_labels_on_one_spot_stop_the_stepper_at_once() -> None:
    problem = c_svc([[5.0, 5.0], [1.0, 2.0], [1.0, 2.0]], [1, -1, 1], Gaussian(1.0), math.inf)
    run = finish(problem)
    assert (run.outcome, run.steps) == (Outcome.INFEASIBLE, 0)


def test_a_dual_value_above_the_ceiling_stops_the_stepper_and_proves_the_small_margin() -> None:
    problem = c_svc(*moons(200), Polynomial(8), math.inf)
    run = finish(problem, limit=100_000)
    assert run.outcome == Outcome.INFEASIBLE
    assert -run.state.objective > problem.dual.ceiling
    shown = solution(problem, Answer(run.alpha, run.outcome, run.steps))
    assert shown.light is Light.IMPOSSIBLE
    assert shown.largest_margin <= 1e-6 * math.sqrt(squared_radius(problem.dual.kernel))


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
    if gap < 0:
        assert shown.light is Light.IMPOSSIBLE
    elif gap > 1e-4:
        assert shown.light is Light.PROVED
        assert shown.margin_width == pytest.approx(gap, rel=2e-3)
    else:  # whatever it says, it claims no wider margin than there is
        assert shown.light is not Light.PROVED or shown.margin_width == pytest.approx(gap, rel=2e-3)
        assert shown.largest_margin >= gap / 2 * (1 - 1e-6) or shown.light is Light.IMPOSSIBLE


def test_twins_of_one_label_leave_a_gaussian_separable_without_asking_the_programme() -> None:
    X, y = cloud(30, seed=5)
    same, opposite = np.vstack([X, X[0]]), np.vstack([X, X[0]])
    assert always_separable(c_svc(X, y, Gaussian(1.0), math.inf))
    assert always_separable(c_svc(same, np.append(y, y[0]), Gaussian(1.0), math.inf))
    assert not always_separable(c_svc(opposite, np.append(y, -y[0]), Gaussian(1.0), math.inf))
    assert not always_separable(c_svc(X, y, Linear(), math.inf))
    assert not always_separable(c_svc([[0.0], [-0.0]], [1, -1], Gaussian(1.0), math.inf))


@pytest.mark.parametrize(("n", "degree"), [(200, 8), (400, 8), (400, 6)])
def test_a_polynomial_of_high_degree_is_judged_and_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, n: int, degree: int
) -> None:
    # Plain columns made HiGHS give up ("status unknown") or turn for minutes; see `_whitened`.
    # A busy machine may not judge in the second that a visitor waits.
    monkeypatch.setattr(module, "MOST_SECONDS", 60.0)
    problem = c_svc(*moons(n), Polynomial(degree), math.inf)
    hulls = nearest_hull_points(problem)
    _is_a_certificate(problem, hulls)
    assert hulls.meet


def test_a_programme_that_takes_too_long_leaves_a_weaker_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_SECONDS", 0.0)
    problem = c_svc(*moons(300), TaylorGaussian(1.0, 12), math.inf)
    begun = time.perf_counter()
    hulls = nearest_hull_points(problem)
    assert time.perf_counter() - begun < 60.0  # without the limit: minutes
    _is_a_certificate(problem, hulls)
    assert not hulls.meet


def test_one_spot_with_two_labels_is_the_certificate_and_no_programme_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_SECONDS", 0.0)
    X, y = moons(300)
    problem = c_svc(np.vstack([X, X[7]]), np.append(y, -y[7]), Gaussian(1.0), math.inf)
    hulls = nearest_hull_points(problem)
    assert hulls.meet
    assert np.flatnonzero(hulls.weights).tolist() == [7, 300]


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
    assert found.hulls is None
    assert shown.largest_margin == math.inf


def test_a_matrix_of_similarities_can_be_impossible_too() -> None:
    K = np.outer([1.0, 2.0, 3.0], [1.0, 2.0, 3.0])
    problem = c_svc(K, [1, -1, 1], Precomputed(), math.inf)
    found = answer(problem)
    assert found.outcome == Outcome.INFEASIBLE
    assert found.hulls is not None
    _is_a_certificate(problem, found.hulls)
