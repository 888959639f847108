"""Whether a kernel matrix is positive semidefinite, judged with a bound of its rounding errors (mathematics 4).

A negative value a'Ka proves that K is no kernel: the weights a are the witness. The opposite cannot be proved on some
points: a positive semidefinite matrix says something about these points only, a theorem something about all.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import numpy as np

from ...lowlevel.blas_threads import one_blas_thread
from ...problem import Kernel, Precomputed
from ...problem.arrays import Matrix, Vector
from ...problem.proof.kernel_rounding import EPS, TINY, kernel_bound
from ...problem.validation import gram_matrix, points

SLACK = 1.001  # for the roundings of a bound itself


class Known(NamedTuple):
    """A symmetric matrix with a bound of the error of each entry."""

    K: Matrix  # (n, n), exactly symmetric
    error: Matrix  # (n, n) |K - exact| is at most this


class Verdict(Enum):
    """What is known about a matrix."""

    NEGATIVE = "negative"  # a'Ka < 0 in spite of rounding: no kernel
    THEOREM = "theorem"  # positive semidefinite on all points
    HERE = "here"  # every eigenvalue is positive in spite of rounding: positive definite on these points
    ROUNDING = "rounding"  # the least eigenvalue is 0 up to rounding: nothing on these points contradicts a kernel
    OPEN = "open"  # the least eigenvalue is smaller than the errors of the entries


class FormValue(NamedTuple):
    """The value of a quadratic form."""

    value: float  # a'Ka
    error: float  # the exact value is at most this far away


@dataclass(frozen=True, eq=False)
class MatrixJudgement:
    """A matrix with its eigenvalues, and what they prove."""

    known: Known
    eigenvalues: Vector  # (n,) ascending
    noise: float  # of an eigenvalue, by the arithmetic alone: n EPS times the largest |eigenvalue|
    witness: Vector  # (n,) of length 1, its largest entry positive: proves NEGATIVE, else an eigenvector of the least
    form: FormValue  # of the witness
    verdict: Verdict

    @property
    def least(self) -> float:
        """The least eigenvalue."""
        return float(self.eigenvalues[0])

    @property
    def largest(self) -> float:
        """The largest eigenvalue."""
        return float(self.eigenvalues[-1])

    @property
    def below(self) -> int:
        """How many eigenvalues are negative by more than the arithmetic."""
        return int(np.count_nonzero(self.eigenvalues < -self.noise))

    @property
    def rank(self) -> int:
        """How many eigenvalues differ from 0 by more than the arithmetic."""
        return int(np.count_nonzero(np.abs(self.eigenvalues) > self.noise))


def known_gram(kernel: Kernel, X: Matrix) -> Known:
    """Return K(X, X) of points (n, d) with a bound of its errors; `InputError` if it cannot be computed.

    The bound of an entry is a product of two lengths, |K_ij| <= l_i l_j, whatever the kernel: where a function is no
    kernel, lengths from its diagonal are too small.
    """
    checked = points(X)
    K = gram_matrix(kernel, checked)
    length, operations = kernel_bound(kernel, checked)
    if not kernel.always_psd:
        length = np.maximum(length, kernel_bound(Precomputed(), K).length)
    with np.errstate(over="ignore", invalid="ignore"):
        error = operations * EPS * np.outer(length, length)
    return Known(K, np.nan_to_num(error, nan=math.inf, posinf=math.inf))


def quadratic(known: Known, a: Vector) -> FormValue:
    """Return a'Ka for weights (n,), with a bound of its error: that of the entries, and that of the sums."""
    size, n = np.abs(a), len(a)
    with np.errstate(over="ignore", invalid="ignore"):
        entries = float(size @ known.error @ size)
        sums = 2.0 * (n + 2) * EPS * float(size @ np.abs(known.K) @ size)
        error = SLACK * (entries + sums) + n * n * TINY
        value = float(a @ known.K @ a)
    return FormValue(value, error if math.isfinite(error) else math.inf)


