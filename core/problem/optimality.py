"""The certificate: what proves, apart from the solver, how far alpha is from the optimum.

Primal P = 1/2 |w|^2 + sum C_i max(0, 1 - y_i f(x_i)), dual D = 1/2 alpha' Q alpha + p' alpha (minimised form), and
gap = P + D >= 0, zero exactly at the optimum (MATH 3 and 18). Nothing here reads the solver's gradient, and what the
floats of this file may have lost is bounded and carried beside the gap: points far from the origin make it count.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from core.problem.arrays import Vector
from core.problem.dual import Problem

KERNEL_OPERATIONS = 100  # roundings inside one kernel value, in units of |phi_i| |phi_j|: powers, sums, exponentials
LEAST_MARGIN = 1e-150  # the square of anything smaller is no number to divide by


@dataclass(frozen=True)
class Certificate:
    """Numbers that prove an answer, or say how far it is from one."""

    primal: float  # P of (w(alpha), b); inf if a hard margin is violated by every rescaling of (w, b)
    dual: float  # D, minimised form; -D <= optimum <= P
    gap: float  # P + D, summed over the points without the cancellation
    rounding: float  # by how much more the real gap may be: the float arithmetic that made these numbers
    violation: float  # worst violation of the KKT conditions over all points, in units of f
    equality: float  # sum of y_i alpha_i
    box: float  # largest excursion of alpha outside [0, C_i]
    b: float  # the offset that the primal value was computed with

    @property
    def relative_gap(self) -> float:
        """The gap and its rounding in units of the dual value, which never overstates the optimum."""
        return (self.gap + self.rounding) / max(abs(self.dual), 1e-300)


def margins_without_offset(problem: Problem, alpha: Vector) -> Vector:
    """Return g_i = f(x_i) - b = sum_j alpha_j y_j K_ij, shape (n,)."""
    return np.asarray(problem.dual.kernel @ (alpha * problem.y))


def can_rise(problem: Problem, alpha: Vector) -> np.ndarray:
    """Return the membership of I_up: alpha_i y_i can still grow."""
    return np.where(problem.y > 0, alpha < problem.dual.upper, alpha > 0)


def can_fall(problem: Problem, alpha: Vector) -> np.ndarray:
    """Return the membership of I_low: alpha_i y_i can still shrink."""
    return np.where(problem.y > 0, alpha > 0, alpha < problem.dual.upper)


def offset_interval(problem: Problem, alpha: Vector, g: Vector | None = None) -> tuple[float, float]:
    """Return (m, M): at the optimum every b between them is valid, and m > M by the violation before it (MATH 0)."""
    if g is None:
        g = margins_without_offset(problem, alpha)
    score = problem.y - g  # -y_i G_i
    up, low = can_rise(problem, alpha), can_fall(problem, alpha)
    return float(score[up].max(initial=-math.inf)), float(score[low].min(initial=math.inf))


def offset(problem: Problem, alpha: Vector, g: Vector | None = None) -> float:
    """Return b by LIBSVM's rule: the mean over the free vectors, else the middle of the interval (MATH 6.5)."""
    if g is None:
        g = margins_without_offset(problem, alpha)
    free = (alpha > 0) & (alpha < problem.dual.upper)
    if free.any():
        return float(np.mean((problem.y - g)[free]))
    low, high = sorted(offset_interval(problem, alpha, g))
    if math.isinf(low) or math.isinf(high):  # one class can no longer move at all: any b on the finite side is valid
        return high if math.isinf(low) else low
    return (low + high) / 2


def best_offset(problem: Problem, g: Vector) -> float:
    """Return a b that minimises the primal for fixed w: the sum of hinges is convex and piecewise linear in b."""
    breakpoints = problem.y - g  # point i leaves its hinge at b = y_i - g_i
    order = np.argsort(breakpoints, kind="stable")
    C = problem.dual.upper[order]
    # Far to the left every positive point pulls up: slope -sum C_+. Each breakpoint raises the slope by its C.
    slope = -C[problem.y[order] > 0].sum() + np.cumsum(C)
    return float(breakpoints[order][np.searchsorted(slope, 0.0)])


