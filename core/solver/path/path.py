"""Every C at once: alpha of C-SVC as a piecewise linear function of C (mathematics 22.8; Hastie04).

Between two breakpoints no point changes its place: alpha is 0, or it is C, or y f = 1 there. The KKT conditions are
linear in C then, and so is alpha. A breakpoint is where a point comes to the margin, or an alpha to a bound.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.problem import InputError, Kernel, Problem, c_svc, offset
from core.problem.arrays import Matrix, Vector
from core.problem.parameters import finite_penalty
from core.solver.outcome import Outcome
from core.solver.path.direction import NEGLIGIBLE, Places, Program, rates, saddle, solve
from core.solver.stepper import CancelFlag
from core.solver.trainer import train

START = 1e-12  # tolerance of the one training, at the smallest C
AT_BOUND = 1e-10  # of C: an alpha this near to a bound is there
ON_MARGIN = 1e-10  # of the size of f: a point this near to its margin is on it
FAINT = 1e-11  # of the largest entry of K, or of 1: a rate below it is rounding
MOST_BREAKPOINTS = 20  # for each point; three are usual


class Place(IntEnum):
    """Where the multiplier of a point is."""

    ZERO = 0  # alpha = 0, y f >= 1
    FREE = 1  # y f = 1
    BOUND = 2  # alpha = C, y f <= 1


class Move(NamedTuple):
    """A point that changes its place at a breakpoint."""

    point: int
    before: Place
    after: Place


@dataclass(frozen=True)
class RegularisationPath:
    """The solutions of C-SVC for every C of an interval.

    Attributes
    ----------
    problem
        C-SVC at the smallest C.
    breakpoints
        The values of C, shape (m,), rising, at which the direction of alpha changes; the ends of the interval too.
    alphas
        alpha at the breakpoints, shape (m, n).
    places
        The `Place` of every point after each breakpoint, shape (m, n), int8.
    outcome
        `OPTIMAL`, or why the path ends before the largest C that was asked for: `CANCELLED`, `STEP_LIMIT`, `STUCK`.
    """

    problem: Problem
    breakpoints: Vector
    alphas: Matrix
    places: NDArray[np.int8]
    outcome: Outcome

    @property
    def low(self) -> float:
        """The smallest C."""
        return float(self.breakpoints[0])

    @property
    def high(self) -> float:
        """The largest C that the path has come to."""
        return float(self.breakpoints[-1])

    def alpha(self, C: float) -> Vector:
        """Return a solution at C, shape (n,): on the line between its two breakpoints; `InputError` outside them."""
        after = self._segment(C)
        C0, C1 = self.breakpoints[after - 1 : after + 1]
        share = (C - C0) / (C1 - C0) if C1 > C0 else 0.0
        between = self.alphas[after - 1] + share * (self.alphas[after] - self.alphas[after - 1])
        return np.asarray(np.where(self.places[after - 1] == Place.BOUND, C, np.clip(between, 0.0, C)))

    def b(self, C: float) -> float:
        """Return the offset at C: the mean over the free points, else the middle of the interval (mathematics 6.5)."""
        problem = c_svc(self.problem.X, self.problem.y, self.problem.kernel, C)
        return offset(problem, self.alpha(C))

    def moves(self, k: int) -> tuple[Move, ...]:
        """Return the points that change their place at breakpoint k; none at the first."""
        if k == 0:
            return ()
        before, after = self.places[k - 1], self.places[k]
        return tuple(Move(int(i), Place(before[i]), Place(after[i])) for i in np.flatnonzero(before != after))

    def _segment(self, C: float) -> int:
        """Return the number of the first breakpoint after C, at least 1."""
        if not self.low <= C <= self.high:
            raise InputError(
                "path.outside", "C is {C}; the path goes from {low} to {high}.", C=C, low=self.low, high=self.high
            )
        return min(max(int(np.searchsorted(self.breakpoints, C, side="right")), 1), len(self.breakpoints) - 1)


class _At(NamedTuple):
    """A point of the path."""

    C: float
    alpha: Vector  # (n,)
    place: NDArray[np.int8]  # (n,)
    margin: Vector  # (n,) y f - 1 at a valid b
    score: Vector  # (n,) -y_i G_i; b lies between those that can rise and those that can fall
    size: float  # the largest score, or 1: what rounding is measured by
    has_width: bool  # whether more than one b is valid


class _Course(NamedTuple):
    """How it goes on from there."""

    d: Vector  # (n,) d alpha / d C
    slope: Vector  # (n,) d (y f) / d C; without a free point, less y d b / d C
    free: Places  # (n,) the points that stay on the margin
    edge: Places  # (n,) the points that were on it
    faint: float  # a slope below it is rounding


def regularisation_path(
    X: ArrayLike, y: ArrayLike, kernel: Kernel, low: float, high: float, cancel: CancelFlag | None = None
) -> RegularisationPath:
    """Return the solutions of C-SVC for every C from `low` to `high`.

    Parameters
    ----------
    X, y, kernel
        As in `core.problem.c_svc`; the kernel must be positive semidefinite on the points.
    low, high
        0 < low < high, finite.
    cancel
        See `new_cancel_flag`; asked at every breakpoint.

    Raises
    ------
    InputError
        For what `c_svc` refuses, for an interval that is none, and for a kernel that is not positive semidefinite.
    """
    problem, high = c_svc(X, y, kernel, finite_penalty(low)), finite_penalty(high)
    if low >= high:
        raise InputError("path.interval", "The smallest C is {low} and the largest {high}.", low=low, high=high)
    if not problem.is_psd:
        raise InputError("path.indefinite", "On these points the kernel is not positive semidefinite.")
    Q = problem.gram * np.outer(problem.y, problem.y)
    C, alpha, guess = _start(problem, low)
    passed, outcome = [], Outcome.STEP_LIMIT
    for _ in range(MOST_BREAKPOINTS * (len(alpha) + 1)):
        at = _settled(Q, problem.y, C, alpha)
        course = _course(Q, problem.y, at, guess)
        passed.append((at.C, at.alpha, _places(at, course)))
        if course is None or (cancel is not None and cancel[0] != 0):
            outcome = Outcome.STUCK if course is None else Outcome.CANCELLED
            break
        length, hit = _reach(problem.y, at, course)
        if at.C + length >= high:
            passed.append((high, at.alpha + (high - at.C) * course.d, passed[-1][2]))
            outcome = Outcome.OPTIMAL
            break
        C, alpha, guess = at.C + length, at.alpha + length * course.d, course.free ^ hit
    Cs, alphas, places = zip(*passed, strict=True)
    return RegularisationPath(problem, np.array(Cs), np.array(alphas), np.array(places), outcome)


def _start(problem: Problem, C: float) -> tuple[float, Vector, Places]:
    """Solve at the smallest C, and return it with alpha and who is free."""
    alpha = train(problem.form, problem.X, problem.kernel, START).alpha
    return C, alpha, _place(alpha, C) == Place.FREE


def _place(alpha: Vector, C: float) -> NDArray[np.int8]:
    at_bound = np.where(alpha >= C * (1.0 - AT_BOUND), Place.BOUND, Place.FREE)
    return np.where(alpha <= AT_BOUND * C, Place.ZERO, at_bound).astype(np.int8)


def _settled(Q: Matrix, y: Vector, C: float, alpha: Vector) -> _At:
    """Return a point of the path with the rounding of the last segment taken out: the free points are on the margin."""
    place = _place(alpha, C)
    alpha = np.where(place == Place.ZERO, 0.0, np.where(place == Place.BOUND, C, alpha))
    free = place == Place.FREE
    gradient = Q @ alpha - 1.0
    score, size = -y * gradient, max(1.0, float(np.abs(gradient).max()))
    if free.any():
        b = float(score[free].mean())
        wrong = np.append(-(gradient + y * b)[free], -float(y @ alpha))  # what rounding has left
        found = solve(saddle(Q[np.ix_(free, free)], y[free]), wrong)
        alpha[free] += found[:-1]
        gradient = Q @ alpha - 1.0
        return _At(C, alpha, place, gradient + y * (b + found[-1]), -y * gradient, size, False)
    rises, falls = _rise_and_fall(y, place)
    m, M = float(score[rises].max()), float(score[falls].min())
    return _At(C, alpha, place, gradient + y * (0.5 * (m + M)), score, size, M - m > ON_MARGIN * size)


def _rise_and_fall(y: Vector, place: NDArray[np.int8]) -> tuple[Places, Places]:
    """Return I_up and I_low."""
    grows, shrinks = place != Place.BOUND, place != Place.ZERO
    return np.where(y > 0, grows, shrinks), np.where(y > 0, shrinks, grows)


def _course(Q: Matrix, y: Vector, at: _At, guess: Places) -> _Course | None:
    """Return how the path goes on; None where rounding hides it."""
    d, free = np.where(at.place == Place.BOUND, 1.0, 0.0), at.place == Place.FREE
    faint = FAINT * max(1.0, float(np.abs(Q.diagonal()).max()))
    if at.has_width:
        return _Course(d, Q @ d, free, free, faint)
    edge = free | (np.abs(at.margin) <= ON_MARGIN * at.size)
    held = (at.place == Place.BOUND) & ~edge
    place = at.place[edge]
    program = Program(
        Q[np.ix_(edge, edge)],
        Q[np.ix_(edge, held)].sum(axis=1),
        y[edge],
        -float(y[held].sum()),
        np.where(place == Place.ZERO, 0.0, -math.inf),
        np.where(place == Place.BOUND, 1.0, math.inf),
    )
    found = rates(program, guess[edge])
    if found is None:
        return None
    d[edge] = found.d
    free[np.flatnonzero(edge)[found.free]] = True
    return _Course(d, Q @ d + y * found.b, free, edge, faint)


def _places(at: _At, course: _Course | None) -> NDArray[np.int8]:
    return at.place if course is None else np.where(course.free, Place.FREE, at.place).astype(np.int8)


def _reach(y: Vector, at: _At, course: _Course) -> tuple[float, Places]:
    """Return by how much C can grow until something changes, and for which points."""
    if not course.free.any():
        return _until_b_is_unique(y, at, course), np.zeros(len(y), dtype=np.bool_)
    d, slope, faint, rest = course.d, course.slope, course.faint, ~course.edge & ~course.free
    lengths = np.full(len(y), math.inf)
    for which, distance, speed in (
        (course.free & (d < -FAINT), at.alpha, -d),
        (course.free & (d > 1.0 + FAINT), at.C - at.alpha, d - 1.0),
        (rest & (at.place == Place.ZERO) & (slope < -faint), at.margin, -slope),
        (rest & (at.place == Place.BOUND) & (slope > faint), -at.margin, slope),
    ):
        lengths[which] = np.maximum(distance[which], 0.0) / speed[which]
    length = float(lengths.min())
    return length, lengths <= length * (1.0 + 1e-12)


def _until_b_is_unique(y: Vector, at: _At, course: _Course) -> float:
    """Return by how much C can grow until a single b is left, where no point is free: until m(C) = M(C)."""
    rises, falls = _rise_and_fall(y, at.place)
    rate = -y * course.slope
    closing = rate[rises][:, None] - rate[falls][None, :]
    apart = np.maximum(at.score[falls][None, :] - at.score[rises][:, None], 0.0)
    # Of two points on the margin the program has said already that they do not close.
    least = np.where(apart <= ON_MARGIN * at.size, NEGLIGIBLE / FAINT * course.faint, course.faint)
    lengths = np.full(closing.shape, math.inf)
    np.divide(apart, closing, out=lengths, where=closing > least)
    return float(lengths.min())
