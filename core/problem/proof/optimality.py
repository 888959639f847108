"""The certificate: it proves, independently of the solver, how far alpha is from the optimum.

Primal P = 1/2 |w|^2 + sum C_i max(0, 1 - y_i f(x_i)), dual D = 1/2 alpha' Q alpha + p' alpha (minimised form), and
gap = P + D >= 0, zero exactly at the optimum (mathematics 18); P of the other formulations is in `core.problem.form`.
Nothing here reads the solver's gradient, and the rounding errors of this file are bounded and kept beside the gap: for
points far from the origin they matter.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

import numpy as np

from .. import scalars
from ..arrays import Vector
from ..dual import Problem
from ..form import Form
from .kernel_rounding import KernelBound

LEAST_MARGIN = 1e-150  # the square of anything smaller underflows
EPS = float(np.finfo(float).eps)
FAINT = 1e-6  # of the unit of f: a smaller rounding error cannot hide a relevant violation


@dataclass(frozen=True)
class Certificate:
    """Numbers that prove an answer, or show how far it is from optimal."""

    primal: float  # P of (w(alpha), b, r); inf if a hard margin is violated by every rescaling of (w, b)
    dual: float  # D, minimised form; -D <= optimum <= P
    gap: float  # P + D, summed over the points without cancellation
    rounding: float  # how much larger the real gap can be, because of floating-point arithmetic
    violation: float  # worst violation of the KKT conditions over all points, in units of f
    equality: float  # sum of y_i alpha_i minus its required value
    box: float  # largest excursion of alpha outside [0, C_i]
    b: float  # the offset used for the primal value
    r: float = 0.0  # the margin rho of nu-SVC, -epsilon of nu-SVR
    total: float = 0.0  # sum of alpha_i minus its required value, if that is fixed
    noise: float = 0.0  # how much larger the real violation can be: rounding in the values of f
    unit: float = 1.0  # of the tolerance: the value of 1 in the scale of the solver
    of_dual: float = 0.0  # how far -D can exceed the optimum: floating-point errors, and a slightly infeasible alpha

    @property
    def low(self) -> float:
        """A proved lower bound of the optimum."""
        return -self.dual - self.of_dual

    @property
    def high(self) -> float:
        """A proved upper bound of the optimum; inf if there is none."""
        return max(self.primal, -self.dual + self.of_dual + self.gap + self.rounding)

    @property
    def relative_gap(self) -> float:
        """The gap and its rounding relative to the computed dual value."""
        return (self.gap + self.rounding) / max(abs(self.dual), 1e-300)

    @property
    def relative_width(self) -> float:
        """The relative uncertainty of the optimum: see `relative_width`."""
        return relative_width(self.low, self.high)

    def scaled(self, factor: float, least_unit: float = 0.0) -> Certificate:
        """Return the same proof with alpha, and so w, b and r, in other units: factor times as large.

        `Form.document` gives the scale of the sources; only nu-SVC and the one-class problem can be scaled. The unit of
        the tolerance is scaled too, but not below `least_unit`.
        """
        square = factor * factor
        return replace(
            self,
            primal=square * self.primal,
            dual=square * self.dual,
            gap=square * self.gap,
            rounding=square * self.rounding,
            of_dual=square * self.of_dual,
            violation=factor * self.violation,
            equality=factor * self.equality,
            box=factor * self.box,
            b=factor * self.b,
            r=factor * self.r,
            total=factor * self.total,
            noise=factor * self.noise,
            unit=max(factor * self.unit, least_unit),
        )


def relative_width(low: float, high: float) -> float:
    """Return the width of the interval [low, high] that contains the optimum, relative to the optimum's size.

    The size is never overestimated: it is that of the end nearer to 0. inf if 0 lies between the ends, or if there is
    no upper end; 0 if both ends are equal.
    """
    width, size = high - low, min(abs(low), abs(high)) if low > 0.0 or high < 0.0 else 0.0
    if width == 0.0:
        return 0.0
    return width / size if math.isfinite(width) and size > 0.0 else math.inf


class PrimalDual(NamedTuple):
    """The part of a certificate without rounding bounds, for the many points of a curve."""

    primal: float
    dual: float
    gap: float


class SummedNormal(NamedTuple):
    """The w of a linear machine that was summed before it was multiplied by the points.

    The proof is then about that w: P + D gets the additional term 1/2 |w - w(alpha)|^2, so the rounding of the sum
    counts only by its square.
    """

    norm: float  # |w|
    apart: float = 0.0  # |w - w(alpha)| if w is not this sum, but more exact than a sum of rounded multipliers


class Told(Protocol):
    """The part of a certificate about the optimality conditions."""

    @property
    def violation(self) -> float:
        """The largest violation."""

    @property
    def noise(self) -> float:
        """The bound on its rounding error."""

    @property
    def unit(self) -> float:
        """The value of 1 in the scale of the tolerance."""


def meets(proof: Told, tolerance: float) -> bool:
    """Tell whether a proof satisfies a tolerance of the violation: the single definition of that.

    The violation may exceed the tolerance by the rounding error of the numbers from which it was computed; that error
    must itself be within the tolerance, or negligible, since otherwise the numbers prove nothing. The gap needs no
    separate bound: it is at most the violation times the sum of all C_k.
    """
    allowed = tolerance * proof.unit
    return proof.noise <= max(allowed, FAINT * proof.unit) and proof.violation <= allowed + proof.noise


def margins_without_offset(problem: Problem, alpha: Vector) -> Vector:
    """Return g_i = f(x_i) - b = sum_j coef_j K_ij, shape (n,)."""
    return np.asarray(problem.gram @ problem.form.coefficients(alpha))


def margins_of_gradient(problem: Problem, alpha: Vector, gradient: Vector) -> Vector:
    """Return g (n,) from the gradient G = Q alpha + p (N,) that a solver keeps."""
    form, n = problem.form, len(problem.gram)
    g = form.y * (gradient - form.p)
    return np.asarray((g - form.y * form.diagonal * alpha if form.squared else g)[:n])


def offset_interval(problem: Problem, alpha: Vector, g: Vector | None = None) -> tuple[float, float]:
    """Return (m, M): at the optimum every b between them is valid; m > M by the violation before (mathematics 0)."""
    return scalars.offset_range(problem.form, alpha, _known(problem, alpha, g))


def offset(problem: Problem, alpha: Vector, g: Vector | None = None) -> float:
    """Return b by LIBSVM's rule: the mean over the free vectors, else the middle of the interval (mathematics 6.5)."""
    return scalars.free_scalars(problem.form, alpha, _known(problem, alpha, g)).b


