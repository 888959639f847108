"""The free scalars of the primal: the offset b and, if there is a second equality, r.

There are two ways to compute them from an alpha: LIBSVM's rule, the mean over the free variables or else the middle of
the admissible interval (mathematics 6.5 and 7), and the values that minimise the primal for the w of that alpha. Both
need the form, alpha and g (n,) = w.phi(x_i), but no kernel.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .arrays import Vector
from .form import Form, Formulation

Mask = NDArray[np.bool_]
SIGN_OF_R = {Formulation.NU_SVC: 1.0, Formulation.NU_SVR: -1.0}  # a margin, and minus the half width of a tube


class Scalars(NamedTuple):
    """The variables of the primal besides w."""

    b: float
    r: float  # rho of nu-SVC, -epsilon of nu-SVR, else 0


def can_rise(form: Form, alpha: Vector) -> Mask:
    """Return the membership in I_up, shape (N,): alpha_k y_k can still increase."""
    return np.where(form.y > 0, alpha < form.upper, alpha > 0)


def can_fall(form: Form, alpha: Vector) -> Mask:
    """Return the membership in I_low, shape (N,): alpha_k y_k can still decrease."""
    return np.where(form.y > 0, alpha > 0, alpha < form.upper)


def scores(form: Form, alpha: Vector, g: Vector) -> Vector:
    """Return -y_k G_k, shape (N,)."""
    score = form.aim - form.per_variable(g)
    return np.asarray(score - form.y * form.diagonal * alpha if form.squared else score)


def offset_range(form: Form, alpha: Vector, g: Vector) -> tuple[float, float]:
    """Return (m, M), between which every b is valid at the optimum; m > M by the violation before it (mathematics 0).

    With two equalities each sign has such a range, and b is the mean of two values, one of each.
    """
    score = scores(form, alpha, g)
    ranges = [_range(form, alpha, score, part) for part in _parts(form)]
    return sum(m for m, _ in ranges) / len(ranges), sum(M for _, M in ranges) / len(ranges)


def free_scalars(form: Form, alpha: Vector, g: Vector) -> Scalars:
    """Return (b, r) by LIBSVM's rule."""
    score, free = scores(form, alpha, g), (alpha > 0) & (alpha < form.upper)
    levels = [_level(form, alpha, score, free, part) for part in _parts(form)]
    if not form.alike:
        return Scalars(levels[0], 0.0)
    positive, negative = levels  # r1 = -positive and r2 = negative, in LIBSVM's names
    return Scalars(0.5 * (positive + negative), 0.5 * (negative - positive))


class ScalarRanges(NamedTuple):
    """All values of b and of r that are optimal for one w, each from its least to its greatest; a pair may coincide."""

    b: tuple[float, float]
    r: tuple[float, float]
    share: tuple[float, float]  # of b / r over all optimal pairs; nan without a second scalar, or where r may be 0


AT_BOUND = 1e-10  # of the upper bound: a multiplier this near to a bound is on it


def scalar_ranges(form: Form, alpha: Vector, g: Vector) -> ScalarRanges:
    """Return the optimal scalars of an optimal alpha (mathematics, equation 7.6).

    Where a free variable, or m >= M, leaves a single value, it is that of `free_scalars`.
    """
    score, free = scores(form, alpha, g), (alpha > AT_BOUND * form.upper) & (alpha < (1.0 - AT_BOUND) * form.upper)
    settled = np.where(free, alpha, np.where(alpha <= AT_BOUND * form.upper, 0.0, form.upper))
    levels = [_interval(form, settled, score, free, part) for part in _parts(form)]
    if not form.alike:
        return ScalarRanges(levels[0], (0.0, 0.0), (math.nan, math.nan))
    (p, P), (q, Q) = levels  # b - r is in [p, P] and b + r in [q, Q]
    sign = SIGN_OF_R[form.formulation]
    r = (0.5 * (q - P), 0.5 * (Q - p))
    if sign > 0:
        b = (0.5 * (p + max(q, p)), 0.5 * (min(P, Q) + Q)) if r[0] < 0.0 else (0.5 * (p + q), 0.5 * (P + Q))
        r = (max(0.0, r[0]), r[1])
    else:
        b = (0.5 * (q + max(p, q)), 0.5 * (min(Q, P) + P)) if r[1] > 0.0 else (0.5 * (p + q), 0.5 * (P + Q))
        r = (r[0], min(0.0, r[1]))
    return ScalarRanges(b, r, _share((p, P), (q, Q)) if min(sign * r[0], sign * r[1]) > 0.0 else (math.nan, math.nan))


def _interval(form: Form, alpha: Vector, score: Vector, free: Mask, part: Mask | None) -> tuple[float, float]:
    """Return the ends of an admissible interval; its level twice if a variable is free or nothing is left between."""
    settled = free if part is None else free & part
    m, M = _range(form, alpha, score, part)
    if settled.any() or m >= M:
        level = _level(form, alpha, score, free, part)
        return level, level
    return m, M


