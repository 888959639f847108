"""The question of the page about margins, derived once: the points, the hand-set line, and the removed point."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.problem.arrays import Vector
from ui.component.handles import Place, TwoPlaces
from ui.link.codec import Maybe, OneOf, Real, Several, Whole, part, words
from ui.link.form import LinkForm
from ui.solve.board_problem import Coordinates, content_key
from ui.solve.limits import FARTHEST, LENGTHS_OF_W, POINTS
from ui.state.board import Board
from ui.state.change import number_in, usual_change
from ui.state.lab import Lab

TURNED = np.radians(25.0)  # the initial line is not the best one


@dataclass(frozen=True)
class Options:
    """The page's own options."""

    pair: TwoPlaces | None = part(None, Maybe(Several(Real(-FARTHEST, FARTHEST), ",", 4, 4)))  # two points of the line
    scale: float = part(1.0, Real(*LENGTHS_OF_W))  # |w| of the hand-set line
    shown: bool = part(False, OneOf({"no": False, "yes": True}))  # whether the widest street is drawn too
    gone: int = part(1, Whole(1, POINTS))  # the number of the point to remove
    guess: str | None = part(None, Maybe(words("stays", "moves")))  # the visitor's guess for the street without it


FORM = LinkForm("margins", "margins", Options)


@dataclass(frozen=True, eq=False)
class Question:
    """The whole question of the page."""

    board: Board
    options: Options
    X: Coordinates  # (n, 2)
    y: Vector  # (n,)
    C: float | None  # None: hard margin
    pair: tuple[Place, Place]

    @property
    def gone(self) -> int:
        """The index of the point to remove."""
        return min(self.options.gone, max(len(self.y), 1)) - 1

    def key(self, *more: object) -> str:
        """Return a key of the points and whatever else a result depends on."""
        return content_key(self.X, self.board.points.y, *more)


def read(lab: Lab) -> Question:
    """Return the question for a lab."""
    options, board = lab.options(Options), lab.board
    points = board.points
    return Question(board, options, points.X, points.y.astype(np.float64), board.C, _pair(board, options))


def _pair(board: Board, options: Options) -> tuple[Place, Place]:
    """Return two points of the line: the visitor's; initially of a line between the means of the classes."""
    if options.pair is not None:
        first, second = np.array(options.pair).reshape(2, 2)
        return first, second
    X, y, window = board.points.X, board.points.y, board.points.window
    middle, along = window.corner + 0.5 * window.size, np.array([0.0, 1.0])
    if len(set(y.tolist())) == 2:
        plus, minus = X[y > 0].mean(axis=0), X[y < 0].mean(axis=0)
        if (plus != minus).any():
            w = (plus - minus) / np.hypot(*(plus - minus))
            # Direction of a line with class +1 on its left, `TURNED` away from the normal of w.
            cosine, sine = np.cos(TURNED), np.sin(TURNED)
            turn = np.array([[cosine, -sine], [sine, cosine]])
            middle, along = 0.5 * (plus + minus), turn @ np.array([w[1], -w[0]])
    reach = 0.3 * window.size * along
    low, high = window.corner, window.corner + window.size
    return np.clip(middle - reach, low, high), np.clip(middle + reach, low, high)


# ---- what a value from a handle, the slider or a button changes ----

_usual = usual_change(Options)


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab after one value; the same lab if the value is invalid."""
    if name == "pair":
        return _usual(lab, name, tuple(map(number_in, value))) if isinstance(value, list) and len(value) == 4 else lab
    if name == "rest":  # the line is let go: two of its places, and its |w|
        if not (isinstance(value, list) and len(value) == 5):
            return lab
        return _usual(_usual(lab, "pair", tuple(map(number_in, value[:4]))), "scale", value[4])
    if name == "gone":  # a new point starts a new quiz
        return _usual(_usual(lab, name, value), "guess", None)
    return _usual(lab, name, value)
