"""The editable points under a line that two handles rotate and a third shifts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ui.component.handles import HandleBoard, Place, under_handles
from ui.component.mount import component
from ui.solve.solver_socket import PATH
from ui.solve.wire import pack
from ui.state.board import Board
from ui.words import Words


@dataclass(frozen=True)
class Best:
    """The widest street: f = 0 at w.x + b = 0, and f = 1 and -1 at its edges."""

    w: tuple[float, float]
    b: float
    margin: float  # the geometric margin of its line


@dataclass(frozen=True)
class Laid:
    """The line on the board."""

    pair: tuple[Place, Place]  # two points on it; class +1 is on the left, seen from the first to the second
    scale: float  # |w|
    best: Best | None  # None: no line separates the classes
    shown: bool  # whether the widest street is drawn
    alt: str
    rests: bool = False  # whether it has just been let go: it moves there instead of jumping


def line(board: HandleBoard, shown: Board, laid: Laid, words: Words) -> None:
    """Mount the points of a board under a line."""
    best = laid.best
    header = {
        **under_handles(board, shown, laid.pair, words, "line"),
        "kernel": {"name": "linear"},
        "C": None,  # during a drag the solver finds the widest street
        "socket": PATH,
        "origin": [0.0, 0.0],
        "scale": laid.scale,
        "best": None if best is None else {"w": list(best.w), "b": best.b, "margin": best.margin},
        "shown": laid.shown,
        "rests": laid.rests,
        "alt": laid.alt,
    }
    arrays: dict[str, np.ndarray] = {"X": shown.points.X, "y": shown.points.y}
    heard = {"on_put_change": board.asking.on_put, "on_commit_change": board.on_commit}
    component("board/line")(key=board.key, data=pack(header, arrays), **heard)
