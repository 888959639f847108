"""What the board's question leads to: the answer, and how the solve went. Both are shared with the socket."""

from __future__ import annotations

from core.problem import InputError
from core.view import Curves
from pages.board.question import Question
from ui.solve.request import Answer, refusal_parts, solution_parts
from ui.solve.solving import Solved, solve_curves, solved
from ui.words import Words


def solution(asked: Question) -> Solved | InputError:
    """Return the answer, or why there is none."""
    try:
        return solved(*asked.problem)
    except InputError as error:
        return error


def told(found: Solved | InputError, words: Words) -> Answer:
    """Return what the board draws and the light says; of a refused question the light says why."""
    return refusal_parts(found, words) if isinstance(found, InputError) else solution_parts(found.solution, words)


def course(asked: Question) -> Curves | None:
    """Return how the solve went, step by step; None where the problem was refused before the first step."""
    return solve_curves(*asked.problem)
