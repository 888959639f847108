"""The time line under a board: the recorded run to the answer, from alpha = 0 to its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from ui.component.mount import component
from ui.solve.approximation.overlay import overlay
from ui.solve.machine.table import C_SVC, FIRST
from ui.solve.options import AlgorithmOptions
from ui.solve.playback_arrays import playback_arrays
from ui.solve.recording import ForkedRun, ending, sent_run
from ui.solve.wire import pack
from ui.state.board import Board
from ui.words import Words


def _ignored() -> None:
    """Do nothing."""


@dataclass(frozen=True)
class PickedOn:
    """The board of a time line: its key, the points picked on it to move next, and the callback."""

    board: str = "board"
    picked: tuple[int, ...] | None = None  # the first point of a pair that waits for its second; None: no picking
    on_pick: Callable[[], None] = _ignored


NOTHING = PickedOn()


def timeline(
    key: str,
    shown: Board,
    words: Words,
    forked: ForkedRun | None,
    options: AlgorithmOptions | None,
    step: int | None,
    on_step: Callable[[], None],
    picks: PickedOn = NOTHING,
) -> None:
    """Mount the time line of the board `shown`; the callbacks read "step" and "pick" in `st.session_state[key]`.

    `forked` is None if there is nothing to replay, and `step` is None at the end; without options the time line is
    disabled.
    """
    points, machine = shown.points, C_SVC if options is None else shown.machine
    arrays: Mapping[str, np.ndarray] = {"X": np.empty((0, 2)), "y": np.empty(0, np.int8)}
    question = replace(shown.problem, machine=machine, options=options)
    header: dict[str, object] = {
        "lab": picks.board,
        "words": words.subset(("player.", "timeline.")),
        "hidden": sorted(shown.hidden),
        "projector": shown.projector,
        "kernel": question.sent_kernel,
        "C": shown.C,
        "bound": question.bound,
        "machine": machine.name != FIRST,
        "plain": not question.entry.labels,
        "window": {"x0": points.window.x0, "y0": points.window.y0, "size": points.window.size},
        "way": None if options is None else sent_run(options, machine),
        "solver": shown.solver,
        "run": None,
        "fork": None if forked is None else forked.at,
        "step": step,
        "picks": picks.picked is not None,
        "picked": list(picks.picked or ()),
        # Without the parameters of the machine: while they move the time line keeps its position.
        "seek": f"{shown.revision} {shown.opened} {options} {machine.name}",
    }
    if forked is not None and options is not None:
        header["run"] = question.run_name
        header["outcome"] = ending(forked.shown.trace)
        drawn = overlay(question)  # as in the answer at the end
        arrays = {"X": points.X, "y": points.y, **playback_arrays(forked.shown.playback), **drawn}
    component("player/timeline")(
        key=key, data=pack(header, arrays), on_step_change=on_step, on_pick_change=picks.on_pick
    )
