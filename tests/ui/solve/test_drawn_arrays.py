"""The curves of a long run under a moving hand: fewer states, and every extreme among them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from datasets import CATALOGUE
from ui.solve.board_problem import BoardProblem
from ui.solve.machine.table import MachineSpec
from ui.solve.options import AlgorithmOptions, LibsvmOptions
from ui.solve.playback_arrays import COLUMNS, LONG, drawn_arrays, playback_arrays
from ui.solve.recording import recording, sent_run
from ui.solve.request import answer_request, read_request
from ui.solve.wire import pack, unpack

MOONS = CATALOGUE["moons"].make()
Run = tuple[AlgorithmOptions, MachineSpec]
GAUSSIAN = {"name": "gaussian", "gamma": 3.0}
TUBE = LibsvmOptions(rows=20), MachineSpec("nu-svr", nu=0.5)


def whole(way: Run, C: float, seen: float = 0.25) -> dict[str, np.ndarray]:
    options, machine = way
    return playback_arrays(recording(BoardProblem(MOONS.X + seen, MOONS.y, GAUSSIAN, C, machine, options)).playback)


def answered(way: Run, C: float, seen: float, **header: Any) -> dict[str, np.ndarray]:
    asked = {"seq": 1, "kernel": GAUSSIAN, "C": C, "lang": "en", "way": sent_run(*way), **header}
    return unpack(answer_request(read_request(pack(asked, {"X": MOONS.X + seen, "y": MOONS.y}))))[1]


def test_of_a_long_run_the_ends_and_the_extremes_of_each_column_are_told() -> None:
    played = whole(TUBE, 30.0)
    drawn, states = drawn_arrays(played), len(played["dual"])
    told = drawn["told"]
    assert states > LONG
    assert len(told) < 5 * COLUMNS + 2 < states
    assert (np.diff(told) > 0).all()
    assert {0, states - 2, states - 1} <= set(told.tolist())
    column = -(-states // COLUMNS)
    for name in ("dual", "violation"):
        assert drawn[name].tobytes() == played[name][told].tobytes()
        for first in range(0, states - 1, column):
            here = (first <= told) & (told < first + column)
            least, most = np.nanmin(drawn[name][here]), np.nanmax(drawn[name][here])
            of_all = played[name][first : first + column]
            assert (least, most) == (np.nanmin(of_all), np.nanmax(of_all))
    others = set(played) - {"dual", "violation"}
    assert all(drawn[name] is played[name] for name in others)


def test_a_column_without_numbers_is_told_by_its_first_state() -> None:
    curve = np.arange(LONG + 1.0, dtype=np.float32)
    curve[:20] = np.nan
    drawn = drawn_arrays({"dual": curve, "violation": curve})
    assert drawn["told"][0] == 0
    assert np.isnan(drawn["dual"][0])
    assert drawn["told"][-1] == LONG


def test_of_a_short_run_all_states_are_told() -> None:
    played = {"dual": np.zeros(LONG, np.float32), "violation": np.zeros(LONG, np.float32)}
    assert drawn_arrays(played) is played


@pytest.mark.parametrize("good", [True, False])
def test_a_player_gets_the_states_of_its_curves_and_a_time_line_all_of_them(good: bool) -> None:
    page = whole(TUBE, 30.0)
    followed, line = answered(TUBE, 30.0, 0.25, good=good), answered(TUBE, 30.0, 0.25)
    assert "told" not in line
    for name in ("dual", "violation"):
        assert line[name].tobytes() == page[name].tobytes()
        assert followed[name].tobytes() == page[name][followed["told"]].tobytes()
    for name in ("pair", "move", "b", "r", "aside"):
        assert followed[name].tobytes() == line[name].tobytes() == page[name].tobytes()
