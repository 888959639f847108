"""The one table of all points to start from. A new data set is one more line here and its words in the catalogues."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict

from datasets import bundled, generators, textbook
from datasets.points import Points

OfferedKernel = dict[str, str | int | float]  # a kernel as links and the wire write it


class Start(TypedDict):
    """The problem that a board opens with."""

    kernel: OfferedKernel
    C: float | None  # None: hard margin


@dataclass(frozen=True)
class Dataset:
    """A name, its points, and the kernel and C with which it tells its story.

    Title and sentence are in the catalogues of words: `dataset.<name>.title` and `dataset.<name>.look`.
    """

    name: str
    make: Callable[[], Points]  # called once; all callers share the read-only points
    kernel: tuple[tuple[str, str | int | float], ...]
    C: float | None

    @property
    def start(self) -> Start:
        """The problem to open with, a fresh dictionary."""
        return {"kernel": dict(self.kernel), "C": self.C}


def _linear() -> OfferedKernel:
    return {"name": "linear"}


def _polynomial(degree: int) -> OfferedKernel:
    return {"name": "polynomial", "degree": degree, "gamma": 1.0, "zeta": 1.0}


def _gaussian(gamma: float) -> OfferedKernel:
    return {"name": "gaussian", "gamma": gamma}


def _entry(name: str, make: Callable[[], Points], kernel: OfferedKernel, C: float | None) -> tuple[str, Dataset]:
    return name, Dataset(name, make, tuple(kernel.items()), C)


CATALOGUE: dict[str, Dataset] = dict(
    [
        _entry("moons", generators.moons, _gaussian(1.0), 10.0),
        _entry("example-7-1", textbook.example_7_1, _linear(), None),
        _entry("exercise-7-2", textbook.exercise_7_2, _linear(), None),
        _entry("three", textbook.three, _linear(), 1.0),
        _entry("gap", generators.gap, _linear(), None),
        _entry("overlap", generators.overlap, _linear(), 1.0),
        _entry("noisy", generators.noisy, _linear(), 1.0),
        _entry("outlier", generators.outlier, _linear(), 1.0),
        _entry("unbalanced", generators.unbalanced, _linear(), 1.0),
        _entry("rings", generators.rings, _polynomial(2), 10.0),
        _entry("xor", textbook.xor, _polynomial(2), None),
        _entry("line", generators.line, _gaussian(1.0), 10.0),
        _entry("spirals", generators.spirals, _gaussian(0.5), 100.0),
        _entry("checkerboard", generators.checkerboard, _gaussian(1.0), 10.0),
        _entry("wave", generators.wave, _gaussian(1.0), 10.0),
        _entry("pinwheel", generators.pinwheel, _linear(), 1.0),
        _entry("six", generators.six, _gaussian(0.5), 10.0),
        _entry("iris", bundled.iris, _linear(), 1.0),
        _entry("wine", bundled.wine, _gaussian(0.5), 1.0),
        _entry("cancer", bundled.cancer, _linear(), 1.0),
    ]
)
