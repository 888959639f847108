"""The machines of the page and what is computed from them, cached for all visitors."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np

from core.problem import InputError, Linear, Separable, separation
from core.selection import leave_one_out
from core.topics.kernels.experiment import AtDegree, GivenMatrix, by_degree, given_matrix
from core.topics.kernels.view import (
    GramNumbers,
    HighDegree,
    gram_numbers,
    high_degree,
)
from core.view import Light
from core.view.grid import grid_points
from pages.kernels.question import BOARDS, Question
from ui.page.left_out import Candidate, LeftOut, entries_read, known_left_out
from ui.solve.board_problem import content_key
from ui.solve.kernels import PARAMETERS, penalty_of
from ui.solve.limits import (
    ENTRIES_LEFT_OUT_LIVE,
    HIGHEST_DEGREE,
    POINTS_FACTORED_TWICE,
    POINTS_LEFT_OUT_LIVE,
    POINTS_OF_MACHINES,
    steps_of_one,
)
from ui.solve.memory import SharedResults
from ui.solve.solving import TOLERANCE, Solved, solved, solved_live

NEW_POINTS = 7  # of a grid, each way, on which two machines are compared

OnBoards = Mapping[str, Solved | InputError]  # by board
LeftOutOnBoards = Mapping[str, LeftOut]  # of the boards with a boundary

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


def with_boundary(found: OnBoards) -> Mapping[str, Solved]:
    """Return the machines that have a boundary."""
    return {board: each for board, each in found.items() if not isinstance(each, InputError) and exists(each)}


def candidates(question: Question, found: OnBoards) -> list[Candidate]:
    """Return the machines whose leave-one-out errors are wanted: those with a boundary."""
    on = {board: question.on(board) for board in BOARDS}
    machines = with_boundary(found).items()
    return [Candidate(f"kernels left out {on[b].key()}", each, partial(solved, on[b])) for b, each in machines]


def known_errors(question: Question, found: OnBoards) -> LeftOutOnBoards:
    """Return the progress of the leave-one-out errors."""
    return dict(zip(with_boundary(found), known_left_out(candidates(question, found)), strict=True))


def live_errors(question: Question, found: OnBoards) -> LeftOutOnBoards:
    """Return the leave-one-out errors that a moving hand gets: the known ones, and those that are found at once."""
    errors = dict(known_errors(question, found))
    if len(question.y) > POINTS_LEFT_OUT_LIVE:
        return errors
    for board, each in with_boundary(found).items():
        if entries_read([each]) <= ENTRIES_LEFT_OUT_LIVE:
            shown = each.solution
            error = leave_one_out(each.problem, shown.alpha, shown.decision, TOLERANCE)
            errors[board] = LeftOut(error, shown.vectors, shown.vectors)
    return errors


# ---- the terms of f ----


def picked(question: Question, found: Solved) -> int:
    """Return the point whose term has the slider: the visitor's choice, else that with the largest alpha."""
    chosen = question.options.picked
    return int(np.argmax(found.solution.alpha)) if chosen is None or chosen >= len(question.y) else chosen


# ---- the folds ----


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


def given(question: Question, board: str, found: Solved) -> GivenMatrix | InputError | None:
    """Return the same machine trained on its matrix, whose entries may be too large for that; None for many points."""
    if len(question.y) > POINTS_OF_MACHINES:
        return None
    C, limit = penalty_of(question.C), steps_of_one(len(question.y))
    new = new_points(question)
    make = partial(given_matrix, found.problem, found.solution, C, new, TOLERANCE, limit)
    try:
        return _given.get(question.on(board).key("given"), make)
    except InputError as error:
        return error


def new_points(question: Question) -> np.ndarray:
    """Return points (m, 2) of a grid over the window, which stand for new ones."""
    return grid_points(question.square, NEW_POINTS)
