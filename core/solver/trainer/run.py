"""A run of many points, as far as it has come: its multipliers, the pull on each point, and which points are active.

A run is a value, and a step returns the run after it. Only arrays change where they lie, which copies for each step
would cost more than the step: beta and pull of all variables and points, and beta, pull, score and offset of the
active ones. So of all runs that share them the last one holds, and `decompose` keeps no other. The kernel rows and the
block matrix are memories of what was computed; they know which points are active.

Shrinking takes points out that press against their bounds; the pull on them is made up later from the rows that changed
since, which is what LIBSVM's G_bar is for: a variable that stays at its bound costs nothing.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...problem.arrays import Indices, Vector
from .block_matrix import BlockMatrix
from .dense import LEAST_ERROR
from .rows.working_rows import KernelRows
from .working_set import Box, part_of, scores, violation_of

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


class Furthest(NamedTuple):
    """The least dual and the least violation that a part of a run has ended with.

    Every step lowers the dual: a part that neither does nor halves the violation shows that rounding is all there is.
    """

    dual: float = math.inf
    violation: float = math.inf

    def passed(self, dual: float, violation: float) -> bool:
        """Tell whether a part that ends with these has come further; the first always has."""
        return dual < self.dual or violation < 0.5 * self.violation

    def after(self, dual: float, violation: float) -> Furthest:
        """Return the same with the part that ends with these among the others."""
        return Furthest(min(self.dual, dual), min(self.violation, violation))


class Gone(NamedTuple):
    """Points that were taken out together, and the coefficients at that time."""

    points: Indices
    coefficients: Vector  # (n,) over all points


class ActivePoints(NamedTuple):
    """The points that a run sees, and what it knows of their variables."""

    points: Indices  # ascending
    box: Box
    beta: Vector
    pull: Vector  # K beta, one a point
    score: Vector
    offset: Vector  # (groups,) between m and M

    def pressing(self, edge: float) -> NDArray[np.bool]:
        """Tell which variables press against their bound harder than the edge."""
        box, beta = self.box, self.beta
        pull = self.score - self.offset[box.group]
        return np.asarray(((beta >= box.high) & (pull > edge)) | ((beta <= box.low) & (pull < -edge)))


class Given(NamedTuple):
    """What a run works on from its beginning to its end."""

    rows: KernelRows
    box: Box
    beta: Vector  # (N,)
    pull: Vector  # (n,) K beta; of the points that are gone as it was then
    options: RunOptions
    far: Indices  # the points whose scores float32 is likely to hold worst
    matrix: BlockMatrix

    @property
    def copies(self) -> int:
        """Variables of a point."""
        return len(self.beta) // len(self.pull)

    def variables(self, points: Indices) -> Indices:
        """Return the variables of some points, in the order of a box."""
        n = len(self.pull)
        return np.concatenate([points + copy * n for copy in range(self.copies)]) if self.copies > 1 else points

    def everyone(self) -> ActivePoints:
        """Return all points as active ones, on the arrays of all."""
        score, offset = np.empty(len(self.beta)), np.zeros(self.box.groups)
        return ActivePoints(np.arange(len(self.pull)), self.box, self.beta, self.pull, score, offset)

    def some(self, points: Indices) -> ActivePoints:
        """Return these points as active ones, on arrays of their own."""
        variables = self.variables(points)
        score, offset = np.empty(len(variables)), np.zeros(self.box.groups)
        box = part_of(self.box, variables)
        return ActivePoints(points, box, self.beta[variables], self.pull[points], score, offset)


class Run(NamedTuple):
    """A run on the active points, as far as it has come."""

    given: Given
    active: ActivePoints
    gone: tuple[Gone, ...] = ()
    violation: float = math.inf  # when it was last looked at
    steps: int = 0
    error: float = 0.0  # the largest that was seen in a score
    used: int = 0  # rows, counted each time
    computed: int = 0  # of these

    @property
    def cancelled(self) -> bool:
        """Whether the caller has cancelled the run."""
        return bool(self.given.options.cancel[0] != 0)

    @property
    def suspects(self) -> Indices:
        """The active points whose scores float32 is likely to hold worst, as variables."""
        return np.flatnonzero(np.isin(self.active.points, self.given.far))

    @property
    def repeats(self) -> bool:
        """Whether rows are used again and again, or were computed in vain or twice, so that shorter ones pay.

        The rows of support vectors cost the same in the end: with them the pull on those that were gone is made up.
        """
        support = np.count_nonzero(self.coefficients())
        return bool(self.computed - support + STORED * (self.used - self.computed) >= REPAID * support)

    def coefficients(self) -> Vector:
        """Return the coefficient of each point, (n,); what the active points have become goes to the arrays of all."""
        given, active = self.given, self.active
        if self.gone:
            given.beta[given.variables(active.points)] = active.beta
            given.pull[active.points] = active.pull
        return given.beta if given.copies == 1 else np.asarray(given.beta.reshape(given.copies, -1).sum(axis=0))

    def looked(self) -> Run:
        """Compute scores, offset and violation."""
        box, beta, score = self.active.box, self.active.beta, self.active.score
        scores(box, beta, self.active.pull, score)
        violation = float(violation_of(box, score, beta, self.active.offset))
        if not np.isfinite(score).all():  # beyond float32; a comparison with NaN would say that all is well
            violation = math.inf
        self.given.options.progress[:3] = violation, self.steps, len(self.active.points)
        return self._replace(violation=violation)

    def moved(self, chosen: Indices, new: Vector) -> Run:
        """Give the chosen variables their new values; the pull follows."""
        change = new - self.active.beta[chosen]
        self.active.beta[chosen] = new
        return self.pulled(chosen, change)

    def pulled(self, chosen: Indices, change: Vector) -> Run:
        """Let the pull follow a change of the chosen variables."""
        moved, pull = change != 0.0, self.active.pull
        if not moved.any():
            return self
        places = chosen[moved] % len(pull)
        computed = self.given.rows.add(places, change[moved], pull, self.given.options.cancel)
        return self._replace(used=self.used + len(places), computed=self.computed + computed)

    def shrunk(self) -> Run:
        """Take out the points all of whose variables press against their bounds harder than any violator."""
        given, points = self.given, self.active.points
        pressing = self.active.pressing(0.5 * self.violation)
        out = np.asarray(pressing.reshape(given.copies, -1).all(axis=0))
        if np.count_nonzero(out) < SHRINK_BY * len(out):
            return self
        gone = Gone(points[out], self.coefficients().copy())
        kept = np.flatnonzero(~out)
        given.rows.shrink(kept)
        new = np.full(len(pressing), -1)
        new[~np.tile(out, given.copies)] = np.arange(given.copies * len(kept))
        given.matrix.renumber(new)
        return self._replace(active=given.some(points[kept]), gone=(*self.gone, gone))

    def restored(self) -> Run:
        """Make all points active again, and make up the pull on those that were gone."""
        if not self.gone:
            return self
        given, coefficients = self.given, self.coefficients()
        for points, before in self.gone:
            change = coefficients - before
            moved = np.flatnonzero(change)
            given.pull[points] += given.rows.elsewhere(points, moved, change[moved], given.options.cancel)
        given.rows.restore()
        given.matrix.forget()
        return self._replace(active=given.everyone(), gone=())


def begin(rows: KernelRows, box: Box, beta: Vector, options: RunOptions) -> Run:
    """Return the run from beta (N,), which it moves; it was looked at."""
    n, far = rows.count, min(FARTHEST, rows.count)
    farthest = np.argpartition(rows.lengths, -far)[-far:]
    given = Given(rows, box, beta, np.zeros(n), options, farthest, BlockMatrix(SIZE))
    run = Run(given, given.everyone())
    if beta.reshape(-1, n).sum(axis=0).any():
        run = run.pulled(np.arange(len(beta)), beta)
    run = run.looked()
    return run._replace(error=LEAST_ERROR * float(np.abs(run.active.score).max()))
