"""Few variables: from the arrays of a form to the answer in one compiled call.

With two hundred points the numbers around the solver cost as much as the solver, if NumPy computes them one by one.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np

from ...lowlevel.borrowed import borrowed
from ...lowlevel.compiled import compiled
from ...lowlevel.simd import LOG2E, larger
from ...problem.arrays import Indices, Matrix, Vector
from ..outcome import OPTIMAL, STUCK
from .dense import long_enough, solve_dense, solve_finely
from .exact_scores import correct
from .kernel_source import KernelSource
from .working_set import Box, levels, violation_of

SINGLE, DOUBLE = 2.0**-24, 2.0**-53  # half the distance of 1 to the next number


class Posed(NamedTuple):
    """The arrays of a `Form`, under their names there; closed to writing."""

    y: Vector  # (N,)
    p: Vector
    upper: Vector
    diagonal: Vector
    alike: bool


class KernelOfPoints(NamedTuple):
    """A kernel of n points, before it is a source: open to writing, so that there is one kind of it."""

    coordinates: Matrix  # (d, n) of a Gaussian, else (0, 0)
    gamma: float
    matrix: Matrix  # (n, n) K, or (0, 0) for a Gaussian
    points: int  # n


class Found(NamedTuple):
    """Where it ended."""

    alpha: Vector  # (N,)
    g: Vector  # (n,) K beta
    b: float
    r: float
    steps: int
    violation: float
    ended: int


# Compiled code writes alpha and g into arrays that it is given. To make an array or a tuple of a class it would call
# Python, where a Ctrl-C that came meanwhile is raised, which Numba does not survive.
FoundNumbers: TypeAlias = tuple[float, float, int, float, int]  # the other fields of `Found`


@compiled
def box_of(posed: Posed) -> Box:
    """Return the box of the signed variables beta = y alpha."""
    N = posed.y.size
    target, low, high, group = np.empty(N), np.empty(N), np.empty(N), np.zeros(N, dtype=np.int64)
    for t in range(N):
        y, upper = posed.y[t], posed.upper[t]
        target[t] = -y * posed.p[t]
        high[t] = upper if y > 0.0 else 0.0
        low[t] = 0.0 if y > 0.0 else -upper
    if posed.alike:
        for t in range(N):
            group[t] = 0 if posed.y[t] > 0.0 else 1
    return Box(target, low, high, posed.diagonal.copy(), group, 2 if posed.alike else 1)


@compiled
def source_of(values: KernelOfPoints, extra: Vector) -> KernelSource:
    """Return the kernel as the solver reads it."""
    unit, fine = np.sqrt(values.gamma * LOG2E), np.empty_like(values.coordinates)
    d, n = fine.shape
    coarse = np.zeros((d, long_enough(n)), dtype=np.float32)
    for k in range(d):
        x, own, rough = values.coordinates[k], fine[k], coarse[k]
        middle = x.sum() / n
        for s in range(n):
            own[s] = unit * (x[s] - middle)
            rough[s] = own[s]
    return KernelSource(coarse, fine, values.matrix, values.points, extra)


@compiled
def tell(source: KernelSource, box: Box, beta: Vector, score: Vector, alpha: Vector, g: Vector) -> tuple[float, float]:
    """Write what follows from beta and its scores into alpha and g; return (b, r)."""
    for t in range(beta.size):
        alpha[t] = abs(beta[t])
    for i in range(source.points):
        g[i] = box.target[i] - score[i] - box.extra[i] * beta[i]
    return levels(box, score, beta)


@compiled
def most(values: Vector, least: float) -> float:
    """Return max |v|, or `least` where that is more."""
    values, largest = borrowed(values), least
    for t in range(values.size):
        largest = larger(largest, abs(values[t]))
    return largest


@compiled
def largest_of(values: KernelOfPoints) -> float:
    """Return max |K|."""
    largest = 0.0 if values.matrix.shape[0] > 0 else 1.0
    for i in range(values.matrix.shape[0]):
        largest = most(values.matrix[i], largest)
    return largest


@compiled
def drift(
    source: KernelSource, largest: float, box: Box, score: Vector, change: Vector, steps: int, unit: float
) -> float:
    """Return a bound of the error that SMO left in a score that was not computed anew.

    A kernel value in the working precision is wrong by some units of its largest, and by the rounding of coordinates
    in its exponent; what that does follows from the whole change (N,) of beta alone, because the sums telescope. Each
    step adds the rounding of its own update: of the score, of the step, and of the difference of two kernel values.
    """
    far, reach = 0.0, 0.0
    for k in range(source.fine.shape[0]):
        far = most(source.fine[k], far)
    for t in range(change.size):
        reach = max(reach, box.high[t] - box.low[t])
    of_values = (4.0 + 4.0 * source.fine.shape[0] * far) * largest * np.abs(change).sum()
    of_updates = 0.0 if steps == 0 else steps * (2.0 * np.abs(score).max() + 4.0 * largest * reach)
    bound: float = unit * (of_values + of_updates)
    return bound


@compiled
def proved(
    source: KernelSource,
    box: Box,
    beta: Vector,
    score: Vector,
    tolerance: float,
    wrong: float,
    found: float,
    ended: int,
) -> tuple[float, int]:
    """Return (violation, outcome) as exact scores tell them, where those in hand may be too wrong to tell.

    What was not computed anew is twice the tolerance away from deciding, so that an error up to it decides nothing.
    """
    if ended != OPTIMAL or wrong <= tolerance:
        return found, ended
    correct(source, box, beta, np.arange(beta.size), score)
    violation = violation_of(box, score, beta, np.empty(box.groups))
    return violation, OPTIMAL if violation < tolerance else STUCK


@compiled
def solve_small(
    values: KernelOfPoints,
    posed: Posed,
    alpha: Vector,
    g: Vector,
    tolerance: float,
    ceiling: float,
    limit: int,
    cancel: Indices,
    progress: Vector,
    first: Vector,
) -> FoundNumbers:
    """Solve the form from alpha (N,), which moves, and write g (n,); see `solve_dense`."""
    box, beta = box_of(posed), posed.y * alpha
    source, score = source_of(values, box.extra), box.target.copy()
    if beta.any():
        correct(source, box, beta, np.arange(beta.size), score)
    start, N = beta.copy(), beta.size
    room, known = np.empty((N, long_enough(N)), dtype=np.float32), np.zeros(N, dtype=np.uint8)
    steps, violation, ended = solve_dense(
        source, box, beta, score, room, known, tolerance, ceiling, limit, cancel, progress, first
    )
    wrong = drift(source, largest_of(values), box, score, beta - start, steps, SINGLE)
    violation, ended = proved(source, box, beta, score, tolerance, wrong, violation, ended)
    b, r = tell(source, box, beta, score, alpha, g)
    return b, r, steps, violation, ended


@compiled
def solve_small_finely(
    values: KernelOfPoints,
    posed: Posed,
    alpha: Vector,
    g: Vector,
    tolerance: float,
    ceiling: float,
    limit: int,
    cancel: Indices,
) -> FoundNumbers:
    """Do the same by `solve_finely`."""
    box, beta = box_of(posed), posed.y * alpha
    source, score, start = source_of(values, box.extra), np.empty_like(beta), beta.copy()
    steps, violation, ended = solve_finely(source, box, beta, score, tolerance, ceiling, limit, cancel)
    wrong = drift(source, largest_of(values), box, score, beta - start, steps, DOUBLE)
    violation, ended = proved(source, box, beta, score, tolerance, wrong, violation, ended)
    b, r = tell(source, box, beta, score, alpha, g)
    return b, r, steps, violation, ended
