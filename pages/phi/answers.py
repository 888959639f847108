"""The results of the page: the solution in the chosen coordinates, the one in all, and the view."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from core.problem import Gaussian, InputError, Role, TextbookMap
from core.solver import answer
from core.topics.choosing.experiment import Approximation
from core.topics.phi.view import Lift, gram_difference, lift, lifted_problem, rescaled
from core.view import Light, Solution, solution
from pages.phi.maps import DAMPED, EXAMPLES, ShownMap, map_of
from pages.phi.names import names_of
from pages.phi.question import Question
from ui.page.choice import StandIns
from ui.solve.board_problem import content_key
from ui.solve.kernels import penalty_of
from ui.solve.limits import steps_of_one
from ui.solve.memory import SharedResults
from ui.solve.request import AnswerMessage, solution_parts
from ui.solve.solving import TOLERANCE, Solved
from ui.words import Words

USUAL = {"taylor": (1, 2, 0), "third": (0, 1, 3), "squares": (0, 1)}
# The squares and the product, a bowl around the origin; or the plane itself, bent along x1.
RIVALS = {"poly2": ((3, 5, 4), (1, 2, 3)), "phi2": ((3, 4, 6), (1, 2, 3))}
SOLVES = 3  # solutions that share the time limit of one: the page waits for up to seven, those of the examples included
JUDGED = 10.0  # the C used to choose the initial coordinates, independent of the board

_solved: SharedResults[Solved] = SharedResults()
_lifts: SharedResults[Lift] = SharedResults()


def chosen(asked: Question) -> tuple[int, ...]:
    """Return the coordinates shown: two or three.

    Of the default ones, those that misclassify fewer points; the choice depends on the points alone, not on a slider.
    """
    if asked.options.chosen is not None:
        return asked.options.chosen
    name = asked.features.name
    if (rivals := RIVALS.get(name)) is None:
        return USUAL.get(name, (0, 1, 2))
    judged = _judged(asked, name)
    try:
        return min(rivals, key=lambda rival: _solve(judged, rival).solution.errors)
    except InputError:
        return rivals[0]  # the error is reported where the solution is requested


def _judged(asked: Question, name: str) -> Question:
    """Return the question with fixed settings, so that its result depends on the points alone."""
    return replace(asked.by(ShownMap(name)), board=replace(asked.board, C=JUDGED))


def names(asked: Question) -> tuple[str, ...]:
    """Return the names of the coordinates shown."""
    every = names_of(asked.features)
    return tuple(every[k] for k in chosen(asked))


def _solve(asked: Question, seen: tuple[int, ...]) -> Solved:
    """Return the solution in these coordinates of the map, cached."""

    def make() -> Solved:
        problem = lifted_problem(map_of(asked.features), asked.X, asked.y, seen, penalty_of(asked.board.C))
        found = answer(problem, tolerance=TOLERANCE, limit=steps_of_one(len(problem.y), SOLVES))
        return Solved(problem, found, solution(problem, found))

    return _solved.get(content_key(asked.X, asked.y, asked.features, seen, asked.board.C), make)


def part(asked: Question) -> Solved:
    """Return the solution in the chosen coordinates only; `InputError` if the problem cannot be solved."""
    return _solve(asked, chosen(asked))


def full(asked: Question) -> Solved:
    """Return the solution in all coordinates of the map."""
    return _solve(asked, tuple(range(asked.features.dimension)))


def lifted(asked: Question) -> Lift:
    """Return the view in the chosen coordinates."""
    found, seen, window = part(asked), chosen(asked), asked.board.square

    def make() -> Lift:
        phi, alpha = map_of(asked.features), found.solution.alpha
        axes = ((0, 1),) if asked.features.name == "line" else ()
        return lift(phi, seen, asked.X, found.problem, alpha, window, *axes)

    return _lifts.get(content_key(asked.X, asked.y, asked.features, seen, asked.board.C, window), make)


def truncation(asked: Question) -> float | None:
    """Return the largest error of all coordinates against the Gaussian kernel between points; None for other maps."""
    features = asked.features
    if features.name not in DAMPED:
        return None
    seen = asked.X[:, :1] if features.name == "line" else asked.X
    return gram_difference(map_of(features), Gaussian(features.gamma), seen)


def examples(asked: Question) -> tuple[tuple[Lift, Solution], ...]:
    """Return the lifts of the three maps of Li's example 7.3, each with its solution in all coordinates.

    The third map has x1 x2 twice. Its plane is that of the first with the middle axis shortened: the weight of x1 x2
    is w_2 + w_3.
    """
    first, second = (asked.by(ShownMap(which)) for which in EXAMPLES[:2])
    shown, found = lifted(first), full(first).solution
    short = rescaled(shown, np.array([1.0, math.sqrt(0.5), 1.0]))
    return (shown, found), (lifted(second), full(second).solution), (short, found)


def example_difference(asked: Question) -> float:
    """Return the largest difference between the Gram matrices of the three maps and their kernel (x.z)^2."""
    maps = [TextbookMap(which) for which in ("first", "second", "third")]
    return max(gram_difference(phi, phi.kernel, asked.X) for phi in maps)


def picked(asked: Question) -> int:
    """Return the point that is marked everywhere: the visitor's choice, else one that depends on the points alone.

    It is a support vector of the quadratic map at C = 10, so no slider changes it.
    """
    if asked.options.picked is not None:
        return min(asked.options.picked, len(asked.y) - 1)
    free = np.flatnonzero(part(_judged(asked, "poly2")).solution.role == Role.FREE)
    return int(free[0]) if len(free) else 0


def on_the_board(found: Solved, words: Words) -> AnswerMessage:
    """Return a solution in lifted coordinates for a board: without its w, which is no vector of the plane."""
    header, arrays = solution_parts(replace(found.solution, w=None, common=None), words)
    return header, arrays


def is_drawn(found: Solved) -> bool:
    """Whether there is a plane to draw."""
    return found.solution.light is not Light.IMPOSSIBLE


def stand_ins(asked: Question) -> StandIns | None:
    """Return the map if it approximates the Gaussian kernel, for which gamma and C can be chosen."""
    if asked.features.name != "taylor":
        return None
    return StandIns(asked.X, asked.y, (Approximation("taylor", asked.features.order),))
