"""The player as a Streamlit component: a whole recorded run travels to the browser once, compact."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.view import BoxView, Playback
from ui.component.board import face
from ui.component.mount import component
from ui.solve.kernels import waves_of
from ui.solve.wire import pack
from ui.state.board import Board
from ui.words import Words

NOBODY = 65535  # stands for j = -1 beside i in 32 bits


def _nothing() -> None:
    """Take nothing over."""


@dataclass(frozen=True)
class Playing:
    """What a player shows: which run, from which step on, and what hands may do there."""

    run: str  # names the run: another name makes the browser load it anew
    step: int
    height: int  # pixels of its board's side at most
    seek: str = ""  # another word sends the player to `step`
    box: BoxView | None = None  # of the halted pair: the line that a hand may move it along
    picking: bool = False
    follow: str | None = None  # the player whose cursor this one follows
    reach: int | None = None  # the last step of the slider, where a longer run is beside it
    offers: str | None = (
        None  # the name under which the figures of its steps can be asked for (`ui.page.early_figures`)
    )


def player(
    key: str,
    shown: Board,
    words: Words,
    play: Playback,
    playing: Playing,
    on_step: Callable[[], None] = _nothing,
    on_commit: Callable[[], None] = _nothing,
    on_pick: Callable[[], None] = _nothing,
) -> None:
    """Mount a player; the callbacks read "step", "commit" (from the panel) and "pick" in `st.session_state[key]`."""
    header = {
        **face(key, shown, words, "player."),
        "kernel": shown.kernel,
        "C": shown.C,
        "live": None,
        "limit": 0,
        "height": playing.height,
        "revision": shown.revision,  # comes back with what the panel commits
        "run": playing.run,
        "step": playing.step,
        "seek": playing.seek,
        "picking": playing.picking,
        "follow": playing.follow,
        "reach": playing.reach,
        "offers": playing.offers,
        "line": None if playing.box is None else {**_line(playing.box), "k": playing.step},
    }
    run = tape(play) | waves_of(shown.kernel)
    blob = pack(header, {"X": shown.points.X, "y": shown.points.y, **run})
    component("player")(key=key, data=blob, on_step_change=on_step, on_commit_change=on_commit, on_pick_change=on_pick)


def tape(play: Playback) -> dict[str, np.ndarray]:
    """Return the arrays of a run, 24 bytes a step: who moved, how far (exactly), and curves in single precision."""
    i, j = play.i.astype(np.uint32), np.where(play.j < 0, NOBODY, play.j).astype(np.uint32)
    return {
        "pair": (i | j << np.uint32(16)).view(np.int32),
        "move": play.move,
        "b": _in_range(play.b),
        "dual": _in_range(play.dual),
        "violation": _in_range(play.violation),
        "step": play.sampled.step.astype(np.int32),
        "primal": _in_range(play.sampled.primal),
        "gap": _in_range(play.sampled.gap),
    }


def _in_range(values: np.ndarray) -> np.ndarray:
    """Return single precision, with nan for what does not fit: a hard margin still broken has no primal."""
    return np.where(np.abs(values) < 1e38, values, np.nan).astype(np.float32)


def _line(box: BoxView) -> dict[str, object]:
    """Return what a hand needs to move a pair; where the box has no end, twice the way of the step is offered."""
    reach = 2.0 * abs(box.new[1] - box.old[1]) + 1e-12
    high = box.H if np.isfinite(box.H) else box.old[1] + reach
    place = {"i": box.i, "j": box.j, "low": box.L, "high": high, "old": list(box.old), "same": box.same_label}
    return {**place, "dual": list(box.coefficients)}
