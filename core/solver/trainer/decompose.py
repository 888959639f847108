"""Many points: blocks of a few hundred variables, one after the other, on rows that are computed in blocks.

A round picks a working set, lets SMO solve it in float32 on its own small kernel matrix, and moves the scores of all
points by the rows of those variables that moved, summed in float64. Shrinking takes points out that press against
their bounds; the pull on them is made up later from the rows that changed since, which is what LIBSVM's G_bar is for:
a variable that stays at its bound costs nothing. Newton's method finishes where float32 cannot.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.compiled import compiled
from core.problem.arrays import Indices, Vector
from core.solver.outcome import Outcome
from core.solver.trainer.block import solve_block
from core.solver.trainer.block_matrix import BlockMatrix
from core.solver.trainer.exact_scores import SAFETY
from core.solver.trainer.newton import newton, relax
from core.solver.trainer.rows import Rows, exact_block, exact_pull
from core.solver.trainer.source import NO_SOURCE, Floats
from core.solver.trainer.whole import LEAST_ERROR, dual_value, part_block
from core.solver.trainer.working_set import Box, deciding, leading, part_of, scores, violation_of, working_set

SIZE = 384  # variables in a block
INNER = 0.1  # a block is solved to this part of the violation before it
MOST_STEPS = 20  # of a block, times its size
NEWTON_AT = 1e-4  # of the first violation: below it float32 takes over from nobody
MOST_FREE = 1000  # variables in one linear system, 20 ms
MOST_CHOSEN = 2000  # variables that Newton's method may move, 32 MB
SHRINK_EVERY, SHRINK_BY = 10, 0.3  # rounds, least part that must go
STORED = 0.1  # cost of a row that is used again, of the one to compute it
REPAID = 0.5  # of the rows of the support vectors: when so much has gone elsewhere, shrinking is worth its own cost
RELAX_EVERY = 12  # rounds
MOST_FAILURES = 20  # attempts to end
SAMPLE = 64  # variables whose scores tell how wrong float32 is

Marks = NDArray[np.bool]


class Options(NamedTuple):
    """How a run is driven."""

    tolerance: float
    limit: int  # steps
    ceiling: float  # a dual value above it proves that a hard margin does not exist
    shrinking: bool
    cancel: Indices  # polled; [0] != 0 ends the run
    progress: Vector  # written: violation, steps, active points


@dataclass(frozen=True)
class Gone:
    """Points that were taken out together, and the coefficients at that time."""

    points: Indices
    coefficients: Vector  # (n,) over all points


@dataclass
class Run:
    """A run on the active points; `whole` is the box of all."""

    rows: Rows
    whole: Box
    all_beta: Vector  # (N,)
    all_pull: Vector  # (n,) K beta; of the points that are gone as it was then
    options: Options
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
        self.box = self.whole if everyone else part_of(self.whole, some)
        self.beta = self.all_beta if everyone else self.all_beta[some]
        self.pull = self.all_pull if everyone else self.all_pull[points]
        self.score = np.empty(len(self.beta))
        self.offset = np.zeros(self.whole.groups)

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

    def solve_one_block(self, violation: float) -> int:
        """Pick a working set and bring it close to its optimum; return the steps."""
        W = working_set(self.box, self.score, self.beta, self.matrix.members, SIZE)
        if len(W) == 0:
            return 0
        W, K = self.matrix.over(W, self.rows, len(self.pull), self.box.extra)
        old = self.beta[W]
        aim, most = max(0.5 * self.options.tolerance, INNER * violation), self.options.limit - self.steps
        run = (aim, min(MOST_STEPS * len(W), most), self.options.cancel)
        steps = solve_set(self.box, self.beta, self.score, self.offset, W, K, *run)
        self.steps += steps
        self.follow(W, old)
        return steps

    def correct(self, width: float) -> float:
        """Compute anew, in float64, the scores that are within the width of deciding; return the violation then."""
        exact = np.zeros(len(self.pull), dtype=bool)
        while True:
            self._exactly(deciding(self.box, self.score, self.beta, self.offset, width), exact)
            violation = self.look()
            if not SAFETY * self.error > width or self.options.cancel[0] != 0:
                return violation
            width = 2.0 * SAFETY * self.error

    def prove(self) -> float:
        """Compute anew, in float64, the scores that decide the violation; return it. The other ones cost too much."""
        exact = np.zeros(len(self.pull), dtype=bool)
        while True:
            width = 2.0 * SAFETY * self.error
            self._exactly(leading(self.box, self.score, self.beta, width, SAMPLE), exact)
            violation = self.look()
            if not 2.0 * SAFETY * self.error > width or self.options.cancel[0] != 0:
                return violation

    def _exactly(self, chosen: Indices, exact: Marks) -> None:
        """Compute the pull on the points of the chosen variables in float64, and see how wrong it was.

        Marks (n,) tell where it is exact already.
        """
        places = np.unique(chosen % len(self.pull))
        places = places[~exact[places]]
        coefficients = self.coefficients()
        support = np.flatnonzero(coefficients)
        cancel = self.options.cancel
        pull = exact_pull(self.rows, self.active[places], support, coefficients[support], cancel)
        if cancel[0] == 0:
            self.error = max(self.error, float(np.abs(pull - self.pull[places]).max(initial=0.0)))
            self.pull[places], exact[places] = pull, True

    def relax_free(self, most: int) -> bool:
        """Minimise over the free variables, if a linear system of them is small."""
        free = np.flatnonzero((self.beta > self.box.low) & (self.beta < self.box.high))
        if not 2 <= len(free) <= most:
            return False
        old, box = self.beta[free], self.box
        new, score = old.copy(), self.score[free]
        low, high, group, cancel = box.low[free], box.high[free], box.group[free], self.options.cancel
        relax(self._exact_block(free), score, new, low, high, group, box.groups, cancel)
        self.beta[free] = new
        self.follow(free, old)
        return True

    def newton(self, violation: float) -> bool:
        """Try to end the run by Newton's method on all that might be free at the end."""
        chosen = deciding(self.box, self.score, self.beta, self.offset, max(2.0 * violation, SAFETY * self.error))
        if not 2 <= len(chosen) <= MOST_CHOSEN:
            return False
        old, box, score = self.beta[chosen], self.box, self.score[chosen]
        new, goal = old.copy(), 0.1 * self.options.tolerance
        K, low, high, group = self._exact_block(chosen), box.low[chosen], box.high[chosen], box.group[chosen]
        if not newton(K, score, new, low, high, group, box.groups, goal, self.options.cancel):
            return False
        self.beta[chosen] = new
        self.follow(chosen, old)
        return True

    def _exact_block(self, chosen: Indices) -> np.ndarray:
        points = self.active[chosen % len(self.pull)]
        K = exact_block(self.rows, points, self.options.cancel)
        K[np.arange(len(K)), np.arange(len(K))] += self.box.extra[chosen]
        return K

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


