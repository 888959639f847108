"""The results of the page, cached for all visitors."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from core.problem import Linear, Problem, c_svc
from core.problem.arrays import Matrix, Vector
from core.solver import answer
from core.topics.margin.experiment import (
    FromAStart,
    Hulls,
    Street,
    WithoutPoint,
    from_starts,
    hull_bound,
    nearest_of_hulls,
    primal_street,
    without_point,
)
from core.topics.margin.tolerance import OffsetBounds, OnNewPoints, offset_bounds, on_new_points, trials_kept
from core.topics.margin.view import (
    Directions,
    HandLine,
    directions,
    hand_line,
    line_through,
    margin_of_directions,
    separating_directions,
)
from core.view import Light, Solution, solution
from pages.margins.question import Question
from ui.solve.kernels import penalty_of
from ui.solve.limits import steps_of_one
from ui.solve.memory import SharedResults

TIGHT = 1e-10  # tolerance on m - M: results are compared with a library to 1e-7
SEEDS = (1, 2, 3, 4)
OTHER = 10.0  # factor between the chosen C and that of another soft margin
RADII = (0.5, 0.95, 1.2, 1.5)  # of the moves, in units of the widest margin
TRIALS = 1000
NOISE = 0.5  # standard deviation of the noise, in units of the widest margin
SETS = 200  # training sets
INSIDE = (0.12, 0.5, 0.88)  # positions of the three separators, as fractions of the arc of separating directions


@dataclass(frozen=True)
class StreetOfPoints:
    """The street of the chosen margin."""

    problem: Problem
    solution: Solution

    @property
    def exists(self) -> bool:
        """Whether the line exists: proved, and with w != 0."""
        w = self.solution.w
        return self.solution.light is Light.PROVED and w is not None and bool(np.hypot(*w) > 0.0)

    @property
    def w(self) -> Vector:
        """The normal of the line, (2,)."""
        assert self.solution.w is not None
        return self.solution.w

    @property
    def top(self) -> float:
        """The direction of w, in degrees."""
        return math.degrees(math.atan2(self.w[1], self.w[0]))

    @property
    def street(self) -> Street:
        """The street found by SMO."""
        return Street(self.w, self.solution.b, self.solution.certificate.primal, self.solution.alpha)


@dataclass(frozen=True)
class Routes:
    """The same street by three methods; None if a method does not converge."""

    smo: Street
    primal: Street | None
    hulls: Hulls | None


_found: SharedResults[StreetOfPoints] = SharedResults()
_routes: SharedResults[Routes] = SharedResults()
_starts: SharedResults[tuple[FromAStart, ...]] = SharedResults()
_without: SharedResults[WithoutPoint] = SharedResults()
_new_points: SharedResults[OnNewPoints] = SharedResults()


def laid(question: Question) -> HandLine:
    """Return the margins of the hand-set line; `InputError` if its handles coincide."""
    w, b = line_through(*question.pair, question.options.scale)
    return hand_line(w, b, question.X, question.y)


def chosen(question: Question) -> StreetOfPoints:
    """Return the street of the chosen margin; `InputError` if the problem cannot be solved."""
    return _solved(question, question.C)


def widest(question: Question) -> StreetOfPoints:
    """Return the street of the hard margin, even if a soft one is chosen."""
    return _solved(question, None)


def other(question: Question) -> tuple[float, StreetOfPoints]:
    """Return another soft margin and its street: for a hard margin, the C of the slider.

    For a soft margin it is 10 C if the run converged, as where the best w is 0, and C / 10 if the run was too long.
    """
    if question.C is None:
        C = question.board.numbers["C"]
    else:
        C = OTHER * question.C if chosen(question).solution.light is Light.PROVED else question.C / OTHER
    return C, _solved(question, C)


def penalty_of_forces(question: Question) -> float:
    """Return the C with which points push a line: that of the slider for a hard margin, which has none."""
    return question.board.numbers["C"] if question.C is None else question.C


def soft(question: Question) -> StreetOfPoints:
    """Return the street at that C: the line at rest."""
    return _solved(question, penalty_of_forces(question))


def _solved(question: Question, C: float | None) -> StreetOfPoints:
    def make() -> StreetOfPoints:
        problem = c_svc(question.X, question.y, Linear(), penalty_of(C))
        found = answer(problem, tolerance=TIGHT, limit=steps_of_one(len(question.y)))
        return StreetOfPoints(problem, solution(problem, found))

    return _found.get(question.key("street", C), make)


def routes(question: Question) -> Routes:
    """Return the chosen street by SMO, by a library's primal solver and by the nearest points of the hulls."""
    found, C = chosen(question), penalty_of(question.C)

    def make() -> Routes:
        X, y = question.X, question.y
        primal = primal_street(X, y, C)
        if primal is not None and not np.hypot(*primal.w) > 0.0:
            primal = None  # underflow: SMO found a street
        bound = 1.0 if primal is None else hull_bound(primal.alpha, y, C)
        return Routes(found.street, primal, nearest_of_hulls(X, y, bound))

    return _routes.get(question.key("routes", question.C), make)


