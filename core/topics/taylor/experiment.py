"""What the order costs the classifier: its boundary and training time by order, and f as an element of its space."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...problem import Gaussian, Problem, TaylorGaussian, TaylorMap, c_svc, linear_svc, offset
from ...problem.arrays import Indices, Matrix, Vector, single
from ...solver import Answer, Outcome, answer, finish
from ...view.grid import field, grid_axes
from .theory import combination, inner, kernel_values, section

# ---- What the order costs the classifier ----


CELLS = 50  # along each axis, so that a cell is 0.04 % of the window
NEAR = 0.01  # share of the window that two boundaries may disagree on and still be called alike
TOLERANCE = 1e-3  # of the trainings: a hundredth of what a picture of this size shows
MOST_EPOCHS = 60  # of dual coordinate descent
TIMED = (0, 2, 4, 8, 14, 20, 30)
NO_PLANE = (Outcome.INFEASIBLE, Outcome.THIN)  # a hard margin that does not exist, or that floats cannot reach
LIBLINEAR = 0.1  # its tolerance


@dataclass(frozen=True)
class TaylorSweep:
    """The exact classifier and that of every order 0, 1, ..., m, all with a free offset and the same C."""

    x_axis: Vector  # (CELLS,) centres of the cells
    y_axis: Vector  # (CELLS,)
    exact: Matrix  # (CELLS, CELLS) f of the Gaussian kernel, rows along y
    fields: NDArray[np.float32]  # (orders, CELLS, CELLS) f of each order; nan where it has no plane
    share: Vector  # (orders,) of the window on which the signs differ; nan where there is no plane
    settled: NDArray[np.bool_]  # (orders,) whether its training came to its end
    dimension: NDArray[np.int64]  # (orders,) of the feature map
    exists: bool  # whether the exact classifier does: a hard margin may not
    smallest: int | None  # the smallest order that disagrees on less than 1 % of the window


@dataclass(frozen=True)
class TaylorTimes:
    """Seconds of one run each on this machine: map and train the linear SVM of each order, and the exact kernel."""

    order: NDArray[np.int64]
    seconds: Vector
    ended: NDArray[np.bool_]  # whether it came to LIBLINEAR's tolerance, and not to our limit of epochs
    exact: float  # the Gaussian kernel with SMO, its Gram matrix included


def taylor_sweep(
    X: Matrix, y: ArrayLike, last: TaylorGaussian, C: float, window: tuple[float, float, float], limit: int
) -> TaylorSweep:
    """Train every order up to that of a kernel, and hold its decisions against the exact ones on a grid of the window.

    The window is (x0, y0, size); no training takes more than `limit` steps. The features of a lower order are the first
    ones of a higher, so one table serves all fields.
    """
    x_axis, y_axis = grid_axes(window[:2], window[2], CELLS)
    columns, rows = np.meshgrid(x_axis, y_axis)
    phi = TaylorMap(last.gamma, last.order, last.rho)
    grid = phi.features(np.column_stack([columns.ravel(), rows.ravel()]))
    features = phi.features(X)
    true, ended = _trained(c_svc(X, y, Gaussian(last.gamma), C), limit)
    exact = field(true, ended.alpha, offset(true, ended.alpha), x_axis, y_axis)
    exists = ended.outcome not in NO_PLANE
    fields = np.full((last.order + 1, CELLS, CELLS), np.nan, dtype=np.float32)
    settled = np.zeros(last.order + 1, dtype=np.bool_)
    dimension = np.array([math.comb(2 + order, order) for order in range(last.order + 1)])
    for order, p in reversed(tuple(enumerate(dimension))):
        problem, ended = _trained(c_svc(X, y, last.up_to(order), C), limit)
        if ended.outcome is Outcome.INFEASIBLE:
            break  # a lower order has some of these features and no others
        if ended.outcome in NO_PLANE:
            continue
        settled[order] = ended.outcome is Outcome.OPTIMAL
        w = (ended.alpha * problem.y) @ features[:, :p]
        fields[order] = single(grid[:, :p] @ w + offset(problem, ended.alpha)).reshape(rows.shape)
    share = np.where(np.isnan(fields[:, 0, 0]), np.nan, ((fields >= 0) != (exact >= 0)).mean(axis=(1, 2)))
    near = np.flatnonzero(settled & (share < NEAR)) if exists else np.empty(0, dtype=int)
    smallest = int(near[0]) if near.size else None
    return TaylorSweep(x_axis, y_axis, exact, fields, share, settled, dimension, exists, smallest)


def _trained(problem: Problem, limit: int) -> tuple[Problem, Answer]:
    return problem, answer(problem, tolerance=TOLERANCE, limit=limit)


def taylor_times(X: Matrix, y: ArrayLike, last: TaylorGaussian, C: float, limit: int) -> TaylorTimes:
    """Time what Liu14 proposes, features and dual coordinate descent with an appended 1, and the exact kernel.

    It is timed at some orders up to that of a kernel; the exact one takes at most `limit` steps.
    """
    started = time.perf_counter()
    _trained(c_svc(X, y, Gaussian(last.gamma), C), limit)
    exact = time.perf_counter() - started
    seconds, ended, timed = [], [], [order for order in TIMED if order <= last.order]
    for order in timed:
        started = time.perf_counter()
        features = TaylorMap(last.gamma, order, last.up_to(order).rho).features(X)
        run = finish(linear_svc(features, y, C), "dual-cd", LIBLINEAR, MOST_EPOCHS * len(X))
        seconds.append(time.perf_counter() - started)
        ended.append(run.outcome is Outcome.OPTIMAL)
    return TaylorTimes(np.array(timed), np.array(seconds), np.array(ended), exact)


# ---- The trained f of order m as an element of its space ----


MOST_BARS = 36


@dataclass(frozen=True)
class TaylorSpace:
    """f less its offset, f - b = sum_i alpha_i y_i K(x_i, .)."""

    exponents: Indices  # (k, 2) of the monomials with the largest parts, in the order of the map
    coefficients: Vector  # (k,) f_a
    parts: Vector  # (k,) what each adds to the squared norm, as shares of it
    count: int  # of all monomials
    rank: int  # of their values on the points, up to rounding: below `count`, other coefficients give f the same values
    norm_by_coefficients: float  # |f|^2 (mathematics, equation 13.7)
    norm_by_weights: float  # w.w, with w = sum_i alpha_i y_i Phi(x_i)
    norm_by_kernel: float  # sum_ij alpha_i alpha_j y_i y_j K_ij
    at: Vector  # (2,) where f is evaluated
    value_by_coefficients: float  # f(x) by its coefficients
    value_by_inner: float  # <f, K(x, .)>
    value_by_kernel: float  # sum_i alpha_i y_i K(x_i, x)
    b: float
    settled: bool  # whether the training came to its end

    @property
    def difference(self) -> float:
        """The largest difference of one number along two ways, relative to its size."""
        norms = (self.norm_by_coefficients, self.norm_by_weights, self.norm_by_kernel)
        values = (self.value_by_coefficients, self.value_by_inner, self.value_by_kernel)
        scale = max(self.norm_by_kernel, 1e-300)
        return float(max((max(norms) - min(norms)) / scale, (max(values) - min(values)) / max(scale**0.5, 1e-300)))


def _rank(X: Matrix, exponents: Indices) -> int:
    """Return the rank of the monomials (p, d) on points (n, d), which a common scale does not change."""
    scaled = X / max(float(np.abs(X).max(initial=0.0)), np.finfo(np.float64).tiny)
    return int(np.linalg.matrix_rank(np.prod(scaled[:, None, :] ** exponents[None], axis=2)))


def taylor_space(X: Matrix, y: ArrayLike, kernel: TaylorGaussian, C: float, at: Vector, limit: int) -> TaylorSpace:
    """Train in at most `limit` steps and write the answer out; `at` (2,) is where it is evaluated."""
    problem = c_svc(X, y, kernel, C)
    ended = answer(problem, tolerance=TOLERANCE, limit=limit)
    coef = ended.alpha * problem.y
    f = combination(kernel, problem.X, coef)
    w = coef @ TaylorMap(kernel.gamma, kernel.order, kernel.rho).features(problem.X)
    norm = inner(f, f)
    values = kernel_values(kernel, np.einsum("ij,ij->i", problem.X, problem.X) + at @ at, problem.X @ at)
    shown = np.sort(np.argsort(-f.parts, kind="stable")[:MOST_BARS])
    return TaylorSpace(
        exponents=f.exponents[shown],
        coefficients=f.coefficients[shown],
        parts=f.parts[shown] / max(norm, 1e-300),
        count=len(f.parts),
        rank=_rank(problem.X, f.exponents),
        norm_by_coefficients=norm,
        norm_by_weights=float(w @ w),
        norm_by_kernel=float(coef @ problem.dual.kernel @ coef),
        at=at,
        value_by_coefficients=float(f(at[None])[0]),
        value_by_inner=inner(f, section(kernel, at)),
        value_by_kernel=float(values @ coef),
        b=offset(problem, ended.alpha),
        settled=ended.outcome is Outcome.OPTIMAL,
    )
