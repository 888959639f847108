"""The beats of SMO: they show what they say, and a first visit plays them to the end."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from core.view import Region, box_at, pair_at
from datasets import CATALOGUE
from pages.smo.beats import BEATS, MOONS
from tests.pages.visit import ROOT, Visit, in_both_languages
from ui.solve.board_problem import BoardProblem
from ui.solve.options import PairOptions
from ui.solve.recording import recording
from ui.solve.wire import unpack
from ui.words import words_for


class Guest(Visit):
    """A visit that may meet the beats."""

    def __init__(self, **query: Any) -> None:
        self.app = AppTest.from_file(str(ROOT / "pages" / "router.py"), default_timeout=300)
        for name, value in query.items():
            self.app.query_params[name] = value
        self.turn_to("smo")  # without a stop at the board

    def bar(self) -> dict[str, Any] | None:
        return next(iter(self.data("beats")), None)

    def tell(self, name: str, **state: Any) -> None:
        """Send what a component sends: the bar of the beats, the player, or the figure of the box."""
        widgets = self.app._tree.get_widget_states()
        found = [proto for proto in self.components(name) if name != "plot" or unpack(proto.bytes)[0]["key"] == "box"]
        widget = widgets.widgets.add()
        widget.id, widget.json_value = found[0].id, json.dumps(state)
        self.app._run(widgets)
        self.check()

    def go(self, way: str) -> None:
        bar = self.bar()
        assert bar is not None
        self.tell("beats", go={"way": way, "from": bar["number"]})

    def player(self) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        return unpack(self.components("player")[0].bytes)

    def pick(self, i: int, j: int = -1) -> None:
        self.tell("player", pick={"i": i, "j": j, "run": self.player()[0]["run"], "at": 1})


def trace_of(scene: str) -> Any:
    points, start = CATALOGUE[scene].make(), CATALOGUE[scene].start
    return recording(BoardProblem(points.X, points.y, start["kernel"], start["C"], options=PairOptions())).trace


@pytest.mark.parametrize("scene", ["three", "moons"])
def test_the_points_of_a_scene_show_what_its_four_beats_say(scene: str) -> None:
    trace = trace_of(scene)
    beats = {beat.name: beat.setting for beat in BEATS if beat.scene == scene}
    assert list(beats) == ["most", "partner", "lowest", "wall"]
    k = beats["lowest"].step
    shown, inside, cut = pair_at(trace, k), box_at(trace, k), box_at(trace, k + 1)
    assert [pair for pair in zip(trace.table["i"][:k], trace.table["j"][:k], strict=True)] == list(
        {"three": (), "moons": MOONS}[scene]
    )
    assert (shown.score[shown.in_up] == shown.m).sum() == 1  # the first point is the only one of its kind
    assert (shown.candidates.gain == shown.candidates.gain.max()).sum() == 1
    assert len(shown.candidates.j) > 1
    assert inside.region is Region.INSIDE
    assert beats["wall"].step == k + 1
    assert cut.region in (Region.I, Region.II)
    assert beats["wall"].C in cut.new
    past = (cut.free[1] - cut.old[1]) / (cut.new[1] - cut.old[1])
    assert past > 1.3  # the bound cuts off what can be seen


@in_both_languages
def test_a_first_visit_meets_the_beats_and_plays_them_to_the_end(lang: str) -> None:
    guest, words = Guest(lang=lang), words_for(lang)
    for number, beat in enumerate(BEATS, 1):
        bar = guest.bar()
        assert bar is not None
        assert (bar["number"], bar["lit"], bar["done"]) == (number, beat.lit, False)
        assert words(f"beat.smo.{beat.name}.title") in guest.texts()
        assert guest.query["beat"] == str(number)
        trace = trace_of(beat.scene)
        k = beat.setting.step if beat.setting.mode == "watch" else len(beat.setting.options.pairs)
        row = trace.table[k]
        i, j = int(row["i"]), int(row["j"])
        if beat.name == "most":
            guest.pick(j)
            assert guest.bar()["done"] is False
            guest.pick(i)
            assert guest.player()[0]["picked"] == [i]
        elif beat.name == "partner":
            assert guest.player()[0]["picked"] == [i]
            guest.pick(i, j)
            assert len(guest.player()[1]["pair"]) == k  # the pair waits for the hand that moves it
        else:
            assert guest.player()[0]["step"] == k
            box = box_at(trace, k)
            guest.tell("plot", slid={"k": k, "at": box.old[1]})
            assert guest.bar()["done"] is False
            guest.tell("plot", slid={"k": k, "at": box.new[1]})
        assert guest.bar()["done"] is True
        guest.go("on")
    assert guest.bar() is None
    assert guest.query["data"] == "moons"
    assert "beat" not in guest.query
    assert words("beats.open") in guest.texts()
    guest.app.button[[button.label for button in guest.app.button].index(words("beats.open"))].click()
    guest.run()
    assert guest.bar()["number"] == 1