def _known(problem: Problem, alpha: Vector, g: Vector | None) -> Vector:
    return margins_without_offset(problem, alpha) if g is None else g


def certificate(problem: Problem, alpha: Vector, b: float | None = None, g: Vector | None = None) -> Certificate:
    """Return the certificate of alpha (N,), with g (n,) = `margins_without_offset` if it is known.

    Without b the primal is minimised over b; with b it is the primal of exactly that plane. It is minimised over r. A
    hard margin has a finite primal only if some rescaling of (w, b) puts every point outside the band: then
    P = 1/2 |w|^2 / min(y f)^2. If the dual is not proved to be convex, its doubt is part of the rounding.
    """
    proof = certify(problem.form, alpha, _known(problem, alpha, g), problem.bound, b)
    return replace(proof, rounding=proof.rounding + problem.doubt) if problem.doubt > 0.0 else proof


def primal_dual(problem: Problem, alpha: Vector) -> PrimalDual:
    """Return primal, dual and gap of the certificate of alpha (N,), bit for bit, in a third of its time."""
    form, g = problem.form, margins_without_offset(problem, alpha)
    squared_norm, (b, r) = float(form.coefficients(alpha) @ g), _free_of(form, alpha, g, None)
    return _primal_dual(form, alpha, form.y * form.per_variable(g + b), squared_norm, squared_norm, b, r)


