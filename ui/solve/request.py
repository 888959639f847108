"""One request of a board or a player and its answer, as blobs: the socket and its fallback call the same function."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

import numpy as np
from msgspec import UNSET, Struct, UnsetType, to_builtins

from core.problem import InputError
from core.solver import CancelFlag
from core.view import Light, Solution
from ui.solve.approximation.overlay import overlay
from ui.solve.board_problem import BoardProblem
from ui.solve.kernels import MONOMIALS, exact_of, kernel_formula, waves_of
from ui.solve.limits import POINTS, POINTS_TWICE
from ui.solve.machine.answer import machine_parts
from ui.solve.machine.table import FIRST, NAME, SentKernel, SentNumber, names_machine
from ui.solve.message import cut, headline, input_message, numbers, optimality_message, other_problem
from ui.solve.options import CoordinateOptions, LibsvmOptions
from ui.solve.playback_arrays import drawn_arrays, playback_arrays
from ui.solve.recording import ForkedRun, end_of, ending, forked_live, race_costs, read_run
from ui.solve.several import several_live, several_parts
from ui.solve.solving import solved_live, solved_machine_live
from ui.solve.wire import WireError, one_of, pack, read_as, unpack
from ui.words import Words, languages, number, words_for

AnswerMessage = tuple[Mapping[str, object], Mapping[str, np.ndarray]]  # header and arrays of an answer

MOST_BYTES = 64 << 10  # 2,000 points are 34 kB


@dataclass(frozen=True)
class SolveRequest:
    """A browser's request, as received."""

    seq: int
    question: BoardProblem  # a board's kernel may contain the machine; without options only the answer is wanted
    words: Words
    end: bool = False  # whether the end of that run is wanted as an answer too
    good: bool = False  # whether the shown run ended by itself: it stays if the new one does not
    votes: bool = False  # whether it is a board of several classes, with a machine for each pair of them
    draws: bool = False  # whether it is a player, which draws curves; a time line needs each of their values


class _SentQuestion(Struct):
    """The header of a question; `read_run` checks its run."""

    seq: int
    lang: Annotated[str, one_of(languages)]
    kernel: SentKernel
    C: SentNumber | None = None
    way: dict[str, Any] | None = None
    end: bool | None = None
    good: bool | UnsetType = UNSET
    votes: bool = False


def read_request(blob: bytes) -> SolveRequest:
    """Return the request in a blob; `WireError` if it is malformed. `core.problem.validation` checks its values."""
    header, arrays = unpack(blob, limit=MOST_BYTES)
    X, y = arrays.get("X"), arrays.get("y")
    if X is None or y is None or X.dtype != np.float64 or X.ndim != 2 or X.shape[1] != 2:
        raise WireError("no points")
    if y.dtype != np.int8 or y.shape != (len(X),):
        raise WireError("no labels")
    sent = read_as(header, _SentQuestion)
    kernel, end = to_builtins(sent.kernel), sent.end is True
    question = BoardProblem(X, y, kernel, sent.C)
    if sent.way is not None:
        options, machine = read_run(sent.way)
        other = kernel.get(NAME, machine.name) != FIRST
        if kernel["name"] == MONOMIALS or (other and (end or not isinstance(options, LibsvmOptions))):
            raise WireError("no such run")  # only LIBSVM's loop trains other machines, and without an answer at its end
        question = replace(question, options=options, machine=machine)
    votes = sent.votes and sent.way is None
    draws = sent.good is not UNSET
    return SolveRequest(sent.seq, question, words_for(sent.lang), end, sent.good is True, votes, draws)


def longest(blob: bytes) -> float:
    """Return the longest time in seconds for a request of this length, before it is read: a point is 17 bytes.

    All steps of a solve take 1.5 s at 2,000 points, and the time of a step is proportional to the number of points.
    """
    return 1.5 * len(blob) / (17 * POINTS)


def answer_request(request: SolveRequest, cancel: CancelFlag | None = None) -> bytes:
    """Solve and return the blob of the answer; a request that cannot be solved gets a sentence that says why."""
    try:
        question = request.question
        if len(question.X) > POINTS:
            raise InputError(
                "points.limit",
                "There are {count} points; the board takes {most}.",
                count=len(question.X),
                most=POINTS,
            )
        if names_machine(question.kernel):  # a board: its sliders move the machine with the kernel
            question = question.tuned({**question.kernel, "C": question.C})
        if request.votes:
            found = _voted(question, request.words, cancel)
        else:
            found = _answer(question, request, cancel) if question.options is None else _run(question, request, cancel)
    except InputError as error:
        refused, nothing = refusal_parts(error, request.words)
        found = leading(refused, None, None, request.words), nothing
    if found is None:
        return b""  # a newer request is waiting: this answer would be discarded
    header, arrays = found
    return pack({"seq": request.seq, **header}, arrays)


