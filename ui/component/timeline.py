"""The time line under a board: the recorded walk to the answer, from nothing to its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from ui.component.mount import component
from ui.solve.cost.exact import Asked, beside
from ui.solve.machine.table import FIRST, MACHINES, MachineSpec, for_board
from ui.solve.recording import ending, run_name
from ui.solve.run.forked import ForkedRun
from ui.solve.run.playback_arrays import playback_arrays
from ui.solve.way import USUAL_MACHINE, Way
from ui.solve.wire import pack
from ui.state.board import Board
from ui.words import Words


def _ignored() -> None:
    """Take nothing over."""


@dataclass(frozen=True)
class PickedOn:
    """The board of a time line: its key, what is picked on it to move next, and who hears of it."""

    board: str = "board"
    picked: tuple[int, ...] | None = None  # the first point of a pair, which waits; None: nobody picks
    on_pick: Callable[[], None] = _ignored


NOTHING = PickedOn()


def timeline(
    key: str,
    shown: Board,
    words: Words,
    forked: ForkedRun | None,
    way: Way | None,
    step: int | None,
    on_step: Callable[[], None],
    picks: PickedOn = NOTHING,
) -> None:
    """Mount the time line of the board `shown`; the callbacks read "step" and "pick" in `st.session_state[key]`.

    `forked` is None where there is nothing to replay, and `step` is None at the end; without a way nobody can move it
    yet.
    """
    points, arrays, machine = shown.points, _nothing(), USUAL_MACHINE if way is None else way.machine
    header: dict[str, object] = {
        "lab": picks.board,
        "words": words.subset(("player.", "timeline.")),
        "hidden": sorted(shown.hidden),
        "projector": shown.projector,
        "kernel": for_board(shown.kernel, machine),
        "C": shown.C,
        "bound": shown.C if way is None else way.bound(shown.C),
        "machine": machine.name != FIRST,
        "plain": not MACHINES[machine.name].labels,
        "window": {"x0": points.window.x0, "y0": points.window.y0, "size": points.window.size},
        "way": None if way is None else way.header(),
        "solver": shown.solver,
        "run": None,
        "fork": None if forked is None else forked.at,
        "step": step,
        "picks": picks.picked is not None,
        "picked": list(picks.picked or ()),
        "seek": f"{shown.revision} {shown.opened} {_kind(way)}",
    }
    if forked is not None and way is not None:
        header["run"] = run_name(points.X, points.y, shown.kernel, shown.C, way)
        header["outcome"] = ending(forked.shown.trace)
        drawn = beside(Asked(points.X, points.y, shown.kernel, shown.C, way))  # which the answer has at the end
        arrays = {"X": points.X, "y": points.y, **playback_arrays(forked.shown.playback), **drawn}
    component("player/timeline")(
        key=key, data=pack(header, arrays), on_step_change=on_step, on_pick_change=picks.on_pick
    )


def _kind(way: Way | None) -> Way | None:
    """Return a way without the numbers of its machine: while they move the time line stays where it is."""
    return None if way is None else replace(way, machine=MachineSpec(way.machine.name))


def _nothing() -> Mapping[str, np.ndarray]:
    return {"X": np.empty((0, 2)), "y": np.empty(0, np.int8)}
