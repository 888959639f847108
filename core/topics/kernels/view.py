"""Numbers of a kernel on its points: entries of K, the QP as matrices, f as a sum of terms, and what is stored."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...problem import (
    FourierMap,
    Kernel,
    Linear,
    NystroemMap,
    Polynomial,
    PolynomialMap,
    Problem,
    TaylorGaussian,
    TaylorMap,
    cross_gram,
)
from ...problem.arrays import Indices, Matrix, Vector

EPS = float(np.finfo(float).eps)
LARGEST_FLOAT = math.log10(np.finfo(float).max)
SMALLEST_FLOAT = -1075 * math.log10(2.0)  # half the smallest float: anything below is rounded to 0
NODES = 240  # of a line through the plane


# ---- the entries of K ----


@dataclass(frozen=True)
class GramNumbers:
    """Range and condition of a Gram matrix."""

    smallest: float
    largest: float
    lost: int  # entries with 0 < |K_ij| < EPS max |K|: beside the largest they are rounding
    rank: int | None  # eigenvalues with |l| > n EPS max |l|; None: not computed
    condition: float | None  # max |l| / min |l|; inf if the rank is below n

    @property
    def singular(self) -> bool:
        """Whether the matrix is singular up to rounding."""
        return self.condition is not None and math.isinf(self.condition)


def gram_numbers(K: Matrix, spectrum: bool = True) -> GramNumbers:
    """Return the numbers of a symmetric matrix (n, n); without `spectrum` neither rank nor condition."""
    sizes = np.abs(K)
    lost = int(np.count_nonzero((sizes > 0.0) & (sizes < EPS * sizes.max())))
    found = (float(K.min()), float(K.max()), lost)
    if not spectrum:
        return GramNumbers(*found, None, None)
    values = np.abs(np.linalg.eigvalsh(K))
    rank = int(np.count_nonzero(values > len(K) * EPS * values.max()))
    return GramNumbers(*found, rank, float(values.max() / values.min()) if rank == len(K) else math.inf)


@dataclass(frozen=True)
class HighDegree:
    """|K| = |zeta + gamma x.z|^Q over all pairs of points as Q grows, in powers of ten."""

    degrees: Vector  # (q,)
    lowest: Vector  # (q,) log10 of the smallest |K| that is not exactly 0
    middle: Vector  # (q,) of the median
    highest: Vector  # (q,) of the largest
    blurred: int | None  # the first Q at which the smallest is below EPS times the largest; None: never
    zero: int | None  # the first Q at which the smallest is 0 in float64
    overflow: int | None  # the first Q at which the largest is beyond float64


def high_degree(X: Matrix, gamma: float, zeta: float, most: int) -> HighDegree:
    """Return the range of the polynomial kernel of degrees 1, ..., `most` on the rows of X (n, d).

    Logarithms are exact where the powers themselves leave the range of float64.
    """
    sizes = np.abs(zeta + gamma * (X @ X.T))[np.triu_indices(len(X))]
    logs = np.log10(sizes[sizes > 0.0]) if (sizes > 0.0).any() else np.zeros(1)
    low, middle, high = float(logs.min()), float(np.median(logs)), float(logs.max())
    degrees = np.arange(1.0, most + 1.0)
    return HighDegree(
        degrees,
        degrees * low,
        degrees * middle,
        degrees * high,
        _first(high - low, -math.log10(EPS)),
        _first(-low, -SMALLEST_FLOAT),
        _first(high, LARGEST_FLOAT),
    )


def _first(slope: float, level: float) -> int | None:
    """Return the first whole Q with slope Q > level > 0; None if there is none."""
    return math.floor(level / slope) + 1 if slope > 0.0 else None


# ---- the quadratic programme as matrices ----


@dataclass(frozen=True)
class QuadraticProgram:
    """min 1/2 a'Qa + p'a subject to A a >= c, as a QP solver takes it, and a solution of it.

    The rows of A are y', -y', the identity for a >= 0 and, for a soft margin, minus the identity for a <= C.
    """

    Q: Matrix  # (k, k) of the first k points
    p: Vector  # (k,)
    A: Matrix  # (m, k) the rows about these points, and their columns
    c: Vector  # (m,)
    rows: int  # of the whole A
    count: int  # n
    value: float  # 1/2 a'Qa + p'a of the solution, over all points
    balance: float  # |y'a|
    gradient: Vector  # (k,) Qa + p at the solution
    quotients: Vector  # (k,) difference quotients of the objective there, which know nothing of the formula


def quadratic_program(problem: Problem, alpha: Vector, shown: int) -> QuadraticProgram:
    """Return the matrices of C-SVC for its first `shown` points, and the value of a solution alpha (n,)."""
    y, K, upper = problem.y, problem.gram, problem.form.upper
    n, k = len(y), min(shown, len(y))
    one, soft = np.eye(k), not problem.hard
    A = np.vstack([y[:k], -y[:k], one, *([-one] if soft else [])])
    c = np.concatenate([np.zeros(2 + k), *([-upper[:k]] if soft else [])])
    signed = alpha * y
    value = 0.5 * float(signed @ K @ signed) - float(alpha.sum())
    Q = np.outer(y[:k], y[:k]) * K[:k, :k]
    gradient = (y * (K @ signed))[:k] - 1.0
    quotients = np.array([_quotient(problem, alpha, t) for t in range(k)])
    rows, balance = 2 + (2 if soft else 1) * n, abs(float(y @ alpha))
    return QuadraticProgram(Q, -np.ones(k), A, c, rows, n, value, balance, gradient, quotients)


def _quotient(problem: Problem, alpha: Vector, t: int) -> float:
    """Return (D(a + h e_t) - D(a - h e_t)) / 2h, exact for a quadratic D but for rounding; h is of a's size."""
    h, values = max(1.0, float(alpha.max())), []
    for way in (h, -h):
        moved = alpha.copy()
        moved[t] += way
        signed = moved * problem.y
        values.append(0.5 * float(signed @ problem.gram @ signed) - float(moved.sum()))
    return (values[0] - values[1]) / (2.0 * h)