def _share(minus: tuple[float, float], plus: tuple[float, float]) -> tuple[float, float]:
    """Return the range of b / r for b - r and b + r in two intervals between which r is not 0.

    A quotient of linear functions has its extremes at corners; at infinity it tends to 1 or to -1.
    """
    corners = [(p, q) for p in minus for q in plus]
    ratio = [(q + p) / (q - p) for p, q in corners if math.isfinite(p) and math.isfinite(q)]
    ratio += [1.0 for _, q in corners if math.isinf(q)] + [-1.0 for p, _ in corners if math.isinf(p)]
    return min(ratio), max(ratio)


def _parts(form: Form) -> list[Mask | None]:
    """Return the variables coupled by each equality; None for all of them."""
    return [form.y > 0, form.y < 0] if form.alike else [None]


def _range(form: Form, alpha: Vector, score: Vector, part: Mask | None) -> tuple[float, float]:
    up, low = can_rise(form, alpha), can_fall(form, alpha)
    if part is not None:
        up, low = up & part, low & part
    return float(score[up].max(initial=-math.inf)), float(score[low].min(initial=math.inf))


def _level(form: Form, alpha: Vector, score: Vector, free: Mask, part: Mask | None) -> float:
    """Return the mean score of the free variables, else the middle of the admissible interval."""
    settled = free if part is None else free & part
    if settled.any():
        return float(np.mean(score[settled]))
    least, most = sorted(_range(form, alpha, score, part))
    if math.isinf(least) or math.isinf(most):  # one side cannot move at all: the finite end is valid
        return most if math.isinf(least) else least
    return (least + most) / 2


def best_scalars(form: Form, g: Vector, b: float | None = None) -> Scalars:
    """Return the (b, r) that minimise the primal for fixed w, or the r for a fixed b; r keeps its sign."""
    if not form.alike:
        return Scalars(best_offset(form, g) if b is None else b, 0.0)
    every, values = form.y != 0, form.per_variable(g)
    sign = SIGN_OF_R[form.formulation]
    if b is not None:
        r = _lowest(form.p + form.y * (values + b), form.cost, ~every, -form.total)
        return Scalars(b, sign * max(0.0, sign * r))
    # u_k is r - b - (p_k + g_k) for the sign +1 and r + b - (p_k - g_k) for the other: two separate problems.
    edge, levels = form.p + form.y * values, []
    for part in (form.y > 0, form.y < 0):
        levels.append(_lowest(edge[part], form.cost[part], ~every[part], -float(form.start[part].sum())))
    r = 0.5 * (levels[0] + levels[1])
    if sign * r >= 0:
        return Scalars(0.5 * (levels[1] - levels[0]), r)
    return Scalars(best_offset(form, g), 0.0)


def best_offset(form: Form, g: Vector) -> float:
    """Return a b that minimises the primal for fixed w and r = 0: variable k leaves its loss at b = -y_k p_k - g_k."""
    edge = form.aim - form.per_variable(g)
    if form.squared:
        return _lowest_square(edge, form.cost, form.y > 0)
    return _lowest(edge, form.cost, form.y > 0, form.balance)


def _lowest(edge: Vector, cost: Vector, falling: Mask, pull: float) -> float:
    """Minimise pull b + sum cost [edge - b]_+ over `falling` + sum cost [b - edge]_+ over the others: piecewise linear.

    Far to the left the slope is pull - sum of the falling costs, and each edge raises it by its cost.
    """
    order = np.argsort(edge, kind="stable")
    C = cost[order]
    slope = (pull - C[falling[order]].sum()) + np.cumsum(C)
    return float(edge[order][min(int(np.searchsorted(slope, 0.0)), len(edge) - 1)])


def _lowest_square(edge: Vector, cost: Vector, falling: Mask) -> float:
    """Minimise sum cost [edge - b]_+^2 over `falling` + sum cost [b - edge]_+^2 over the others: piecewise quadratic.

    Between two neighbouring edges the same terms are active, and b is the mean of their edges, weighted by the costs.
    """
    order = np.argsort(edge, kind="stable")
    v, C, falls = edge[order], cost[order], falling[order]
    weight = _at_work(C, falls)
    moment = _at_work(C * v, falls)  # entry j: the active terms between the edges j - 1 and j
    slope = v * weight[:-1] - moment[:-1]  # half of it, at the edges
    j = int(np.searchsorted(slope, 0.0))
    if weight[j] <= 0:
        return float(v[min(j, len(v) - 1)])
    least, most = v[max(j - 1, 0)], v[min(j, len(v) - 1)]
    b = float(moment[j] / weight[j])
    return b if j in (0, len(v)) else min(max(b, float(least)), float(most))


def _at_work(values: Vector, falls: Mask) -> Vector:
    """Return for each gap between sorted edges the sum over falling terms to the right and others to the left."""
    falling, rising = np.where(falls, values, 0.0), np.where(falls, 0.0, values)
    right = np.concatenate([np.cumsum(falling[::-1])[::-1], [0.0]])
    left = np.concatenate([[0.0], np.cumsum(rising)])
    return np.asarray(right + left)
