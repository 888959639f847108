"""How far the variables of one sign, or of both, are from the optimum: the interval [m, M] that they leave.

It is one for b. Where e' alpha is fixed beside s' alpha each sign has its own: for b - r the sign +1, for b + r the
other, with r as `Scalars` has it (mathematics 7).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.problem import Form
from core.problem.arrays import Vector
from core.problem.scalars import can_fall, can_rise
from core.view.standing import highest

SIGNS = (1, -1)


@dataclass(frozen=True)
class Breach:
    """m of what can rise and M of what can fall, among the variables of one sign or of both."""

    sign: int  # 0: of both
    m: float
    M: float
    up: int  # the variable of m, -1 if none can rise
    low: int  # the variable of M, -1 if none can fall
    free: int  # variables between 0 and their bound

    @property
    def violation(self) -> float:
        """Return m - M, which is not above 0 at the optimum."""
        return self.m - self.M


def breaches(form: Form, alpha: Vector, score: Vector) -> tuple[Breach, ...]:
    """Return those of an alpha with these scores -y G: one of each sign where both sums are fixed, else one of all."""
    return tuple(_breach(sign, form, alpha, score) for sign in (SIGNS if form.alike else (0,)))


def _breach(sign: int, form: Form, alpha: Vector, score: Vector) -> Breach:
    own = np.ones(len(form.y), dtype=bool) if sign == 0 else form.y == sign
    up, low = highest(score, own & can_rise(form, alpha)), highest(-score, own & can_fall(form, alpha))
    return Breach(
        sign,
        m=float(score[up]) if up >= 0 else -np.inf,
        M=float(score[low]) if low >= 0 else np.inf,
        up=up,
        low=low,
        free=int(np.count_nonzero(own & (alpha > 0) & (alpha < form.upper))),
    )
