from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given

from core.problem import (
    Gaussian,
    Linear,
    Polynomial,
    Problem,
    Role,
    c_svc,
    certificate,
    decision_values,
    margin_width,
    normal,
    roles,
    slack,
    training_errors,
)
from core.solver import Answer, Outcome, answer, finish, new_cancel_flag
from core.view import Light, Solution, solution
from tests.core.small_problems import XOR, XOR_LABELS, cloud, moons, problems


def _solved(X: list[list[float]], y: list[int], C: float) -> Solution:
    problem = c_svc(X, y, Linear(), C)
    return solution(problem, answer(problem, tolerance=1e-9))


def test_points_on_the_margin_are_free_or_not_support_vectors_at_all() -> None:
    shown = _solved([[1, 0], [1, 1], [1, -1], [-1, 0], [3, 0]], [1, 1, 1, -1, 1], 10.0)
    assert shown.role[3] == Role.FREE
    assert set(shown.role[:3].tolist()) <= {Role.FREE, Role.ON_MARGIN}
    assert Role.ON_MARGIN in shown.role
    assert shown.role[4] == Role.OUTSIDE
    assert np.abs(shown.decision[:3] - 1).max() < 1e-8


def test_a_bounded_vector_inside_the_band_and_one_on_the_plane() -> None:
    shown = _solved([[0], [2], [0], [-2]], [1, 1, -1, -1], 0.1)
    assert shown.role.tolist() == [Role.ON_PLANE, Role.INSIDE, Role.ON_PLANE, Role.INSIDE]
    assert shown.slack == pytest.approx(np.array([1.0, 0.2, 1.0, 0.2]))
    assert (shown.free, shown.bounded) == (0, 4)


def test_a_bounded_vector_on_the_wrong_side() -> None:
    shown = _solved([[-1], [2], [1], [-2]], [1, 1, -1, -1], 0.1)
    assert shown.role.tolist() == [Role.MISCLASSIFIED, Role.INSIDE, Role.MISCLASSIFIED, Role.INSIDE]
    assert shown.errors == 2
    assert (shown.slack[[0, 2]] > 1).all()


def test_a_bounded_vector_exactly_on_its_margin() -> None:
    shown = _solved([[1], [-1]], [1, -1], 0.5)  # the hard margin has alpha = 1/2: the bound touches, xi = 0
    assert shown.role.tolist() == [Role.BOUNDED_ON_MARGIN, Role.BOUNDED_ON_MARGIN]
    assert shown.slack.tolist() == [0.0, 0.0]
    assert shown.alpha.tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("alpha", "f", "role"),
    [
        (0.0, 1.5, Role.OUTSIDE),
        (0.0, 1.0, Role.ON_MARGIN),
        (0.0, 1.0 + 1e-6, Role.ON_MARGIN),
        (0.5, 1.0, Role.FREE),
        (1.0, 0.5, Role.INSIDE),
        (1.0, 1e-6, Role.ON_PLANE),
        (1.0, -1e-6, Role.ON_PLANE),
        (1.0, -0.5, Role.MISCLASSIFIED),
        (1.0, 1.0, Role.BOUNDED_ON_MARGIN),
        (1.0, 1.0 - 1e-6, Role.BOUNDED_ON_MARGIN),
    ],
)
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_every_role_is_read_off_alpha_and_the_margin(alpha: float, f: float, role: Role, sign: float) -> None:
    problem = c_svc([[0.0], [1.0]], [sign, -sign], Linear(), 1.0)
    assert roles(problem, np.array([alpha, 0.0]), np.array([sign * f, -5 * sign]), 1e-5)[0] == role


@given(problem=problems())
def test_every_point_has_one_role_and_the_counts_add_up(problem: Problem) -> None:
    shown = solution(problem, answer(problem, limit=2000))
    assert set(shown.role.tolist()) <= set(map(int, Role))
    support = int(np.count_nonzero(shown.alpha > 0))
    assert shown.free + shown.bounded == support
    assert shown.count(*Role) == len(problem.y)
    assert (shown.slack >= 0).all()
    assert shown.errors == np.count_nonzero(np.where(shown.decision >= 0, 1, -1) != problem.y)