# ---- f as a sum of terms ----


@dataclass(frozen=True)
class TermSum:
    """f = sum_i s_i alpha_i y_i K(x_i, .) + b with a factor s_i for each term."""

    alpha: Vector  # (n,) s_i alpha_i
    decision: Vector  # (n,) f(x_i)
    errors: int  # points on the wrong side
    turned: int  # points whose class differs from that of the whole sum


def bumps(problem: Problem, alpha: Vector, b: float, factors: Vector) -> TermSum:
    """Return f with its terms multiplied by `factors` (n,), >= 0."""
    scaled = alpha * factors
    whole, f = (problem.gram @ (own * problem.y) + b for own in (alpha, scaled))
    wrong = int(np.count_nonzero((f >= 0.0) != (problem.y > 0.0)))
    return TermSum(scaled, f, wrong, int(np.count_nonzero((f >= 0.0) != (whole >= 0.0))))


@dataclass(frozen=True)
class Slice:
    """f and its terms along the horizontal line through a point."""

    along: Vector  # (m,) x1
    height: float  # x2 of the line
    which: Indices  # (k,) the support vectors, in order
    terms: Matrix  # (k, m) s_i alpha_i y_i K(x_i, .)
    f: Vector  # (m,) their sum plus b
    whole: Vector  # (m,) f with every factor 1


def slice_through(
    problem: Problem, alpha: Vector, b: float, factors: Vector, i: int, window: tuple[float, float, float]
) -> Slice:
    """Return the slice through point i of a window (x0, y0, side); `factors` as in `bumps`."""
    x0, _, side = window
    along, height = np.linspace(x0, x0 + side, NODES), float(problem.X[i, 1])
    which = np.flatnonzero(alpha > 0.0)
    K = cross_gram(problem, np.column_stack([along, np.full(NODES, height)]))[:, which]
    plain = (alpha * problem.y)[which, None] * K.T
    terms = factors[which, None] * plain
    return Slice(along, height, which, terms, terms.sum(axis=0) + b, plain.sum(axis=0) + b)


# ---- what is stored ----


def length_of_w(kernel: Kernel, d: int) -> int | None:
    """Return how many numbers w has for points with d coordinates; None if they are infinitely many or unknown."""
    match kernel:
        case Linear():
            return d
        case Polynomial(degree, gamma, zeta) if zeta > 0:
            return PolynomialMap(degree, gamma, zeta).dimension(d)
        case Polynomial(degree):  # only the monomials of degree Q
            return math.comb(d + degree - 1, degree)
        case TaylorGaussian(gamma, order):
            return TaylorMap(gamma, order).dimension(d)
        case FourierMap() | NystroemMap():
            return kernel.dimension(d)
    return None


def stored_numbers(vectors: int, d: int) -> int:
    """Return how many numbers the support vectors, their alpha y and b are."""
    return vectors * (d + 1) + 1
