"""The question of the page, derived once: points, kernel, and what the sections below the stage are asked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from core.problem import Kernel
from core.problem.arrays import Indices, Matrix
from core.topics.mercer.distances import METRICS, few
from core.topics.mercer.rules import RULES
from ui.link.codec import Maybe, Real, Whole, part, words
from ui.link.form import LinkForm
from ui.solve.board_problem import BoardProblem, content_key
from ui.solve.kernels import KERNELS, KernelSpec, kernel_of, numbers_of, spec_with
from ui.solve.limits import EXPONENT, FARTHEST, ORDER_OF_A_RULE, POINTS, POINTS_JUDGED
from ui.state.board import Board, OnBoard
from ui.state.change import usual_change, with_named_kernel
from ui.state.lab import Lab

WITNESS, LABELS, ONE = WEIGHTS = ("witness", "labels", "one")
SIGMOID: Final = "sigmoid"


@dataclass(frozen=True)
class Options:
    """What the visitor chose."""

    rule: str = part("sum", words(*RULES))
    other: str = part("gaussian", words(*KERNELS))  # the second kernel of a rule, with the visitor's parameters
    times: int = part(2, Whole(*ORDER_OF_A_RULE))  # the exponent of a power, or the last term of the partial sum
    metric: str = part("manhattan", words(*METRICS))
    exponent: float = part(2.0, Real(*EXPONENT))
    weights: str = part(WITNESS, words(*WEIGHTS))  # of f
    one: int = part(0, Whole(0, POINTS - 1))  # the point of f = K(., x_i)
    x1: float | None = part(None, Maybe(Real(-FARTHEST, FARTHEST)))  # where f is read; None: at the middle
    x2: float | None = part(None, Maybe(Real(-FARTHEST, FARTHEST)))


FORM = LinkForm("mercer", "mercer", Options)


@dataclass(frozen=True, eq=False)
class Question(OnBoard):
    """The whole question of the page."""

    options: Options
    rows: Indices  # the points that are judged, all of a few hundred

    @property
    def kernel(self) -> Kernel:
        """The chosen kernel on the points of the board; `InputError` if it cannot be made."""
        return self.problem.core_kernel

    @cached_property
    def problem(self) -> BoardProblem:
        """What the solver needs; it keeps its kernel."""
        return self.board.problem

    @property
    def points(self) -> Matrix:
        """The points that are judged, (n, 2)."""
        return self.X[self.rows]

    @property
    def spec(self) -> KernelSpec:
        """The chosen kernel."""
        return self.board.kernel

    @property
    def other(self) -> Kernel:
        """The second kernel of a rule; `InputError` if it cannot be made."""
        return kernel_of(spec_with(self.options.other, self.board.numbers, self.board.formula), self.X)

    @property
    def place(self) -> tuple[float, float]:
        """Where f is read."""
        (x0, y0, side), chosen = self.square, self.options
        x1 = x0 + 0.5 * side if chosen.x1 is None else chosen.x1
        x2 = y0 + 0.5 * side if chosen.x2 is None else chosen.x2
        return x1, x2

    @property
    def at(self) -> int:
        """The point of f = K(., x_i), among those that are judged."""
        return min(self.options.one, len(self.rows) - 1)

    def key(self, *more: object) -> str:
        """Return a key of the points, the kernel and whatever else a result depends on."""
        return content_key(self.X, self.y, numbers_of(self.spec), *more)


def read(lab: Lab) -> Question:
    """Return the question for a lab."""
    board: Board = lab.board
    return Question(board, lab.options(Options), few(len(board.points.X), POINTS_JUDGED))


_usual = usual_change(Options)


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab after one value; the same lab if the value is invalid."""
    if name == "kernel":
        return with_named_kernel(lab, value)
    if name == "one":  # counted from 1, as it is written
        return _usual(lab, name, value - 1) if type(value) is int and 1 <= value <= len(lab.points.y) else lab
    return _usual(lab, name, value)
