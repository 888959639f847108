"""The trained f of order m as an element of its space: coefficients, and the same number along different ways."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from core.experiment.taylor_boundary import TOLERANCE
from core.problem import TaylorGaussian, TaylorMap, c_svc, offset
from core.problem.arrays import Indices, Matrix, Vector
from core.solver import Outcome, answer
from core.theory.rkhs import combination, inner, section
from core.theory.taylor import kernel_values

MOST_BARS = 36


@dataclass(frozen=True)
class TaylorSpace:
    """f less its offset, f - b = sum_i alpha_i y_i K(x_i, .)."""

    exponents: Indices  # (k, 2) of the monomials with the largest parts, in the order of the map
    coefficients: Vector  # (k,) f_a
    parts: Vector  # (k,) what each adds to the squared norm, as shares of it
    count: int  # of all monomials
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
