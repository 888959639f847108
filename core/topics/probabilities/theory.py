"""How good probabilities are, what a threshold makes of them, and the coupling of three classes (mathematics 12)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ...estimators.probability import couple_exactly, coupling_matrix, coupling_sweeps
from ...problem.arrays import Matrix, Vector

BINS = 10  # of a reliability diagram, of equal width
PRINTED = 3  # sweeps of the printed algorithm: it may grow without bound
CLOSE = 1e-12  # residual at which the shown iteration ends, far below LIBSVM's tolerance


@dataclass(frozen=True)
class Scores:
    """How good probabilities are on points whose labels are known; 0 is perfect."""

    log_loss: float  # mean of -log P(label), in nats; infinite if a label had probability 0
    brier: float  # mean of (p - t)^2, t = 1 for class +1 and 0 for the other


@dataclass(frozen=True, eq=False)
class Reliability:
    """The bins of a reliability diagram that hold a point."""

    mean: Vector  # (m,) mean probability of a bin
    share: Vector  # (m,) share of class +1 in it
    count: Vector  # (m,) number of its points


@dataclass(frozen=True)
class Confusion:
    """The points by class and prediction; +1 is predicted where p >= threshold."""

    hits: int  # +1, predicted +1
    misses: int  # +1, predicted -1
    alarms: int  # -1, predicted +1
    rejections: int  # -1, predicted -1

    @property
    def precision(self) -> float:
        """The share of +1 among those predicted +1; nan without one."""
        return _share(self.hits, self.hits + self.alarms)

    @property
    def recall(self) -> float:
        """The share of +1 that is predicted +1; nan without one."""
        return _share(self.hits, self.hits + self.misses)

    @property
    def false_rate(self) -> float:
        """The share of -1 that is predicted +1; nan without one."""
        return _share(self.alarms, self.alarms + self.rejections)

    @property
    def accuracy(self) -> float:
        """The share of right predictions."""
        return _share(self.hits + self.rejections, self.hits + self.misses + self.alarms + self.rejections)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else math.nan


@dataclass(frozen=True, eq=False)
class Roc:
    """The curve of all thresholds: both rates from (0, 0) to (1, 1)."""

    false_rate: Vector  # (m,)
    recall: Vector  # (m,)
    area: float  # the probability that a point +1 scores above a point -1, ties counted half; nan without both


def scores(p: Vector, y: Vector) -> Scores:
    """Return how good the probabilities p (n,) of class +1 are for the labels y (n,), +1 and -1; n >= 1."""
    of_label = np.where(y > 0, p, 1.0 - p)
    with np.errstate(divide="ignore"):
        return Scores(float(np.mean(-np.log(of_label))), float(np.mean((1.0 - of_label) ** 2)))


def reliability(p: Vector, y: Vector) -> Reliability:
    """Return the bins of equal width for probabilities p (n,) of class +1 and labels y (n,)."""
    places = np.minimum((np.asarray(p) * BINS).astype(np.int64), BINS - 1)
    count = np.bincount(places, minlength=BINS).astype(np.float64)
    some = count > 0
    mean = np.bincount(places, p, BINS)[some] / count[some]
    share = np.bincount(places, (y > 0).astype(np.float64), BINS)[some] / count[some]
    return Reliability(mean, share, count[some])


def confusion(p: Vector, y: Vector, threshold: float) -> Confusion:
    """Return the counts for a threshold on the probabilities p (n,) of class +1, labels y (n,)."""
    taken, plus = p >= threshold, y > 0
    return Confusion(
        int((taken & plus).sum()), int((~taken & plus).sum()), int((taken & ~plus).sum()), int((~taken & ~plus).sum())
    )


def roc(score: Vector, y: Vector) -> Roc:
    """Return the ROC curve of scores (n,) for labels y (n,); points of equal score are passed together."""
    order = np.argsort(-score, kind="stable")
    ends = np.concatenate([np.flatnonzero(np.diff(score[order])), [len(y) - 1]])
    plus = (y[order] > 0).astype(np.float64)
    hits, alarms = (np.concatenate([[0.0], np.cumsum(one)[ends]]) for one in (plus, 1.0 - plus))
    if not (hits[-1] and alarms[-1]):
        return Roc(np.array([0.0, 1.0]), np.array([0.0, 1.0]), math.nan)
    x, up = alarms / alarms[-1], hits / hits[-1]
    return Roc(x, up, float(np.sum(np.diff(x) * (up[1:] + up[:-1]) / 2.0)))


def value_at(probability: float, A: float, B: float) -> float:
    """Return the f at which 1 / (1 + exp(A f + B)) has a value, from 0 to 1 without the ends; nan if A = 0."""
    return (math.log(1.0 / probability - 1.0) - B) / A if A else math.nan


# ---- several classes ----


@dataclass(frozen=True, eq=False)
class CouplingCourse:
    """The iteration on one matrix, sweep by sweep, and the solution of the linear system."""

    R: Matrix  # (k, k)
    p: Matrix  # (sweeps + 1, k), the first row is 1 / k
    residual: Vector  # (sweeps + 1,) max_t |(Q p)_t - p' Q p|
    exact: Vector  # (k,)
    libsvm: int  # the sweep after which LIBSVM stops
    printed: Vector  # (PRINTED + 1,) at most: sum of p in the printed algorithm, which does not normalise
    objective: float  # p' Q p of the exact solution

    @property
    def votes(self) -> tuple[int, ...]:
        """How many pairs each class wins; the first of the pair needs r > 1/2, as in LIBSVM."""
        wins = [0] * len(self.exact)
        for s, t in combinations(range(len(self.exact)), 2):
            wins[s if self.R[s, t] > 0.5 else t] += 1
        return tuple(wins)

    @property
    def consistent(self) -> bool:
        """Whether some p has exactly these r, up to rounding."""
        return self.objective < 1e-12


def pair_matrix(r12: float, r13: float, r23: float) -> Matrix:
    """Return r_st of three classes, (3, 3): the given ones and r_ts = 1 - r_st."""
    R = np.zeros((3, 3))
    for (s, t), r in zip(combinations(range(3), 2), (r12, r13, r23), strict=True):
        R[s, t], R[t, s] = r, 1.0 - r
    return R


def coupling_course(R: Matrix, tolerance: float) -> CouplingCourse:
    """Return the iteration on r_st (k, k) down to `CLOSE`; `tolerance` is that of LIBSVM, before division by k."""
    k, p, residual = len(R), list[Vector](), list[float]()
    for after, left in coupling_sweeps(R, CLOSE * k):
        p.append(after[0].copy())
        residual.append(float(left[0]))
    exact, Q = couple_exactly(R), coupling_matrix(R)
    stop = next((at for at, left in enumerate(residual) if left <= tolerance / k), len(residual) - 1)
    sums = _printed_sums(Q, len(p))
    return CouplingCourse(R, np.array(p), np.array(residual), exact, stop, sums, float(exact @ Q @ exact))


def _printed_sums(Q: Matrix, count: int) -> Vector:
    """Return the sums of p along Algorithm 1 as Xing21 prints it, which never scales p to the sum 1; inf beyond all."""
    p, sums = np.full(len(Q), 1.0 / len(Q)), [1.0]
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(min(count - 1, PRINTED)):
            for t in range(len(Q)):
                p[t] += (p @ Q @ p - Q[t] @ p) / Q[t, t]
            if not np.isfinite(p).all():
                return np.array([*sums, math.inf])
            sums.append(float(p.sum()))
    return np.array(sums)
