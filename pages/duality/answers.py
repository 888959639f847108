"""The views of a question about duality, cached for all visitors."""

from __future__ import annotations

import numpy as np

from core.topics.duality.experiment import ThreePoints, solved_by_hard_margin, three_points_view
from core.topics.duality.soft import SoftMultipliers, soft_multipliers
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
_softs: SharedResults[SoftMultipliers] = SharedResults()
_places: SharedResults[AtPlace] = SharedResults()


def place(question: Question) -> AtPlace:
    """Return the view at x and lambda."""
    key = f"{question.toy.name} {question.numbers} {question.x.tolist()} {question.multipliers.tolist()}"
    return _places.get(key, lambda: at_place(question.program, question.x, question.multipliers))


def seen(question: Question) -> Landscape | PlaneOfX:
    """Return the landscape of L: over (x, lambda), or over the plane of x if x has two components."""
    program, toy = question.program, question.toy
    if isinstance(program, TwoConstraints):
        return plane_of(program, toy.x, question.multipliers)
    assert isinstance(program, OneVariable)
    return _landscapes.get(f"{toy.name} {question.numbers}", lambda: landscape(program, toy.x, toy.multiplier))


def dual_seen(question: Question) -> DualMap | None:
    """Return theta_D over both multipliers; None for a problem with one multiplier."""
    program, toy = question.program, question.toy
    if not isinstance(program, TwoConstraints):
        return None
    return _maps.get(f"{toy.name} {question.numbers}", lambda: dual_map(program, toy.multiplier))


def three(question: Question) -> ThreePoints:
    """Return the dual of the three points of Li's example 7.1, with the second one moved."""
    return _threes.get(str(question.points.tolist()), lambda: three_points_view(question.points))


def solved() -> Solution:
    """Return the solution of Li's exercise 7.2, by the solver."""
    return _solved.get("exercise", lambda: solved_by_hard_margin(POINTS, CLASSES))


def soft(question: Question) -> SoftMultipliers:
    """Return both multipliers of the soft margin on the points of the exercise."""
    C = question.options.penalty
    return _softs.get(str(C), lambda: soft_multipliers(POINTS, CLASSES, C))


def proposed(question: Question) -> Guess:
    """Return the visitor's plane compared with the solution."""
    return guess(POINTS, CLASSES, solved(), question.w, question.b)
