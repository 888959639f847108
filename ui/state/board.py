"""What a component draws: the points, and the kernel and C that are asked of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from datasets import Points
from ui.solve.kernels import KernelSpec
from ui.solve.way import Way

Square = tuple[float, float, float]  # x0, y0, size


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
    solver: str | None = None  # that the visitor has chosen; None: the page leaves no choice
    ways: Mapping[str, Way] = field(default_factory=dict)  # how a run of each solver goes, where one is chosen

    @property
    def square(self) -> Square:
        """The window: its lower left corner and its side."""
        window = self.points.window
        return window.x0, window.y0, window.size
