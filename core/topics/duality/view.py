"""Duality at one point, the Lagrangian as a landscape, and a proposed plane (mathematics 1 and 2)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

import numpy as np

from ...problem.arrays import Matrix, Vector
from ...view.isolines import isolines
from ...view.solution import Solution
from .theory import (
    Conditions,
    OneVariable,
    Optimum,
    Program,
    Range,
    Spot,
    TwoConstraints,
    conditions,
    lagrangian,
    theta_dual,
    theta_primal,
)

# ---- Duality at one point (x, lambda) of a problem ----


CLOSED = 1e-9  # a gap, or a residual, that is smaller is rounding
NEAR = 0.01  # resolution by hand: a residual up to it counts as 0 to the digits of a slider


@dataclass(frozen=True)
class AtPlace:
    """A point, the values there, and the optimum."""

    x: Vector  # (d,)
    multipliers: Vector  # (m,)
    g: Vector  # (m,)
    lagrangian: float
    primal: float  # theta_P(x); inf where x is not feasible
    dual: float  # theta_D(lambda); -inf where L is unbounded
    inner: Vector | None  # an x at which L is smallest for these multipliers
    conditions: Conditions
    optimum: Optimum

    @property
    def gap(self) -> float:
        """theta_P(x) - theta_D(lambda); nan if a multiplier is negative and theta_D is no bound."""
        return math.nan if (self.multipliers < 0.0).any() else self.primal - self.dual

    @property
    def closed(self) -> bool:
        """Whether the gap is 0 up to rounding: then x and lambda are both proved optimal."""
        return self.gap <= CLOSED

    @property
    def strong(self) -> bool:
        """Whether p* and d* agree up to rounding."""
        return self.optimum.gap <= CLOSED

    @property
    def checks(self) -> tuple[bool, bool, bool, bool]:
        """Whether stationarity, feasibility, signs and slackness hold; the two equalities to the resolution by hand."""
        found, near = self.conditions, NEAR * (1.0 + CLOSED)
        return found.stationary <= near, found.feasible == 0.0, found.signs == 0.0, found.slackness <= near

    @property
    def holds(self) -> bool:
        """Whether all four do."""
        return all(self.checks)


def at_place(program: Program, x: Vector, multipliers: Vector) -> AtPlace:
    """Return the view at x (d,) and multipliers (m,)."""
    return AtPlace(
        x=x,
        multipliers=multipliers,
        g=np.asarray(program.constraints(x)),
        lagrangian=lagrangian(program, x, multipliers),
        primal=theta_primal(program, x),
        dual=theta_dual(program, multipliers),
        inner=program.inner(multipliers).x,
        conditions=conditions(program, x, multipliers),
        optimum=program.optimum(),
    )


# ---- The Lagrangian as a landscape ----


CELLS = 121  # of the grid along each axis
FINE = 401  # places of a curve
LINES = 14  # of equal L, about
APART = 0.09  # of the window between two labels, one above the other
LABELLED = (0.1, 0.93)  # of the window's width: where labels stand
SPREAD = (5.0, 95.0)  # percent of the grid's values between which the lines lie


@dataclass(frozen=True)
class Landscape:
    """L(x, lambda) of a problem of one variable and one constraint."""

    x: Vector  # (FINE,)
    multiplier: Vector  # (FINE,)
    lines: Matrix  # (k, 2), lines of equal L, a row of nan after each
    step: float  # of L from one line to the next
    labels: Matrix  # (k, 3), places (x, lambda) on the lines, with their L
    valley: Matrix  # (FINE, 2), the x at which L is smallest, with its lambda; nan where there is none
    feasible: tuple[Range, ...]  # of x; a single point has both ends the same
    primal: Vector  # (FINE,) theta_P at x, inf where it is not feasible
    dual: Vector  # (FINE,) theta_D at lambda, -inf where L is unbounded


@dataclass(frozen=True)
class PlaneOfX:
    """L(., lambda) of a problem of two variables and two constraints."""

    lines: Matrix  # (k, 2), lines of equal L, a row of nan after each
    step: float
    corner: Matrix  # (k, 2), the border of the feasible part of the window, closed; (0, 2) where nothing is feasible
    edges: tuple[Matrix, Matrix]  # (2, 2) each, a_i.x = 1 across the window
    chain: Matrix  # (3, 2), 0, lambda_1 a_1, and the sum with lambda_2 a_2: where L is smallest


@dataclass(frozen=True)
class DualMap:
    """theta_D over both multipliers of a problem of two constraints."""

    lines: Matrix  # (k, 2), lines of equal theta_D, a row of nan after each
    step: float  # of theta_D from one line to the next
    best: Spot | None  # the maximum of theta_D over lambda >= 0, with d*; None if it is unbounded


def landscape(program: OneVariable, x: Range, multiplier: Range) -> Landscape:
    """Return the landscape over a window of x and lambda."""
    columns, rows = np.linspace(*x, CELLS), np.linspace(*multiplier, CELLS)
    f, g = (np.polynomial.polynomial.polyval(columns, each) for each in (program.f, program.g))
    values = np.asarray(f + rows[:, None] * g)
    across, up = np.linspace(*x, FINE), np.linspace(*multiplier, FINE)
    inner = [program.inner(np.array([each])).x for each in up]
    valley = np.array([[math.nan if place is None else place[0], each] for place, each in zip(inner, up, strict=True)])
    valley[1:][np.abs(np.diff(valley[:, 0])) > 0.25 * (x[1] - x[0])] = math.nan  # it leaps
    step = _step(values)
    return Landscape(
        x=across,
        multiplier=up,
        lines=_lines(values, columns, rows, step),
        step=step,
        labels=_labels(program, x, multiplier, step),
        valley=valley,
        feasible=_feasible(program, x),
        primal=np.array([theta_primal(program, np.array([each])) for each in across]),
        dual=np.array([theta_dual(program, np.array([each])) for each in up]),
    )


def plane_of(program: TwoConstraints, x: Range, multipliers: Vector) -> PlaneOfX:
    """Return the landscape over a square window of x, for multipliers (2,)."""
    axis = np.linspace(*x, CELLS)
    columns, rows = np.meshgrid(axis, axis)
    places = np.stack([columns, rows], axis=-1)
    values = 0.5 * np.einsum("...i,...i", places, places) + (1.0 - places @ program.A.T) @ multipliers
    square = np.array([[x[0], x[0]], [x[1], x[0]], [x[1], x[1]], [x[0], x[1]]])
    first, second = program.A
    inside = _cut(_cut(square, first), second)
    return PlaneOfX(
        lines=_lines(values, axis, axis, 0.2),
        step=0.2,
        corner=np.concatenate([inside, inside[:1]]),
        edges=(_edge(first, x), _edge(second, x)),
        chain=np.concatenate([np.zeros((1, 2)), np.cumsum(multipliers[:, None] * program.A, axis=0)]),
    )


def dual_map(program: TwoConstraints, multiplier: Range) -> DualMap:
    """Return theta_D over a square window of both multipliers: a concave quadratic (mathematics 1)."""
    axis = np.linspace(*multiplier, CELLS)
    values = -program.dual(np.stack(np.meshgrid(axis, axis), axis=-1))
    step, least = _step(values), program.dual.best
    best = None if least is None else Spot(least.at, -least.value)
    return DualMap(_lines(values, axis, axis, step), step, best)


# ---- lines of equal L ----


def _step(values: Matrix) -> float:
    """Return 1, 2 or 5 times a power of ten, such that there are about `LINES` of them in what is usual."""
    low, high = np.percentile(values, SPREAD)
    rough = (high - low) / LINES
    power = 10.0 ** math.floor(math.log10(rough))
    return next(k * power for k in (1.0, 2.0, 5.0, 10.0) if k * power >= rough)


def _lines(values: Matrix, columns: Vector, rows: Vector, step: float) -> Matrix:
    low, high = (math.ceil(float(end) / step) for end in (values.min(), values.max()))
    low = max(low, high - 60)  # lower values are not interesting
    found = [isolines(values - k * step, columns, rows) for k in range(low, high)]
    return np.concatenate([np.empty((0, 2)), *found])


def _labels(program: OneVariable, x: Range, multiplier: Range, step: float) -> Matrix:
    """Return places along a few upright lines, no two nearer than `APART`: L is linear in lambda there."""
    found = []
    apart = APART * (multiplier[1] - multiplier[0])
    for share in LABELLED:
        at = np.array([x[0] + share * (x[1] - x[0])])
        f, g = program.objective(at), float(program.constraints(at)[0])
        if g == 0.0:
            continue
        ends = sorted(f + g * (end + side * apart) for end, side in zip(multiplier, (0.5, -0.5), strict=True))
        every = max(1, math.ceil(apart * abs(g) / step))
        for k in range(math.ceil(ends[0] / step), math.floor(ends[1] / step) + 1):
            if k % every == 0:
                found.append((at[0], (k * step - f) / g, round(k * step, 9)))
    return np.array(found).reshape(-1, 3)


# ---- what is feasible ----


def _feasible(program: OneVariable, x: Range) -> tuple[Range, ...]:
    """Return the parts of a window where g <= 0."""
    roots = [float(root) for root in program.ends if x[0] < root < x[1]]
    cuts = sorted({*x, *roots})
    parts = []
    for low, high in pairwise(cuts):
        middle = np.array([0.5 * (low + high)])
        if program.constraints(middle)[0] <= 0.0:
            parts.append((low, high))
    touched = {end for part in parts for end in part}
    return tuple(sorted([*parts, *((root, root) for root in sorted(set(roots)) if root not in touched)]))


def _cut(polygon: Matrix, a: Vector) -> Matrix:
    """Return the part of a convex polygon (k, 2) with a.x >= 1."""
    kept = []
    above = polygon @ a - 1.0
    for k in range(len(polygon)):
        here, there = polygon[k - 1], polygon[k]
        one, other = above[k - 1], above[k]
        if (one < 0.0) != (other < 0.0):
            kept.append(here + one / (one - other) * (there - here))
        if other >= 0.0:
            kept.append(there)
    return np.array(kept).reshape(-1, 2)


def _edge(a: Vector, x: Range) -> Matrix:
    """Return a line a.x = 1, long enough to cross the window."""
    foot, along = a / (a @ a), np.array([-a[1], a[0]]) / np.linalg.norm(a)
    length = 4.0 * (x[1] - x[0])
    return np.array([foot - length * along, foot + length * along])


# ---- A plane set by hand beside the one that the solver finds and proves ----


SAME = 5e-3  # of w and b: the resolution by hand
TOUCHING = 1e-9  # a functional margin that is 1 up to rounding


class PlaneKind(Enum):
    """The kind of a proposed plane."""

    NONE = "none"  # w = 0, not a plane
    WRONG = "wrong"  # it does not separate the classes
    INFEASIBLE = "infeasible"  # it separates them, but a functional margin is below 1
    WIDE = "feasible"  # every functional margin is at least 1, and |w| could be smaller
    BEST = "best"  # the answer, to the resolution by hand


@dataclass(frozen=True)
class Guess:
    """A proposed plane w.x + b = 0 on points, and its distance from the best one."""

    w: Vector  # (2,)
    b: float
    functional: Vector  # (n,) y_i (w.x_i + b)
    geometric: float  # the smallest functional margin over |w|; nan for w = 0
    best: float  # the largest geometric margin there is
    off: Vector  # (3,) w - w*, b - b*
    kind: PlaneKind

    @property
    def objective(self) -> float:
        """|w|^2 / 2."""
        return float(0.5 * (self.w @ self.w))

    @property
    def worst(self) -> int:
        """The point with the smallest functional margin."""
        return int(self.functional.argmin())


def guess(X: Matrix, y: Vector, found: Solution, w: Vector, b: float) -> Guess:
    """Return a plane (w, b) beside the answer for the same points."""
    assert found.w is not None  # the kernel is linear
    functional = np.asarray(y * (X @ w + b))
    length = float(np.linalg.norm(w))
    off = np.append(w - found.w, b - found.b)
    return Guess(
        w=w,
        b=b,
        functional=functional,
        geometric=float(functional.min()) / length if length > 0.0 else math.nan,
        best=0.5 * found.margin_width,
        off=off,
        kind=_kind(length, float(functional.min()), off),
    )


def _kind(length: float, least: float, off: Vector) -> PlaneKind:
    if length == 0.0:
        return PlaneKind.NONE
    if np.abs(off).max() <= SAME:
        return PlaneKind.BEST
    if least <= 0.0:
        return PlaneKind.WRONG
    return PlaneKind.WIDE if least >= 1.0 - TOUCHING else PlaneKind.INFEASIBLE
