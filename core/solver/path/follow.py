"""From one breakpoint to the next: the optimum of a dual whose bound C and linear term p move along a line.

    minimise 1/2 alpha' Q alpha + p(t)' alpha   subject to   y' alpha = 0,  0 <= alpha_k <= C(t)

While no variable enters or leaves the free set, alpha and b are linear in t (mathematics 22.8). The path of C has
p = -1 and C(t) = t; with C fixed the same steps carry an almost optimal point to the optimum.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...lowlevel.compiled import compiled
from ...problem.arrays import Indices, Matrix, Vector
from ..outcome import CANCELLED, OPTIMAL, STEP_LIMIT, STUCK
from .free_system import BOUNDED, FREE, UNSEEN, ZERO, Active, add, remove, solved

NOISE = 1e-12  # of the terms of a rate: a smaller rate is rounding, as for a duplicate of a free point
TIE = 1e-12  # of the scale: closer events count as simultaneous, and the one with the largest rate goes first
POLISH = 1e-13  # of the terms of u: a larger residual of the free variables is corrected


class Course(NamedTuple):
    """How C and p depend on t: C = C0 + t C1, p = p0 + t p1, up to t = end."""

    C0: float
    C1: float
    p0: Vector  # (n,)
    p1: Vector  # (n,)
    end: float
    allowed: float  # a larger violation of the conditions, in units of f, ends the run: STUCK


class Segments(NamedTuple):
    """The output of a run: the pieces of positive length, up to its capacity; nothing is kept if that is 0."""

    ends: Matrix  # (pieces, 2) t where a piece begins and ends
    alpha: NDArray[np.float64]  # (pieces, 2, n) alpha there
    b: Matrix  # (pieces, 2) b there; nan while none is free
    place: NDArray[np.uint8]  # (pieces, n)
    used: Indices  # (1,) number of pieces


@compiled
def residuals(Q: Matrix, y: Vector, way: Course, at: Active) -> tuple[Vector, float]:
    """Return u = Q alpha + p + y b, shape (n,), which is y f - 1 for p = -1, and the size of its terms.

    While no variable is free, u does not include b.
    """
    n, largest = y.size, 1.0
    b = at.level[1] if at.number[0] > 0 else 0.0
    u = np.empty(n)
    who, used = np.empty(n, dtype=np.int64), 0
    for k in range(n):
        if at.alpha[k] != 0.0:
            who[used] = k
            used += 1
    for i in range(n):
        row, total, terms = Q[i], 0.0, abs(b)
        for s in range(used):
            part = row[who[s]] * at.alpha[who[s]]
            total += part
            terms += abs(part)
        u[i] = total + way.p0[i] + at.level[0] * way.p1[i] + y[i] * b
        largest = max(largest, terms)
    return u, largest


@compiled
def polish(Q: Matrix, y: Vector, way: Course, at: Active) -> tuple[Vector, float]:
    """Remove the rounding residuals of the free variables; return u and the size of its terms."""
    u, largest = residuals(Q, y, way, at)
    count = at.number[0]
    for _ in range(2 if count > 0 else 0):
        right, worst = np.zeros(count + 1), 0.0
        for k in range(y.size):
            right[0] -= y[k] * at.alpha[k]
        for k in range(count):
            right[k + 1] = -u[at.free[k]]
            worst = max(worst, abs(right[k + 1]))
        if worst <= POLISH * largest and abs(right[0]) <= POLISH * largest:
            break
        x = solved(Q, y, at, right)
        at.level[1] += x[0]
        for k in range(count):
            at.alpha[at.free[k]] += x[k + 1]
        u, largest = residuals(Q, y, way, at)
    return u, largest


@compiled
def violation(y: Vector, u: Vector, at: Active) -> float:
    """Return the largest violation of a variable's condition, in units of f (mathematics 6.5)."""
    worst = 0.0
    if at.number[0] == 0:
        m, M = -np.inf, np.inf
        for k in range(y.size):
            if (at.place[k] == ZERO) == (y[k] > 0):
                m = max(m, -y[k] * u[k])
            else:
                M = min(M, -y[k] * u[k])
        return max(0.0, 0.5 * (m - M))
    for k in range(y.size):
        off = abs(u[k]) if at.place[k] == FREE else -u[k]
        worst = max(worst, -off if at.place[k] == BOUNDED else off)
    return worst


