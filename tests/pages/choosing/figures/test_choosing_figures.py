"""The figures of the page about choosing: the map of errors, the small pictures, and the rings around a fold."""

from __future__ import annotations

import base64

import numpy as np
import pytest

from core.selection import penalty_of
from core.topics.choosing.experiment import CELLS, Tile
from pages.choosing import answers
from pages.choosing.figures import fold_rings
from pages.choosing.figures.clock import clock_figure
from pages.choosing.figures.map import errors_map, machines_map
from tests.pages.choosing.test_choosing_page import asked_of, over
from tests.pages.visit import EN, all_at_once
from ui.page.choice.grid import ALONG_C, ALONG_GAMMA


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every run wait for all that the page otherwise finds out piece by piece."""
    all_at_once(monkeypatch)


@pytest.mark.parametrize("fold", [1, 3])
def test_a_ring_is_on_the_board_around_each_point_that_validates_in_the_fold(fold: int) -> None:
    asked = asked_of(shown="errors", fold=fold)
    found = answers.folds_of(asked)
    judging = found.X[found.splits[fold - 1].test]
    drawn = fold_rings(asked)["median"].astype(np.float64)
    each = np.split(drawn, np.flatnonzero(np.isnan(drawn[:, 0])))
    middles = [ring[~np.isnan(ring[:, 0])][:-1].mean(axis=0) for ring in each if len(ring) > 1]  # the end is the begin
    assert np.allclose(middles, judging, atol=1e-5)
    assert fold_rings(asked_of()) == {}


def test_figures_hold_what_was_found() -> None:
    walked = over(asked_of())
    drawn = errors_map(walked, answers.within(walked), ALONG_GAMMA, ALONG_C, "svm", EN)
    heat = np.array(drawn.data[0]["z"], dtype=float)
    grid = next(each for each in walked if each.name == "grid")
    for look in grid.looks:
        assert heat[ALONG_C.index(look.C), ALONG_GAMMA.index(look.gamma)] == pytest.approx(100 * look.error)
    clock = clock_figure(walked, np.inf, EN)
    assert sum(trace.get("mode") == "lines" for trace in clock.data) == len(walked)


def test_a_small_picture_stands_at_its_place() -> None:
    sides = np.ones((CELLS, CELLS), dtype=np.int8)
    gamma, C = answers.TILE_GAMMAS[3], answers.TILE_CS[1]
    drawn = machines_map([Tile(gamma, C, sides, 0)], answers.TILE_GAMMAS, answers.TILE_CS, "svm", EN).data[0]
    whole = np.frombuffer(base64.b64decode(drawn["z"]["bdata"]), np.float32).reshape(len(drawn["y"]) - 1, -1)
    rows, columns = (np.flatnonzero(whole.any(axis=along)) for along in (1, 0))
    assert drawn["y"][rows[0]] < C < drawn["y"][rows[-1] + 1]
    assert drawn["x"][columns[0]] < gamma < drawn["x"][columns[-1] + 1]


def test_the_map_of_ridge_regression_goes_up_by_lambda_with_every_error_and_picture_in_its_cell() -> None:
    asked = asked_of(machine="ridge")
    walked = over(asked)
    drawn = errors_map(walked, answers.within(walked), ALONG_GAMMA, ALONG_C, "ridge", EN)
    ends = np.array(drawn.data[0]["y"])
    assert np.all(np.diff(ends) > 0)
    assert drawn.layout["yaxis"]["title"]["text"] == "λ"
    assert drawn.layout["yaxis"]["range"] == pytest.approx(np.log10(ends[[0, -1]]))
    heat = np.array(drawn.data[0]["z"], dtype=float)
    for look in walked[0].looks:
        row = np.searchsorted(ends, look.penalty) - 1
        assert heat[row, ALONG_GAMMA.index(look.gamma)] == pytest.approx(100 * look.error)
    sides = np.ones((CELLS, CELLS), dtype=np.int8)
    gamma, C = answers.TILE_GAMMAS[3], answers.TILE_CS[1]
    picture = machines_map([Tile(gamma, C, sides, 0)], answers.TILE_GAMMAS, answers.TILE_CS, "ridge", EN).data[0]
    whole = np.frombuffer(base64.b64decode(picture["z"]["bdata"]), np.float32).reshape(len(picture["y"]) - 1, -1)
    rows = np.flatnonzero(whole.any(axis=1))
    assert picture["y"][rows[0]] < penalty_of(C) < picture["y"][rows[-1] + 1]
