"""What a component draws: the points, and the kernel and C that are asked of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.view.grid import Square
from datasets import AXES, Points
from ui.solve.board_problem import BoardProblem, Coordinates, Labels
from ui.solve.kernels import KernelSpec
from ui.solve.machine.table import C_SVC, MachineSpec
from ui.solve.options import AlgorithmOptions
from ui.words import Words


@dataclass(frozen=True)
class Board:
    """The points with the question on them, and how they are shown."""

    points: Points
    dataset: str | None  # whose axes have names in the catalogues
    kernel: KernelSpec
    numbers: Mapping[str, float]  # every parameter of every kernel, and C as it is once the margin is soft
    C: float | None  # None: hard margin
    revision: int  # counts what came from Python: a component takes over points of a new revision
    hidden: frozenset[str]
    projector: bool
    base: int = 0  # the revision at which something else than a hand on points and sliders last changed them
    opened: int = 0  # counts what was opened by one click: it comes back with a commit, an earlier one after an undo
    solver: str | None = None  # that the visitor has chosen; None: the page leaves no choice
    runs: Mapping[str, AlgorithmOptions] = field(default_factory=dict)  # of each solver, where one is chosen
    machine: MachineSpec = C_SVC

    def axes(self, words: Words) -> tuple[str, str]:
        """Return what x1 and x2 measure, in the visitor's language where the data set has a name for it."""
        x, y = (
            words.texts.get(f"dataset.{self.dataset}.{axis}", own)
            for axis, own in zip("xy", axes_of(self.points, words), strict=True)
        )
        return x, y

    def units(self, words: Words) -> list[tuple[str, float, float]] | None:
        """Return for both axes the name of what the file measured, its mean and its deviation; None without names."""
        points = self.points
        if points.axes == AXES:
            return None
        names = self.axes(words) if points.scale is None else points.axes
        mean, deviation, mean_y, deviation_y = points.scale or (0.0, 1.0, 0.0, 1.0)
        return [(names[0], mean, deviation), (names[1], mean_y, deviation_y)]

    @property
    def made(self) -> str:
        """Name the state on which a component's hands act that sends points, kernel and C together."""
        return f"revision {self.revision}"

    @property
    def made_by_others(self) -> str:
        """Name the state on which hands act that send their own value alone: each leaves those of the others valid."""
        return f"base {self.base}"

    @property
    def problem(self) -> BoardProblem:
        """What is asked of the points."""
        return BoardProblem(self.points.X, self.points.y, self.kernel, self.C, self.machine)

    @property
    def square(self) -> Square:
        """The window: its lower left corner and its side."""
        window = self.points.window
        return window.x0, window.y0, window.size


@dataclass(frozen=True, eq=False)
class OnBoard:
    """A question about what is on the board: the pages derive theirs from it."""

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
        """The penalty of the slack; None: hard margin."""
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
    """Return the names of the axes; standardised, their units are no longer those of the file, and they say so."""
    x, y = points.axes
    return points.axes if points.scale is None else (words("own.axis", name=x), words("own.axis", name=y))
