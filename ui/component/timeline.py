"""The time line under a board: the recorded walk to the answer, from nothing to its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from ui.component.mount import component
from ui.solve.kernels import waves_of
from ui.solve.recording import run_name
from ui.solve.run.forked import ForkedRun
from ui.solve.run.playback_arrays import playback_arrays
from ui.solve.way import Way
from ui.solve.wire import pack
from ui.state.board import Board
from ui.words import Words


def timeline(
    key: str,
    shown: Board,
    words: Words,
    forked: ForkedRun | None,
    way: Way | None,
    step: int | None,
    on_step: Callable[[], None],
) -> None:
    """Mount the time line of the board `shown`; the callback reads "step" in `st.session_state[key]`.

    `forked` is None where there is nothing to replay, and `step` is None at the end; without a way nobody can move it
    yet.
    """
    points, arrays = shown.points, _nothing()
    header: dict[str, object] = {
        "lab": "board",
        "words": words.subset(("player.", "timeline.")),
        "hidden": sorted(shown.hidden),
        "projector": shown.projector,
        "kernel": shown.kernel,
        "C": shown.C,
        "bound": shown.C if way is None or way.bounded else None,
        "window": {"x0": points.window.x0, "y0": points.window.y0, "size": points.window.size},
        "way": None if way is None else way.header(),
        "solver": shown.solver,
        "run": None,
        "fork": None if forked is None else forked.at,
        "step": step,
        "seek": f"{shown.revision} {shown.opened} {way}",
    }
    if forked is not None and way is not None:
        header["run"] = run_name(points.X, points.y, shown.kernel, shown.C, way)
        waves = waves_of(shown.kernel, points.X)
        arrays = {"X": points.X, "y": points.y, **playback_arrays(forked.shown.playback), **waves}
    component("player/timeline")(key=key, data=pack(header, arrays), on_step_change=on_step)


def _nothing() -> Mapping[str, np.ndarray]:
    return {"X": np.empty((0, 2)), "y": np.empty(0, np.int8)}
