"""The common part of boards with handles over their points: points can be edited, handles send values to the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from datasets import MOST_POINTS
from ui.component.board import face
from ui.component.sliders import Asking
from ui.state.board import Board
from ui.words import Words

Place = np.ndarray  # (2,)
TwoPlaces = tuple[float, float, float, float]  # x1, x2 of the first and of the second


@dataclass(frozen=True)
class HandleBoard:
    """The position of such a board and its callbacks."""

    key: str
    height: int  # maximum in pixels
    asking: Asking  # of the handles
    on_commit: Callable[[], None]  # of the points


def under_handles(
    board: HandleBoard, shown: Board, places: Sequence[Place], words: Words, family: str
) -> Mapping[str, object]:
    """Return the header of such a board; its words begin with the family's name."""
    key = board.key
    return {
        **face(key, shown, words, "draw.", f"{family}."),
        "link": key,
        "revision": shown.revision,
        "made": shown.made,  # returned by a commit
        "opened": shown.opened,
        "editable": "board" not in shown.hidden,
        "kernel": shown.kernel,
        "C": shown.C,
        "socket": False,  # an edit goes only to the page
        "limit": MOST_POINTS,
        "height": board.height,
        "handle": f"{family}.handle",
        "pair": [place.tolist() for place in places],
        "asking": board.asking.header(key),
    }
