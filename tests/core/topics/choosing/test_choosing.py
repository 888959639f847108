"""Machines with chosen gamma and C: on tiles, on folds, and on points set apart."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge
from sklearn.svm import SVC

from core.selection import folded, grid_of, walk
from core.solver import new_cancel_flag
from core.topics.choosing.experiment import (
    CELLS,
    MACHINES,
    MOST,
    MachineAt,
    fit,
    fold_picture,
    judge,
    set_apart,
    thinned,
    tiles,
)
from core.topics.choosing.experiment import FOLD_CELLS as FOLD_CELLS
from core.view.grid import grid_axes
from tests.core.small_problems import cloud

WINDOW = (-4.0, -4.0, 8.0)
X, LABELS = cloud(90, seed=3)
Y = LABELS.astype(np.float64)


def places(cells: int) -> np.ndarray:
    columns, rows = np.meshgrid(*grid_axes(WINDOW[:2], WINDOW[2], cells))
    return np.column_stack([columns.ravel(), rows.ravel()])


@pytest.mark.parametrize(("gamma", "C"), [(0.1, 0.3), (1.0, 10.0), (20.0, 100.0)])
def test_a_machine_is_scikit_learns(gamma: float, C: float) -> None:
    svm, ridge = (fit(X, Y, MachineAt(machine, gamma, C), 1e-8) for machine in MACHINES)
    assert svm is not None
    assert ridge is not None
    theirs = SVC(C=C, gamma=gamma, tol=1e-10).fit(X, Y).decision_function(places(9))
    assert np.allclose(svm.values(places(9)), theirs, atol=1e-5)
    square = KernelRidge(alpha=0.5 / C, kernel="rbf", gamma=gamma).fit(X, Y).predict(places(9))
    assert np.allclose(ridge.values(places(9)), square, atol=1e-9)


@pytest.mark.parametrize("machine", MACHINES)
def test_a_grid_has_the_classes_of_its_cells(machine: str) -> None:
    found = fit(X, Y, MachineAt(machine, 1.0, 10.0))
    assert found is not None
    f = found.values(places(CELLS)).reshape(CELLS, CELLS)
    clear = np.abs(f) > 1e-2  # pictures are computed in single precision where that is enough
    assert np.array_equal(found.on_grid(WINDOW, CELLS)[clear], np.where(f >= 0, 1, -1)[clear])


def test_one_class_is_called_everywhere_and_a_hard_margin_may_not_exist() -> None:
    alone = fit(X[:3], -np.ones(3), MachineAt("svm", 1.0, 1.0))
    assert alone is not None
    assert (alone.on_grid(WINDOW, 4) == -1).all()
    assert fit(np.zeros((2, 2)), np.array([1.0, -1.0]), MachineAt("svm", 1.0, np.inf)) is None


@pytest.mark.parametrize("machine", MACHINES)
def test_a_tile_depends_on_its_own_machine_alone(machine: str) -> None:
    asked = [MachineAt(machine, gamma, C) for gamma in (0.1, 1.0) for C in (1.0, 10.0, 100.0)]
    whole = list(tiles(X, Y, asked, WINDOW, new_cancel_flag()))
    rest = list(tiles(X, Y, asked[4:], WINDOW, new_cancel_flag()))
    assert [(tile.gamma, tile.C) for tile in whole] == [(each.gamma, each.C) for each in asked]
    for one, other in zip(whole[4:], rest, strict=True):
        assert np.array_equal(one.sides, other.sides)
        assert one.errors == other.errors


def test_cancelled_tiles_end() -> None:
    flag = new_cancel_flag()
    flag[0] = 1
    assert list(tiles(X, Y, [MachineAt("svm", 1.0, 1.0)], WINDOW, flag)) == []


def test_many_points_are_thinned_class_by_class() -> None:
    many, y = cloud(1500, seed=1)
    own = thinned(many, y.astype(np.float64))[1]
    assert len(own) <= MOST
    assert abs(np.mean(own > 0) - np.mean(y > 0)) < 0.02
    assert thinned(X, Y)[0] is X


@pytest.mark.parametrize("seed", range(5))
def test_who_is_set_apart_chooses_nothing(seed: int) -> None:
    parts = set_apart(Y, seed)
    assert np.array_equal(np.sort(np.concatenate([parts.choosing, parts.test])), np.arange(len(Y)))
    for sign in (1.0, -1.0):
        assert abs(np.sum(Y[parts.test] == sign) - np.sum(sign == Y) / 4) <= 1
    assert not len(set_apart(Y[:8], seed).test)


@pytest.mark.parametrize("machine", MACHINES)
def test_folds_as_pictures_err_as_the_folds_of_a_walk(machine: str) -> None:
    asked = folded(X, Y, 5, 0, machine)
    (look,) = walk("grid", asked, grid_of((1.0,), (10.0,)))
    shown = [fold_picture(X, Y, split, MachineAt(machine, 1.0, 10.0), WINDOW, 5) for split in asked.splits]
    assert [int(fold.wrong.sum()) for fold in shown] == [int(count) for count in look.errors]
    assert [len(fold.test) for fold in shown] == list(look.points)
    assert shown[0].sides.shape == (FOLD_CELLS, FOLD_CELLS)


@pytest.mark.parametrize("machine", MACHINES)
def test_a_judgement_counts_training_and_test_points(machine: str) -> None:
    parts, asked = set_apart(Y, 0), MachineAt(machine, 1.0, 10.0)
    found, model = judge(X, Y, parts, asked), fit(X[parts.choosing], Y[parts.choosing], asked)
    assert found is not None
    assert model is not None
    wrong = np.where(model.values(X) >= 0, 1.0, -1.0) != Y
    assert (found.training, found.test) == (wrong[parts.choosing].sum(), wrong[parts.test].sum())
    assert (found.of, found.of_test) == (len(parts.choosing), len(parts.test))