def around(question: Question) -> Directions:
    """Return the largest margin in every direction, centred on that of the widest street."""
    return directions(question.X, question.y, _best(question).top)


def _best(question: Question) -> StreetOfPoints:
    hard = widest(question)
    return hard if hard.exists else chosen(question)


def separators(question: Question) -> list[tuple[Vector, float]]:
    """Return three lines (w, b) that separate the classes, each in the middle of its gap; empty if there is none."""
    arc = separating_directions(question.X, question.y, _best(question).top)
    if arc is None:
        return []
    (low, high), y = arc, question.y
    lines = []
    for share in INSIDE:
        angle = math.radians(low + share * (high - low))
        w = np.array([math.cos(angle), math.sin(angle)])
        along = question.X @ w
        lines.append((w, -0.5 * float(along[y > 0].min() + along[y < 0].max())))
    return lines


def margin_of(question: Question, line: tuple[Vector, float]) -> float:
    """Return the geometric margin of a separating line, from its direction alone."""
    w, _ = line
    return float(margin_of_directions(np.array([math.degrees(math.atan2(w[1], w[0]))]), question.X, question.y)[0])


def starts(question: Question) -> tuple[FromAStart, ...]:
    """Return the lines to which SMO converges from random multipliers."""
    problem, limit = chosen(question).problem, steps_of_one(len(question.y))
    return _starts.get(
        question.key("starts", question.C), lambda: from_starts(problem, SEEDS, TIGHT, limit // len(SEEDS))
    )


def without(question: Question) -> WithoutPoint:
    """Return the machine without the picked point; `InputError` if it is the only one of its class."""
    found, i, limit = chosen(question), question.gone, steps_of_one(len(question.y))

    def make() -> WithoutPoint:
        return without_point(found.problem, found.solution, i, TIGHT, limit)

    return _without.get(question.key("without", question.C, i), make)


@dataclass(frozen=True)
class Between:
    """The lines from the hand-set line to the widest street, both scaled to a functional margin of 1."""

    share: Vector  # (k,) t from 0 to 1
    half_norm: Vector  # (k,) 1/2 |w|^2 along the way
    smallest: Vector  # (k,) the smallest functional margin there: never below 1


def between(question: Question, count: int = 41) -> Between | None:
    """Return the lines between the hand-set and the widest one; None if either does not separate."""
    mine, best = laid(question), widest(question)
    if not (best.exists and len(question.y) and mine.functional.min() > 0.0):
        return None
    least = float(mine.functional.min())
    ends = np.array([[*mine.w / least, mine.b / least], [*best.w, best.solution.b]])
    share = np.linspace(0.0, 1.0, count)
    lines = (1.0 - share)[:, None] * ends[0] + share[:, None] * ends[1]
    margins = question.y * (lines[:, :2] @ question.X.T + lines[:, 2:])
    return Between(share, 0.5 * (lines[:, :2] ** 2).sum(axis=1), margins.min(axis=1))


# ---- noise, new points, and the offset ----


@dataclass(frozen=True)
class Tolerance:
    """Lines whose points are moved: the widest street first."""

    margins: tuple[float, ...]  # of each line
    radii: tuple[float, ...]
    kept: Matrix  # (lines, radii) trials in which the line still separates all points


def moved(question: Question) -> Tolerance:
    """Return how often the widest street and three other separators still separate when all points move."""
    hard = widest(question)
    lines = [(hard.w, hard.solution.b), *separators(question)]
    margins = tuple(float((question.y * (question.X @ w + b)).min() / np.hypot(*w)) for w, b in lines)
    radii = tuple(share * 0.5 * hard.solution.margin_width for share in RADII)
    kept = [trials_kept(lines, question.X, question.y, radius, TRIALS, seed) for seed, radius in enumerate(radii)]
    return Tolerance(margins, radii, np.array(kept).T)


def new_points(question: Question) -> OnNewPoints:
    """Return the errors of the widest street and of other separators of training sets drawn around the points."""
    sigma = NOISE * 0.5 * widest(question).solution.margin_width
    make = lambda: on_new_points(question.X, question.y, sigma, SETS, seed=0)  # noqa: E731
    return _new_points.get(question.key("new points"), make)


def allowed_offsets(question: Question) -> OffsetBounds:
    """Return the offsets that the constraints of both classes allow for the w of the widest street."""
    return offset_bounds(widest(question).w, question.X, question.y)
