"""Who chooses and who judges at the end: points set apart, how a choice is judged, and what each fold saw."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.experiment.choosing.machine import MachineAt, fit, sides
from core.problem.arrays import Indices, Matrix, Vector
from core.selection import Split, folds
from core.view.grid import Square

SHARE = 4  # one of so many points is set apart
FEWEST = 5  # points of each class, below which none is set apart
CELLS = 48  # along each side of a fold's picture


@dataclass(frozen=True, eq=False)
class Parts:
    """Which points choose, and which judge the choice once; of few points all choose and none judges."""

    choosing: Indices
    test: Indices


@dataclass(frozen=True)
class Judgement:
    """What a machine that was trained on all points that choose calls wrongly."""

    training: int
    of: int
    test: int
    of_test: int


@dataclass(frozen=True, eq=False)
class FoldPicture:
    """The machine that was trained without a fold, and what it calls wrongly there."""

    sides: NDArray[np.int8]  # (CELLS, CELLS); 0 everywhere without a machine
    train: Indices
    test: Indices
    wrong: NDArray[np.bool_]  # of `test`


def set_apart(y: Vector, seed: int) -> Parts:
    """Set a quarter of the points apart, each class evenly, for labels y (n,)."""
    everyone = np.arange(len(y))
    if min(np.count_nonzero(y > 0), np.count_nonzero(y < 0)) < FEWEST:
        return Parts(everyone, everyone[:0])
    part = folds(y, SHARE, seed + 1) == 0
    return Parts(everyone[~part], everyone[part])


def judge(X: Matrix, y: Vector, parts: Parts, asked: MachineAt) -> Judgement | None:
    """Train on the points that choose and count what is called wrongly; None where there is no machine."""
    own = parts.choosing
    found = fit(X[own], y[own], asked)
    if found is None:
        return None
    wrong = sides(found.values(X)) != y
    return Judgement(int(wrong[own].sum()), len(own), int(wrong[parts.test].sum()), len(parts.test))


def fold_picture(X: Matrix, y: Vector, split: Split, asked: MachineAt, window: Square) -> FoldPicture:
    """Return what the machine trained without a fold makes of the plane and of the fold."""
    found = fit(X[split.train], y[split.train], asked)
    if found is None:
        nothing = np.zeros((CELLS, CELLS), np.int8)
        return FoldPicture(nothing, split.train, split.test, np.ones(len(split.test), dtype=bool))
    wrong = sides(found.values(X[split.test])) != y[split.test]
    return FoldPicture(found.on_grid(window, CELLS), split.train, split.test, wrong)
