"""The chain of exact support vector machines along C: one Gram matrix for all, each starting from the previous one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from ..lowlevel.compiled import compiled
from ..problem import Gaussian, Precomputed, c_svc_of_signs
from ..problem.arrays import Indices, Matrix, Vector
from ..problem.gram import BLOCK, exponentials, mirror, write_squares
from ..solver import CancelFlag, Outcome, train
from ..solver.trainer.along import Along
from ..solver.trainer.train import SMALL_CHEAP
from .folded import Folded, Split
from .judged import Chain, Judged, stopped

TOLERANCE = 1e-3
TABLE_BYTES = 1 << 26  # limit on kernel values between training and validation points
PRODUCTS = 1 << 27  # of coordinates, or kernel values, between two checks of the cancel flag: hundredths of a second
ClassPair = tuple[int, int]  # the classes of label +1 and of label -1


@dataclass
class PairChain:
    """The two-class machine along C."""

    call: ClassPair
    rows: Indices  # training points
    signs: Vector
    own: Matrix  # (rows, rows) kernel values if they are in memory; else the points (rows, d)
    seen: Matrix  # (validated, rows), or (validated, d)
    kernel: Gaussian | Precomputed
    alpha: Vector
    C: float = 0.0
    b: float = 0.0
    settled: bool = False  # no multiplier is at C: a larger C changes nothing
    along: Along | None = None  # of a Gram matrix
    table: Matrix | None = None  # (rows, validated) kernel values of all support vectors so far, if there is memory
    told: Vector | None = None  # f of the validation points, once computed

    def train(self, C: float, cancel: CancelFlag) -> tuple[float, Outcome]:
        """Train for a larger C, from the multipliers of the previous one; return (b, outcome)."""
        if self.settled:
            return self.b, Outcome.OPTIMAL
        start, grown = self._start(C)
        form = replace(c_svc_of_signs(self.signs, C), start=start)
        if self.along is None:
            found = train(form, self.own, self.kernel, TOLERANCE, cancel=cancel)
        else:
            found = self.along.train(form, grown, TOLERANCE, cancel)
        self.alpha, self.C, self.b = found.alpha, C, found.b
        self.settled = found.outcome == Outcome.OPTIMAL and bool((found.alpha < C).all())
        self.told = None
        return found.b, found.outcome

    def _start(self, C: float) -> tuple[Vector, float]:
        """Return the first multipliers for C, scaled with their box if most of them are at their bounds.

        The second number is the factor from the previous multipliers to these, 0 for zeros.

        On 1,600 points in 20 coordinates a chain takes 2.9 s from zeros, 1.2 s from the previous multipliers, and 1.0 s
        from these; scaling always takes 3.0 s, as free multipliers hardly change.
        """
        if self.C == 0.0 or not np.isfinite(self.alpha).all():
            return np.zeros(len(self.signs)), 0.0
        bound = self.alpha >= self.C
        if 2 * np.count_nonzero(bound) <= np.count_nonzero(self.alpha):
            return self.alpha, 1.0
        return np.where(bound, C, self.alpha * (C / self.C)), C / self.C

    def values(self) -> Vector:
        """Return f of the validation points."""
        if self.told is None:
            self.told = self._sums(self.alpha * self.signs) + self.b
        return self.told

    def _sums(self, coef: Vector) -> Vector:
        if isinstance(self.kernel, Precomputed):
            return np.asarray(self.seen @ coef)
        support = np.flatnonzero(coef)
        if 8 * len(coef) * len(self.seen) > TABLE_BYTES:
            from ..estimators.machine.prediction import sums  # imported only where it is needed

            return np.asarray(sums(self.kernel, self.own[support], coef[None, support], self.seen)[:, 0])
        return self._from_table(self.kernel, support) @ coef[support]

    def _from_table(self, kernel: Gaussian, support: Indices) -> Matrix:
        """Return K (judged, support); a point's values are computed when it first becomes a support vector.

        Most support vectors of one C are also those of the next.
        """
        if self.table is None:
            self.table = np.full((len(self.own), len(self.seen)), np.nan)
        new = support[np.isnan(self.table[support, 0])]
        self.table[new] = kernel.gram(self.own[new], self.seen)
        return np.asarray(self.table[support].T)


def svm_chain(
    folded: Folded, gamma: float, K: Matrix | None, split: Split, Cs: tuple[float, ...], cancel: CancelFlag
) -> Chain:
    """Yield the result of a fold for the machine at each C, ascending; K (n, n), or None to use the points."""
    codes = folded.target[split.train].astype(np.int64)
    present = np.unique(codes)
    calls = pairs_among(len(present))
    pairs = [_pair(folded, gamma, K, split, present, call) for call in calls]
    for C in Cs:
        began = time.perf_counter()
        ends = [pair.train(C, cancel) for pair in pairs]
        if stopped(cancel):
            return
        trained = time.perf_counter()
        columns = [pair.values() for pair in pairs]
        called = present[called_of(columns, len(present), len(split.test))]
        errors = folded.errors(split.test, called.astype(np.float64))
        finished = all(outcome == Outcome.OPTIMAL for _, outcome in ends)
        yield Judged(errors, len(split.test), finished, trained - began, time.perf_counter() - trained)


def has_gram(folded: Folded) -> bool:
    """Whether the machines of these folds are small enough for a Gram matrix."""
    return max(len(split.train) for split in folded.splits) <= SMALL_CHEAP


def squared_distances(X: Matrix, cancel: CancelFlag) -> Matrix | None:
    """Return |x_i - x_j|^2 (n, n), exactly symmetric; None if cancelled."""
    n, d = X.shape
    D: Matrix = np.empty((n, n))
    rows, columns = np.array(X, order="C"), np.array(X.T, order="C")
    for begin, end in panels(n, n * d):
        if stopped(cancel):
            return None
        write_squares(rows, columns, D, begin, end, end)
        if begin > 0:
            mirror(D, begin, end)
    return D


def gaussian_of(D: Matrix, gamma: float, cancel: CancelFlag) -> Matrix | None:
    """Return exp(-gamma D), bit for bit the Gram matrix of the Gaussian; None if cancelled."""
    K = np.empty_like(D)
    for begin, end in panels(len(D), len(D)):
        if stopped(cancel):
            return None
        K[begin:end] = D[begin:end]
        exponentials(K, -float(gamma), begin, end, len(D))
    return K


def panels(n: int, products: int) -> Iterator[tuple[int, int]]:
    """Split n rows into panels of bounded work each, given the products per row."""
    step = max(1, min(BLOCK, PRODUCTS // max(products, 1)))
    for begin in range(0, n, step):
        yield begin, min(begin + step, n)


def pairs_among(classes: int) -> tuple[ClassPair, ...]:
    """Return the pairs of classes; a single class is always predicted."""
    if classes < 2:
        return ()
    if classes == 2:
        return ((1, 0),)
    from ..estimators.machine.one_vs_one import pairs_of

    return pairs_of(classes)


def called_of(columns: list[Vector], classes: int, count: int) -> Indices:
    """Return the index of the predicted class of each of `count` points, as `SVC.predict` does."""
    if classes < 2:
        return np.zeros(count, dtype=np.int64)
    if classes == 2:
        return (columns[0] >= 0.0).astype(np.int64)
    from ..estimators.machine.one_vs_one import votes

    return votes(np.stack(columns, axis=1), classes)


def _pair(folded: Folded, gamma: float, K: Matrix | None, split: Split, present: Indices, call: ClassPair) -> PairChain:
    """Return the machine of a pair of classes, before its first C."""
    codes = folded.target[split.train]
    positive, negative = (present[which] for which in call)
    rows = split.train[(codes == positive) | (codes == negative)]
    signs = np.where(folded.target[rows] == positive, 1.0, -1.0)
    nothing = np.zeros(len(rows))
    if K is None:
        own, seen = folded.X[rows], folded.X[split.test]
        return PairChain(call, rows, signs, own, seen, Gaussian(gamma), nothing)
    seen = part_of(K, split.test.copy(), rows)  # an array from another process may be read-only
    own = part_of(K, rows, rows)
    along = Along(own) if len(rows) <= SMALL_CHEAP else None
    return PairChain(call, rows, signs, own, seen, Precomputed(), nothing, along=along)


@compiled
def part_of(K: Matrix, rows: Indices, columns: Indices) -> Matrix:
    """Return some rows and columns of K; NumPy takes eight times as long."""
    part = np.empty((rows.size, columns.size))
    for i in range(rows.size):
        own, row = part[i], K[rows[i]]
        for j in range(columns.size):
            own[j] = row[columns[j]]
    return part