def certify(
    form: Form,
    alpha: Vector,
    g: Vector,
    bound: KernelBound,
    b: float | None = None,
    normal: SummedNormal | None = None,
) -> Certificate:
    """Return the certificate of alpha (N,), given g (n,) = w.phi(x_i) and the bound on the kernel values.

    `normal` is given if g comes from a w that was summed first.
    """
    length, operations = bound
    norm, apart = (None, 0.0) if normal is None else normal
    coef = form.coefficients(alpha)
    squared_norm = own = float(coef @ g)
    if norm is not None and apart > 0.0:
        squared_norm, own = norm * norm, 2.0 * own - norm * norm + apart * apart  # inf, where a power would raise
    b, r = _free_of(form, alpha, g, b)
    margin = form.y * form.per_variable(g + b)
    found = _primal_dual(form, alpha, margin, squared_norm, own, b, r)
    equality = float(form.y @ alpha) - form.balance
    total = float(alpha.sum()) - form.total if form.alike else 0.0
    reach, unit = float(length @ np.abs(coef)), (len(form.y) + operations) * EPS
    of_w, of_sum = (unit * reach, unit) if norm is None else (operations * EPS * norm, operations * EPS)
    of_f = length * of_w + of_sum * (np.abs(g) + abs(b))
    error = np.asarray(form.per_variable(of_f) + 4 * EPS * (np.abs(form.p) + abs(r)))  # of each u_k
    violation = float(_residuals(form, alpha, g, b, r).max())
    gap, most = (each + 0.5 * apart * apart for each in (found.gap, _gap(form, alpha, squared_norm, margin, r, error)))
    of_sums = len(alpha) * EPS * float(np.abs(alpha).sum()) * (abs(b) + abs(r))
    if norm is not None:
        further = (len(form.y) + 2) * EPS * reach
        of_sums += 0.5 * further * (2.0 * apart + further)
    return Certificate(
        primal=found.primal,
        dual=found.dual,
        gap=gap,
        rounding=most * (1.0 + unit) - gap + abs(b * equality) + abs(r * total) + of_sums
        if math.isfinite(gap)
        else math.inf,
        violation=violation,
        equality=equality,
        box=float(np.maximum(-alpha, alpha - form.upper).max(initial=0.0)),
        b=b,
        r=r,
        total=total,
        noise=float(_residuals(form, alpha, g, b, r, error).max()) - violation,
        of_dual=_rounding_of_dual(form, alpha, g, length, unit),
    )


def _free_of(form: Form, alpha: Vector, g: Vector, b: float | None) -> scalars.Scalars:
    """Return the (b, r) of the primal of a certificate."""
    return scalars.free_scalars(form, alpha, g) if b is None and form.hard else scalars.best_scalars(form, g, b)


def _primal_dual(
    form: Form, alpha: Vector, margin: Vector, squared_norm: float, own: float, b: float, r: float
) -> PrimalDual:
    """Return primal, dual and gap at (b, r); `own` replaces |w|^2 in D if w was summed first."""
    return PrimalDual(
        primal=hard_primal(squared_norm, margin) if form.hard else _soft_primal(form, squared_norm, margin, b, r),
        dual=0.5 * own + 0.5 * float(alpha @ (form.diagonal * alpha)) + float(form.p @ alpha),
        gap=_gap(form, alpha, squared_norm, margin, r, np.zeros_like(alpha)),
    )


def shortfall(form: Form, margin: Vector, r: float) -> Vector:
    """Return u_k = r - p_k - s_k f(x_k), shape (N,), of margin s_k f(x_k): xi_k if positive."""
    return np.asarray((r - form.p) - margin)


def _soft_primal(form: Form, squared_norm: float, margin: Vector, b: float, r: float) -> float:
    slack = np.maximum(0.0, shortfall(form, margin, r))
    scalar_terms = b * form.balance - (r * form.total if form.alike else 0.0)
    return 0.5 * squared_norm + float(form.cost @ (slack**2 if form.squared else slack)) + scalar_terms


