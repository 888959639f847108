"""One visit of dual coordinate descent: the parabola of the dual in alpha_i, its clip to [0, U], and the new w."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import cast

import numpy as np

from ...problem import LinearProblem
from ...problem.arrays import Vector
from ...solver import DescentRule, DescentState
from ...trace import Trace


@dataclass(frozen=True)
class CoordinateView:
    """The state before and after a visit; U and the thresholds may be infinite."""

    i: int
    epoch: int  # 0 for the first
    place: int  # of this visit among the active ones of its epoch, 1 for the first
    active: int  # number of coordinates in the epoch, without those set aside so far
    aside: int  # number set aside after this visit
    random: bool
    picked: bool  # by hand, out of turn
    tolerance: float
    upper: float  # U
    seen: float  # the largest alpha of the whole run: the range to show if U is far away
    old: float
    free: float  # the unclipped minimum along the axis; nan if the dual is a straight line
    new: float
    slope: float  # G, before the visit
    projected: float  # PG, the part of it not blocked by the box
    curvature: float  # Q_ii + D_ii
    objective: float  # D before the visit
    decrease: float
    shrunk: bool
    threshold: float  # the largest (at 0) or smallest (at U) PG of the last epoch, beyond which a point is set aside
    spread: float  # of the projected gradients of this epoch up to this visit, zero among them
    w: tuple[Vector, Vector]  # (p,) before and after, without the weight of the constant
    b: tuple[float, float]

    @property
    def clipped(self) -> bool:
        """Whether the minimum of the parabola is outside the box."""
        return not 0.0 <= self.free <= self.upper

    @property
    def moved(self) -> bool:
        """Whether alpha_i changed."""
        return self.new != self.old

    @property
    def stopped(self) -> bool:
        """Whether alpha_i is at a bound against which its slope pushes it: PG = 0, but not G."""
        return self.projected == 0.0 and self.slope != 0.0

    def dual_at(self, alpha_i: float | Vector) -> float | Vector:
        """Return D with this alpha_i and all others unchanged, inside the box or outside."""
        t = alpha_i - self.old
        return self.objective + t * (self.slope + 0.5 * self.curvature * t)


def coordinate_at(trace: Trace, k: int) -> CoordinateView:
    """Return the visit of step k of a trace, 0 <= k < len(trace)."""
    if not 0 <= k < len(trace):
        raise IndexError(f"step {k} is not in 0..{len(trace) - 1}")
    problem = trace.problem
    if not isinstance(problem, LinearProblem):
        raise TypeError(f"{trace.stepper.name} visits no coordinates")
    row, rule = trace.table[k], cast(DescentRule, trace.leg(k).rule)
    before, after = cast(DescentState, trace.state_at(k)), cast(DescentState, trace.state_at(k + 1))
    i, epoch, curvature = int(row["i"]), after.epoch, float(problem.dual.curvature[int(row["i"])])
    old, G, shrunk = float(row["alpha_old"]), float(row["gradient"]), bool(row["shrunk"])
    planes = [_plane(problem, state) for state in (before, after)]
    return CoordinateView(
        i=i,
        epoch=epoch.number,
        place=int(epoch.position) + int(shrunk),
        active=int(epoch.active) + int(shrunk),
        aside=len(problem.y) - int(epoch.active),
        random=rule.random,
        picked=trace.leg(k).picked,
        tolerance=rule.tolerance,
        upper=problem.dual.upper,
        seen=float(np.max(trace.table["alpha_i"])),
        old=old,
        free=old - G / curvature if curvature > 0 else math.nan,
        new=float(row["alpha_i"]),
        slope=G,
        projected=float(row["projected"]),
        curvature=curvature,
        objective=before.objective,
        decrease=float(row["decrease"]),
        shrunk=shrunk,
        threshold=epoch.largest_before if old <= 0 else epoch.smallest_before,
        spread=max(float(epoch.largest), 0.0) - min(float(epoch.smallest), 0.0),
        w=(planes[0][0], planes[1][0]),
        b=(planes[0][1], planes[1][1]),
    )


def _plane(problem: LinearProblem, state: DescentState) -> tuple[Vector, float]:
    """Return w and b as stored by the algorithm, from which its next slope is computed."""
    if problem.bias is None:
        return state.w, 0.0
    return state.w[:-1], float(state.w[-1]) * problem.bias
