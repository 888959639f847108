"""What a kernel costs, measured now: inner products, and the lines of the lecture's algorithm (Redstone)."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from ...problem import (
    Kernel,
    OrderedMap,
    Polynomial,
    Precomputed,
    Problem,
    c_svc,
    cross_gram,
    decision_values,
    offset,
)
from ...problem.arrays import Indices, Matrix, Vector
from ...solver import Outcome, answer, finish
from ...view.solution import Light, Solution, solution

SOLVER = "smo-second-order"
TURNS = 3  # of which the fastest counts, since other processes only add time

Result = TypeVar("Result")


def _timed(run: Callable[[], Result], turns: int) -> tuple[Result, float]:
    """Return a result and the seconds of the fastest of some runs."""
    best = math.inf
    for _ in range(max(1, turns)):
        began = time.perf_counter()
        found = run()
        best = min(best, time.perf_counter() - began)
    return found, best


# ---- every degree ----


@dataclass(frozen=True)
class AtDegree:
    """A polynomial machine."""

    degree: int
    vectors: int
    errors: int
    steps: int
    proved: bool  # whether the optimum is proved; if not, the numbers are those of an unfinished run


def by_degree(
    X: Matrix, y: ArrayLike, gamma: float, zeta: float, C: float, degrees: range, tolerance: float, limit: int
) -> tuple[AtDegree, ...]:
    """Train the polynomial kernel of every degree, each in at most `limit` steps."""
    found = []
    for degree in degrees:
        problem = c_svc(X, y, Polynomial(degree, gamma, zeta), C)
        shown = solution(problem, answer(problem, SOLVER, tolerance, limit))
        found.append(AtDegree(degree, shown.vectors, shown.errors, shown.steps, shown.light is Light.PROVED))
    return tuple(found)


# ---- explicit features against the kernel ----


DIMENSIONS = (2, 3, 5, 10, 20, 50, 100, 150, 200, 300)
ENTRIES = 300_000  # numbers in a table: some 2 MB, so that a turn takes milliseconds


@dataclass(frozen=True)
class InnerProducts:
    """Phi_2(x).Phi_2(z) and 1 + x.z + (x.z)^2 for points with d coordinates (mathematics, equation 4.2)."""

    d: Indices  # (k,)
    explicit: Vector  # (k,) seconds per pair for both feature vectors and their inner product
    product: Vector  # (k,) of these, for the inner product
    kernel: Vector  # (k,) seconds per pair for the kernel
    explicit_count: Indices  # (k,) multiplications per pair: d^2 for each vector, and 1 + d + d^2
    kernel_count: Indices  # (k,) d + 1
    difference: float  # largest relative difference of both values


def inner_products(dimensions: tuple[int, ...] = DIMENSIONS, turns: int = TURNS) -> InnerProducts:
    """Time both on random points, fixed by the dimension, in tables of at most `ENTRIES` numbers."""
    found = [_at_dimension(d, turns) for d in dimensions]
    explicit, product, kernel, difference = np.array(found).T
    d: Indices = np.array(dimensions, dtype=np.int64)
    return InnerProducts(d, explicit, product, kernel, 3 * d * d + d + 1, d + 1, float(difference.max()))


def _at_dimension(d: int, turns: int) -> tuple[float, float, float, float]:
    """Return the three times per pair for points with d coordinates, and the largest difference of both values."""
    phi = OrderedMap()
    X, Z = np.random.default_rng(d).standard_normal((2, max(1, ENTRIES // d), d)) / math.sqrt(d)
    pairs = min(len(X), max(1, ENTRIES // phi.dimension(d)))
    (U, V), made = _timed(lambda: (phi.features(X[:pairs]), phi.features(Z[:pairs])), turns)
    explicit, product = _timed(lambda: np.einsum("ij,ij->i", U, V), turns)
    values, kernel = _timed(lambda: _kernel(X, Z), turns)
    difference = np.abs(explicit - values[:pairs]) / (1.0 + np.abs(explicit))
    return (made + product) / pairs, product / pairs, kernel / len(X), float(difference.max())


def _kernel(X: Matrix, Z: Matrix) -> Vector:
    inner = np.einsum("ij,ij->i", X, Z)
    return np.asarray(1.0 + inner + inner * inner)


# ---- the kernel hard-margin algorithm, line by line ----


@dataclass(frozen=True)
class AlgorithmRun:
    """The four lines of the algorithm on some points: seconds and kernel values of each, and what they return."""

    seconds: tuple[float, float, float, float]
    values: tuple[int, int, int, int]  # kernel values computed by each line
    steps: int  # of the QP
    vectors: int
    b: float  # by the support vector with the largest alpha
    spread: float  # the largest difference of b by two support vectors
    points: int  # for which line 4 was run; its seconds are for one
    exists: bool  # False: no hard margin exists, or the QP did not end


def hard_margin_lines(
    X: Matrix, y: ArrayLike, kernel: Kernel, new: Matrix, tolerance: float, limit: int, turns: int = TURNS
) -> AlgorithmRun:
    """Run the algorithm, and evaluate g on the rows of `new` (m, d); `InputError` if the problem is refused."""
    problem, first = _timed(lambda: c_svc(X, y, kernel, math.inf), turns)
    n = len(problem.y)
    exists = answer(problem, SOLVER, tolerance, limit).outcome is Outcome.OPTIMAL
    if not exists:
        return AlgorithmRun((first, math.nan, math.nan, math.nan), (n * n, 0, 0, 0), 0, 0, math.nan, math.nan, 0, False)
    run, second = _timed(lambda: finish(problem, SOLVER, tolerance, limit), turns)
    alpha = run.alpha
    support = np.flatnonzero(alpha > 0.0)
    own, coef = problem.X[support], (alpha * problem.y)[support]
    s = int(np.argmax(alpha))
    b, third = _timed(lambda: float(problem.y[s] - coef @ kernel.gram(own, problem.X[s : s + 1])[:, 0]), turns)
    _, fourth = _timed(lambda: np.sign(kernel.gram(new, own) @ coef + b), turns)
    every = problem.y[support] - problem.gram[np.ix_(support, support)] @ coef
    count = len(support)
    return AlgorithmRun(
        (first, second, third, fourth / len(new)),
        (n * n, 0, count, count),
        run.steps,
        count,
        b,
        float(np.ptp(every)),
        len(new),
        True,
    )


# ---- the matrix of a precomputed kernel ----


@dataclass(frozen=True)
class GivenMatrix:
    """The same machine trained on K itself."""

    trained: tuple[int, int]  # shape of the matrix for training
    tested: tuple[int, int]  # and for new points: a row for each, a column for each training point
    difference: float  # largest |f - f'| on the new points


def given_matrix(problem: Problem, found: Solution, C: float, new: Matrix, tolerance: float, limit: int) -> GivenMatrix:
    """Train C-SVC on the Gram matrix of a solved problem, and compare f on the rows of `new` (m, d)."""
    given = c_svc(problem.gram, problem.y, Precomputed(), C)
    alpha = answer(given, SOLVER, tolerance, limit).alpha
    K = cross_gram(problem, new)
    f = decision_values(problem, found.alpha, found.b, new)
    other = decision_values(given, alpha, offset(given, alpha), K)
    return GivenMatrix(given.gram.shape, K.shape, float(np.abs(f - other).max()))