def hard_primal(squared_norm: float, margin: Vector) -> float:
    """Return 1/2 |w|^2 after rescaling w until min y f = 1; inf if no rescaling does that."""
    smallest = float(margin.min())
    return 0.5 * squared_norm / smallest**2 if smallest > LEAST_MARGIN else math.inf


def _rounding_of_dual(form: Form, alpha: Vector, g: Vector, length: Vector, unit: float) -> float:
    """Return how far -D can exceed the optimum: its rounding, and the correction from alpha to a feasible alpha.

    The errors of the sums and of the box can be corrected by moving variables by their total; D changes by at most its
    largest slope times that total, plus half the largest curvature times its square.
    """
    size = float(length @ np.abs(form.coefficients(alpha)))
    of_terms = float(np.abs(form.p) @ alpha) + float(alpha @ (form.diagonal * alpha))
    off = abs(float(form.y @ alpha) - form.balance) + float(np.maximum(-alpha, alpha - form.upper).clip(min=0.0).sum())
    if form.alike:
        off += abs(float(alpha.sum()) - form.total)
    off = 2.0 * off + len(alpha) * EPS * float(np.abs(alpha).sum())
    slope = np.abs(form.y * form.per_variable(g) + form.diagonal * alpha + form.p)
    steepest = float(slope.max()) + unit * float(length.max()) * size
    bend = float(length.max()) ** 2 + float(form.diagonal.max())
    return unit * (size * size + of_terms) + off * steepest + 0.5 * off * off * bend


def _gap(form: Form, alpha: Vector, squared_norm: float, margin: Vector, r: float, error: Vector) -> float:
    """Return the largest possible P + D if the error of each u_k is at most `error` (N,)."""
    if form.hard:
        return hard_gap(alpha, squared_norm, margin, error)
    return soft_gap(form, alpha, shortfall(form, margin, r), error)


def soft_gap(form: Form, alpha: Vector, u: Vector, error: Vector) -> float:
    """Return sum_k (C_k - alpha_k) [u_k]_+ + alpha_k [-u_k]_+: |w|^2 has cancelled, no term is negative.

    For a squared loss it is sum_k C_k ([u_k]_+ - alpha_k / (2 C_k))^2 + alpha_k [-u_k]_+; inf beyond float64.
    """
    with np.errstate(over="ignore"):
        long = float(alpha @ np.maximum(0.0, -u + error))
        if form.squared:
            return float(form.cost @ (np.abs(np.maximum(0.0, u) - alpha * form.diagonal) + error) ** 2) + long
        return float((form.upper - alpha) @ np.maximum(0.0, u + error) + long)


def hard_gap(alpha: Vector, squared_norm: float, margin: Vector, error: Vector) -> float:
    """Return 1/2 |w|^2 (1 / s^2 - 1) + sum_i alpha_i (m_i - 1) with s = min m_i; inf if s is not positive."""
    smallest = float((margin - error).min())
    if smallest <= LEAST_MARGIN:
        return math.inf
    stretch, wrong = 1.0 / smallest**2 - 1.0, float(alpha @ error)
    return 0.5 * (squared_norm * stretch + wrong * abs(stretch)) + float(alpha @ (margin - 1.0)) + wrong


def kkt_residuals(problem: Problem, alpha: Vector, g: Vector, b: float, r: float = 0.0) -> Vector:
    """Return each variable's violation of its KKT condition at (b, r), shape (N,), in units of f (mathematics 6.5)."""
    return _residuals(problem.form, alpha, g, b, r)


def _residuals(form: Form, alpha: Vector, g: Vector, b: float, r: float, error: Vector | float = 0.0) -> Vector:
    """Return the largest possible residuals if the error of each value of f is at most `error` (N,)."""
    score = scalars.scores(form, alpha, g) - b + form.y * r  # 0 for the free ones at the optimum
    rise = np.where(scalars.can_rise(form, alpha), np.maximum(0.0, score + error), 0.0)
    fall = np.where(scalars.can_fall(form, alpha), np.maximum(0.0, error - score), 0.0)
    return np.asarray(np.maximum(rise, fall))
