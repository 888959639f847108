"""One request of a board or a player and its answer, as blobs: the socket and its fall-back call the same function."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

import numpy as np
from msgspec import UNSET, Struct, UnsetType

from core.problem import InputError
from core.solver import CancelFlag
from core.view import Light, Solution
from ui.solve.cost.exact import Asked, beside, under
from ui.solve.ending import end_of
from ui.solve.kernels import MONOMIALS, KernelSpec, exact_of, kernel_formula, named_only, waves_of
from ui.solve.limits import POINTS, POINTS_TWICE
from ui.solve.machine.answer import machine_parts
from ui.solve.machine.solving import solved_machine_live
from ui.solve.machine.table import FIRST, NAME, SentNumber, machine_in, read_kernel
from ui.solve.message import cut, headline, input_message, numbers, optimality_message, other_problem
from ui.solve.recording import ending, race_costs, run_name
from ui.solve.run.forked import ForkedRun, forked_live
from ui.solve.run.playback_arrays import drawn_arrays, playback_arrays
from ui.solve.solving import Coordinates, Labels, solved_live
from ui.solve.way import LIBSVM, Way, read_way
from ui.solve.wire import WireError, one_of, pack, read_as, unpack
from ui.words import Words, languages, number, words_for

AnswerMessage = tuple[Mapping[str, object], Mapping[str, np.ndarray]]  # header and arrays of an answer

MOST_BYTES = 64 << 10  # 2,000 points are 34 kB


@dataclass(frozen=True)
class SolveRequest:
    """What the browser asks: these points, this kernel, this C (None: hard margin), as they came."""

    seq: int
    X: Coordinates
    y: Labels
    kernel: KernelSpec
    C: float | None
    words: Words
    way: Way | None = None  # the run that is asked for; None: the answer alone
    end: bool = False  # whether the end of that run is wanted as an answer, too
    good: bool = False  # whether a run that ended by itself is shown: it stays where the new one does not end
    draws: bool = False  # whether it is a player, which draws curves; a time line tells each number of them


class _SentQuestion(Struct):
    """The header of a question; `read_kernel` and `read_way` check its kernel and its way."""

    seq: int
    lang: Annotated[str, one_of(languages)]
    kernel: dict[str, Any]
    C: SentNumber | None = None
    way: dict[str, Any] | None = None
    end: bool | None = None
    good: bool | UnsetType = UNSET


def read_request(blob: bytes) -> SolveRequest:
    """Return the request of a blob; `WireError` if it is none. `core.problem.validation` checks what it asks."""
    header, arrays = unpack(blob, limit=MOST_BYTES)
    X, y = arrays.get("X"), arrays.get("y")
    if X is None or y is None or X.dtype != np.float64 or X.ndim != 2 or X.shape[1] != 2:
        raise WireError("no points")
    if y.dtype != np.int8 or y.shape != (len(X),):
        raise WireError("no labels")
    sent = read_as(header, _SentQuestion)
    kernel, way, end = read_kernel(sent.kernel), None if sent.way is None else read_way(sent.way), sent.end is True
    if way is not None:
        _check_run(way, kernel, end)
    words, good = words_for(sent.lang), sent.good is True
    return SolveRequest(sent.seq, X, y, kernel, sent.C, words, way, end, good, draws=sent.good is not UNSET)


def _check_run(way: Way, kernel: KernelSpec, end: bool) -> None:
    """Raise `WireError` for a run that does not exist: only LIBSVM's loop trains other machines, without an answer."""
    other = kernel.get(NAME, way.machine.name) != FIRST
    if kernel["name"] == MONOMIALS or (other and (end or way.solver != LIBSVM)):
        raise WireError("no such run")


def longest(blob: bytes) -> float:
    """Return the seconds that a request of this length may take, before it is read: a point is 17 bytes.

    All steps that somebody waits for take 1.5 s at 2,000 points, and a step as long as there are points.
    """
    return 1.5 * len(blob) / (17 * POINTS)


def answer_request(request: SolveRequest, cancel: CancelFlag | None = None) -> bytes:
    """Solve and return the answer's blob; a request that cannot be solved gets its one clear sentence."""
    try:
        if len(request.X) > POINTS:
            raise InputError(
                "points.limit",
                "There are {count} points; the board takes {most}.",
                count=len(request.X),
                most=POINTS,
            )
        found = _found(request, cancel)
    except InputError as error:
        refused, nothing = refusal_parts(error, request.words)
        found = leading(refused, None, None, request.words), nothing
    if found is None:
        return b""  # a newer request is waiting: nobody reads this answer
    header, arrays = found
    return pack({"seq": request.seq, **header}, arrays)


