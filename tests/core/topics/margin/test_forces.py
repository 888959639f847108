"""Points push a line: what each push is, when the line is at rest, and what a line out of balance does."""

from __future__ import annotations

import math
from typing import cast

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.problem import Linear, LinearProblem, Problem, c_svc, linear_svc, normal, offset
from core.problem.arrays import Vector
from core.solver import DescentState, answer
from core.topics.margin.forces import balance, foot, hand_forces
from core.topics.margin.view import line_through
from core.trace import record
from tests.core.small_problems import Labels, Points, labelled_points, moons, penalties, plane

Place = tuple[float, float]
lines = st.tuples(plane, plane, st.floats(0.2, 3.0))
ROUNDING = 1e-12


def handed(places: tuple[Place, Place, float]) -> tuple[Vector, float]:
    """Return (w, b) of a line through two places; none if they coincide."""
    first, second, scale = np.array(places[0]), np.array(places[1]), places[2]
    assume((first != second).any())
    return line_through(first, second, scale)


def cost(w: Vector, b: float, X: Points, y: Labels, C: float) -> float:
    """Return the primal of the line."""
    return 0.5 * float(w @ w) + C * float(np.maximum(0.0, 1.0 - y * (X @ w + b)).sum())


@given(labelled_points(), lines, st.lists(st.floats(0, 5), min_size=12, max_size=12))
def test_force_and_torque_are_what_a_sum_point_by_point_gives(
    generated: tuple[Points, Labels], places: tuple[Place, Place, float], alphas: list[float]
) -> None:
    (X, y), (w, b) = generated, handed(places)
    alpha = np.array(alphas[: len(y)])
    found, n = balance(w, b, X, y, alpha), w / math.hypot(*w)
    force, torque, spread = np.zeros(2), 0.0, -math.hypot(*w)
    for x, label, size in zip(X, y, alpha, strict=True):
        push, arm = -size * label * n, x - found.pivot
        force += push
        torque += arm[0] * push[1] - arm[1] * push[0]
        spread -= float(arm @ push)
    most = 1.0 + float(alpha.sum()) * (1.0 + float(np.abs(X - found.pivot).max()))
    assert np.allclose(force, found.force * n, atol=ROUNDING * most)
    assert math.isclose(torque, found.torque, abs_tol=ROUNDING * most)
    assert math.isclose(spread, found.spread, abs_tol=ROUNDING * most)
    assert abs(w @ found.pivot + b) <= 1e-10 * (1.0 + abs(b))


@settings(deadline=None)
@given(labelled_points(), lines, st.sampled_from([0.5, 1.0, 7.0]))
def test_forces_are_the_slopes_of_the_primal(
    generated: tuple[Points, Labels], places: tuple[Place, Place, float], C: float
) -> None:
    (X, y), (w, b) = generated, handed(places)
    h = 1e-6
    assume(np.abs(y * (X @ w + b) - 1.0).min() > 1e-3)  # no hinge bends within a step
    found, s = balance(w, b, X, y, hand_forces(w, b, X, y, C)), math.hypot(*w)

    def at(shift: float, turn: float, longer: float) -> float:
        angle = math.atan2(w[1], w[0]) + turn
        moved = (s + longer) * np.array([math.cos(angle), math.sin(angle)])
        return cost(moved, -float(moved @ (found.pivot + shift * found.normal)), X, y, C)

    slopes = [-(at(*(h * way)) - at(*(-h * way))) / (2.0 * h) for way in np.eye(3)]
    exact = (s * found.force, s * found.torque, found.spread)
    assert np.allclose(slopes, exact, rtol=1e-5, atol=1e-5 * (1.0 + C * len(y)))


@settings(deadline=None)
@given(labelled_points(), lines, st.floats(-math.pi, math.pi), plane)
def test_a_turned_and_shifted_picture_has_the_same_forces(
    generated: tuple[Points, Labels], places: tuple[Place, Place, float], angle: float, shift: Place
) -> None:
    (X, y), (w, b) = generated, handed(places)
    assume(np.abs(y * (X @ w + b) - 1.0).min() > 1e-6)
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    there, moved = X @ turn.T + np.array(shift), turn @ w
    before = balance(w, b, X, y, hand_forces(w, b, X, y, 2.0))
    moved_b = b - float(moved @ np.array(shift))
    after = balance(moved, moved_b, there, y, hand_forces(moved, moved_b, there, y, 2.0))
    assert np.allclose(before.push, after.push)
    assert np.allclose(turn @ before.normal, after.normal)
    assert np.allclose(turn @ before.pivot + np.array(shift), after.pivot, atol=1e-9)
    numbers = [(one.force, one.torque, one.spread, one.imbalance) for one in (before, after)]
    assert np.allclose(*numbers, atol=1e-9 * (1.0 + before.size))


