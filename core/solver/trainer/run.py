"""A run of many points, as far as it has come: its multipliers, the pull on each point, and which points are active.

Shrinking takes points out that press against their bounds; the pull on them is made up later from the rows that changed
since, which is what LIBSVM's G_bar is for: a variable that stays at its bound costs nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from core.problem.arrays import Indices, Vector
from core.solver.trainer.block_matrix import BlockMatrix
from core.solver.trainer.rows.working_rows import KernelRows
from core.solver.trainer.working_set import Box, part_of, scores, violation_of

SIZE = 384  # variables in a block
FARTHEST = 16  # points: of heavy tails the scores of the first few are wrong by a hundred times those of the others
SHRINK_BY = 0.3  # least part of the points that must go
STORED = 0.1  # cost of a row that is used again, of the one to compute it
REPAID = 0.5  # of the rows of the support vectors: when so much has gone elsewhere, shrinking is worth its own cost


class RunOptions(NamedTuple):
    """How a run is driven."""

    tolerance: float
    limit: int  # steps
    ceiling: float  # a dual value above it proves that a hard margin does not exist
    shrinking: bool
    cancel: Indices  # polled; [0] != 0 ends the run
    progress: Vector  # written: violation, steps, active points


@dataclass
class Standstill:
    """Whether a run still comes further, looked at from part to part.

    Every step lowers the dual: a part that neither does nor halves the violation shows that rounding is all there is.
    """

    least: float = math.inf
    best: float = math.inf

    def reached(self, dual: float, violation: float) -> bool:
        """Tell whether the part that ends at this dual and violation has brought nothing; the first always brings."""
        further = dual < self.least or violation < 0.5 * self.best
        self.least, self.best = min(self.least, dual), min(self.best, violation)
        return not further


@dataclass(frozen=True)
class Gone:
    """Points that were taken out together, and the coefficients at that time."""

    points: Indices
    coefficients: Vector  # (n,) over all points


# Not frozen: a round picks a few hundred variables, and compiled loops write what these become, and the pull and the
# scores of all points, into the arrays that are there: a new value for each round would copy them all. `decompose`
# drives the run: it writes into the same arrays, and what it counted. Shrinking puts shorter arrays in their place.
@dataclass
class Run:
    """A run on the active points; `full` is the box of all."""

    rows: KernelRows
    full: Box
    all_beta: Vector  # (N,)
    all_pull: Vector  # (n,) K beta; of the points that are gone as it was then
    options: RunOptions
    box: Box = field(init=False)
    beta: Vector = field(init=False)  # of the active variables
    pull: Vector = field(init=False)  # of the active points
    active: Indices = field(init=False)  # points
    gone: list[Gone] = field(default_factory=list)
    steps: int = 0
    error: float = 0.0  # the largest that was seen in a score
    used: int = 0  # rows, counted each time
    computed: int = 0  # of these

    def __post_init__(self) -> None:
        self.matrix = BlockMatrix(SIZE)
        lengths, far = self.rows.lengths, min(FARTHEST, self.rows.count)
        self._far = np.argpartition(lengths, -far)[-far:]
        self.activate(np.arange(len(self.all_pull)))

    @property
    def copies(self) -> int:
        """Variables of a point."""
        return len(self.all_beta) // len(self.all_pull)

    def variables(self, points: Indices) -> Indices:
        """Return the variables of some points, in the order of a box."""
        n = len(self.all_pull)
        return np.concatenate([points + copy * n for copy in range(self.copies)]) if self.copies > 1 else points

    def activate(self, points: Indices) -> None:
        """Let the run see these points alone."""
        everyone = len(points) == len(self.all_pull)
        self.active, some = points, self.variables(points)
        self.box = self.full if everyone else part_of(self.full, some)
        self.beta = self.all_beta if everyone else self.all_beta[some]
        self.pull = self.all_pull if everyone else self.all_pull[points]
        self.score = np.empty(len(self.beta))
        self.offset = np.zeros(self.full.groups)

    @property
    def suspects(self) -> Indices:
        """The active points whose scores float32 is likely to hold worst, as variables."""
        return np.flatnonzero(np.isin(self.active, self._far))

    def write_back(self) -> None:
        """Carry what the active points have become to the arrays of all."""
        if len(self.active) < len(self.all_pull):
            self.all_beta[self.variables(self.active)] = self.beta
            self.all_pull[self.active] = self.pull

    def look(self) -> float:
        """Compute scores and offset, and return the violation."""
        scores(self.box, self.beta, self.pull, self.score)
        violation = violation_of(self.box, self.score, self.beta, self.offset)
        if not np.isfinite(self.score).all():  # beyond float32; a comparison with NaN would say that all is well
            violation = math.inf
        self.options.progress[:3] = violation, self.steps, len(self.active)
        return float(violation)

    def coefficients(self) -> Vector:
        """Return the coefficient of each point, (n,)."""
        self.write_back()
        return self.all_beta if self.copies == 1 else np.asarray(self.all_beta.reshape(self.copies, -1).sum(axis=0))

    def follow(self, chosen: Indices, old: Vector) -> None:
        """Let the pull follow the chosen variables, which were at their old values."""
        change = self.beta[chosen] - old
        moved = change != 0.0
        if moved.any():
            places = chosen[moved] % len(self.pull)
            self.computed += self.rows.add(places, change[moved], self.pull, self.options.cancel)
            self.used += len(places)

    @property
    def repeats(self) -> bool:
        """Whether rows are used again and again, or were computed in vain or twice, so that shorter ones pay.

        The rows of support vectors cost the same in the end: with them the pull on those that were gone is made up.
        """
        support = np.count_nonzero(self.coefficients())
        return bool(self.computed - support + STORED * (self.used - self.computed) >= REPAID * support)

    def shrink(self, violation: float) -> None:
        """Take out the points all of whose variables press against their bounds harder than any violator."""
        box = self.box
        pull = self.score - self.offset[box.group]
        edge = 0.5 * violation
        out = ((self.beta >= box.high) & (pull > edge)) | ((self.beta <= box.low) & (pull < -edge))
        points_out = np.asarray(out.reshape(self.copies, -1).all(axis=0))
        if np.count_nonzero(points_out) < SHRINK_BY * len(points_out):
            return
        kept = np.flatnonzero(~points_out)
        coefficients = self.coefficients().copy()
        self.gone.append(Gone(self.active[points_out], coefficients))
        self.rows.shrink(kept)
        new = np.full(len(out), -1)
        new[~np.tile(points_out, self.copies)] = np.arange(self.copies * len(kept))
        self.matrix.renumber(new)
        self.activate(self.active[kept])

    def restore(self) -> None:
        """Make all points active again, and make up the pull on those that were gone."""
        coefficients = self.coefficients()
        for gone in self.gone:
            change = coefficients - gone.coefficients
            moved = np.flatnonzero(change)
            pull = self.rows.elsewhere(gone.points, moved, change[moved], self.options.cancel)
            self.all_pull[gone.points] += pull
        self.gone = []
        self.rows.restore()
        self.matrix.forget()
        self.activate(np.arange(len(self.all_pull)))
