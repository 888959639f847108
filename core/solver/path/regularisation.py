"""The regularisation path: the optimum of C-SVC as a piecewise linear function of C (mathematics 22.8).

alpha(C) and b(C) are linear between two breakpoints, where a point enters or leaves the margin. One run from the lowest
C to the highest finds all of them; afterwards no C needs a solve. Everything is verified: at both ends of each piece
the optimality conditions are recomputed, and since they are linear in between they hold on the whole piece.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...problem import InputError, Kernel, c_svc, validation
from ...problem.arrays import Matrix, Vector
from ...problem.parameters import finite_penalty
from ..outcome import Outcome
from ..stepper import CancelFlag
from ..walk import new_cancel_flag
from . import pieces
from .pieces import Pieces

MOST_POINTS = 500
CLOSE = 1e-12  # relative: breakpoints nearer than this to one another are one, where several points move


class Status(IntEnum):
    """The status of a point: which of its conditions is an equation."""

    ZERO = 0  # alpha = 0, outside the band
    FREE = 1  # y f = 1, on the margin
    BOUNDED = 2  # alpha = C, inside the band or on the wrong side


class Move(NamedTuple):
    """A point that changes its status as C grows."""

    point: int
    left: Status
    entered: Status


class Breakpoint(NamedTuple):
    """Where alpha(C) bends."""

    C: float
    moves: tuple[Move, ...]


@dataclass(frozen=True, eq=False)
class RegularisationPath:
    """The optimum for every C from low to high; `high` is below the requested value unless the outcome is OPTIMAL."""

    y: Vector  # (n,)
    gram: Matrix  # (n, n)
    low: float
    high: float
    pieces: Pieces
    breakpoints: tuple[Breakpoint, ...]  # rising in C
    outcome: Outcome  # OPTIMAL: the whole way is proved; STUCK, CANCELLED: up to `high`

    @property
    def violation(self) -> float:
        """The worst violation of the KKT conditions at the ends of all pieces, which bounds it between them."""
        return float(self.pieces.violation.max(initial=0.0))

    @property
    def relative_gap(self) -> float:
        """The worst duality gap at the ends of all pieces, in units of the dual value there."""
        return float(self.pieces.gap.max(initial=0.0))

    def piece(self, C: float) -> int:
        """Return the index of the piece that contains C; `InputError` outside [low, high]."""
        if len(self.pieces.ends) == 0 or not self.low <= C <= self.high:
            sentence = "C is {C}; the path has been found from {low} to {high}."
            raise InputError("path.outside", sentence, C=C, low=self.low, high=self.high)
        return min(int(np.searchsorted(self.pieces.ends[:, 1], C)), len(self.pieces.ends) - 1)

    def alpha(self, C: float) -> Vector:
        """Return the multipliers at C, shape (n,)."""
        k = self.piece(C)
        (first, last), place, part = self.pieces.alpha[k], self.pieces.place[k], self._part(k, C)
        alpha = np.clip((1.0 - part) * first + part * last, 0.0, C)
        alpha[place == Status.ZERO], alpha[place == Status.BOUNDED] = 0.0, C  # exactly: no rounding makes them free
        return np.asarray(alpha)

    def places(self, C: float) -> NDArray[np.uint8]:
        """Return the `Status` of every point at C, shape (n,)."""
        return np.asarray(self.pieces.place[self.piece(C)])

    def b_interval(self, C: float) -> tuple[float, float]:
        """Return the lowest and the highest valid b at C; they differ only if no point has 0 < alpha < C."""
        k, part = self.piece(C), self._part(self.piece(C), C)
        first, last = self.pieces.b[k]
        if not np.isnan(first):
            b = float((1.0 - part) * first + part * last)
            return b, b
        score = self.y - self.gram @ (self.alpha(C) * self.y)
        up = (self.pieces.place[k] == Status.ZERO) == (self.y > 0)
        m, M = score[up].max(initial=-np.inf), score[~up].min(initial=np.inf)
        return min(float(m), float(M)), max(float(m), float(M))

    def b(self, C: float) -> float:
        """Return the offset at C: that of the free points, else the middle of the valid interval (mathematics 6.5)."""
        low, high = self.b_interval(C)
        return high if np.isinf(low) else low if np.isinf(high) else (low + high) / 2

    def decision(self, C: float) -> Vector:
        """Return f of the training points at C, shape (n,)."""
        return np.asarray(self.gram @ (self.alpha(C) * self.y) + self.b(C))

    def objective(self, C: float) -> float:
        """Return D at C, minimised form."""
        beta = self.alpha(C) * self.y
        return float(0.5 * beta @ self.gram @ beta - np.abs(beta).sum())

    @cached_property
    def bends(self) -> Vector:
        """C of the breakpoints, ascending."""
        return np.array([one.C for one in self.breakpoints])

    def _part(self, k: int, C: float) -> float:
        begin, end = self.pieces.ends[k]
        return float(min(max((C - begin) / (end - begin), 0.0), 1.0)) if end > begin else 1.0


def regularisation_path(
    X: ArrayLike, y: ArrayLike, kernel: Kernel, low: float, high: float, cancel: CancelFlag | None = None
) -> RegularisationPath:
    """Return the optimum of C-SVC for every C from low to high; `InputError` for a problem without one."""
    lowest, highest = finite_penalty(validation.penalty(low)), finite_penalty(validation.penalty(high))
    if not lowest < highest:
        sentence = "The path goes from {low} to {high}; the first must be the lower one."
        raise InputError("path.range", sentence, low=low, high=high)
    problem = c_svc(X, y, kernel, lowest)
    if len(problem.y) > MOST_POINTS:
        sentence = "There are {count} points; the path over C takes at most {most}."
        raise InputError("path.points", sentence, count=len(problem.y), most=MOST_POINTS)
    if not problem.is_psd:
        sentence = "This kernel is not positive semidefinite on these points, so the path over C is not defined."
        raise InputError("path.indefinite", sentence)
    flag = new_cancel_flag() if cancel is None else cancel
    found, outcome = pieces.found(problem, highest, flag)
    reached = float(found.ends[-1, 1]) if len(found.ends) else lowest
    return RegularisationPath(problem.y, problem.gram, lowest, reached, found, _breakpoints(found), outcome)


def _breakpoints(found: Pieces) -> tuple[Breakpoint, ...]:
    """Return the C at which a status changes; pieces of negligible length are skipped."""
    begin, end = found.ends.T
    long = np.flatnonzero(end - begin > CLOSE * end)
    bends = []
    for one, other in pairwise(long):
        before, after = found.place[one], found.place[other]
        moves = tuple(Move(int(i), Status(before[i]), Status(after[i])) for i in np.flatnonzero(before != after))
        if moves:
            bends.append(Breakpoint(float(begin[other]), moves))
    return tuple(bends)