def certificate(problem: Problem, alpha: Vector, b: float | None = None) -> Certificate:
    """Return the certificate of alpha (n,).

    Without b the primal is minimised over b; with b it is the primal of exactly that plane. A hard margin has a finite
    primal only if some rescaling of (w, b) puts every point outside the band: then P = 1/2 |w|^2 / min(y f)^2.
    """
    g = margins_without_offset(problem, alpha)
    squared_norm = float((alpha * problem.y) @ g)
    if b is None:
        b = offset(problem, alpha, g) if problem.hard else best_offset(problem, g)
    margin = problem.y * (g + b)
    equality = float(problem.y @ alpha)
    error = _rounding_of_f(problem, alpha, g, b)
    gap, most = (_gap(problem, alpha, squared_norm, margin, wrong) for wrong in (np.zeros_like(error), error))
    return Certificate(
        primal=hard_primal(squared_norm, margin) if problem.hard else _soft_primal(problem, squared_norm, margin),
        dual=0.5 * squared_norm + float(problem.dual.p @ alpha),
        gap=gap,
        rounding=most - gap + abs(b * equality) if math.isfinite(gap) else math.inf,
        violation=float(kkt_residuals(problem, alpha, g, b).max()),
        equality=equality,
        box=float(np.maximum(-alpha, alpha - problem.dual.upper).max(initial=0.0)),
        b=b,
    )


def _soft_primal(problem: Problem, squared_norm: float, margin: Vector) -> float:
    return 0.5 * squared_norm + float(problem.dual.upper @ np.maximum(0.0, 1.0 - margin))


def hard_primal(squared_norm: float, margin: Vector) -> float:
    """Return 1/2 |w|^2 after rescaling w until min y f = 1; inf where no rescaling does that."""
    smallest = float(margin.min())
    return 0.5 * squared_norm / smallest**2 if smallest > LEAST_MARGIN else math.inf


def _rounding_of_f(problem: Problem, alpha: Vector, g: Vector, b: float) -> Vector:
    """Return a bound of the rounding in each f(x_i), shape (n,): |K_ij| <= |phi_i| |phi_j| (Cauchy-Schwarz)."""
    length = np.sqrt(np.abs(problem.dual.kernel.diagonal()))
    unit = (len(alpha) + KERNEL_OPERATIONS) * np.finfo(float).eps
    return np.asarray(unit * (length * (length @ alpha) + np.abs(g) + abs(b)))


def _gap(problem: Problem, alpha: Vector, squared_norm: float, margin: Vector, error: Vector) -> float:
    """Return P + D at its largest, if each m_i = y_i f(x_i) is off by no more than its error (n,)."""
    if problem.hard:
        return hard_gap(alpha, squared_norm, margin, error)
    return _soft_gap(problem, alpha, margin, error)


def _soft_gap(problem: Problem, alpha: Vector, margin: Vector, error: Vector) -> float:
    """Return sum_i (C_i - alpha_i) [1 - m_i]_+ + alpha_i [m_i - 1]_+: |w|^2 has cancelled, no term is negative."""
    short = np.maximum(0.0, 1.0 - margin + error)
    long = np.maximum(0.0, margin - 1.0 + error)
    return float((problem.dual.upper - alpha) @ short + alpha @ long)


def hard_gap(alpha: Vector, squared_norm: float, margin: Vector, error: Vector) -> float:
    """Return 1/2 |w|^2 (1 / s^2 - 1) + sum_i alpha_i (m_i - 1) with s = min m_i; inf if s is not positive."""
    smallest = float((margin - error).min())
    if smallest <= LEAST_MARGIN:
        return math.inf
    stretch, wrong = 1.0 / smallest**2 - 1.0, float(alpha @ error)
    return 0.5 * (squared_norm * stretch + wrong * abs(stretch)) + float(alpha @ (margin - 1.0)) + wrong


def kkt_residuals(problem: Problem, alpha: Vector, g: Vector, b: float) -> Vector:
    """Return for each point how far it breaks its KKT condition at offset b, shape (n,), in units of f (MATH 6.5)."""
    score = problem.y - g - b  # -y_i G_i - b
    rise = np.where(can_rise(problem, alpha), np.maximum(0.0, score), 0.0)
    fall = np.where(can_fall(problem, alpha), np.maximum(0.0, -score), 0.0)
    return np.asarray(np.maximum(rise, fall))
