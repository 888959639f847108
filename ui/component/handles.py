"""What every board with handles over its points has in common: the points are edited, the handles ask the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from datasets import MOST_POINTS
from ui.component.board import face
from ui.component.sliders import Asking
from ui.state.board import Board
from ui.words import Words

Place = np.ndarray  # (2,)
TwoPlaces = tuple[float, float, float, float]  # x1, x2 of the one, and of the other


def under_handles(
    key: str, shown: Board, places: Sequence[Place], height: int, asking: Asking, words: Words, family: str
) -> Mapping[str, object]:
    """Return the header of such a board, `height` pixels high at most; its words begin with the family's name."""
    return {
        **face(key, shown, words, "draw.", f"{family}."),
        "link": key,
        "revision": shown.revision,
        "base": shown.revision,  # comes back with a commit
        "opened": shown.opened,
        "editable": "board" not in shown.hidden,
        "kernel": shown.kernel,
        "C": shown.C,
        "socket": False,  # an edit goes to the page alone
        "limit": MOST_POINTS,
        "height": height,
        "handle": f"{family}.handle",
        "pair": [place.tolist() for place in places],
        "asking": asking.header(key),
    }
