"""The two-variable box: the feasible line of a pair, its minimum, the clipping, and the parabola along it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from ..problem.arrays import Vector
from ..problem.dual import Dual, Problem
from ..solver import Segment, segment, solve_pair
from ..trace import Trace

Point = tuple[float, float]  # (alpha_i, alpha_j)
UNEQUAL = (1.0, 0.6)  # C_i and C_j of the pairs that show every region
LINES = ((-1.0, (0.55, 0.2, -0.3)), (1.0, (1.3, 0.8, 0.3)))  # y_i y_j, and what alpha_i + y_i y_j alpha_j keeps
BEYOND = 0.22  # of alpha_j past an end of the line


class Region(Enum):
    """The region of the unclipped minimum; for y_i != y_j LIBSVM's regions I to IV (mathematics 6.2)."""

    INSIDE = "inside"
    I = "I"  # noqa: E741 - the source's name: alpha_i beyond C_i
    II = "II"  # alpha_j beyond C_j
    III = "III"  # alpha_j below 0
    IV = "IV"  # alpha_i below 0
    I_ABOVE = "i>Ci"  # y_i = y_j, the sum beyond C_i
    J_BELOW = "j<0"  # y_i = y_j, the sum within C_i
    J_ABOVE = "j>Cj"  # y_i = y_j, the sum beyond C_j
    I_BELOW = "i<0"  # y_i = y_j, the sum within C_j


@dataclass(frozen=True)
class BoxView:
    """A pair in its box; upper bounds and the high end may be infinite (hard margin)."""

    i: int
    j: int
    same_label: bool  # alpha_i + alpha_j is constant; else alpha_i - alpha_j
    C_i: float
    C_j: float
    old: Point
    free: Point  # the unclipped minimum along the line; with tau if a_ij <= 0
    new: Point  # the clipped one
    low: Point  # the end with the smallest alpha_j: (., L)
    high: Point  # the end with the largest: (., H)
    region: Region
    curvature: float  # a_ij as it is; <= 0: the dual is not convex along this line
    objective: float  # D at the old point
    slope: float  # dD / d alpha_j along the line at the old point

    @property
    def L(self) -> float:  # noqa: N802 - the book's name
        """Least alpha_j on the line."""
        return self.low[1]

    @property
    def H(self) -> float:  # noqa: N802 - the book's name
        """Largest alpha_j on the line."""
        return self.high[1]

    @property
    def coefficients(self) -> tuple[float, float, float]:
        """(c0, c1, c2) of the dual along the line, D = c0 + c1 t + c2 t^2 with t = alpha_j - old alpha_j."""
        return self.objective, self.slope, 0.5 * self.curvature

    @property
    def decrease(self) -> float:
        """The decrease of D by the step to the clipped point."""
        t = self.new[1] - self.old[1]
        return -t * (self.slope + 0.5 * self.curvature * t)

    def dual_at(self, alpha_j: float) -> float:
        """Return D on the line, inside the box or outside."""
        t = alpha_j - self.old[1]
        return self.objective + t * (self.slope + 0.5 * self.curvature * t)

    def point_at(self, alpha_j: float) -> Point:
        """Return the point of the line with this alpha_j."""
        t = alpha_j - self.old[1]
        return (self.old[0] - t if self.same_label else self.old[0] + t), alpha_j


def box_view(dual: Dual, alpha: Vector, gradient: Vector, objective: float, i: int, j: int) -> BoxView:
    """Return the box of the pair i != j at alpha (n,) with gradient (n,) and D(alpha)."""
    update = solve_pair(dual, alpha, gradient, i, j)
    ends = segment(dual, alpha, i, j)
    same = bool(dual.y[i] == dual.y[j])
    free, new = (update.free_alpha_i, update.free_alpha_j), (update.alpha_i, update.alpha_j)
    return BoxView(
        i=i,
        j=j,
        same_label=same,
        C_i=float(dual.upper[i]),
        C_j=float(dual.upper[j]),
        old=(float(alpha[i]), float(alpha[j])),
        free=free,
        new=new,
        low=(ends.low_i, ends.low_j),
        high=(ends.high_i, ends.high_j),
        region=_region(same, free, new, ends, float(dual.upper[j])),
        curvature=update.curvature,
        objective=objective,
        slope=float(gradient[j] - dual.y[i] * dual.y[j] * gradient[i]),
    )