class SignParts(NamedTuple):
    """A quadratic form as what pairs of weights of equal sign add, and what pairs of opposite sign add."""

    equal: float
    opposite: float


def split(K: Matrix, a: Vector) -> SignParts:
    """Return both parts of a'Ka."""
    plus, minus = np.maximum(a, 0.0), np.minimum(a, 0.0)
    return SignParts(float(plus @ K @ plus + minus @ K @ minus), float(2.0 * plus @ K @ minus))


@one_blas_thread()
def judge(known: Known, always_psd: bool = False) -> MatrixJudgement:
    """Return the verdict on a matrix; `always_psd`: a theorem says that it is positive semidefinite."""
    K, n = known.K, len(known.K)
    eigenvalues, vectors = np.linalg.eigh(K)
    noise = n * EPS * float(np.abs(eigenvalues[[0, -1]]).max())
    witness = _upright(vectors[:, 0])
    form = quadratic(known, witness)
    if not always_psd and eigenvalues[0] < 0.0 and form.value + form.error >= 0.0:
        for other in _others(K):
            tried = quadratic(known, other)
            if tried.value + tried.error < 0.0:
                witness, form = other, tried
                break
    verdict = _verdict(float(eigenvalues[0]), noise, known, form, always_psd)
    return MatrixJudgement(known, eigenvalues, noise, witness, form, verdict)


def _verdict(least: float, noise: float, known: Known, form: FormValue, always_psd: bool) -> Verdict:
    if always_psd:
        return Verdict.THEOREM
    if form.value + form.error < 0.0:
        return Verdict.NEGATIVE
    with np.errstate(over="ignore"):
        spread = float(np.linalg.norm(known.error))
    if not math.isfinite(spread):
        return Verdict.OPEN
    if least > noise + SLACK * spread:
        return Verdict.HERE
    return Verdict.ROUNDING if least >= -noise else Verdict.OPEN


def _others(K: Matrix) -> list[Vector]:
    """Return weights that prove more than the least eigenvector where the rows have sizes that differ much."""
    diagonal = K.diagonal()
    found = []
    if diagonal.min() < 0.0:
        found.append(np.eye(len(K))[int(diagonal.argmin())])
    size = np.sqrt(np.maximum(np.abs(diagonal), np.abs(K).max(axis=1) * EPS))
    if size.min() > 0.0:
        _, vectors = np.linalg.eigh(K / size[:, None] / size)
        found.append(_upright(vectors[:, 0] / size))
    return found


def _upright(a: Vector) -> Vector:
    """Return weights of length 1 whose largest entry is positive."""
    length = float(np.linalg.norm(a))
    scaled = a / length if 0.0 < length < math.inf else np.eye(len(a))[0]
    return np.asarray(scaled * (1.0 if scaled[int(np.abs(scaled).argmax())] > 0.0 else -1.0))


class NearPair(NamedTuple):
    """Two points whose squared distance in the feature space, K_ii + K_jj - 2 K_ij, is the least of all pairs."""

    i: int
    j: int
    squared: FormValue


def nearest_pair(known: Known, among: Matrix | None = None) -> NearPair | None:
    """Return the pair of least squared distance; `among` (n, n) bool: of these pairs only. None without a pair.

    The squared distance is a'Ka with a = e_i - e_j: where it is negative, two points prove that K is no kernel.
    """
    n = len(known.K)
    squared = known.K.diagonal()[:, None] + known.K.diagonal() - 2.0 * known.K
    out = np.eye(n, dtype=np.bool_) if among is None else ~np.asarray(among, dtype=np.bool_)
    if out.all():
        return None
    i, j = sorted(divmod(int(np.where(out, math.inf, squared).argmin()), n))
    return NearPair(i, j, quadratic(known, np.eye(n)[i] - np.eye(n)[j]))
