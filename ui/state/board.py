"""What a component draws: the points with the kernel and C chosen for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.view.grid import Square
from datasets import AXES, Points
from ui.solve.board_problem import BoardProblem, Coordinates, Labels
from ui.solve.kernels import USUAL_FORMULA, KernelSpec
from ui.solve.machine.table import C_SVC, MachineSpec
from ui.solve.options import AlgorithmOptions
from ui.words import Words


@dataclass(frozen=True)
class Board:
    """The points, the question about them, and how they are shown."""

    points: Points
    dataset: str | None  # a set whose axes have names in the catalogues
    kernel: KernelSpec
    numbers: Mapping[str, float]  # every parameter of every kernel, and the C of the soft margin
    C: float | None  # None: hard margin
    revision: int  # counts changes made by Python: a component adopts the points of a new revision
    hidden: frozenset[str]
    projector: bool
    base: int = 0  # the last revision made by anything other than dragging points or sliders
    opened: int = 0  # counts openings by one click; a commit returns it, after an undo an earlier one
    solver: str | None = None  # chosen by the visitor; None: the page offers no choice
    runs: Mapping[str, AlgorithmOptions] = field(default_factory=dict)  # of each solver, on pages that offer a choice
    machine: MachineSpec = C_SVC
    formula: str = USUAL_FORMULA  # the last one that was typed

    def axes(self, words: Words) -> tuple[str, str]:
        """Return what x1 and x2 measure, in the visitor's language if the data set has names for it."""
        x, y = (
            words.texts.get(f"dataset.{self.dataset}.{axis}", own)
            for axis, own in zip("xy", axes_of(self.points, words), strict=True)
        )
        return x, y

    def units(self, words: Words) -> list[tuple[str, float, float]] | None:
        """Return name, mean and standard deviation of the measured quantity on each axis; None without names."""
        points = self.points
        if points.axes == AXES:
            return None
        names = self.axes(words) if points.scale is None else points.axes
        mean, deviation, mean_y, deviation_y = points.scale or (0.0, 1.0, 0.0, 1.0)
        return [(names[0], mean, deviation), (names[1], mean_y, deviation_y)]

    @property
    def made(self) -> str:
        """Name the state that a component edits if it sends points, kernel and C together."""
        return f"revision {self.revision}"

    @property
    def made_by_others(self) -> str:
        """Name the state that a control edits if it sends only its own value: the other controls' values stay valid."""
        return f"base {self.base}"

    @property
    def problem(self) -> BoardProblem:
        """The problem on the board."""
        return BoardProblem(self.points.X, self.points.y, self.kernel, self.C, self.machine)

    @property
    def square(self) -> Square:
        """The window: its lower left corner and its side."""
        window = self.points.window
        return window.x0, window.y0, window.size


@dataclass(frozen=True, eq=False)
class OnBoard:
    """A question about the problem on the board; the pages derive theirs from it."""

    board: Board

    @property
    def X(self) -> Coordinates:  # noqa: N802 - the points, (n, 2)
        """The points, (n, 2)."""
        return self.board.points.X

    @property
    def y(self) -> Labels:
        """Their labels, (n,)."""
        return self.board.points.y

    @property
    def C(self) -> float | None:  # noqa: N802
        """The penalty on slack; None: hard margin."""
        return self.board.C

    @property
    def problem(self) -> BoardProblem:
        """What the solver needs."""
        return self.board.problem

    @property
    def square(self) -> Square:
        """The window."""
        return self.board.square


def axes_of(points: Points, words: Words) -> tuple[str, str]:
    """Return the names of the axes; they mention standardised data, whose units are not those of the file."""
    x, y = points.axes
    return points.axes if points.scale is None else (words("own.axis", name=x), words("own.axis", name=y))
