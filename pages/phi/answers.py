"""The results of the page: the solution in the chosen coordinates, the one in all, and the view."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from core.problem import Gaussian, InputError, Role, TextbookMap
from core.topics.choosing.experiment import Approximation
from core.topics.phi.view import Lift, gram_difference, lift, rescaled
from core.view import Solution
from pages.phi.maps import DAMPED, EXAMPLES, ShownMap, map_of
from pages.phi.names import names_of
from pages.phi.question import Question
from ui.page.choice import StandIns
from ui.page.lifted import solved_in
from ui.solve.board_problem import content_key
from ui.solve.memory import SharedResults
from ui.solve.solving import Solved

USUAL = {"taylor": (1, 2, 0), "third": (0, 1, 3), "squares": (0, 1)}
# The squares and the product, a bowl around the origin; or the plane itself, bent along x1.
RIVALS = {"poly2": ((3, 5, 4), (1, 2, 3)), "phi2": ((3, 4, 6), (1, 2, 3))}
JUDGED = 10.0  # the C used to choose the initial coordinates, independent of the board

_lifts: SharedResults[Lift] = SharedResults()


def chosen(question: Question) -> tuple[int, ...]:
    """Return the coordinates shown: two or three.

    Of the default ones, those that misclassify fewer points; the choice depends on the points alone, not on a slider.
    """
    if question.options.chosen is not None:
        return question.options.chosen
    name = question.features.name
    if (rivals := RIVALS.get(name)) is None:
        return USUAL.get(name, (0, 1, 2))
    judged = _judged(question, name)
    try:
        return min(rivals, key=lambda rival: _solve(judged, rival).solution.errors)
    except InputError:
        return rivals[0]  # the error is reported where the solution is requested


def _judged(question: Question, name: str) -> Question:
    """Return the question with fixed settings, so that its result depends on the points alone."""
    return replace(question.by(ShownMap(name)), board=replace(question.board, C=JUDGED))


def names(question: Question) -> tuple[str, ...]:
    """Return the names of the coordinates shown."""
    every = names_of(question.features)
    return tuple(every[k] for k in chosen(question))


def _solve(question: Question, seen: tuple[int, ...]) -> Solved:
    return solved_in(map_of(question.features), seen, question.board)


def part(question: Question) -> Solved:
    """Return the solution in the chosen coordinates only; `InputError` if the problem cannot be solved."""
    return _solve(question, chosen(question))


def full(question: Question) -> Solved:
    """Return the solution in all coordinates of the map."""
    return _solve(question, tuple(range(question.features.dimension)))


def lifted(question: Question) -> Lift:
    """Return the view in the chosen coordinates."""
    found, seen, window = part(question), chosen(question), question.board.square

    def make() -> Lift:
        phi, alpha = map_of(question.features), found.solution.alpha
        axes = ((0, 1),) if question.features.name == "line" else ()
        return lift(phi, seen, question.X, found.problem, alpha, window, *axes)

    return _lifts.get(content_key(question.X, question.y, question.features, seen, question.board.C, window), make)


def truncation(question: Question) -> float | None:
    """Return the largest error of all coordinates against the Gaussian kernel between points; None for other maps."""
    features = question.features
    if features.name not in DAMPED:
        return None
    seen = question.X[:, :1] if features.name == "line" else question.X
    return gram_difference(map_of(features), Gaussian(features.gamma), seen)


def examples(question: Question) -> tuple[tuple[Lift, Solution], ...]:
    """Return the lifts of the three maps of Li's example 7.3, each with its solution in all coordinates.

    The third map has x1 x2 twice. Its plane is that of the first with the middle axis shortened: the weight of x1 x2
    is w_2 + w_3.
    """
    first, second = (question.by(ShownMap(which)) for which in EXAMPLES[:2])
    shown, found = lifted(first), full(first).solution
    short = rescaled(shown, np.array([1.0, math.sqrt(0.5), 1.0]))
    return (shown, found), (lifted(second), full(second).solution), (short, found)


def example_difference(question: Question) -> float:
    """Return the largest difference between the Gram matrices of the three maps and their kernel (x.z)^2."""
    maps = [TextbookMap(which) for which in ("first", "second", "third")]
    return max(gram_difference(phi, phi.kernel, question.X) for phi in maps)


def picked(question: Question) -> int:
    """Return the point that is marked everywhere: the visitor's choice, else one that depends on the points alone.

    It is a support vector of the quadratic map at C = 10, so no slider changes it.
    """
    if question.options.picked is not None:
        return min(question.options.picked, len(question.y) - 1)
    free = np.flatnonzero(part(_judged(question, "poly2")).solution.role == Role.FREE)
    return int(free[0]) if len(free) else 0


def stand_ins(question: Question) -> StandIns | None:
    """Return the map if it approximates the Gaussian kernel, for which gamma and C can be chosen."""
    if question.features.name != "taylor":
        return None
    return StandIns(question.X, question.y, (Approximation("taylor", question.features.order),))