def test_zero_is_called_positive() -> None:
    problem = c_svc([[0.0], [1.0]], [1, -1], Linear(), 1.0)
    assert training_errors(problem, np.array([0.0, 0.0])) == 1
    assert training_errors(problem, np.array([0.0, -1e-300])) == 0


def test_slack_is_the_way_to_the_own_margin_in_units_of_f() -> None:
    problem = c_svc([[0.0], [1.0], [2.0]], [1, -1, 1], Linear(), 1.0)
    assert slack(problem, np.array([0.25, 0.5, 3.0])).tolist() == [0.75, 1.5, 0.0]


def test_decision_values_are_the_sum_over_support_vectors() -> None:
    problem = c_svc([[0.0, 0.0], [1.0, 0.0]], [1, -1], Gaussian(2.0), 1.0)
    f = decision_values(problem, np.array([0.5, 0.25]), 0.1, np.array([[0.0, 1.0]]))
    assert f[0] == pytest.approx(0.5 * math.exp(-2) - 0.25 * math.exp(-4) + 0.1)


def test_the_width_and_the_normal_of_a_known_plane() -> None:
    problem = c_svc([[3, 3], [4, 3], [1, 1]], [1, 1, -1], Linear(), math.inf)
    alpha = np.array([0.25, 0.0, 0.25])
    w = normal(problem, alpha)
    assert w is not None
    assert w.tolist() == [0.5, 0.5]
    assert margin_width(problem, alpha) == pytest.approx(2 * math.sqrt(2))
    assert margin_width(problem, np.zeros(3)) == math.inf
    assert normal(c_svc(XOR, XOR_LABELS, Polynomial(2), 1.0), np.ones(4)) is None


def test_the_light_is_green_only_when_the_gap_proves_the_printed_digits() -> None:
    problem = c_svc(*moons(80), Gaussian(1.0), 10.0)
    lights = [solution(problem, answer(problem, limit=limit)) for limit in (0, 5, 20, 10_000)]
    for shown in lights:
        gap = shown.certificate.gap + shown.certificate.rounding
        proved = gap <= 1e-3 * abs(shown.certificate.dual)
        assert (shown.light is Light.PROVED) == proved
        assert (shown.digits >= 3) == proved
    assert lights[0].light is Light.NOT_YET
    assert lights[-1].light is Light.PROVED


@given(problem=problems())
def test_a_green_light_is_never_shown_for_a_kernel_that_is_not_one(problem: Problem) -> None:
    shown = solution(problem, answer(problem, limit=2000))
    if not problem.is_psd:
        assert shown.light is Light.NOT_YET
        assert shown.digits == 0
    if shown.light is Light.PROVED:
        assert shown.certificate == certificate(problem, shown.alpha, shown.b)
        assert shown.certificate.box <= 0
        assert shown.certificate.violation < math.inf


def test_the_interval_of_offsets_holds_the_offset_that_is_used() -> None:
    for X, y, C in (([[-2], [0], [1], [2]], [1, 1, -1, -1], 0.05), ([[0], [2]], [1, -1], 10.0)):
        shown = _solved(X, y, C)
        low, high = shown.b_interval
        assert low - 1e-9 <= shown.b <= high + 1e-9


def test_a_run_that_was_cut_or_cancelled_is_not_called_solved() -> None:
    problem = c_svc(*cloud(60, 1), Linear(), 100.0)
    flag = new_cancel_flag()
    flag[0] = 1
    for found, outcome in (
        (answer(problem, limit=3), Outcome.STEP_LIMIT),
        (answer(problem, cancel=flag), Outcome.CANCELLED),
    ):
        shown = solution(problem, found)
        assert (shown.outcome, shown.light) == (outcome, Light.NOT_YET)


def test_an_answer_is_judged_by_its_alpha_and_not_by_what_it_says_of_itself() -> None:
    problem = c_svc(*moons(30), Gaussian(1.0), 1.0)
    boast = Answer(np.zeros(30), Outcome.OPTIMAL, 7)
    assert solution(problem, boast).light is Light.NOT_YET
    modest = Answer(finish(problem, tolerance=1e-8).alpha, Outcome.STEP_LIMIT, 7)
    assert solution(problem, modest).light is Light.PROVED
