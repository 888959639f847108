"""The machines of a board of several classes: a small board for each pair, the votes, and one against the rest."""

from __future__ import annotations

from collections.abc import Sequence

from datasets import LABELS
from ui.component.mount import component
from ui.component.sliders import Asking
from ui.state.board import Board
from ui.words import Words


def pairs(
    key: str,
    of: str,
    shown: Board,
    names: Sequence[str],
    one: int,
    at: tuple[float, float] | None,
    asking: Asking,
    words: Words,
) -> None:
    """Mount the machines of the board under the key `of`; a point picked on it is sent as `one`, counted from 1.

    In question, before a hand asks for another place, is the place `at`, or without one the point `one`; `names` are
    those of all six classes.
    """
    data = {
        "lab": of,
        "words": words.subset(["votes."]),
        "projector": shown.projector,
        "lang": words.lang,
        "labels": list(LABELS),
        "classes": list(names),
        "one": one,
        "at": at,
        **asking.header(key),
    }
    component("board/pairs")(key=key, data=data, on_put_change=asking.on_put)
