"""Everything that duality says of one place (x, lambda) of a problem (mathematics 1)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from core.problem.arrays import Vector
from core.theory.duality import Conditions, Optimum, Program, conditions, lagrangian, theta_dual, theta_primal

CLOSED = 1e-9  # a gap, or a residual, that is smaller is rounding
NEAR = 0.01  # what a hand can set: a residual up to it counts as 0 to the digits of a slider


@dataclass(frozen=True)
class AtPlace:
    """A place, the numbers there, and the optimum."""

    x: Vector  # (d,)
    multipliers: Vector  # (m,)
    g: Vector  # (m,)
    lagrangian: float
    primal: float  # theta_P(x); inf where x is not feasible
    dual: float  # theta_D(lambda); -inf where L falls for ever
    inner: Vector | None  # an x at which L is smallest for these multipliers
    conditions: Conditions
    optimum: Optimum

    @property
    def gap(self) -> float:
        """theta_P(x) - theta_D(lambda); nan where a multiplier is negative and theta_D bounds nothing."""
        return math.nan if (self.multipliers < 0.0).any() else self.primal - self.dual

    @property
    def closed(self) -> bool:
        """Whether the gap is 0 but for rounding: then x and lambda are both proved optimal."""
        return self.gap <= CLOSED

    @property
    def strong(self) -> bool:
        """Whether p* and d* agree but for rounding."""
        return self.optimum.gap <= CLOSED

    @property
    def checks(self) -> tuple[bool, bool, bool, bool]:
        """Whether stationarity, feasibility, signs and slackness hold; the two of equality to what a hand can set."""
        found, near = self.conditions, NEAR * (1.0 + CLOSED)
        return found.stationary <= near, found.feasible == 0.0, found.signs == 0.0, found.slackness <= near

    @property
    def holds(self) -> bool:
        """Whether all four do."""
        return all(self.checks)


def at_place(program: Program, x: Vector, multipliers: Vector) -> AtPlace:
    """Return what there is to say at x (d,) and multipliers (m,)."""
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
