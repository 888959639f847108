"""Machines of few points on one kernel matrix, trained one after another along C, each reusing the previous results.

A single machine reads the matrix in double precision for its initial scores, for its largest value, for rows in single
precision, and for its proof. Here only the proof remains, if it needs the matrix at all: on 1,600 points that saves
most of a fit.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...lowlevel.compiled import compiled
from ...problem import Precomputed
from ...problem.arrays import Indices, Matrix, Vector
from ...problem.form import Form
from ..outcome import OPTIMAL, Outcome
from ..stepper import CancelFlag
from .block import Marks
from .dense import long_enough, solve_dense
from .exact_scores import correct
from .kernel_source import Floats
from .small import (
    DOUBLE,
    SINGLE,
    FoundNumbers,
    KernelOfPoints,
    Posed,
    box_of,
    drift,
    largest_of,
    proved,
    source_of,
    tell,
)
from .train import EMPTY, PART, Trained, new_progress, reachable, train

GROWN, WRONG = range(2)  # of what is carried: the factor of g, and a bound of its error


class Along:
    """Two-class machines on one Gram matrix K (n, n), each of which starts from the previous one."""

    def __init__(self, K: Matrix) -> None:
        own = K if K.flags.writeable and K.flags.c_contiguous else np.array(K)
        n = len(own)
        self._values = KernelOfPoints(EMPTY, 0.0, own, n)
        self._rows = np.empty((n, int(long_enough(n))), dtype=np.float32)
        self._known = np.zeros(n, dtype=np.uint8)
        self._largest = float(largest_of(self._values))
        self._g, self._wrong, self._carries = np.zeros(n), 0.0, False

    def train(self, form: Form, grown: float, tolerance: float, cancel: CancelFlag) -> Trained:
        """Solve a form without D that starts at `grown` times the multipliers of the last one, 0 for any other start.

        If that takes longer than some hundredths of a second, it continues as `train` does.
        """
        posed = Posed(form.y, form.p, form.upper, form.diagonal, form.alike)
        alpha, g, carried = form.start.copy(), self._g, np.array([grown if self._carries else 0.0, self._wrong])
        values, largest, aim = self._values, self._largest, reachable(tolerance)
        run = (carried, aim, PART, cancel, new_progress())
        found = solve_along(values, self._rows, self._known, largest, posed, alpha, g, *run)
        b, r, steps, violation, ended = found
        self._wrong, self._carries = float(carried[WRONG]), ended == OPTIMAL
        if ended in (OPTIMAL, Outcome.CANCELLED):
            return Trained(alpha, b, r, g.copy(), violation, steps, Outcome(ended))
        begun = replace(form, start=alpha) if np.isfinite(alpha).all() else form
        return train(begun, values.matrix, Precomputed(), tolerance, cancel=cancel)


@compiled
def solve_along(
    values: KernelOfPoints,
    rows: Floats,
    known: Marks,
    largest: float,
    posed: Posed,
    alpha: Vector,
    g: Vector,
    carried: Vector,
    tolerance: float,
    limit: int,
    cancel: Indices,
    progress: Vector,
) -> FoundNumbers:
    """Do as `solve_small`, from g (n,) of other multipliers, of which these are carried[GROWN] times as many.

    carried[WRONG] bounds the error of g, before and after.
    """
    box, beta = box_of(posed), posed.y * alpha
    source, score = source_of(values, box.extra), box.target.copy()
    before = carried[GROWN] * carried[WRONG] if carried[GROWN] > 0.0 else 0.0
    if carried[GROWN] > 0.0:
        for t in range(beta.size):
            score[t] -= carried[GROWN] * g[t]
    elif beta.any():
        correct(source, box, beta, np.arange(beta.size), score)
    start = beta.copy()
    steps, violation, ended = solve_dense(
        source, box, beta, score, rows, known, tolerance, np.inf, limit, cancel, progress, np.zeros(1)
    )
    wrong = before + drift(source, largest, box, score, beta - start, steps, SINGLE)
    violation, ended = proved(source, box, beta, score, tolerance, wrong, violation, ended)
    if wrong > tolerance:  # all scores were computed anew, if it came to its end
        wrong = 4.0 * DOUBLE * beta.size * largest * np.abs(beta).sum()
    carried[WRONG] = wrong
    b, r = tell(source, box, beta, score, alpha, g)
    return b, r, steps, violation, ended