@compiled
def solve_set(
    box: Box,
    beta: Vector,
    score: Vector,
    offset: Vector,
    W: Indices,
    K: Floats,
    aim: float,
    limit: int,
    cancel: Indices,
) -> int:
    """Move the beta of a working set W (q,) close to their optimum, over their K + D (q, long); return the steps."""
    part, new = part_of(box, W), beta[W]
    block = part_block(part, K, new, score[W], offset)
    steps, _ = solve_block(block, NO_SOURCE, np.ones(W.size, dtype=np.uint8), aim, limit, cancel)
    beta[W] = new
    return steps


def decompose(rows: Rows, box: Box, beta: Vector, options: Options) -> tuple[Run, float, Outcome]:
    """Bring the violation below the tolerance; beta (N,) is moved. Return (run, violation, outcome)."""
    n = rows.count
    run = Run(rows, box, beta, np.zeros(n), options)
    if beta.reshape(-1, n).sum(axis=0).any():
        run.follow(np.arange(len(beta)), np.zeros(len(beta)))
    first = run.look()
    run.error = LEAST_ERROR * float(np.abs(run.score).max())
    outcome, violation = _rounds(run, first)
    if run.gone:
        run.restore()
    if options.tolerance < NEWTON_AT * first:  # whoever asks for the last digits gets them everywhere
        coefficients = run.coefficients()
        support = np.flatnonzero(coefficients)
        run.all_pull[:] = exact_pull(rows, np.arange(n), support, coefficients[support], options.cancel)
    return run, violation, outcome


def _rounds(run: Run, first: float) -> tuple[Outcome, float]:
    """Take rounds until something ends them."""
    options, failures, idle, again = run.options, 0, 0, SHRINK_EVERY
    shrinking, coarse = options.shrinking, max(0.9 * options.tolerance, NEWTON_AT * first)
    for round_ in count():
        violation = run.look()
        if violation < coarse and run.gone:
            run.restore()
            shrinking = False
            violation = run.look()
        if violation < coarse:
            violation = _finish(run, violation, fine=options.tolerance < NEWTON_AT * first)
            coarse, failures = max(0.5 * coarse, 1e-6 * first), failures + 1
        ending = _ending(run, violation, failures, idle)
        if ending != Outcome.RUNNING:
            return ending, violation
        if shrinking and round_ >= again and run.repeats:
            run.shrink(violation)
            again = round_ + SHRINK_EVERY
            run.look()
        if round_ % RELAX_EVERY == RELAX_EVERY - 1 and run.relax_free(SIZE):
            violation = run.look()
        idle = 0 if run.solve_one_block(violation) else idle + 1
    raise AssertionError("rounds do not end by themselves")


def _finish(run: Run, violation: float, fine: bool) -> float:
    """Correct what could decide, and at a fine tolerance try Newton's method; return the violation."""
    tolerance = run.options.tolerance
    if not fine:
        return run.prove()
    violation = run.correct(max(tolerance, 0.1 * violation))
    if violation >= tolerance and run.options.cancel[0] == 0 and run.relax_free(MOST_FREE):
        run.look()
        violation = run.correct(max(tolerance, 0.1 * violation))
    if violation >= tolerance and run.options.cancel[0] == 0 and run.newton(violation):
        run.look()
        violation = run.correct(tolerance)
    return violation


def _ending(run: Run, violation: float, failures: int, idle: int) -> Outcome:
    if run.options.cancel[0] != 0:
        return Outcome.CANCELLED
    if violation < run.options.tolerance and failures > 0 and not run.gone:
        return Outcome.OPTIMAL
    if run.steps >= run.options.limit:
        return Outcome.STEP_LIMIT
    if dual_value(run.box, run.beta, run.score) > run.options.ceiling:
        return Outcome.INFEASIBLE
    stuck = failures > MOST_FAILURES or idle > RELAX_EVERY or math.isinf(violation)
    return Outcome.STUCK if stuck else Outcome.RUNNING
