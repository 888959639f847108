"""Choosing by a page's approximations: the points, and the progress of the walks over the map."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.problem.arrays import Matrix
from core.selection import Folded, Kind, Learner, Look, best, chosen, folded, grid_of
from core.solver import CancelFlag
from core.topics.choosing.experiment import EXACT, Approximation, looks
from ui.page.choice.grid import ALONG_C, ALONG_GAMMA, SIDE
from ui.solve.board_problem import Labels, content_key
from ui.solve.kernels import KERNELS, KernelSpec, exact_of, rank_of, whole
from ui.solve.memory import SharedResults
from ui.solve.queue.long_work import WORKS, Progress

FOLDS = 5
A_LOOK = 1e-8  # about this many seconds times n^2

_folded: SharedResults[Folded] = SharedResults()


@dataclass(frozen=True, eq=False)
class StandIns:
    """The approximations of a page, and the points to choose by."""

    X: Matrix  # (n, d)
    y: Labels  # (n,)
    approximations: tuple[Approximation, ...]
    learner: Learner = Learner.SVM

    @property
    def names(self) -> tuple[Approximation, ...]:
        """The exact kernel and its approximations."""
        return (EXACT, *self.approximations)

    def key(self, *more: object) -> str:
        """Return a key of the points, the learner, and anything else that a result depends on."""
        return content_key(self.X, self.y, "choice", self.learner, *more)


@dataclass(frozen=True, eq=False)
class KernelWalk:
    """The progress of the walk with one kernel."""

    approximation: Approximation
    looks: tuple[Look, ...]
    over: bool

    @property
    def of(self) -> int:
        """The number of looks in all."""
        return SIDE * SIDE + (self.approximation != EXACT)

    @property
    def own(self) -> Look:
        """The cell with the smallest validation error of its own machines."""
        mapped = [look for look in self.looks if look.kind is not Kind.EXACT]
        return best(mapped or self.looks)

    @property
    def exact(self) -> Look:
        """The look by the exact kernel at that cell."""
        return chosen(self.looks)

    @property
    def seconds(self) -> float:
        """The processor time of the looks in seconds."""
        return sum(look.seconds for look in self.looks)


def by_kernel(X: Matrix, y: Labels, spec: KernelSpec) -> StandIns | None:
    """Return the approximation of a spec; None if its kernel is not an approximation."""
    if exact_of(spec) is None:
        return None
    name = str(spec["name"])
    entry = KERNELS[name]
    return StandIns(X, y, (Approximation(name, rank_of(spec), whole(spec[entry.seed]) if entry.seed else 0),))


def walks(stand_ins: StandIns, visitor: str) -> tuple[KernelWalk, ...]:
    """Return the progress of all walks, and keep them going while the visitor asks; `InputError` if impossible."""
    folds = min(FOLDS, len(stand_ins.y))
    points = _folded.get(
        stand_ins.key(), lambda: folded(stand_ins.X, stand_ins.y.astype(np.float64), folds, 0, stand_ins.learner)
    )
    walked = []
    cost = A_LOOK * len(stand_ins.y) ** 2 * FOLDS  # approximate seconds
    for each in stand_ins.names:
        so_far: Progress[Look] = WORKS.follow(stand_ins.key(each), visitor, _steps(points, each), cost)
        walked.append(KernelWalk(each, so_far.found, so_far.over))
    return tuple(walked)


def known(stand_ins: StandIns) -> tuple[KernelWalk, ...]:
    """Return the progress of all walks without keeping them going."""
    found = ((each, WORKS.known(stand_ins.key(each))) for each in stand_ins.names)
    return tuple(KernelWalk(each, *((so_far.found, so_far.over) if so_far else ((), False))) for each, so_far in found)


def leave(stand_ins: StandIns, visitor: str) -> None:
    """Stop the current looks unless another visitor waits for them."""
    for each in stand_ins.names:
        WORKS.leave(stand_ins.key(each), visitor)


def is_over(walked: Sequence[KernelWalk]) -> bool:
    """Tell whether all walks have ended."""
    return all(each.over for each in walked)


def _steps(points: Folded, which: Approximation) -> Callable[[Sequence[Look], CancelFlag], Iterator[Look]]:
    """Return a function that continues a walk after the known looks."""

    def make(found: Sequence[Look], cancel: CancelFlag) -> Iterator[Look]:
        return looks(which, points, grid_of(ALONG_GAMMA, ALONG_C), cancel, found)

    return make