@compiled
def rates(Q: Matrix, y: Vector, way: Course, at: Active) -> tuple[Vector, float, Vector, Vector]:
    """Return d alpha (n,), d b, d u (n,) per unit of t, and the size of the terms of d u (n,)."""
    n, count = y.size, at.number[0]
    d_alpha, d_u, terms = np.zeros(n), way.p1.copy(), np.abs(way.p1)
    for k in range(n):
        if at.place[k] == BOUNDED:
            d_alpha[k] = way.C1
            if way.C1 != 0.0:
                row = Q[k]
                for i in range(n):
                    d_u[i] += way.C1 * row[i]
                    terms[i] += abs(way.C1 * row[i])
    if count == 0:
        return d_alpha, 0.0, d_u, terms
    right = np.zeros(count + 1)
    for k in range(n):
        right[0] -= y[k] * d_alpha[k]
    for k in range(count):
        right[k + 1] = -d_u[at.free[k]]
    x = solved(Q, y, at, right)
    for k in range(count):
        row = Q[at.free[k]]
        d_alpha[at.free[k]] = x[k + 1]
        for i in range(n):
            d_u[i] += x[k + 1] * row[i]
            terms[i] += abs(x[k + 1] * row[i])
    for i in range(n):
        d_u[i] += y[i] * x[0]
        terms[i] += abs(x[0])
    return d_alpha, x[0], d_u, terms


@compiled
def _distance(at: Active, k: int, C: float, C1: float, motion: tuple[Vector, Vector, Vector]) -> tuple[float, float]:
    """Return the distance of variable k from changing its status, and its rate of approach; 0: it does not approach."""
    d_alpha, u, d_u = motion
    if at.place[k] == FREE:
        if d_alpha[k] < 0.0:
            return at.alpha[k], -d_alpha[k]
        return C - at.alpha[k], d_alpha[k] - C1
    return (u[k], -d_u[k]) if at.place[k] == ZERO else (-u[k], d_u[k])


@compiled
def next_event(
    way: Course, at: Active, motion: tuple[Vector, Vector, Vector], terms: Vector, largest: float, bland: bool
) -> tuple[float, int]:
    """Return the step length to the first change of status, and its variable; inf and -1 if there is none.

    Of simultaneous changes, up to rounding, the fastest is taken; with `bland`, which breaks cycles of steps of
    length 0, the first.
    """
    n, fastest, C, C1 = motion[1].size, 0.0, way.C0 + at.level[0] * way.C1, way.C1
    for k in range(at.number[0]):
        fastest = max(fastest, abs(motion[0][at.free[k]]))
    first = np.inf
    for k in range(n):
        far, rate = _distance(at, k, C, C1, motion)
        own, size = (fastest + C1, C) if at.place[k] == FREE else (terms[k], largest)
        if rate > NOISE * own and (at.place[k] == FREE or rate > UNSEEN / way.end):
            first = min(first, (max(far, 0.0) + TIE * size) / rate)
    who, best, step = -1, 0.0, np.inf
    for k in range(n):
        far, rate = _distance(at, k, C, C1, motion)
        own = fastest + C1 if at.place[k] == FREE else terms[k]
        seen = rate > NOISE * own and (at.place[k] == FREE or rate > UNSEEN / way.end)
        if seen and max(far, 0.0) <= first * rate and rate / own > best:
            who, best, step = k, rate / own, max(far, 0.0) / rate
            if bland:
                break
    return step, who


@compiled
def meeting(
    y: Vector, u: Vector, d_u: Vector, terms: Vector, at: Active, most: float, end: float
) -> tuple[float, int, int]:
    """Return where the interval of b closes while none is free: the step, and points of I_up and I_low; inf: never.

    m - M is convex and piecewise linear in t; from the right Newton's method finds the t where it becomes positive
    after a few pieces.
    """
    step, found, up, low = most, np.inf, -1, -1
    for _ in range(2 * y.size):
        m, M, i, j = -np.inf, np.inf, -1, -1
        for k in range(y.size):
            score = -y[k] * (u[k] + step * d_u[k])
            if (at.place[k] == ZERO) == (y[k] > 0):
                if score > m:
                    m, i = score, k
            elif score < M:
                M, j = score, k
        if i < 0 or j < 0:
            return found, up, low
        rise = y[j] * d_u[j] - y[i] * d_u[i]
        if rise <= max(NOISE * (terms[i] + terms[j]), UNSEEN / end) or m - M <= 0.0 or (i == up and j == low):
            return found, up, low
        up, low = i, j
        found = step = max(0.0, (y[i] * u[i] - y[j] * u[j]) / rise)
    return found, up, low


