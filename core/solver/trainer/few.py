"""Few variables: from the arrays of a form to the answer in one compiled call.

With two hundred points the numbers around the solver cost as much as the solver, if NumPy computes them one by one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.compiled import compiled
from core.problem.arrays import Indices, Matrix, Vector
from core.solver.trainer.source import Source
from core.solver.trainer.whole import correct, solve_finely, solve_whole
from core.solver.trainer.working_set import Box, levels


class Posed(NamedTuple):
    """The arrays of a `Form`, under their names there; closed to writing."""

    y: Vector  # (N,)
    p: Vector
    upper: Vector
    start: Vector
    diagonal: Vector
    alike: bool


class Values(NamedTuple):
    """A kernel of n points, before it is a source: open to writing, so that there is one kind of it."""

    coordinates: Matrix  # (d, n) of a Gaussian, else (0, 0); they will be moved to their mean
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


@compiled
def box_of(posed: Posed) -> Box:
    """Return the box of the signed variables beta = y alpha."""
    N = posed.y.size
    target, low, high, group = np.empty(N), np.zeros(N), np.zeros(N), np.zeros(N, dtype=np.int64)
    for t in range(N):
        target[t] = -posed.y[t] * posed.p[t]
        if posed.y[t] > 0.0:
            high[t] = posed.upper[t]
        else:
            low[t] = -posed.upper[t]
            group[t] = 1 if posed.alike else 0
    return Box(target, low, high, posed.diagonal.copy(), group, 2 if posed.alike else 1)


@compiled
def source_of(values: Values, extra: Vector) -> Source:
    """Return the kernel as the solver reads it."""
    for k in range(values.coordinates.shape[0]):
        x = values.coordinates[k]
        middle = x.sum() / x.size
        for s in range(x.size):
            x[s] -= middle
    coarse = values.coordinates.astype(np.float32)
    return Source(coarse, values.coordinates, values.gamma, values.matrix, values.points, extra)


@compiled
def found_at(source: Source, box: Box, beta: Vector, score: Vector, steps: int, violation: float, ended: int) -> Found:
    """Return what follows from beta and its scores."""
    g, (b, r) = np.empty(source.points), levels(box, score, beta)
    for i in range(source.points):
        g[i] = box.target[i] - score[i] - box.extra[i] * beta[i]
    return Found(np.abs(beta), g, b, r, steps, violation, ended)


@compiled
def solve_few(
    values: Values,
    posed: Posed,
    tolerance: float,
    ceiling: float,
    limit: int,
    cancel: Indices,
    progress: Vector,
) -> Found:
    """Solve the form from its start; see `solve_whole`."""
    box, beta = box_of(posed), posed.y * posed.start
    source, score = source_of(values, box.extra), box.target.copy()
    if beta.any():
        correct(source, box, beta, np.arange(beta.size), score)
    steps, violation, ended = solve_whole(source, box, beta, score, tolerance, ceiling, limit, cancel, progress)
    return found_at(source, box, beta, score, steps, violation, ended)


@compiled
def solve_few_finely(
    values: Values, posed: Posed, alpha: Vector, tolerance: float, limit: int, cancel: Indices
) -> Found:
    """Go on from alpha; see `solve_finely`."""
    box, beta = box_of(posed), posed.y * alpha
    source, score = source_of(values, box.extra), np.empty_like(beta)
    steps, violation, ended = solve_finely(source, box, beta, score, tolerance, limit, cancel)
    return found_at(source, box, beta, score, steps, violation, ended)