def _found(request: SolveRequest, cancel: CancelFlag | None) -> AnswerMessage | None:
    """Return what was asked for: a solution, or the run to it; None if the request was cancelled."""
    if request.way is not None and NAME in request.kernel:  # a board: its sliders move the machine with the kernel
        way = replace(request.way, machine=machine_in(request.kernel))
        request = replace(request, kernel=named_only(request.kernel), way=way)
    asked = (request.X, request.y, request.kernel, request.C)
    if request.way is not None:
        run = forked_live(*asked, request.way, cancel)
        if run is None:
            return None
        header, arrays = _run_parts(run, request, cancel)
        if not request.end:
            return header, arrays
        ended = end_of(run.shown, request.kernel)
        said, shown = solution_parts(ended, request.words)
        return {**header, **leading(said, ended, request.kernel, request.words, request.way)}, {**arrays, **shown}
    if NAME in request.kernel:
        return _machine(request, cancel)
    solution = solved_live(*asked, cancel)
    if solution is None:
        return None
    header, arrays = solution_parts(solution.solution, request.words)
    header = leading(header, solution.solution, request.kernel, request.words)
    return header, {**arrays, **beside(Asked(*asked), cancel)}


def _machine(request: SolveRequest, cancel: CancelFlag | None) -> AnswerMessage | None:
    """Return what a board shows of another machine than C-SVC; None if the request was cancelled.

    The exact kernel's machine of many points comes with the page, once the hand rests: a tube may take a second. Until
    then the light says so.
    """
    asked = under(request.X, request.y, named_only(request.kernel), request.C, machine_in(request.kernel))
    found = solved_machine_live(*asked.problem, asked.machine, cancel)
    if found is None:
        return None
    if len(asked.X) <= POINTS_TWICE or exact_of(asked.spec) is None:
        return machine_parts(found, beside(asked, cancel), request.words)
    header, arrays = machine_parts(found, waves_of(asked.spec, asked.seen), request.words)
    waits = request.words("light.exact.waits", most=number(POINTS_TWICE))
    return {**header, "detail": request.words.joined([str(header["detail"]), waits])}, arrays


def _run_parts(run: ForkedRun, request: SolveRequest, cancel: CancelFlag | None) -> AnswerMessage:
    """Return header and arrays of a recorded run: its name, and the arrays that a player replays if it takes them."""
    way, trace, asked = run.way, run.shown.trace, (request.X, request.y, request.kernel, request.C)
    name, bound = run_name(*asked, way.cut(len(trace))), way.bound(request.C)
    why = cut(trace.outcome, len(trace), request.words)
    header = {"run": name, "bound": bound, "outcome": ending(trace), "steps": len(trace), "why": why}
    if request.good and why is not None and header["outcome"] != "ENDLESS":
        return header, {}  # nobody would see the arrays
    parted = run.header(partial(input_message, words=request.words))
    played = playback_arrays(run.shown.playback, race_costs(trace, request.X, request.kernel, way))
    if request.draws:
        played = drawn_arrays(played)
    return {**header, **parted}, {**played, **run.arrays(), **beside(Asked(*asked, way), cancel)}


def leading(
    header: Mapping[str, object],
    shown: Solution | None,
    kernel: KernelSpec | None,
    words: Words,
    way: Way | None = None,
) -> dict[str, object]:
    """Add to an answer what leads the page of a board: its headline and, of a solution, the formula of its kernel.

    Of coordinate descent on a `way` the headline says which problem it solves. A kernel that nobody chooses has no
    formula.
    """
    formula = {} if kernel is None or kernel["name"] == MONOMIALS else {"formula": kernel_formula(kernel)}
    told = headline(shown, words)
    if way is not None and shown is not None and shown.coordinates:
        told = words.joined([told, other_problem(way, words)])
    return {**header, "headline": told, **formula}


def refusal_parts(error: InputError, words: Words) -> tuple[dict[str, object], dict[str, np.ndarray]]:
    """Return header and arrays of a refusal: one clear sentence, and nothing to draw but the points."""
    title, detail = words("light.refused.title"), input_message(error, words)
    return {"state": "refused", "title": title, "detail": detail, "draw": False, "numbers": []}, {}


def solution_parts(shown: Solution, words: Words) -> tuple[dict[str, object], dict[str, np.ndarray]]:
    """Return header and arrays of a solution: what a board draws and what the light says."""
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
