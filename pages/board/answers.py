"""What the board's question leads to: the answer, and the recorded walk to it. Both are shared with the socket."""

from __future__ import annotations

from core.problem import InputError
from core.solver import Answer as Ended
from core.solver import Outcome
from core.view import Curves, Light
from core.view import solution as solution_of
from pages.board.question import Question
from ui.solve.memory import SharedResults
from ui.solve.readiness import READINESS
from ui.solve.recording import Recording, recording, run_name
from ui.solve.request import Answer, leading, refusal_parts, solution_parts
from ui.solve.solving import Solved, solve_curves, solved
from ui.words import Words

_ends: SharedResults[Solved] = SharedResults()


def solution(asked: Question) -> Solved | InputError:
    """Return the answer, or why there is none: the end of the recorded walk, where the walk has one."""
    try:
        found = solved(*asked.problem)
    except InputError as error:
        return error
    run = walk(asked, found)
    return found if run is None or not is_whole(run) else _ends.get(_name(asked), lambda: _end_of(run, found))


def walk(asked: Question, found: Solved) -> Recording | None:
    """Return the recorded walk to an answer; None without a hard margin, and while the server still compiles."""
    if found.solution.light is Light.IMPOSSIBLE or not READINESS.wait(0.0):
        return None
    return recording(*asked.problem, asked.way)


def is_whole(run: Recording) -> bool:
    """Tell whether the walk came to its end within the steps that a player keeps."""
    return run.trace.outcome is Outcome.OPTIMAL


def _name(asked: Question) -> str:
    return run_name(*asked.problem, asked.way)


def _end_of(run: Recording, found: Solved) -> Solved:
    """Return the end of a walk as the answer, which it is to the bit where no trainer took over from the same rule."""
    trace = run.trace
    ended = Ended(trace.last.alpha, trace.outcome, len(trace), found.answer.separation)
    return Solved(found.problem, ended, solution_of(found.problem, ended))


def told(asked: Question, found: Solved | InputError, words: Words) -> Answer:
    """Return what the board draws and the light says; of a refused question the light says why."""
    if isinstance(found, InputError):
        header, arrays = refusal_parts(found, words)
        return leading(header, None, None, words), arrays
    header, arrays = solution_parts(found.solution, words)
    return leading(header, found.solution, asked.board.kernel, words), arrays


def course(asked: Question, found: Solved) -> Curves | None:
    """Return how the solve went, step by step; None where the problem was refused before the first step."""
    run = walk(asked, found)
    return solve_curves(*asked.problem) if run is None or not is_whole(run) else run.playback.sampled
