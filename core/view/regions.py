"""The shape of a classifier on a window of the plane: how many connected regions each class has, and whose they are."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from core.problem import Gaussian, Problem, decision_values
from core.problem.arrays import Matrix, Vector

CELLS = 160
MOST_CELLS = 1200  # along each axis: 1.4 million values of f, some 100 ms
FINER = 1.6  # times the cells of the last grid along an axis
CELLS_PER_BUMP = 2  # cells to the width sigma = 1 / sqrt(2 gamma) of a bump: fewer would lose whole islands


@dataclass(frozen=True)
class Regions:
    """Connected regions of f > 0 and of f < 0 on a grid of cells, with the training points of that class inside."""

    positive: int
    negative: int
    lonely: int  # regions that hold exactly one training point, which is of the region's own class
    inhabited: int  # regions that hold at least one training point of their own class
    resolved: bool  # False: the bumps are narrower than the grid can count
    cells: int  # along each axis of the grid that they were counted on
    settled: bool = True  # False: no two grids agree; `lonely` is then the smaller of the last two counts

    @property
    def total(self) -> int:
        """All regions."""
        return self.positive + self.negative


def cells_for(gamma: float, size: float) -> tuple[int, bool]:
    """Return how many cells along each axis a Gaussian needs on a window, and whether that is within bounds."""
    needed = math.ceil(CELLS_PER_BUMP * size * math.sqrt(2.0 * gamma))
    return min(max(needed, CELLS), MOST_CELLS), needed <= MOST_CELLS


def grid_axes(corner: tuple[float, float], size: float, cells: int = CELLS) -> tuple[Vector, Vector]:
    """Return the centres of the cells of a square window along both axes, each (cells,)."""
    middle = np.asarray((np.arange(cells) + 0.5) * (size / cells), dtype=np.float64)
    return np.asarray(corner[0] + middle), np.asarray(corner[1] + middle)


def field(problem: Problem, alpha: Vector, b: float, x_axis: Vector, y_axis: Vector) -> Matrix:
    """Return f on a grid given by its axes, shape (len(y_axis), len(x_axis)).

    A Gaussian in the plane is a product of one Gaussian per axis, so its field is one small matrix product.
    """
    support = alpha > 0
    coef, X = (alpha * problem.y)[support], problem.X[support]
    kernel = problem.kernel
    if isinstance(kernel, Gaussian):
        along_x = np.exp(-kernel.gamma * (X[:, :1] - x_axis) ** 2)
        along_y = np.exp(-kernel.gamma * (X[:, 1:] - y_axis) ** 2)
        return np.asarray(along_y.T @ (coef[:, None] * along_x) + b)
    columns, rows = np.meshgrid(x_axis, y_axis)
    points = np.column_stack([columns.ravel(), rows.ravel()])
    return decision_values(problem, alpha, b, points).reshape(rows.shape)


def settled_regions(problem: Problem, alpha: Vector, b: float, window: tuple[float, float, float]) -> Regions:
    """Count the regions of a Gaussian's f on finer and finer grids of a window (x0, y0, size), until two agree.

    Each grid has `FINER` times as many cells along an axis as the one before. What two grids count alike a
    third may count otherwise: a bridge may be narrower than any cell. So a sentence names the grid.
    """
    assert isinstance(problem.kernel, Gaussian)
    corner, size = window[:2], window[2]
    cells, resolved = cells_for(problem.kernel.gamma, size)
    found = coarser = _counted(problem, alpha, b, corner, size, cells)
    while resolved and cells < MOST_CELLS:
        cells = min(math.ceil(cells * FINER), MOST_CELLS)
        coarser, found = found, _counted(problem, alpha, b, corner, size, cells)
        if (coarser.positive, coarser.negative, coarser.lonely) == (found.positive, found.negative, found.lonely):
            return found
    return replace(found, resolved=resolved, settled=False, lonely=min(coarser.lonely, found.lonely))


def _counted(
    problem: Problem, alpha: Vector, b: float, corner: tuple[float, float], size: float, cells: int
) -> Regions:
    return regions(problem, field(problem, alpha, b, *grid_axes(corner, size, cells)), corner, size)


def regions(
    problem: Problem, values: Matrix, corner: tuple[float, float], size: float, resolved: bool = True
) -> Regions:
    """Count the connected regions of both signs of a square field (cells, cells) and the points that live in them."""
    cells = len(values)
    place = (problem.X - corner) / size * cells
    inside = np.all((place >= 0) & (place < cells), axis=1)  # points outside the window live in none of its regions
    column, row = place[inside].astype(int).T
    y = problem.y[inside]
    counts, lonely, inhabited = [], 0, 0
    for sign in (1.0, -1.0):
        label, count = ndimage.label(sign * values > 0)
        of_class = y == sign
        residents = np.bincount(label[row[of_class], column[of_class]], minlength=count + 1)[1:]
        everyone = np.bincount(label[row, column], minlength=count + 1)[1:]
        counts.append(int(count))
        lonely += int(np.count_nonzero((residents == 1) & (everyone == 1)))
        inhabited += int(np.count_nonzero(residents))
    return Regions(counts[0], counts[1], lonely, inhabited, resolved, cells)


def off_diagonal(K: Matrix) -> tuple[float, float]:
    """Return (min, mean) of the off-diagonal entries of a Gram matrix (n, n), n >= 2."""
    outside: NDArray[np.bool_] = ~np.eye(len(K), dtype=bool)
    return float(K[outside].min()), float(K[outside].mean())
