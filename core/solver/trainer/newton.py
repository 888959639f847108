"""Newton's method inside a block: the equations of the free variables are solved at once.

With the free set A known the optimum is a linear system: (K d)_A + b = F_A for the step d, and the sum of beta kept.
For a large C, SMO needs thousands of small steps for the same. `relax` only minimises over the currently free variables
and always decreases the dual. `newton` also guesses the free set (the primal-dual active set method): it moves
variables outside the box to their bound, frees violating ones, and repeats. Near the optimum that ends after a few
iterations at a violation of 1e-12; if it cycles nothing is changed.
"""

from __future__ import annotations

import numpy as np

from ...lowlevel.compiled import compiled, part
from ...lowlevel.copying import put
from ...lowlevel.simd import AnyFloats, larger
from ...problem.arrays import Indices, Matrix, Vector

MOST_TURNS = 8
RELAX_TURNS = 3  # more of them cost more than the SMO that they save
RIDGE = 1e-12  # of the largest K_tt: points that almost coincide leave no factor without it
KEPT = 1e-12  # of the largest |beta|: by how much the sum of a group may be off in the end
SMALL, PANEL = 1000, 256  # unknowns: up to so many a system is solved at once, some hundredths of a second
NEAR = 0.1  # of a Newton step: who meets its bound before that is left to SMO
UPHILL = 0.1  # of the sum of |d_t F_t|: with a slope below minus this K is indefinite, and no rounding explains it


@compiled
def ends(
    score: Vector, beta: Vector, low: Vector, high: Vector, group: Indices, g: int, groups: int
) -> tuple[float, float]:
    """Return (m, M) of a group: the largest score that can rise, the smallest that can fall."""
    m, minus = -np.inf, -np.inf
    if groups == 1:  # without the numbers of their groups it takes half as long
        for t in range(score.size):
            m = larger(m, score[t] if beta[t] < high[t] else -np.inf)
            minus = larger(minus, -score[t] if beta[t] > low[t] else -np.inf)
        return m, -minus
    for t in range(score.size):
        here = group[t] == g
        m = larger(m, score[t] if here and beta[t] < high[t] else -np.inf)
        minus = larger(minus, -score[t] if here and beta[t] > low[t] else -np.inf)
    return m, -minus


@compiled
def middle(m: float, M: float) -> float:
    """Return a value between the two, or the finite one."""
    if np.isinf(m):
        return 0.0 if np.isinf(M) else M
    return m if np.isinf(M) else 0.5 * (m + M)


@part
def beside(A: Matrix, right: Vector, begin: int, end: int) -> Matrix:
    """Return the rows of a panel right of it, with their right side as the last column."""
    width = right.size - end
    both = np.empty((end - begin, width + 1))
    for k in range(end - begin):
        put(both[k], A[begin + k, end:])
        both[k, width] = right[begin + k]
    return both


@part
def eliminate(A: Matrix, right: Vector, begin: int, end: int, found: AnyFloats, change: AnyFloats) -> None:
    """Store the solved rows of a panel, and subtract their contribution from the rows below."""
    width = right.size - end
    for k in range(end - begin):
        put(A[begin + k, end:], found[k, :width])
        right[begin + k] = found[k, width]
    for t in range(end, right.size):
        row, less = A[t, end:], change[t - end]
        for s in range(width):
            row[s] -= less[s]
        right[t] -= less[width]