def box_at(trace: Trace, k: int) -> BoxView:
    """Return the box of the pair that step k of a trace moved, 0 <= k < len(trace), with the point it moved to."""
    if not 0 <= k < len(trace):
        raise IndexError(f"step {k} is not in 0..{len(trace) - 1}")
    if not isinstance(trace.problem, Problem):
        raise TypeError(f"{trace.stepper.name} moves no pairs")
    row, dual, state = trace.table[k], trace.problem.dual, trace.state_at(k)
    gradient = trace.stepper.gradient(dual, state)
    box = box_view(dual, state.alpha, gradient, state.objective, int(row["i"]), int(row["j"]))
    # Platt's rule takes the better end if a_ij <= 0, and rounds differently from SMO: use the recorded move.
    new = (float(row["alpha_i"]), float(row["alpha_j"]))
    ends = Segment(*box.low, *box.high)
    return replace(box, new=new, region=_region(box.same_label, box.free, new, ends, box.C_j))


def _region(same_label: bool, free: Point, new: Point, ends: Segment, C_j: float) -> Region:
    """Return the region of the line's end that the clipped point is on; a corner is II, IV, J_BELOW or I_BELOW."""
    low, high = (ends.low_i, ends.low_j), (ends.high_i, ends.high_j)
    if new == free or new not in (low, high):
        return Region.INSIDE
    if new == low and (low != high or free[1] < new[1]):
        if same_label:
            return Region.I_ABOVE if ends.low_j > 0 else Region.J_BELOW
        return Region.III if ends.low_i > 0 else Region.IV
    if same_label:
        return Region.J_ABOVE if ends.high_i > 0 else Region.I_BELOW
    return Region.II if ends.high_j == C_j else Region.I


@dataclass(frozen=True)
class Cut:
    """An unclipped point somewhere in the plane of a pair, and the point to which the box clips it on its line."""

    same_label: bool
    C_i: float
    C_j: float
    free: Point
    new: Point
    low: Point  # the ends of its line in the box, as in `BoxView`
    high: Point
    region: Region


def cut(same_label: bool, C_i: float, C_j: float, free: Point) -> Cut | None:
    """Return the clip of an unclipped point by the box [0, C_i] x [0, C_j]; None where its line misses the box (NA).

    No step starts from such a line, so that its region has no formula (mathematics 6.2).
    """
    kept = free[0] + free[1] if same_label else free[0] - free[1]
    if not (0.0 <= kept <= C_i + C_j if same_label else -C_j <= kept <= C_i):
        return None
    signs, upper = np.array([1.0, 1.0 if same_label else -1.0]), np.array([C_i, C_j])
    ends = segment(Dual(np.eye(2), signs, -np.ones(2), upper, math.inf), np.array(free), 0, 1)
    low, high = (ends.low_i, ends.low_j), (ends.high_i, ends.high_j)
    new = low if free[1] <= low[1] else high if free[1] >= high[1] else free
    if 0.0 <= free[0] <= C_i and 0.0 <= free[1] <= C_j:
        new = free  # an end computed from a sum may differ from it by the last bit
    return Cut(same_label, C_i, C_j, free, new, low, high, _region(same_label, free, new, ends, C_j))


def cut_pairs() -> tuple[BoxView, ...]:
    """Return pairs with two different bounds whose minimum lies outside the box, at least one for every region."""
    return tuple(_cut(sign, kept, end) for sign, lines in LINES for kept in lines for end in (0, 1))


def _cut(sign: float, kept: float, end: int) -> BoxView:
    """Return a pair in the middle of its line whose minimum is `BEYOND` the low or the high end of the line."""
    upper, first = np.array(UNEQUAL), max(0.0, sign * (kept - UNEQUAL[0]), -kept if sign < 0 else 0.0)
    dual = Dual(np.eye(2), np.array([1.0, sign]), -np.ones(2), upper, math.inf)
    ends = segment(dual, np.array([kept - sign * first, first]), 0, 1)
    middle = 0.5 * (ends.low_j + ends.high_j)
    way = (ends.high_j + BEYOND if end else ends.low_j - BEYOND) - middle
    return box_view(dual, np.array([kept - sign * middle, middle]), np.array([0.0, -2.0 * way]), 0.0, 0, 1)
