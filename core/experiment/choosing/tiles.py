"""What machines of many gammas and C make of the plane: each as the classes of a small picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.experiment.choosing.machine import MachineAt, fit, sides
from core.problem.arrays import Matrix, Vector
from core.selection import folds
from core.solver import CancelFlag
from core.view.grid import Square

CELLS = 32  # along each side of a picture
MOST = 400  # points that a machine of a small picture is trained on
TOLERANCE = 1e-2


@dataclass(frozen=True)
class Tile:
    """One machine as a picture."""

    gamma: float
    C: float
    sides: NDArray[np.int8]  # (CELLS, CELLS): +1 or -1; 0 everywhere without a machine
    errors: int | None  # of the points it was trained on; None without a machine


def thinned(X: Matrix, y: Vector) -> tuple[Matrix, Vector]:
    """Return `MOST` points at most, each class with its share: (n', 2) and (n',)."""
    if len(y) <= MOST:
        return X, y
    kept = folds(y, -(-len(y) // MOST)) == 0
    return X[kept], y[kept]


def tiles(X: Matrix, y: Vector, asked: Sequence[MachineAt], window: Square, cancel: CancelFlag) -> Iterator[Tile]:
    """Yield the picture of every machine; it ends when cancelled. X is (n, 2) and y (n,) is +1.0 or -1.0."""
    X, y = thinned(X, y)
    for each in asked:
        found = fit(X, y, each, TOLERANCE, cancel)
        if cancel[0]:
            return
        if found is None:
            yield Tile(each.gamma, each.C, np.zeros((CELLS, CELLS), np.int8), None)
        else:
            errors = int(np.count_nonzero(sides(found.values(X)) != y))
            yield Tile(each.gamma, each.C, found.on_grid(window, CELLS), errors)
