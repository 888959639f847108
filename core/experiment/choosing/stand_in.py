"""What choosing gamma and C by an approximation would have chosen: the approximations as data, and their walks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.lowlevel.thread_clock import CLOCK
from core.problem import Kernel, TaylorGaussian
from core.problem.maps import LANDMARKS, waves
from core.selection import Folded, Grid, Learner, Look, Strategy, grid_of, walk
from core.selection.plan import STAND_IN
from core.solver import CancelFlag


class Approximation(NamedTuple):
    """What stands in for the Gaussian kernel, whatever gamma is."""

    name: str  # "taylor", "fourier", "paired" or "nystroem"
    rank: int  # the order m, the features D, or the landmarks
    seed: int = 0
    factors: tuple[float, ...] = ()  # of rho_k, for a Taylor kernel

    def at(self, gamma: float) -> Kernel:
        """Return the kernel at a gamma; Nystroem's depends on the points, and is none of these."""
        if self.name == "taylor":
            return TaylorGaussian.scaled(gamma, self.rank, self.factors)
        return waves(self.name, gamma, self.rank, self.seed)


EXACT = Approximation("gaussian", 0)  # nothing stands in


def looks(
    asked: Approximation, points: Folded, grid: Grid, cancel: CancelFlag, known: Sequence[Look] = ()
) -> Iterator[Look]:
    """Yield the looks of all cells with this kernel, and the look with the exact one at the cell that they choose.

    It goes on after those that are `known`.
    """
    own = grid_of(grid.gammas, grid.Cs, (max(1, asked.rank),))
    return walk(strategy_by(asked, grid), points, own, cancel, clock=CLOCK, known=known)


def strategy_by(asked: Approximation, grid: Grid) -> Strategy:
    """Return the strategy that chooses by an approximation; the full grid for the exact kernel.

    Nystroem's landmarks are points of the training part: those of another fold would have seen what judges them.
    """
    if asked == EXACT:
        return Strategy("grid")
    if asked.name == LANDMARKS:
        return Strategy(LANDMARKS, asked.seed, on_features=Learner.SVM)
    return Strategy(STAND_IN, kernels=tuple(asked.at(gamma) for gamma in grid.gammas))