def _answer(question: BoardProblem, request: SolveRequest, cancel: CancelFlag | None) -> AnswerMessage | None:
    """Return the solution of a question; None if the request was cancelled."""
    if question.machine.name != FIRST:
        return _machine(question, request.words, cancel)
    found = solved_live(question, cancel)
    if found is None:
        return None
    header, arrays = solution_parts(found.solution, request.words)
    header = leading(header, found.solution, question, request.words)
    return header, {**arrays, **overlay(question, cancel)}


def _voted(question: BoardProblem, words: Words, cancel: CancelFlag | None) -> AnswerMessage | None:
    """Return the machines of all pairs of classes; None if the request was cancelled."""
    found = several_live(question, cancel)
    return None if found is None else several_parts(found, words)


def _machine(question: BoardProblem, words: Words, cancel: CancelFlag | None) -> AnswerMessage | None:
    """Return the board's picture of a machine other than C-SVC; None if the request was cancelled.

    For many points the exact kernel's machine comes with the page after the drag, because a tube can take a second;
    until then the light says so.
    """
    found = solved_machine_live(question, cancel)
    if found is None:
        return None
    if len(question.X) <= POINTS_TWICE or exact_of(question.kernel) is None:
        return machine_parts(found, overlay(question, cancel), words)
    header, arrays = machine_parts(found, waves_of(question.kernel, question.seen), words)
    waits = words("light.exact.waits", most=number(POINTS_TWICE))
    return {**header, "detail": words.joined([str(header["detail"]), waits])}, arrays


def _run(question: BoardProblem, request: SolveRequest, cancel: CancelFlag | None) -> AnswerMessage | None:
    """Return the recorded run of a question, with the answer at its end if requested; None if cancelled."""
    run = forked_live(question, cancel)
    if run is None:
        return None
    header, arrays = _run_parts(run, request, cancel)
    if not request.end:
        return header, arrays
    ended = end_of(run.shown, question)
    said, shown = solution_parts(ended, request.words)
    return {**header, **leading(said, ended, question, request.words)}, {**arrays, **shown}


def _run_parts(run: ForkedRun, request: SolveRequest, cancel: CancelFlag | None) -> AnswerMessage:
    """Return header and arrays of a recorded run: its name, and the arrays to replay if the player will use them."""
    question, trace = run.question, run.shown.trace
    name, why = question.cut(len(trace)).run_name, cut(trace.outcome, len(trace), request.words)
    header = {"run": name, "bound": question.bound, "outcome": ending(trace), "steps": len(trace), "why": why}
    if request.good and why is not None and header["outcome"] != "ENDLESS":
        return header, {}  # the arrays would not be shown
    parted = run.header(partial(input_message, words=request.words))
    played = playback_arrays(run.shown.playback, race_costs(trace, question))
    if request.draws:
        played = drawn_arrays(played)
    return {**header, **parted}, {**played, **run.arrays(), **overlay(question, cancel)}


def leading(
    header: Mapping[str, object],
    shown: Solution | None,
    question: BoardProblem | None,
    words: Words,
) -> dict[str, object]:
    """Add the top of a board's page to an answer: its headline and, for a solution, the formula of its kernel.

    For coordinate descent the headline says which problem it solves. A kernel that visitors cannot choose has no
    formula.
    """
    said, more = headline(shown, words), dict[str, object]()
    if question is not None and question.kernel["name"] != MONOMIALS:
        more["formula"] = kernel_formula(question.kernel)
    if question is not None and isinstance(question.options, CoordinateOptions) and shown is not None:
        said = words.joined([said, other_problem(question.options, words)])
    return {**header, "headline": said, **more}


def refusal_parts(error: InputError, words: Words) -> tuple[dict[str, object], dict[str, np.ndarray]]:
    """Return header and arrays of a refusal: a sentence, and nothing to draw but the points."""
    title, detail = words("light.refused.title"), input_message(error, words)
    return {"state": "refused", "title": title, "detail": detail, "draw": False, "numbers": []}, {}


def solution_parts(shown: Solution, words: Words) -> tuple[dict[str, object], dict[str, np.ndarray]]:
    """Return header and arrays of a solution: the picture of a board and the words of its light."""
    title, detail = optimality_message(shown, words)
    header: dict[str, object] = {
        "state": shown.light.value,
        "title": title,
        "detail": detail,
        "draw": shown.light is not Light.IMPOSSIBLE and math.isfinite(shown.certificate.primal),
        "outcome": shown.outcome.name,
        "b": shown.b,
        "numbers": numbers(shown, words),
        "w": None if shown.w is None else shown.w.tolist(),
        "common": None if shown.common is None else shown.common.tolist(),
        "steps": shown.steps,
    }
    return header, {"alpha": shown.alpha, "role": shown.role, "slack": shown.slack}
