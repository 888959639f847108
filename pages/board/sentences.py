"""The sentence under the page's title: about the solution or a step before it, and about the problem solved."""

from __future__ import annotations

from core.problem import InputError
from core.solver import Outcome
from core.topics.descent.experiment import Offsets
from core.topics.machines.view import MachineFit
from core.view import Solution
from pages.board import answers
from pages.board.answers import Multipliers
from pages.board.question import Question
from ui.solve import message
from ui.solve.options import COORDINATE_SOLVER, CoordinateOptions
from ui.solve.recording import Recording
from ui.words import Words, at_most, number, told_apart


def sentence(question: Question, found: Solution | InputError, words: Words) -> str:
    """Describe the board, and for coordinate descent say that it solves a different problem from SMO."""
    if isinstance(found, InputError):
        return message.headline(None, words)
    run = answers.walk(question, found)
    k, said = answers.step_before_end(question, run), message.headline(found, words)
    if run is not None and k is not None:
        said = step_sentence(answers.multipliers(run, k), k, run, words)
    if question.descent is None:
        return said
    both = None if question.board.projector else answers.boundaries(question)  # no space left in projector mode
    return words.joined([said, other_problem(question.descent.run_options, both, words)])


def end_note(run: Recording, words: Words) -> str:
    """Say why the time line ends before the run has converged: at the limit of steps, or without a further step."""
    end = "cut" if run.trace.outcome is Outcome.STEP_LIMIT else "over"
    visits = run.trace.stepper.name == COORDINATE_SOLVER
    key = f"board.walk.{end}.visits" if visits else f"board.walk.{end}"
    return words(key, steps=number(len(run.trace)))


def step_sentence(shown: Multipliers, k: int, run: Recording, words: Words) -> str:
    """For a step before the end of its run, report its position and the progress of the multipliers and the dual."""
    dual = run.playback.dual
    values = {"k": k, "steps": number(len(run.trace)), "n": len(shown.alpha), "vectors": shown.free + shown.bounded}
    key = "board.sentence.step" if run.playback.j.max(initial=-1) >= 0 else "board.sentence.step.visit"
    return words.joined([words(key, **values), _dual_sentence(float(dual[k]), float(dual[-1]), words)])


def machine_step_sentence(shown: MachineFit, run: Recording, words: Words) -> str:
    """Report the same for a machine other than C-SVC."""
    dual, n = run.playback.dual, len(shown.decision)
    values = {"k": shown.steps, "steps": number(len(run.trace)), "n": n, "vectors": shown.vectors}
    said = words("board.sentence.step.machine", **values)
    return words.joined([said, _dual_sentence(float(dual[shown.steps]), float(dual[-1]), words)])


def _dual_sentence(dual: float, last: float, words: Words) -> str:
    """Report -D now and at the end of the run, with enough digits to distinguish them."""
    now, end = told_apart(dual, last, 4)
    if now == end:
        return words("board.sentence.dual.end", dual=now)
    return words("board.sentence.dual", dual=now, last=end)


def other_problem(options: CoordinateOptions, both: Offsets | None, words: Words) -> str:
    """Say which problem coordinate descent solves instead of SMO's, and how much the boundaries differ."""
    said = message.other_problem(options, words)
    if both is None:
        return said
    apart = words("board.other.apart", difference=at_most(both.difference), n=both.changed)
    return words.joined([said, apart])
