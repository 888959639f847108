"""Newton's method inside a block: the equations of the free variables are solved at once.

With the free set A known the optimum is a linear system: (K d)_A + b = F_A for the step d, and the sum of beta kept.
At a large C, SMO takes thousands of small steps to say the same. `relax` only minimises over the variables that are
free now and always goes downhill. `newton` also guesses who is free (the primal-dual active set method): it puts on
its bound whatever left the box, frees whatever violates, and repeats. Near the optimum that ends after a few turns at
a violation of 1e-12; where it turns in circles nothing is changed.
"""

from __future__ import annotations

import numpy as np

from core.compiled import compiled
from core.problem.arrays import Indices, Matrix, Vector
from core.vector import larger

MOST_TURNS = 8
RELAX_TURNS = 3  # more of them cost more than the SMO that they save
RIDGE = 1e-12  # of the largest K_tt: points that almost coincide leave no factor without it
KEPT = 1e-12  # of the largest |beta|: by how much the sum of a group may be off in the end
NEAR = 0.1  # of a Newton step: who meets its bound before that is left to SMO


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
    """Return a value between the two, whichever of them is finite."""
    if np.isinf(m):
        return 0.0 if np.isinf(M) else M
    return m if np.isinf(M) else 0.5 * (m + M)


@compiled
def newton_step(K: Matrix, score: Vector, free: Indices, group: Indices, excess: Vector, offset: Vector) -> Vector:
    """Return the step (m,) of the m free variables that makes their scores equal the offset and takes the excess off.

    The system is symmetric and indefinite: K over the free set, bordered by a row of ones for each group that has a
    free variable. The offsets of those groups are set.
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
    solved = np.linalg.solve(A, right)
    for g in range(offset.size):
        if column[g] >= 0:
            offset[g] = solved[column[g]]
    step: Vector = solved[:m].astype(np.float64)
    return step


@compiled
def take(K: Matrix, t: int, step: float, score: Vector) -> None:
    """Let the scores follow a step of variable t."""
    row = K[t]
    for s in range(score.size):
        score[s] -= step * row[s]


@compiled
def relax(K: Matrix, score: Vector, beta: Vector, low: Vector, high: Vector, group: Indices, groups: int) -> None:
    """Minimise the dual over the variables of this block, all of them free, as far as the box lets them.

    A step goes until the first variable meets its bound, where it stays. Others that would meet theirs soon stay where
    they are, so that one system serves for many. K (q, q) has what is added to its diagonal; score and beta (q,) move.
    """
    inside, nothing, offset = np.arange(score.size), np.zeros(groups), np.zeros(groups)
    for _ in range(RELAX_TURNS):
        if inside.size < 2:
            return
        steps = newton_step(K, score, inside, group, nothing, offset)
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
        if stopped < 0:
            return
        inside = kept[:count]


@compiled
def pressing(score: Vector, beta: Vector, low: Vector, high: Vector, group: Indices, offset: Vector) -> Indices:
    """Return the guess of the free set: all but those that press against their bound."""
    free = np.empty(score.size, dtype=np.int64)
    count = 0
    for t in range(score.size):
        pull = score[t] - offset[group[t]]
        if not ((beta[t] >= high[t] and pull >= 0.0) or (beta[t] <= low[t] and pull <= 0.0)):
            free[count] = t
            count += 1
    return free[:count]


@compiled
def newton(
    K: Matrix, score: Vector, beta: Vector, low: Vector, high: Vector, group: Indices, groups: int, goal: float
) -> bool:
    """Bring the violation in this block below the goal by moving beta and score; or leave both and return False."""
    q = score.size
    F, new = score.copy(), beta.copy()
    offset, excess = np.zeros(groups), np.zeros(groups)  # what each sum is more than it was
    for g in range(groups):
        m, M = ends(F, new, low, high, group, g, groups)
        offset[g] = middle(m, M)
    for _ in range(MOST_TURNS):
        free = pressing(F, new, low, high, group, offset)
        if free.size == 0:
            return False
        steps = newton_step(K, F, free, group, excess, offset)
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
            score[:] = F
            beta[:] = new
            return True
    return False
