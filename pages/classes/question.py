"""The question of the page, derived once: points of all classes, kernel and C, and the point in question."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from core.problem import Kernel
from datasets import LABELS
from ui.link.codec import Whole, part
from ui.link.form import LinkForm
from ui.solve.board_problem import content_key
from ui.solve.kernels import spec_with
from ui.solve.limits import POINTS
from ui.state.board import OnBoard
from ui.state.change import usual_change, with_named_kernel
from ui.state.lab import Lab

BOARD: Final = "classes"  # key of the board
SHOWN: Final = ("linear", "polynomial", "gaussian", "sigmoid")  # the same kernel in every machine


@dataclass(frozen=True)
class Options:
    """The page's own options."""

    one: int = part(0, Whole(0, POINTS - 1))  # the point whose numbers are shown


FORM = LinkForm("classes", "classes", Options)


@dataclass(frozen=True, eq=False)
class Question(OnBoard):
    """The whole question of the page."""

    options: Options

    @property
    def kernel(self) -> Kernel:
        """The kernel of every machine."""
        return self.problem.core_kernel

    @property
    def at(self) -> int:
        """The point in question; -1 without points."""
        return min(self.options.one, len(self.y) - 1)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the classes in the file; "" where there is none."""
        return self.board.points.classes

    def key(self, *more: object) -> str:
        """Return a key of the whole problem and whatever else a result depends on."""
        return self.problem.key(*more)

    def look_key(self, *more: object) -> str:
        """Return a key that also contains the window."""
        return content_key(self.X, self.y, self.key(), self.square, *more)

    def place(self, label: int) -> int:
        """Return the place of a class among the six, from 0."""
        return LABELS.index(label)


def read(lab: Lab) -> Question:
    """Return the question for a lab; a kernel that the page does not show is replaced by the Gaussian one."""
    board = lab.board
    spec = board.kernel if board.kernel["name"] in SHOWN else spec_with("gaussian", board.numbers, board.formula)
    return Question(replace(board, points=lab.every, kernel=spec), lab.options(Options))


_usual = usual_change(Options)


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab after one value; the same lab if the value is invalid."""
    if name == "kernel":
        return with_named_kernel(lab, value) if value in SHOWN else lab
    if name == "one":  # counted from 1, as it is written
        return _usual(lab, name, value - 1) if type(value) is int and 1 <= value <= len(lab.every.y) else lab
    return _usual(lab, name, value)
