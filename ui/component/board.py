"""The board, its controls and its truth light: three components that share one store in the browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from datasets import MOST_POINTS, Points
from ui.component.mount import component
from ui.component.wire import pack
from ui.link import RANGES
from ui.live import PATH
from ui.session import Lab
from ui.solving import KernelSpec, content_key, waves_of
from ui.text import Words

Answer = tuple[Mapping[str, object], Mapping[str, np.ndarray]]  # header and arrays

# What the sliders reach; a link or a typed number may go further, up to the ranges of `ui.link`.
SLIDERS: Mapping[str, tuple[float, float]] = {
    "C": (1e-3, 1e5),
    "gamma": (1e-3, 1e3),
    "zeta": (0, 10),
    "degree": (RANGES["degree"].low, RANGES["degree"].high),
    "r": (-5, 5),
    "order": (0, 20),
    "components": (1, RANGES["components"].high),
    "seed": (0, 99),
}


def board(
    key: str,
    lab: Lab,
    words: Words,
    answer: Answer | None,
    height: int,
    on_commit: Callable[[], None],
    on_ask: Callable[[], None],
) -> None:
    """Mount the board on which points are drawn; the callbacks read `st.session_state[key]`."""
    header = {
        **face(key, lab, words),
        "revision": lab.revision,
        "editable": "board" not in lab.shared.hidden,
        "kernel": lab.shared.kernel,
        "C": lab.shared.C,
        "live": PATH,
        "limit": MOST_POINTS,
        "height": height,
    }
    _mount(key, header, lab.points, answer, on_commit, on_ask)


def small_board(
    key: str,
    lab: Lab,
    words: Words,
    answer: Answer | None,
    kernel: Mapping[str, object],
    caption: str,
    height: int,
    group: str = "strip",
    picked: int = -1,
) -> None:
    """Mount a board that only shows, linked to its group: a point hovered in one is marked in all; `picked` stays."""
    header = {
        **face(key, lab, words),
        "revision": content_key(lab.points.X, lab.points.y, kernel, lab.shared.C, lab.points.window),
        "editable": False,
        "kernel": kernel,
        "C": lab.shared.C,
        "live": None,
        "height": height,
        "link": group,
        "picked": picked,
        "caption": caption,
    }
    _mount(key, header, lab.points, answer, _nothing, _nothing)


def panel(lab: Lab, words: Words, of: str = "board") -> None:
    """Mount kernel, margin and sliders of a board or a player, named by its key."""
    component("panel")(key=f"panel-{of}", data={**_side(lab, words, "panel."), "lab": of, "limits": SLIDERS})


def light(lab: Lab, words: Words, of: str = "board") -> None:
    """Mount the truth light of a board, named by its key, and the numbers that go with it."""
    component("light")(key=f"light-{of}", data={**_side(lab, words, "light."), "lab": of})


def _side(lab: Lab, words: Words, prefix: str) -> dict[str, object]:
    hidden = sorted(lab.shared.hidden)
    return {"lab": "board", "words": words.subset([prefix]), "hidden": hidden, "projector": lab.shared.projector}


def face(key: str, lab: Lab, words: Words, prefix: str = "board.") -> dict[str, object]:
    """Return the part of a header that everything that draws the plane has in common."""
    window = lab.points.window
    return {
        "lab": key,
        "window": {"x0": window.x0, "y0": window.y0, "size": window.size},
        "axes": _axes(lab, words),
        "lang": words.lang,
        "words": words.subset([prefix]),
        "hidden": sorted(lab.shared.hidden),
        "projector": lab.shared.projector,
    }


def _axes(lab: Lab, words: Words) -> list[str]:
    """Return what x1 and x2 measure, in the visitor's language where the data set has a name for it."""
    name = lab.shared.dataset
    return [words.texts.get(f"dataset.{name}.{axis}", own) for axis, own in zip("xy", lab.points.axes, strict=True)]


def _mount(
    key: str,
    header: Mapping[str, object],
    points: Points,
    answer: Answer | None,
    on_commit: Callable[[], None],
    on_ask: Callable[[], None],
) -> None:
    drawn: dict[str, ArrayLike] = (
        {} if answer is None else {**answer[1], **waves_of(cast(KernelSpec, header["kernel"]))}
    )
    arrays: dict[str, ArrayLike] = {"X": points.X, "y": points.y, **drawn}
    blob = pack({**header, "answer": None if answer is None else answer[0]}, arrays)
    component("board")(key=key, data=blob, on_commit_change=on_commit, on_ask_change=on_ask)


def _nothing() -> None:
    """Take nothing over: a small board only shows."""
