"""Where the multipliers go while C grows: a quadratic program over the points on the margin (mathematics 22.8).

    minimise    1/2 d' Q d + q' d      subject to  y' d = r,   low <= d <= high

The variables are the rates of alpha. An alpha of 0 can only rise, one of C rises no faster than C, and one between them
moves freely; so each bound is 0, 1 or infinite. At most points of the path one linear system solves it. Where several
points reach the margin at once, or repeat one another, an active set method does.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.problem.arrays import Matrix, Vector

NEGLIGIBLE = 1e-9  # of the largest number of a program: what rounding may leave of a zero
STANDING = 1e-14  # a rate below it is none
LARGEST = 1e10  # of the right-hand side: a solution beyond it comes from a singular system
ROUNDS = 20  # for each variable: changes of the active set before it is given up

Places = NDArray[np.bool_]


class Program(NamedTuple):
    """The quadratic program of m points."""

    Q: Matrix  # (m, m)
    q: Vector  # (m,) the rates that the points at C give y f
    y: Vector  # (m,) labels
    r: float  # y' d, so that sum_i y_i alpha_i stays 0
    low: Vector  # (m,) 0 where alpha is 0, else -inf
    high: Vector  # (m,) 1 where alpha is C, else inf

    @property
    def tolerance(self) -> float:
        """What counts as zero in a rate of y f."""
        return NEGLIGIBLE * max(1.0, float(np.abs(self.Q).max()), float(np.abs(self.q).max()))

    def slope(self, d: Vector, b: float) -> Vector:
        """Return the rates of y f, shape (m,), where alpha moves by d and the offset by b."""
        return np.asarray(self.Q @ d + self.q + self.y * b)


class Rates(NamedTuple):
    """The solution of a program."""

    d: Vector  # (m,) d alpha / d C
    b: float  # d b / d C; one of many where nothing is free
    free: Places  # (m,) the rates that no bound holds


def rates(program: Program, guess: Places) -> Rates | None:
    """Return the rates of a path that goes on; None where rounding hides them.

    Parameters
    ----------
    program
        The points on the margin.
    guess
        Which of their rates no bound holds, shape (m,). A right guess saves the active set method.
    """
    d = np.where(program.high == 1.0, 1.0, 0.0)
    if guess.any():
        step, b, _ = _newton(program, d, guess, program.r - float(program.y @ d))
        found = Rates(_moved(d, guess, step), b, guess)
        if _is_solution(program, found):
            return found
    return _by_active_set(program, d)


def _newton(program: Program, d: Vector, free: Places, missing: float) -> tuple[Vector, float, Vector]:
    """Return the step of the free rates to their minimum, b there, and the residual of the system."""
    m = int(np.count_nonzero(free))
    right = np.append(-program.slope(d, 0.0)[free], missing)
    matrix = saddle(program.Q[np.ix_(free, free)], program.y[free])
    found = solve(matrix, right)
    return found[:m], float(found[m]), right - matrix @ found


def saddle(Q: Matrix, y: Vector) -> Matrix:
    """Return the matrix ((Q, y), (y', 0)), shape (m + 1, m + 1)."""
    m = len(y)
    matrix = np.zeros((m + 1, m + 1))
    matrix[:m, :m] = Q
    matrix[:m, m] = matrix[m, :m] = y
    return matrix


def solve(matrix: Matrix, right: Vector) -> Vector:
    """Return a solution of a symmetric system, the shortest one where points repeat one another."""
    size = float(np.abs(right).max())
    try:
        found = np.asarray(np.linalg.solve(matrix, right))
    except np.linalg.LinAlgError:
        found = np.full(len(right), math.nan)
    if np.abs(found).max() <= LARGEST * size and np.abs(matrix @ found - right).max() <= NEGLIGIBLE * size:
        return found
    return np.asarray(np.linalg.lstsq(matrix, right, rcond=1e-12)[0])


def _moved(d: Vector, free: Places, step: Vector) -> Vector:
    moved = d.copy()
    moved[free] += step
    return moved


def _is_solution(program: Program, found: Rates) -> bool:
    """Tell whether the bounds hold and every slope has the sign that its bound asks for."""
    d, b, free = found
    slope, tolerance = program.slope(d, b), program.tolerance
    within = bool((d >= program.low - NEGLIGIBLE).all() and (d <= program.high + NEGLIGIBLE).all())
    return (
        within and float(np.abs(slope[free]).max()) <= tolerance and not (_pull(program, slope, free) > tolerance).any()
    )


def _pull(program: Program, slope: Vector, free: Places) -> Vector:
    """Return by how much each rate at a bound would lower the objective if it left it, shape (m,)."""
    return np.where(free, 0.0, np.where(program.low == 0.0, -slope, slope))


def _by_active_set(program: Program, d: Vector) -> Rates | None:
    started = _feasible(program, d)
    if started is None:
        return None
    d, free = started
    for round_ in range(ROUNDS * (len(d) + 1)):
        if not free.any():
            pair = _violating_pair(program, d)
            if not isinstance(pair, tuple):
                return Rates(d, pair, free)
            free[list(pair)] = True
            continue
        d, b, blocked = _descend(program, d, free)
        if b is None:
            return None
        if blocked:
            continue
        pull = _pull(program, program.slope(d, b), free)
        leaving = np.flatnonzero(pull > program.tolerance)
        if not len(leaving):
            return Rates(d, b, free)
        # The largest pull is quick, the first index cannot go round in circles.
        free[leaving[0] if round_ > 10 * len(d) else int(pull.argmax())] = True
    return None


def _feasible(program: Program, d: Vector) -> tuple[Vector, Places] | None:
    """Return rates that keep the equality, and which of them are free at first; None if there are none."""
    free = np.isinf(program.low) & np.isinf(program.high)
    missing = program.r - float(program.y @ d)
    if abs(missing) <= NEGLIGIBLE:
        return d, free
    change = program.y * missing
    can_move = free | ((program.low == 0.0) & (change > 0)) | ((program.high == 1.0) & (change < 0))
    if not can_move.any():
        return None
    k = int((free if free.any() else can_move).argmax())
    d, free = d.copy(), free.copy()
    d[k] += change[k]
    free[k] = True
    return d, free


def _descend(program: Program, d: Vector, free: Places) -> tuple[Vector, float | None, bool]:
    """Go to the minimum of the free rates, or to the first bound on the way, which holds its rate from then on.

    `free` is changed. b is None where the way has no end.
    """
    step, b, rest = _newton(program, d, free, 0.0)
    # What a singular system leaves is a way down along which the objective is linear.
    is_linear = float(np.abs(rest).max()) > 100.0 * program.tolerance
    way = rest[:-1] if is_linear else step
    at = np.flatnonzero(free)
    bound = np.where(way < 0.0, program.low[at], program.high[at])
    with np.errstate(divide="ignore", invalid="ignore"):
        lengths = np.where(np.abs(way) > STANDING, np.maximum((bound - d[at]) / way, 0.0), math.inf)
    k = int(lengths.argmin())
    length = lengths[k] if is_linear else min(1.0, lengths[k])
    if length == math.inf:
        return d, None, False
    d = _moved(d, free, length * way)
    if length < lengths[k]:
        return d, b, False
    d[at[k]] = bound[k]
    free[at[k]] = False
    return d, b, True


def _violating_pair(program: Program, d: Vector) -> tuple[int, int] | float:
    """Return the pair that lowers the objective most where no rate is free; a valid b where no pair does."""
    score = -program.y * program.slope(d, 0.0)
    can_grow = np.where(program.y > 0, d < program.high, d > program.low)
    can_shrink = np.where(program.y > 0, d > program.low, d < program.high)
    if not (can_grow.any() and can_shrink.any()):
        return 0.0
    i = int(np.where(can_grow, score, -math.inf).argmax())
    j = int(np.where(can_shrink, score, math.inf).argmin())
    return (i, j) if score[i] > score[j] + program.tolerance else 0.5 * float(score[i] + score[j])
