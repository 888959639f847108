"""Choosing gamma and C by an approximation: its cells are what scikit-learn validates, and the exact kernel judges."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.model_selection import PredefinedSplit, cross_val_score
from sklearn.svm import SVC

from core.problem import InputError
from core.selection import Folded, Kind, Look, Purpose, Strategy, best, folded, folds, grid_of, walk
from core.selection.plan import STAND_IN
from core.solver import new_cancel_flag
from core.topics.choosing.experiment import EXACT, Approximation, looks
from tests.core.small_problems import moons

X, Y = moons(80, seed=4)
GRID = grid_of([0.1, 1.0, 10.0], [0.3, 3.0, 30.0])
STANDING_IN = [
    Approximation("taylor", 4),
    Approximation("taylor", 3, 0, (1.0, 0.5)),
    Approximation("fourier", 30, 2),
    Approximation("paired", 30, 2),
]


def _points() -> Folded:
    return folded(X, Y, 5, 1)


def _walk(asked: Approximation) -> list[Look]:
    return list(looks(asked, _points(), GRID, new_cancel_flag()))


@pytest.mark.parametrize("asked", STANDING_IN, ids=str)
def test_a_cell_is_what_scikit_learn_validates_with_this_kernel(asked: Approximation) -> None:
    split = PredefinedSplit(folds(Y, 5, 1))
    cells = [look for look in _walk(asked) if look.kind is Kind.STAND_IN]
    assert len(cells) == GRID.cells
    for look in cells:
        machine = SVC(C=look.C, kernel=asked.at(look.gamma).gram)
        theirs = 1.0 - cross_val_score(machine, X, Y, cv=split)
        assert np.abs(look.rates - theirs).max() <= 1.01 / min(look.points)  # the tolerance may turn one point


@pytest.mark.parametrize("asked", [*STANDING_IN, Approximation("nystroem", 20)], ids=str)
def test_the_exact_kernel_is_judged_at_the_cell_that_the_approximation_chooses(asked: Approximation) -> None:
    *cells, last = _walk(asked)
    choice = best(cells)
    assert (last.purpose, last.kind, last.gamma, last.C) == (Purpose.EXACT, Kind.EXACT, choice.gamma, choice.C)
    of_grid = {(look.gamma, look.C): look for look in _walk(EXACT)}[choice.gamma, choice.C]
    assert np.abs(last.rates - of_grid.rates).max() <= 1.01 / min(last.points)


def test_a_taylor_kernel_of_high_order_chooses_what_the_exact_one_chooses() -> None:
    """On the circle of radius 1 the remainder of order 30 is below rounding for every gamma of this grid."""
    on_circle = X / np.linalg.norm(X, axis=1, keepdims=True)
    points, grid = folded(on_circle, Y, 5, 1), grid_of([0.1, 0.3, 1.0], [0.3, 3.0, 30.0])
    exact, high = (
        list(looks(which, points, grid, new_cancel_flag())) for which in (EXACT, Approximation("taylor", 30))
    )
    chosen = best(high[:-1])
    assert (chosen.gamma, chosen.C) == (best(exact).gamma, best(exact).C)


def test_a_stand_in_without_kernels_is_refused() -> None:
    with pytest.raises(InputError, match="strategy"):
        walk(Strategy(STAND_IN), _points(), GRID)
