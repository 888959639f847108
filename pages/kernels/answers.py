"""The machines of the page and what is computed from them, cached for all visitors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from core.problem import InputError, Linear, Separable, separation
from core.selection import LeaveOneOut, leave_one_out, left_out_error, wrong_without
from core.solver import CancelFlag
from core.topics.kernels.experiment import AtDegree, GivenMatrix, by_degree, given_matrix
from core.topics.kernels.view import (
    GramNumbers,
    HighDegree,
    QuadraticProgram,
    Slice,
    TermSum,
    bumps,
    gram_numbers,
    high_degree,
    quadratic_program,
    slice_through,
)
from core.view import Light
from core.view.grid import grid_points
from pages.kernels.question import BOARDS, Question
from ui.solve.board_problem import content_key
from ui.solve.kernels import PARAMETERS, penalty_of
from ui.solve.limits import (
    ENTRIES_LEFT_OUT_LIVE,
    ENTRIES_LEFT_OUT_UNASKED,
    HIGHEST_DEGREE,
    POINTS_FACTORED_TWICE,
    POINTS_LEFT_OUT_LIVE,
    POINTS_LEFT_OUT_UNASKED,
    POINTS_OF_MACHINES,
    steps_of_one,
)
from ui.solve.memory import SharedResults
from ui.solve.queue.long_work import WORKS
from ui.solve.solving import TOLERANCE, Solved, solved, solved_live

SECONDS_OF_ENTRY = 1e-8  # approximate time of a step per point
NEW_POINTS = 7  # of a grid, each way, on which two machines are compared

OnBoards = Mapping[str, Solved | InputError]  # by board

_grams: SharedResults[GramNumbers] = SharedResults()
_separable: SharedResults[bool] = SharedResults()
_degrees: SharedResults[HighDegree] = SharedResults()
_by_degree: SharedResults[tuple[AtDegree, ...]] = SharedResults()
_given: SharedResults[GivenMatrix] = SharedResults()


def machine(question: Question, board: str, live: bool = False) -> Solved | InputError:
    """Return the machine of a board, or why there is none; `live` as in `machines`."""
    try:
        return (live and solved_live(question.on(board))) or solved(question.on(board))
    except InputError as error:
        return error


def machines(question: Question, live: bool = False) -> OnBoards:
    """Return the machines of all boards; `InputError` if all are refused. `live`: of a drag, cached only briefly."""
    found = {board: machine(question, board, live) for board in BOARDS}
    errors = [each for each in found.values() if isinstance(each, InputError)]
    if len(errors) == len(found):
        raise errors[0]
    return found


def exists(found: Solved | InputError) -> bool:
    """Whether there is a boundary."""
    return not isinstance(found, InputError) and found.solution.light is not Light.IMPOSSIBLE


def gram(question: Question, board: str, found: Solved) -> GramNumbers:
    """Return range and condition of K; the condition only for few points."""
    spectrum = len(question.y) <= POINTS_FACTORED_TWICE
    return _grams.get(question.on(board).key("gram"), lambda: gram_numbers(found.problem.gram, spectrum))


def is_separable(question: Question) -> bool:
    """Whether a line separates the classes."""
    X, y = question.X, question.y.astype(np.float64)
    key = content_key(question.X, question.y, "separable")
    return _separable.get(key, lambda: separation(Linear(), X, y).separable is Separable.YES)


# ---- leave one out ----


@dataclass(frozen=True)
class BoardLeftOut:
    """The progress of the leave-one-out error of a board."""

    error: LeaveOneOut | None  # None until the work is done
    done: int
    of: int


def is_cheap(question: Question, found: OnBoards) -> bool:
    """Whether the leave-one-out errors are computed without a request: each support vector costs one more solve."""
    return len(question.y) <= POINTS_LEFT_OUT_UNASKED and _entries_left_out(found) <= ENTRIES_LEFT_OUT_UNASKED


def _entries_left_out(found: OnBoards) -> int:
    """Return about how many entries of K all these solves read: each takes as many steps as the machine itself."""
    shown = [each.solution for each in with_boundary(found).values()]
    return sum(each.vectors * each.steps * len(each.alpha) for each in shown)


def left_out_live(question: Question, found: OnBoards) -> Mapping[str, BoardLeftOut]:
    """Return the leave-one-out errors that a moving hand gets: the known ones, or all if they are found at once."""
    known = known_left_out(question, found)
    if len(question.y) > POINTS_LEFT_OUT_LIVE or _entries_left_out(found) > ENTRIES_LEFT_OUT_LIVE:
        return known
    errors = {}
    for board, each in with_boundary(found).items():
        shown = each.solution
        error = leave_one_out(each.problem, shown.alpha, shown.decision, TOLERANCE)
        errors[board] = BoardLeftOut(error, shown.vectors, shown.vectors)
    return errors


def left_out(question: Question, found: OnBoards, visitor: str) -> Mapping[str, BoardLeftOut]:
    """Return the progress of the leave-one-out errors, and request that they continue."""
    for board, each in with_boundary(found).items():
        cost = SECONDS_OF_ENTRY * each.solution.steps * len(question.y)
        WORKS.follow(_name(question, board), visitor, _wrong(question, board), cost)
    return known_left_out(question, found)


def known_left_out(question: Question, found: OnBoards) -> Mapping[str, BoardLeftOut]:
    """Return the progress of the leave-one-out errors of the boards with a boundary."""
    return {board: _so_far(question, board, each) for board, each in with_boundary(found).items()}


def leave(question: Question, found: OnBoards, visitor: str) -> None:
    """Stop the current solve unless another visitor waits for it."""
    for board in with_boundary(found):
        WORKS.leave(_name(question, board), visitor)


def work_name(question: Question, found: OnBoards) -> str:
    """Return the name of the work on all boards."""
    return " ".join(_name(question, board) for board in with_boundary(found))


def with_boundary(found: OnBoards) -> Mapping[str, Solved]:
    """Return the machines that have a boundary."""
    return {board: each for board, each in found.items() if not isinstance(each, InputError) and exists(each)}


def _name(question: Question, board: str) -> str:
    return f"kernels left out {question.on(board).key()}"


def _wrong(question: Question, board: str) -> Callable[[Sequence[bool], CancelFlag], Iterator[bool]]:
    """Return a function that continues with the support vectors after the known ones."""

    def make(known: Sequence[bool], cancel: CancelFlag) -> Iterator[bool]:
        each = solved(question.on(board))
        yield from wrong_without(each.problem, each.solution.alpha, TOLERANCE, cancel=cancel, known=len(known))

    return make


def _so_far(question: Question, board: str, each: Solved) -> BoardLeftOut:
    known, shown = WORKS.known(_name(question, board)), each.solution
    wrong, over = ((), False) if known is None else (known.found, known.over)
    error = left_out_error(each.problem, shown.alpha, shown.decision, wrong) if over else None
    return BoardLeftOut(error, len(wrong), shown.vectors)


# ---- the terms of f ----


def picked(question: Question, found: Solved) -> int:
    """Return the point whose term has the slider: the visitor's choice, else that with the largest alpha."""
    chosen = question.options.picked
    return int(np.argmax(found.solution.alpha)) if chosen is None or chosen >= len(question.y) else chosen


