"""The points of the data, to be edited, with two handles, x and y: whoever moves them asks about another pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ui.component.handles import Place, under_handles
from ui.component.mount import component
from ui.component.sliders import Asking
from ui.solve.wire import pack
from ui.state.board import Board
from ui.words import Words


@dataclass(frozen=True)
class Ground:
    """The colour of the plane by the distance from its origin."""

    origin: tuple[float, float]  # where that lies on the board
    radius: np.ndarray  # (k,) rising
    wrong: np.ndarray  # (k,) from 0, paper, to 1
    rings: Sequence[tuple[float, str]]  # distances with what is said there


@dataclass(frozen=True)
class PadPlane:
    """What lies on the pad beside the points, in the coordinates of the board."""

    ground: Ground
    pair: tuple[Place, Place]
    alt: str  # says what the ground shows


def pad(
    key: str,
    shown: Board,
    plane: PadPlane,
    height: int,
    asking: Asking,
    words: Words,
    on_commit: Callable[[], None],
) -> None:
    """Mount the pad: the points of the board, and a pair of places over a ground."""
    ground = plane.ground
    header = {
        **under_handles(key, shown, plane.pair, height, asking, words, "pad"),
        "origin": list(ground.origin),
        "rings": [{"distance": distance, "label": label} for distance, label in ground.rings],
        "alt": plane.alt,
    }
    arrays: dict[str, np.ndarray] = {
        "X": shown.points.X,
        "y": shown.points.y,
        "radius": ground.radius,
        "wrong": ground.wrong,
    }
    component("board/pad")(key=key, data=pack(header, arrays), on_put_change=asking.on_put, on_commit_change=on_commit)