@compiled
def solve(A: Matrix, right: Vector, cancel: Indices) -> bool:
    """Replace the right side (size,) by the x with A x = right, destroying A; return whether that was possible.

    A large system is eliminated panel by panel, and the cancel flag is polled before each of them.
    """
    size = right.size
    panel = size if size <= SMALL else PANEL
    for begin in range(0, size, panel):
        if cancel[0] != 0:
            return False
        end, failed = min(begin + panel, size), False
        try:
            found = np.linalg.solve(A[begin:end, begin:end].copy(), beside(A, right, begin, end))
            eliminate(A, right, begin, end, found, A[end:, begin:end].copy() @ found)
        except Exception:  # Numba knows no other class; here it can only be LinAlgError
            failed = True
        if failed:
            return False
    for t in range((size - 1) // panel * panel - 1, -1, -1):
        behind, row = (t // panel + 1) * panel, A[t]
        for s in range(behind, size):
            right[t] -= row[s] * right[s]
    return True


@compiled
def newton_step(
    K: Matrix, score: Vector, free: Indices, group: Indices, excess: Vector, offset: Vector, cancel: Indices
) -> Vector:
    """Return the step (m,) of the m free variables that makes their scores equal the offset and removes the excess.

    The system is symmetric and indefinite: K over the free set, bordered by a row of ones for each group that has a
    free variable. The offsets of those groups are set. A system that is singular, not finite or cancelled has no step:
    (0,).
    """
    m = free.size
    column = np.full(offset.size, -1)
    size = m
    for k in range(m):
        if column[group[free[k]]] < 0:
            column[group[free[k]]] = size
            size += 1
    A, right = np.zeros((size, size)), np.empty(size)
    ridge = 0.0
    for k in range(m):
        ridge = max(ridge, RIDGE * K[free[k], free[k]])
    ridge = ridge if ridge > 0.0 else RIDGE  # of points that are all the origin
    for k in range(m):
        row, source = A[k], K[free[k]]
        for h in range(m):
            row[h] = source[free[h]]
        row[k] += ridge
        border = column[group[free[k]]]
        row[border] = 1.0
        A[border, k] = 1.0
        right[k] = score[free[k]]
    for g in range(offset.size):
        if column[g] >= 0:
            right[column[g]] = -excess[g]
    if not (solve(A, right, cancel) and np.isfinite(right).all()):
        return right[:0]
    for g in range(offset.size):
        if column[g] >= 0:
            offset[g] = right[column[g]]
    return right[:m]


@compiled
def take(K: Matrix, t: int, step: float, score: Vector) -> None:
    """Update the scores for a step of variable t."""
    row = K[t]
    for s in range(score.size):
        score[s] -= step * row[s]


@part
def downhill(steps: Vector, score: Vector, free: Indices, group: Indices, offset: Vector) -> float:
    """Return the factor of a Newton step d (m,) that makes it a descent direction; 0 if rounding hides the sign.

    At the end of the step d' F = d' K d. If that is negative, K is indefinite, the step leads to a saddle, and along
    -d the dual falls ever faster until the box stops it.
    """
    slope, size = 0.0, 0.0
    for k in range(free.size):
        gain = steps[k] * (score[free[k]] - offset[group[free[k]]])
        slope += gain
        size += abs(gain)
    if slope > 0.0:
        return 1.0
    return -1.0 / RIDGE if slope < -UPHILL * size else 0.0


@part
def relax(
    K: Matrix, score: Vector, beta: Vector, low: Vector, high: Vector, group: Indices, groups: int, cancel: Indices
) -> None:
    """Minimise the dual over the variables of this block, all of them free, as far as the box allows.

    A step ends when the first variable reaches its bound, where it stays. Others close to theirs are fixed too, so that
    one system serves for many. K (q, q) includes the additions to its diagonal; score and beta (q,) are updated.
    The cancel flag is polled before each linear system.
    """
    inside, nothing, offset = np.arange(score.size), np.zeros(groups), np.zeros(groups)
    for _ in range(RELAX_TURNS):
        if inside.size < 2 or cancel[0] != 0:
            return
        steps = newton_step(K, score, inside, group, nothing, offset, cancel)
        if steps.size == 0:
            return
        stretch = downhill(steps, score, inside, group, offset)
        if stretch == 0.0:
            return
        steps *= stretch
        reach, stopped = 1.0, -1
        for k in range(inside.size):
            t, step = inside[k], steps[k]
            room = high[t] - beta[t] if step > 0 else beta[t] - low[t]
            if abs(step) * reach > room:
                reach, stopped = room / abs(step), k
        kept = np.empty_like(inside)
        count = 0
        for k in range(inside.size):
            t, step = inside[k], steps[k]
            bound = high[t] if step > 0 else low[t]
            before = beta[t]
            beta[t] = bound if k == stopped else min(max(before + reach * step, low[t]), high[t])
            take(K, t, beta[t] - before, score)
            if k != stopped and abs(bound - beta[t]) > NEAR * abs(step):
                kept[count] = t
                count += 1
        if stopped < 0 or stretch < 0.0:  # along an endless line one step tells all
            return
        inside = kept[:count]


@part
def pressing(score: Vector, beta: Vector, low: Vector, high: Vector, group: Indices, offset: Vector) -> Indices:
    """Return the guess of the free set: all variables except those pushed against their bound."""
    free = np.empty(score.size, dtype=np.int64)
    count = 0
    for t in range(score.size):
        pull = score[t] - offset[group[t]]
        if not ((beta[t] >= high[t] and pull >= 0.0) or (beta[t] <= low[t] and pull <= 0.0)):
            free[count] = t
            count += 1
    return free[:count]


@part
def newton(
    K: Matrix,
    score: Vector,
    beta: Vector,
    low: Vector,
    high: Vector,
    group: Indices,
    groups: int,
    goal: float,
    cancel: Indices,
) -> bool:
    """Bring the violation in this block below the goal by moving beta and score; or change nothing and return False.

    The cancel flag is polled before each linear system.
    """
    q = score.size
    F, new = score.copy(), beta.copy()
    offset, excess = np.zeros(groups), np.zeros(groups)  # what each sum is more than it was
    for g in range(groups):
        m, M = ends(F, new, low, high, group, g, groups)
        offset[g] = middle(m, M)
    for _ in range(MOST_TURNS):
        free = pressing(F, new, low, high, group, offset)
        if free.size == 0 or cancel[0] != 0:
            return False
        steps = newton_step(K, F, free, group, excess, offset, cancel)
        if steps.size == 0:
            return False
        clipped = False
        for k in range(free.size):
            t = free[k]
            moved, before = new[t] + steps[k], new[t]
            clipped = clipped or moved < low[t] or moved > high[t]
            new[t] = min(max(moved, low[t]), high[t])
            take(K, t, new[t] - before, F)
        excess[:] = 0.0
        for t in range(q):
            excess[group[t]] += new[t] - beta[t]
        worst = 0.0
        for g in range(groups):
            m, M = ends(F, new, low, high, group, g, groups)
            worst = max(worst, m - M)
        # A group whose variables have all gone to their bounds cannot take its excess off any more.
        kept = np.abs(excess).max() <= KEPT * np.abs(new).max()
        if worst < goal and kept and not clipped:
            put(score, F)
            put(beta, new)
            return True
    return False
