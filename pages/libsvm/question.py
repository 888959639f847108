"""What the page asks, derived once: the problem, whether LIBSVM sets points aside, and the rows of its cache."""

from __future__ import annotations

from dataclasses import dataclass

from core.solver import FEWEST_ROWS
from ui.link.codec import OneOf, Whole, part
from ui.link.form import LinkForm
from ui.solve.kernels import KernelSpec
from ui.solve.limits import POINTS
from ui.solve.solving import Coordinates, Labels, content_key
from ui.solve.way import LIBSVM, Way
from ui.state.board import Board
from ui.state.change import usual_change
from ui.state.lab import Lab

ROWS = 20  # of the cache at first: few enough that rows are evicted


@dataclass(frozen=True)
class Options:
    """What only this page asks."""

    shrinking: bool = part(True, OneOf({"shrink": True, "keep": False}))  # LIBSVM's -h
    rows: int = part(ROWS, Whole(FEWEST_ROWS, POINTS))  # of the cache; as many as there are points are all


FORM = LinkForm("libsvm", "loop", Options)


@dataclass(frozen=True, eq=False)
class Question:
    """Everything that the page asks."""

    board: Board
    options: Options
    step: int | None  # at which the visitor stands

    @property
    def problem(self) -> tuple[Coordinates, Labels, KernelSpec, float | None]:
        """What the solver needs: X (n, 2), y (n,), the kernel's spec and C (None: hard margin)."""
        return self.board.points.X, self.board.points.y, self.board.kernel, self.board.C

    @property
    def rows(self) -> int | None:
        """How many rows the cache holds; None: every one."""
        return self.options.rows if self.options.rows < len(self.board.points.y) else None

    @property
    def way(self) -> Way:
        """How the run goes."""
        return Way(LIBSVM, shrinking=self.options.shrinking, rows=self.rows)

    def key(self, *more: object) -> str:
        """Return a key of the problem, of how it is run, and of whatever else a result depends on."""
        X, y, spec, C = self.problem
        return content_key(X, y, sorted(spec.items()), C, self.options.shrinking, self.rows, *more)


def read(lab: Lab) -> Question:
    """Return what the page asks of a lab."""
    return Question(lab.board, lab.options(Options), lab.shared.step)


change = usual_change(Options)
