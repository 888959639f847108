"""The results of the page, cached for all visitors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from core.problem import InputError, Kernel, Precomputed, c_svc
from core.problem.arrays import Matrix, Vector
from core.solver import CancelFlag, answer
from core.topics.mercer.distances import DistanceKernel, LeastOverExponents, few, least_over_exponents
from core.topics.mercer.given import MatrixOfFile
from core.topics.mercer.plane import SigmoidPlane, axes, least_rows
from core.topics.mercer.rules import EXP, LIMIT, OF_TWO, combined, keeps
from core.topics.mercer.space import Operator, SpaceElement, element, element_field, operator
from core.topics.mercer.theory import MatrixJudgement, NearPair, judge, known_gram, nearest_pair
from core.topics.mercer.view import RunCourse, course, falling_pair, is_negative, is_stationary
from core.view import Solution, solution
from pages.mercer.question import LABELS, ONE, Question
from ui.solve.board_problem import content_key
from ui.solve.kernels import penalty_of
from ui.solve.limits import EXPONENT, GAMMA_SLIDER, R_SLIDER, STEPS_OF_A_SOLVE
from ui.solve.memory import SharedResults
from ui.solve.queue.long_work import WORKS
from ui.solve.solving import SOLVER, TOLERANCE, solved, trace_of

COARSE, FINE = 12, 40  # cells on a side of the plane: 15 ms for 60 points, and 200 ms in all
EXPONENTS: Final = np.linspace(EXPONENT[0], EXPONENT[1], 40)
SECONDS_OF_A_ROW = 0.006

_judged: SharedResults[MatrixJudgement] = SharedResults()
_courses: SharedResults[Descended] = SharedResults()
_planes: SharedResults[SigmoidPlane] = SharedResults()
_made: SharedResults[Made] = SharedResults()
_distances: SharedResults[OverExponents] = SharedResults()
_operators: SharedResults[Operator] = SharedResults()
_fields: SharedResults[tuple[Vector, Vector, Vector]] = SharedResults()
_given: SharedResults[GivenAnswer] = SharedResults()


def judged(question: Question) -> MatrixJudgement:
    """Return the verdict on the chosen kernel; `InputError` without points, or where K is not finite."""
    return _judged.get(question.key(), lambda: _verdict(question.kernel, question.points))


def _verdict(kernel: Kernel, X: Matrix) -> MatrixJudgement:
    return judge(known_gram(kernel, X), kernel.always_psd)


# ---- SMO ----


@dataclass(frozen=True, eq=False)
class Descended:
    """The run of SMO and its end."""

    course: RunCourse
    solution: Solution
    stationary: bool  # it ended where no pair violates, of a dual not proved to be convex
    falling: NearPair | None  # two points of different classes with a negative squared distance
    nearest: NearPair | None  # of all pairs, if its squared distance is negative


def descended(question: Question) -> Descended:
    """Return the recorded run of SMO on the points of the board; `InputError` if the problem is refused."""

    def make() -> Descended:
        found = solved(question.problem)
        run = course(trace_of(found))
        known, y = judged(question).known, question.y[question.rows].astype(np.float64)
        falling, nearest = (_on_board(question, pair) for pair in (falling_pair(known, y), nearest_pair(known)))
        nearest = nearest if nearest is not None and is_negative(nearest.squared) else None
        stationary = is_stationary(found.problem, found.solution.outcome)
        return Descended(run, found.solution, stationary, falling, nearest)

    return _courses.get(question.problem.key("mercer"), make)


def _on_board(question: Question, pair: NearPair | None) -> NearPair | None:
    """Return a pair of judged points by their numbers on the board."""
    return pair and NearPair(int(question.rows[pair.i]), int(question.rows[pair.j]), pair.squared)


# ---- the plane of the sigmoid ----


def coarse_plane(question: Question) -> SigmoidPlane:
    """Return the plane with few cells, at once."""
    gamma, r = axes(GAMMA_SLIDER, R_SLIDER, COARSE)
    X = _few_points(question)
    return _planes.get(
        content_key(X, question.y[:0], COARSE),
        lambda: SigmoidPlane(gamma, r, np.array(list(least_rows(X, gamma, r))), len(X)),
    )


def plane(question: Question, visitor: str | None) -> SigmoidPlane:
    """Return the rows of the fine plane that are known; a visitor keeps its work going."""
    gamma, r = axes(GAMMA_SLIDER, R_SLIDER, FINE)
    X, name = _few_points(question), plane_name(question)

    def make(found: Sequence[Vector], cancel: CancelFlag) -> Iterator[Vector]:
        for row in least_rows(X, gamma, r[len(found) :]):
            if cancel[0]:
                return
            yield row

    known = WORKS.known(name) if visitor is None else WORKS.follow(name, visitor, make, SECONDS_OF_A_ROW)
    rows = () if known is None else known.found
    return SigmoidPlane(gamma, r, np.array(rows).reshape(len(rows), FINE), len(X))


def plane_name(question: Question) -> str:
    """Return the name of the fine plane: that of its points."""
    return f"sigmoid plane {content_key(_few_points(question), question.y[:0], FINE)}"


def leave_plane(question: Question, visitor: str) -> None:
    """Stop the work unless another visitor waits for it."""
    WORKS.leave(plane_name(question), visitor)


def _few_points(question: Question) -> Vector:
    return question.X[few(len(question.X))]


# ---- the rules ----


@dataclass(frozen=True, eq=False)
class Made:
    """A kernel, a second one, and what a rule makes of them."""

    one: MatrixJudgement
    other: MatrixJudgement | None  # None if the rule takes one kernel
    made: MatrixJudgement
    apart: float | None  # of the partial sum from the exponential, the largest difference


def made(question: Question) -> Made:
    """Return what the rule makes; `InputError` where it overflows, or where there is nothing to divide by."""
    options = question.options

    def make() -> Made:
        one, kernel = judged(question), question.other
        other = _verdict(kernel, question.points)
        both = options.rule in OF_TWO
        theorem = keeps(options.rule) and question.kernel.always_psd and (kernel.always_psd or not both)
        known = combined(options.rule, one.known, other.known, options.times)
        apart = None
        if options.rule == LIMIT:
            apart = float(np.abs(known.K - combined(EXP, one.known, other.known).K).max())
        return Made(one, other if both else None, judge(known, theorem), apart)

    return _made.get(question.key(options.rule, repr(question.other), options.times), make)


# ---- distances ----


@dataclass(frozen=True, eq=False)
class OverExponents:
    """The chosen distance and exponent, and the least eigenvalues over the exponent for every distance."""

    judged: MatrixJudgement
    curves: LeastOverExponents
    count: int  # points


def over_exponents(question: Question) -> OverExponents:
    """Return the verdict on exp(-gamma d^p) on at most 60 points, and the curves."""
    options, gamma, X = question.options, question.board.numbers["gamma"], _few_points(question)

    def make() -> OverExponents:
        kernel = DistanceKernel(options.metric, gamma, options.exponent)
        return OverExponents(_verdict(kernel, X), least_over_exponents(X, gamma, EXPONENTS.tolist()), len(X))

    return _distances.get(content_key(X, question.y[:0], gamma, options.metric, options.exponent), make)


# ---- the space ----


def weights(question: Question) -> Vector:
    """Return the weights of f, (n,)."""
    chosen = question.options.weights
    if chosen == ONE:
        return np.asarray(np.eye(len(question.rows))[question.at])
    if chosen == LABELS:
        return np.asarray(question.y[question.rows] / len(question.rows), dtype=np.float64)
    return judged(question).witness


def at_place(question: Question) -> SpaceElement:
    """Return f at the place of the hand."""
    return element(question.kernel, question.points, weights(question), np.array(question.place))


def field(question: Question) -> tuple[Vector, Vector, Vector]:
    """Return both axes of a grid over the window, and f on it."""
    key = question.key(question.options.weights, question.at, question.square)
    return _fields.get(key, lambda: element_field(question.kernel, question.points, weights(question), question.square))


def mercer(question: Question) -> Operator:
    """Return the integral operator over the window, by a sum over a grid."""
    return _operators.get(question.key("operator", question.square), lambda: operator(question.kernel, question.square))


# ---- a matrix from a file ----


@dataclass(frozen=True, eq=False)
class GivenAnswer:
    """The verdict on a matrix that was given, and the machine trained on it."""

    judged: MatrixJudgement
    solution: Solution | None  # None without labels
    refused: InputError | None  # why it was not trained


def judged_given(given: MatrixOfFile, question: Question) -> GivenAnswer:
    """Return the verdict on the matrix, and C-SVC of its labels, or of those of as many points on the board."""
    K, C = given.known.K, penalty_of(question.C)
    y = question.y if len(question.y) == len(K) else question.y[:0]
    if given.y is not None:
        y = given.y.astype(np.int8)

    def make() -> GivenAnswer:
        found = judge(given.known)
        if not len(y):
            return GivenAnswer(found, None, None)
        try:
            problem = c_svc(K, y, Precomputed(), C)
        except InputError as error:
            return GivenAnswer(found, None, error)
        trained = answer(problem, SOLVER, TOLERANCE, STEPS_OF_A_SOLVE)
        return GivenAnswer(found, solution(problem, trained), None)

    return _given.get(content_key(K, y, given.apart, C), make)
