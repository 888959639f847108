"""The question of the page, derived once: points, kernel and C, the marked point, and the visitor's guess."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from core.problem.arrays import Vector
from ui.link.codec import Maybe, Whole, part, words
from ui.link.form import LinkForm
from ui.solve.board_problem import Coordinates, content_key
from ui.solve.limits import POINTS
from ui.state.board import Board
from ui.state.change import usual_change, with_named_kernel
from ui.state.lab import Lab

BOARD = "losses"  # key of the board


@dataclass(frozen=True)
class Options:
    """The page's own options."""

    picked: int | None = part(None, Maybe(Whole(0, POINTS - 1)))  # the marked point; None: the largest slack
    scale: str = part("share", words("share", "alpha"))  # the quantity that the path shows: alpha/C or alpha
    guess: int | None = part(None, Maybe(Whole(0, POINTS - 1)))  # the point expected to have the largest slack at 2 C


FORM = LinkForm("losses", "losses", Options)


@dataclass(frozen=True, eq=False)
class Question:
    """The whole question of the page."""

    board: Board
    options: Options
    X: Coordinates  # (n, 2)
    y: Vector  # (n,)
    C: float  # of the soft margin, even if the hard one is chosen

    def key(self, *more: object) -> str:
        """Return a key of points, kernel and whatever else a result depends on, but not of C."""
        return content_key(self.X, self.board.points.y, sorted(self.board.kernel.items()), *more)


def read(lab: Lab) -> Question:
    """Return the question for a lab."""
    board = replace(lab.board, C=lab.shared.soft)
    return Question(board, lab.options(Options), board.points.X, board.points.y.astype(np.float64), lab.shared.soft)


_usual = usual_change(Options)


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab after one value; the same lab if the value is invalid."""
    if name == "kernel":
        return with_named_kernel(lab, value)
    if name in ("picked", "guess") and value is not None:
        is_a_point = type(value) is int and 0 <= value < len(lab.points.y)
        if not is_a_point:
            return lab
    return _usual(lab, name, value)