def terms(question: Question, found: Solved) -> TermSum:
    """Return f of the third board with the visitor's factors."""
    return bumps(found.problem, found.solution.alpha, found.solution.b, question.factors)


def slice_at(question: Question, found: Solved) -> Slice:
    """Return f and its terms along the line through the picked point."""
    shown, i = found.solution, picked(question, found)
    return slice_through(found.problem, shown.alpha, shown.b, question.factors, i, question.square)


# ---- the folds ----


def programme(question: Question, found: Solved, shown: int) -> QuadraticProgram:
    """Return the QP of a machine as matrices."""
    return quadratic_program(found.problem, found.solution.alpha, shown)


def degrees(question: Question) -> HighDegree:
    """Return the range of the polynomial kernel of all degrees."""
    gamma, zeta = question.board.numbers["gamma"], question.board.numbers["zeta"]
    key = content_key(question.X, question.y, "degrees", gamma, zeta)
    return _degrees.get(key, lambda: high_degree(question.X, gamma, zeta, HIGHEST_DEGREE))


def machines_by_degree(question: Question) -> tuple[AtDegree, ...] | InputError | None:
    """Return the polynomial machines of every degree that can be chosen; None for many points."""
    if len(question.y) > POINTS_OF_MACHINES:
        return None
    numbers, last = question.board.numbers, int(PARAMETERS["degree"].high)
    gamma, zeta, limit = numbers["gamma"], numbers["zeta"], steps_of_one(len(question.y), last)
    make = partial(by_degree, question.X, question.y, gamma, zeta, penalty_of(question.C), range(1, last + 1))
    key = content_key(question.X, question.y, "by degree", gamma, zeta, question.C)
    try:
        return _by_degree.get(key, lambda: make(TOLERANCE, limit))
    except InputError as error:
        return error


def given(question: Question, board: str, found: Solved) -> GivenMatrix | None:
    """Return the same machine trained on its matrix; None for many points."""
    if len(question.y) > POINTS_OF_MACHINES:
        return None
    C, limit = penalty_of(question.C), steps_of_one(len(question.y))
    new = new_points(question)
    make = partial(given_matrix, found.problem, found.solution, C, new, TOLERANCE, limit)
    return _given.get(question.on(board).key("given"), make)


def new_points(question: Question) -> np.ndarray:
    """Return points (m, 2) of a grid over the window, which stand for new ones."""
    return grid_points(question.square, NEW_POINTS)
