"""What the page about duality shows, as numbers: landscapes, a proposed plane."""

from __future__ import annotations

import math

import numpy as np
import pytest

from core.topics.duality.experiment import solved_by_hard_margin
from core.topics.duality.theory import TOYS, OneVariable, TwoConstraints, theta_dual
from core.topics.duality.view import PlaneKind, at_place, guess, landscape, plane_of
from tests.core.golden import GOLDEN

TEXTBOOK = GOLDEN["textbook"]
EXERCISE = np.array(TEXTBOOK["exercise_7_2"]["X"], dtype=float)
CLASSES = np.array(TEXTBOOK["exercise_7_2"]["y"])


# ---- the place at hand ----


def test_at_the_saddle_everything_holds_and_the_gap_is_closed() -> None:
    shown = at_place(TOYS["one"].build([1.0]), np.array([1.0]), np.array([1.0]))
    assert (shown.primal, shown.lagrangian, shown.dual, shown.gap) == (0.5, 0.5, 0.5, 0.0)
    assert shown.checks == (True, True, True, True)
    assert shown.closed
    assert shown.strong
    assert shown.holds


def test_beside_the_saddle_each_condition_fails_by_its_own_number() -> None:
    shown = at_place(TOYS["one"].build([1.0]), np.array([0.5]), np.array([-0.25]))
    assert shown.checks == (False, False, False, False)
    assert shown.primal == math.inf
    assert math.isnan(shown.gap)
    assert not shown.closed
    found = shown.conditions
    assert (found.stationary, found.feasible, found.signs, found.slackness) == (0.75, 0.5, 0.25, 0.125)


def test_a_hand_reaches_kkt_on_two_valleys_and_the_gap_stays() -> None:
    shown = at_place(TOYS["wells"].build([0.0, 0.2]), np.array([0.879]), np.array([0.0]))
    assert shown.holds
    assert not shown.strong
    assert shown.gap > 0.18


# ---- the landscapes ----


@pytest.mark.parametrize("name", ["one", "squared", "wells"])
def test_the_lines_of_a_landscape_are_lines_of_equal_l_and_the_valley_is_theta_d(name: str) -> None:
    toy = TOYS[name]
    program = toy.build([knob.usual for knob in toy.knobs])
    assert isinstance(program, OneVariable)
    shown = landscape(program, toy.x, toy.multiplier)
    lines = shown.lines[np.isfinite(shown.lines[:, 0])]
    values = np.array([at_place(program, x[None], height[None]).lagrangian for x, height in lines[::40]])
    assert np.abs(values / shown.step - np.round(values / shown.step)).max() < 0.1
    there = shown.valley[np.isfinite(shown.valley[:, 0])]
    for x, multiplier in there[::20]:
        place = at_place(program, np.array([x]), np.array([multiplier]))
        assert place.lagrangian == pytest.approx(theta_dual(program, np.array([multiplier])))
    for low, high in shown.feasible:
        middle = 0.5 * (low + high)
        assert at_place(program, np.array([middle]), np.zeros(1)).primal < math.inf


def test_a_feasible_set_of_one_point_is_seen() -> None:
    toy = TOYS["squared"]
    for radius, ends in ((0.0, (0.0, 0.0)), (0.25, (-0.5, 0.5))):
        program = toy.build([radius])
        assert isinstance(program, OneVariable)
        (part,) = landscape(program, toy.x, toy.multiplier).feasible
        assert part == pytest.approx(ends)


def test_the_chain_of_multipliers_ends_where_l_is_smallest_and_the_corner_is_feasible() -> None:
    program = TOYS["two"].build([0.5, 1.0])
    assert isinstance(program, TwoConstraints)
    multipliers = np.array([0.75, 0.5])
    shown = plane_of(program, TOYS["two"].x, multipliers)
    assert shown.chain[-1] == pytest.approx(program.inner(multipliers).x)
    assert all((program.constraints(x) <= 1e-12).all() for x in shown.corner)
    for a, edge in zip(program.A, shown.edges, strict=True):
        assert edge @ a == pytest.approx([1.0, 1.0])


# ---- a proposed plane ----


@pytest.mark.parametrize(
    ("w", "b", "kind"),
    [
        ((0.0, 0.0), 0.0, PlaneKind.NONE),
        ((1.0, 1.0), -4.0, PlaneKind.WRONG),
        ((-0.5, 1.0), -1.0, PlaneKind.INFEASIBLE),
        ((-2.0, 4.0), -4.0, PlaneKind.WIDE),
        ((-1.0, 2.0), -2.0, PlaneKind.BEST),
    ],
)
def test_a_proposed_plane_is_judged_by_its_margins(w: tuple[float, float], b: float, kind: PlaneKind) -> None:
    found = solved_by_hard_margin(EXERCISE, CLASSES)
    shown = guess(EXERCISE, CLASSES, found, np.array(w), b)
    assert shown.kind is kind
    assert shown.functional == pytest.approx(CLASSES * (EXERCISE @ np.array(w) + b))
    assert math.isnan(shown.geometric) or shown.geometric <= shown.best + 1e-9
    assert shown.best == pytest.approx(1.0 / math.sqrt(5.0))
