"""The editable points of the data with two handles, x and y, which choose the pair in question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ui.component.handles import HandleBoard, Place, under_handles
from ui.component.mount import component
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


def pad(board: HandleBoard, shown: Board, plane: PadPlane, words: Words) -> None:
    """Mount the pad: the points of the board, and a pair of places over a ground."""
    ground = plane.ground
    header = {
        **under_handles(board, shown, plane.pair, words, "pad"),
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
    heard = {"on_put_change": board.asking.on_put, "on_commit_change": board.on_commit}
    component("board/pad")(key=board.key, data=pack(header, arrays), **heard)