@compiled
def exchange(at: Active, j: int, v: Vector, C: float) -> int:
    """Make j free in place of another variable if the images of j and the free ones are dependent; f is unchanged.

    Moves alpha along s with s_j = +-1 and s_F = -+v_F until one of them reaches a bound. Returns the variable that left
    M; j itself if it has reached its other bound.
    """
    sign = 1.0 if at.place[j] == ZERO else -1.0
    if at.place[j] == FREE:  # it is on neither bound: use the nearer one
        sign = 1.0 if at.alpha[j] > 0.5 * C else -1.0
    longest, out = (C - at.alpha[j] if sign > 0.0 else at.alpha[j]), -1
    for k in range(at.number[0]):
        slope = -sign * v[k + 1]
        room = C - at.alpha[at.free[k]] if slope > 0.0 else at.alpha[at.free[k]]
        if abs(slope) > NOISE and max(room, 0.0) / abs(slope) < longest:
            longest, out = max(room, 0.0) / abs(slope), k
    for k in range(at.number[0]):
        at.alpha[at.free[k]] -= sign * longest * v[k + 1]
    at.alpha[j] += sign * longest
    if out < 0:
        at.alpha[j], at.place[j] = (C, BOUNDED) if sign > 0.0 else (0.0, ZERO)
        return j
    who, above = int(at.free[out]), -sign * v[out + 1] > 0.0
    at.alpha[who] = C if above else 0.0
    remove(at, out, BOUNDED if above else ZERO)
    return who


@compiled
def leave(at: Active, j: int, C: float) -> None:
    """Remove j from the free set, at the bound that it has reached."""
    for k in range(at.number[0]):
        if at.free[k] == j:
            above = at.alpha[j] > 0.5 * C
            at.alpha[j] = C if above else 0.0
            remove(at, k, BOUNDED if above else ZERO)
            break


@compiled
def enter(Q: Matrix, y: Vector, at: Active, j: int, C: float, longest: float) -> None:
    """Make j free, or exchange it with others until it is independent of the free ones; `longest` as in `add`."""
    regular, v = add(Q, y, at, j, longest)
    while not regular and exchange(at, j, v, C) != j:
        regular, v = add(Q, y, at, j, longest)


@compiled
def advance(way: Course, at: Active, rows: Segments, step: float, d_alpha: Vector, d_b: float) -> None:
    """Take a step, and keep the piece if its length is positive."""
    keep = step > 0.0 and rows.ends.shape[0] > 0
    here, began = rows.used[0], at.level[0]
    if keep:
        rows.alpha[here, 0], rows.b[here, 0], rows.place[here] = at.alpha, at.level[1], at.place
    at.level[0] = min(began + step, way.end)
    C = way.C0 + at.level[0] * way.C1
    at.level[1] += step * d_b
    for k in range(at.alpha.size):
        if at.place[k] == FREE:
            at.alpha[k] += step * d_alpha[k]
        elif at.place[k] == BOUNDED:
            at.alpha[k] = C
    if keep:
        rows.ends[here, 0], rows.ends[here, 1] = began, at.level[0]
        rows.alpha[here, 1], rows.b[here, 1] = at.alpha, at.level[1]
        rows.used[0] += 1


@compiled
def to_the_next(
    Q: Matrix, y: Vector, way: Course, at: Active, rows: Segments, now: tuple[Vector, float], bland: bool
) -> bool:
    """Go to the next breakpoint and change the status there; return whether the step length was positive."""
    u, largest = now
    d_alpha, d_b, d_u, terms = rates(Q, y, way, at)
    longest, rest = way.C0 + way.end * way.C1, way.end - at.level[0]
    other = -1
    if at.number[0] == 0:
        step, who, other = meeting(y, u, d_u, terms, at, rest, way.end)
    else:
        step, who = next_event(way, at, (d_alpha, u, d_u), terms, largest, bland)
    if step >= rest:
        step, who = rest, -1
    advance(way, at, rows, step, d_alpha, d_b)
    C = way.C0 + at.level[0] * way.C1
    if who >= 0 and at.number[0] == 0:
        at.level[1] = -y[who] * (u[who] + step * d_u[who])
        add(Q, y, at, who, longest)
        enter(Q, y, at, other, C, longest)
    elif who >= 0 and at.place[who] == FREE:
        leave(at, who, C)
    elif who >= 0:
        enter(Q, y, at, who, C, longest)
    if at.number[0] == 0:
        at.level[1] = np.nan
    return step > 0.0


@compiled
def follow(Q: Matrix, y: Vector, way: Course, at: Active, rows: Segments, cancel: Indices) -> int:
    """Follow the optimum to the end of the way, or until the rows are full (STEP_LIMIT); return an outcome."""
    still, n = 0, y.size
    while True:
        if cancel[0] != 0:
            return CANCELLED
        if at.number[0] == 1:  # a single free alpha is a multiple of C: it is on a bound
            leave(at, at.free[0], way.C0 + at.level[0] * way.C1)
            at.level[1] = np.nan
        u, largest = polish(Q, y, way, at)
        if violation(y, u, at) > way.allowed * largest or still > 8 * n + 100:
            return STUCK
        if at.level[0] >= way.end:
            return OPTIMAL
        if rows.used[0] >= rows.ends.shape[0] > 0:
            return STEP_LIMIT
        went = to_the_next(Q, y, way, at, rows, (u, largest), still > 4 * n + 20)
        still = 0 if went else still + 1
