"""A plane that somebody proposes beside the one that the solver finds and proves (Li, exercise 7.2; mathematics 2)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

import numpy as np

from core.problem.arrays import Matrix, Vector
from core.view.solution import Solution

SAME = 5e-3  # of w and b: the digits that a hand sets
TOUCHING = 1e-9  # a functional margin that is 1 but for rounding


class PlaneKind(Enum):
    """What a proposed plane is."""

    NONE = "none"  # w = 0 is no plane
    WRONG = "wrong"  # it does not separate the classes
    INFEASIBLE = "infeasible"  # it separates them, but a functional margin is below 1
    WIDE = "feasible"  # every functional margin is at least 1, and |w| could be smaller
    BEST = "best"  # the answer, to the digits of a hand


@dataclass(frozen=True)
class Guess:
    """A proposed plane w.x + b = 0 on points, and how far from the best it is."""

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