@pytest.mark.parametrize("rule", ["smo-first-order", "smo-second-order", "platt"])
@pytest.mark.parametrize("b", [0.0, 0.7])
def test_under_smo_every_step_leaves_the_line_at_rest(rule: str, b: float) -> None:
    X, y = moons(40, seed=1)
    trace = record(c_svc(X, y, Linear(), 3.0), rule, 1e-6, 400)
    assert len(trace) > 10
    assert isinstance(trace.problem, Problem)
    for k in range(1, len(trace) + 1):
        alpha = trace.state_at(k).alpha
        w = normal(trace.problem, alpha)
        assert w is not None
        found = balance(w, b, X, y, alpha)
        assert max(abs(found.force), abs(found.torque), abs(found.spread)) <= 1e-10 * (1.0 + found.size)


@pytest.mark.parametrize("bias", [1.0, 2.5, None])
@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
def test_under_coordinate_descent_the_offset_alone_is_out_of_balance(bias: float | None, loss: str) -> None:
    X, y = moons(30, seed=2)
    X = X + np.array([1.0, -0.5])
    trace = record(linear_svc(X, y, 2.0, loss, bias), "dual-cd", 1e-4, 300)
    assert isinstance(trace.problem, LinearProblem)
    largest = 0.0
    for k in range(1, len(trace) + 1):
        state = cast(DescentState, trace.state_at(k))
        w, b = (state.w, 0.0) if bias is None else (state.w[:-1], float(state.w[-1]) * bias)
        found = balance(w, b, X, y, state.alpha, about=np.zeros(2))
        small = 1e-10 * (1.0 + found.size)
        assert abs(found.torque) <= small
        assert bias is None or abs(found.force + b / bias**2) <= small
        largest = max(largest, abs(found.force))
    assert largest > 0.1


@settings(deadline=None, max_examples=60)
@given(labelled_points(), penalties)
def test_the_best_line_is_at_rest_and_its_points_push_within_the_box(
    generated: tuple[Points, Labels], C: float
) -> None:
    X, y = generated
    assume(1e-2 <= C <= 1e3)
    problem = c_svc(X, y, Linear(), C)
    alpha = answer(problem, tolerance=1e-11, limit=100_000).alpha
    w, b = normal(problem, alpha), offset(problem, alpha)
    assert w is not None
    assume(np.hypot(*w) > 1e-3)
    pushes = hand_forces(w, b, X, y, C)
    found = balance(w, b, X, y, pushes)
    assert (pushes >= 0.0).all()
    assert (pushes <= C * (1.0 + 1e-12)).all()
    assert found.imbalance <= 1e-6 * (1.0 + found.size)


@settings(deadline=None, max_examples=60)
@given(labelled_points(), lines, st.lists(st.floats(0, 1), min_size=12, max_size=12))
def test_points_on_their_margin_leave_the_least_imbalance(
    generated: tuple[Points, Labels], places: tuple[Place, Place, float], shares: list[float]
) -> None:
    (X, y), (w, b) = generated, handed(places)
    X = X.copy()
    for i in range(0, len(y), 2):  # every second point is moved onto its margin
        X[i] = foot(w, b, X[i]) + y[i] * w / (w @ w)
    C = 1.5
    best = hand_forces(w, b, X, y, C)
    on = np.abs(y * (X @ w + b) - 1.0) <= 1e-6
    other = np.where(on, C * np.array(shares[: len(y)]), best)
    least, some = (balance(w, b, X, y, alpha).imbalance for alpha in (best, other))
    assert least <= some + 1e-9 * (1.0 + some)


def test_the_foot_is_the_nearest_point_of_the_line() -> None:
    w, b = np.array([3.0, 4.0]), -5.0
    assert foot(w, b, np.zeros(2)) == pytest.approx([0.6, 0.8])
