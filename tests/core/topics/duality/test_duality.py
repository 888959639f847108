"""Duality on small problems: weak always, strong where a point is strictly feasible, and where each of them ends."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.topics.duality.theory import (
    TOYS,
    OneVariable,
    Program,
    Quadrant,
    Toy,
    TwoConstraints,
    conditions,
    gap,
    lagrangian,
    theta_dual,
    theta_primal,
    three_points,
)
from tests.core.golden import GOLDEN

EPS = 1e-9
every_toy = pytest.mark.parametrize("toy", TOYS.values(), ids=lambda toy: toy.name)
shares = st.floats(0.0, 1.0)


def at(ends: tuple[float, float], share: float) -> float:
    return ends[0] + share * (ends[1] - ends[0])


@st.composite
def programs(draw: st.DrawFn) -> tuple[Toy, Program]:
    """Draw a problem of one of the families."""
    toy = draw(st.sampled_from(list(TOYS.values())))
    return toy, toy.build([at((knob.low, knob.high), draw(shares)) for knob in toy.knobs])


@st.composite
def places(draw: st.DrawFn) -> tuple[Program, np.ndarray, np.ndarray]:
    """Draw a problem with a place, its multipliers not negative."""
    toy, program = draw(programs())
    x = np.array([at(toy.x, draw(shares)) for _ in range(toy.variables)])
    multipliers = np.array([at((0.0, toy.multiplier[1]), draw(shares)) for _ in range(toy.constraints)])
    return program, x, multipliers


@given(places())
def test_weak_duality_always_holds(place: tuple[Program, np.ndarray, np.ndarray]) -> None:
    program, x, multipliers = place
    low, between, high = theta_dual(program, multipliers), lagrangian(program, x, multipliers), theta_primal(program, x)
    assert low <= between + EPS
    assert between <= high + EPS
    assert gap(program, x, multipliers) >= -EPS
    best = program.optimum()
    assert low <= best.d + EPS
    assert best.d <= best.p + EPS
    assert best.p <= high + EPS


@given(programs())
def test_strong_duality_holds_where_a_convex_problem_has_a_point_strictly_inside(
    toy_program: tuple[Toy, Program],
) -> None:
    toy, program = toy_program
    best = program.optimum()
    assert best.x is not None
    slater = toy.name in ("one", "two") or (toy.name == "squared" and -program.constraints(np.zeros(1))[0] > 1e-6)
    if not slater:
        return
    assert best.multipliers is not None
    assert best.gap <= EPS
    assert (best.multipliers >= 0.0).all()
    found = conditions(program, best.x, best.multipliers)
    assert max(found.stationary, found.feasible, found.signs, found.slackness) <= 1e-6
    assert gap(program, best.x, best.multipliers) <= EPS


@given(programs())
def test_the_optimum_is_feasible_without_rounding(toy_program: tuple[Toy, Program]) -> None:
    _, program = toy_program
    best = program.optimum()
    if best.x is not None:
        assert (program.constraints(best.x) <= 0.0).all()
        assert theta_primal(program, best.x) == best.p


@given(programs(), shares, shares)
def test_theta_d_is_concave(toy_program: tuple[Toy, Program], one: float, other: float) -> None:
    toy, program = toy_program
    ends = [np.full(toy.constraints, at((0.01, toy.multiplier[1]), share)) for share in (one, other)]
    low, middle, high = (theta_dual(program, each) for each in (ends[0], 0.5 * (ends[0] + ends[1]), ends[1]))
    assert middle >= 0.5 * (low + high) - EPS


@every_toy
def test_theta_d_is_the_smallest_l_of_a_fine_grid(toy: Toy) -> None:
    program = toy.build([knob.usual for knob in toy.knobs])
    multipliers = np.full(toy.constraints, 0.7)
    axis = np.linspace(-3.0, 3.0, 1201 if toy.variables == 1 else 121)
    grid = np.stack(np.meshgrid(*[axis] * toy.variables), axis=-1).reshape(-1, toy.variables)
    least = min(lagrangian(program, x, multipliers) for x in grid)
    assert theta_dual(program, multipliers) == pytest.approx(least, abs=2e-3)
    assert theta_dual(program, multipliers) <= least + EPS


def test_without_an_inner_point_the_gap_is_zero_and_no_multiplier_closes_it() -> None:
    """For min x subject to x^2 <= 0, KKT are not necessary without a qualification (mathematics 20.3.1)."""
    program = TOYS["squared"].build([0.0])
    best = program.optimum()
    assert best.x is not None
    assert (best.p, best.x[0]) == (0.0, 0.0)
    assert best.multipliers is None
    assert -1e-15 < best.d < 0.0
    for multiplier in (0.0, 0.5, 1.0, 8.0, 1e6):
        assert conditions(program, best.x, np.array([multiplier])).stationary == 1.0
        expected = -1.0 / (4.0 * multiplier) if multiplier else -math.inf
        assert theta_dual(program, np.array([multiplier])) == pytest.approx(expected)


@pytest.mark.parametrize("radius", [1.0, 0.1, 1e-3])
def test_with_an_inner_point_the_multiplier_grows_as_the_room_shrinks(radius: float) -> None:
    best = TOYS["squared"].build([radius]).optimum()
    assert best.multipliers is not None
    assert best.multipliers[0] == pytest.approx(0.5 / math.sqrt(radius), rel=1e-6)
    assert best.p == pytest.approx(-math.sqrt(radius))


def test_two_valleys_leave_a_gap_although_kkt_hold() -> None:
    program = TOYS["wells"].build([0.0, 0.2])
    best = program.optimum()
    assert best.x is not None
    assert best.multipliers is not None
    assert best.gap > 0.18
    found = conditions(program, best.x, np.zeros(1))
    assert max(found.stationary, found.feasible, found.slackness) < 1e-9
    assert best.multipliers[0] == pytest.approx(0.2)
    assert best.d == pytest.approx(0.0, abs=1e-12)


def test_where_nothing_is_feasible_both_ends_are_infinite() -> None:
    for program in (TwoConstraints(np.array([[1.0, 0.0], [-1.0, 0.0]])), OneVariable(np.ones(3), np.ones(1))):
        best = program.optimum()
        assert (best.p, best.x, best.multipliers) == (math.inf, None, None)


def test_a_negative_multiplier_bounds_nothing() -> None:
    program = TOYS["one"].build([1.0])
    assert math.isnan(gap(program, np.array([1.0]), np.array([-0.1])))
    assert conditions(program, np.array([1.0]), np.array([-0.1])).signs == 0.1
    assert theta_dual(program, np.array([0.0])) == 0.0
    assert theta_dual(TOYS["squared"].build([0.0]), np.array([-1.0])) == -math.inf


# ---- the quadrant ----


def test_example_7_2_is_computed_from_its_three_points() -> None:
    example, golden = GOLDEN["textbook"]["example_7_1"], GOLDEN["textbook"]["example_7_2"]
    dual = three_points(np.array(example["X"], dtype=float))
    assert dual.H.tolist() == [[8.0, 10.0], [10.0, 13.0]]
    assert dual.stationary is not None
    assert dual.stationary.at == pytest.approx(golden["unconstrained_stationary"])
    assert not dual.stationary.inside
    first, second = dual.edges
    assert first is not None
    assert second is not None
    assert (first.at[1], first.value) == pytest.approx((2 / 13, -2 / 13))
    assert (second.at[0], second.value) == pytest.approx((1 / 4, -1 / 4))
    assert dual.best is not None
    assert [*dual.best.at, dual.best.at.sum()] == pytest.approx(example["alpha"])


@given(st.lists(st.integers(-6, 6), min_size=6, max_size=6), shares, shares)
def test_no_place_of_the_quadrant_is_below_its_best(numbers: list[int], one: float, other: float) -> None:
    dual = three_points(np.array(numbers, dtype=float).reshape(3, 2))
    place = np.array([one, other])
    if (best := dual.best) is None:
        assert not dual.bounded
        return
    assert best.inside
    assert dual(place) >= best.value - EPS * max(1.0, abs(best.value))


def test_a_quadrant_without_a_floor_has_no_best() -> None:
    for H in ([[0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 1.0]], [[1.0, -1.0], [-1.0, 1.0]]):
        falling = Quadrant(np.array(H), np.array([1.0, 1.0]))
        assert not falling.bounded
        assert falling.best is None
    level = Quadrant(np.array([[1.0, 1.0], [1.0, 1.0]]), np.array([1.0, 1.0]))
    assert level.stationary is None
    assert level.best is not None
    assert level.best.value == -0.5


def test_where_both_slopes_rise_the_best_is_the_corner() -> None:
    best = Quadrant(np.eye(2), -np.ones(2)).best
    assert best is not None
    assert (best.at.tolist(), best.value) == ([0.0, 0.0], 0.0)
