"""The player as a Streamlit component: a whole recorded run travels to the browser once, compact."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.view import BoxView, Playback
from ui.component.board import face
from ui.component.mount import component
from ui.component.wire import pack
from ui.session import Lab
from ui.solving import waves_of
from ui.text import Words

NOBODY = 65535  # stands for j = -1 beside i in 32 bits


@dataclass(frozen=True)
class Showing:
    """What a player shows: which run, from which step on, and what hands may do there."""

    run: str  # names the run: another name makes the browser load it anew
    step: int
    seek: int  # another number sends the player to `step`
    box: BoxView | None = None  # of the halted pair: the line that a hand may move it along
    picking: bool = False
    follow: str | None = None  # the player whose cursor this one follows
    reach: int | None = None  # the last step of the slider, where a longer run is beside it
    offers: str | None = None  # the name under which the figures of its steps can be asked for (`ui.express`)


def player(
    key: str,
    lab: Lab,
    words: Words,
    play: Playback,
    showing: Showing,
    height: int,
    on_step: Callable[[], None],
    on_commit: Callable[[], None],
    on_pick: Callable[[], None],
) -> None:
    """Mount a player; the callbacks read "step", "commit" (from the panel) and "pick" in `st.session_state[key]`."""
    header = {
        **face(key, lab, words, "player."),
        "kernel": lab.shared.kernel,
        "C": lab.shared.C,
        "live": None,
        "limit": 0,
        "height": height,
        "revision": lab.revision,  # comes back with what the panel commits
        "run": showing.run,
        "step": showing.step,
        "seek": showing.seek,
        "picking": showing.picking,
        "follow": showing.follow,
        "reach": showing.reach,
        "offers": showing.offers,
        "line": None if showing.box is None else {**_line(showing.box), "k": showing.step},
    }
    run = tape(play) | waves_of(lab.shared.kernel)
    blob = pack(header, {"X": lab.points.X, "y": lab.points.y, **run})
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
