"""The views of a question about duality, cached for all visitors."""

from __future__ import annotations

import numpy as np

from core.topics.duality.experiment import ThreePoints, solved_by_hard_margin, three_points_view
from core.topics.duality.theory import OneVariable, TwoConstraints
from core.topics.duality.view import (
    AtPlace,
    DualMap,
    Guess,
    Landscape,
    PlaneOfX,
    at_place,
    dual_map,
    guess,
    landscape,
    plane_of,
)
from core.view import Solution
from pages.duality.question import EXERCISE, Question
from ui.solve.memory import SharedResults

POINTS, CLASSES = np.array(EXERCISE[0]), np.array(EXERCISE[1])

_landscapes: SharedResults[Landscape] = SharedResults()
_maps: SharedResults[DualMap] = SharedResults()
_threes: SharedResults[ThreePoints] = SharedResults()
_solved: SharedResults[Solution] = SharedResults()
_places: SharedResults[AtPlace] = SharedResults()


def place(asked: Question) -> AtPlace:
    """Return the view at x and lambda."""
    key = f"{asked.toy.name} {asked.numbers} {asked.x.tolist()} {asked.multipliers.tolist()}"
    return _places.get(key, lambda: at_place(asked.program, asked.x, asked.multipliers))


def seen(asked: Question) -> Landscape | PlaneOfX:
    """Return the landscape of L: over (x, lambda), or over the plane of x if x has two components."""
    program, toy = asked.program, asked.toy
    if isinstance(program, TwoConstraints):
        return plane_of(program, toy.x, asked.multipliers)
    assert isinstance(program, OneVariable)
    return _landscapes.get(f"{toy.name} {asked.numbers}", lambda: landscape(program, toy.x, toy.multiplier))


def dual_seen(asked: Question) -> DualMap | None:
    """Return theta_D over both multipliers; None for a problem with one multiplier."""
    program, toy = asked.program, asked.toy
    if not isinstance(program, TwoConstraints):
        return None
    return _maps.get(f"{toy.name} {asked.numbers}", lambda: dual_map(program, toy.multiplier))


def three(asked: Question) -> ThreePoints:
    """Return the dual of the three points of Li's example 7.1, with the second one moved."""
    return _threes.get(str(asked.points.tolist()), lambda: three_points_view(asked.points))


def solved() -> Solution:
    """Return the solution of Li's exercise 7.2, by the solver."""
    return _solved.get("exercise", lambda: solved_by_hard_margin(POINTS, CLASSES))


def proposed(asked: Question) -> Guess:
    """Return the visitor's plane compared with the solution."""
    return guess(POINTS, CLASSES, solved(), asked.w, asked.b)
