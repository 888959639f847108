"""When beats open and close: by a first visit or a link, at their own step, and never over what was asked for."""

from __future__ import annotations

import pytest

from core.view import box_at
from pages.smo.beats import BEATS
from pages.smo.lessons import LESSONS
from tests.pages.smo.test_smo_beats import Guest, trace_of
from ui.words import words_for


@pytest.mark.parametrize(
    "query", [{"data": "moons"}, {"step": "3"}, {"mode": "hand"}, {"seen": "smo"}, {"seen": "board_smo"}]
)
def test_a_link_that_asks_for_something_or_a_known_browser_never_opens_them(query: dict[str, str]) -> None:
    assert Guest(**query).bar() is None


def test_a_link_opens_at_a_beat_and_one_beyond_the_last_at_the_last() -> None:
    guest = Guest(beat="3", data="moons", seen="smo")
    assert guest.bar()["number"] == 3
    assert guest.query["data"] == "three"
    assert Guest(beat="99").bar()["number"] == len(BEATS)
    assert len(Guest(beat="none").warnings()) == 1


def test_they_are_left_at_once_and_what_they_interrupted_comes_back() -> None:
    guest = Guest(data="overlap", k="linear", C="2", step="7")
    before = dict(guest.query)
    guest.app.button[[button.label for button in guest.app.button].index(words_for("en")("beats.open"))].click()
    guest.run()
    assert guest.query["data"] == "three"
    guest.go("on")
    guest.go("back")
    assert guest.bar()["number"] == 1
    guest.go("leave")
    assert guest.bar() is None
    assert {name: guest.query[name] for name in before} == before


def test_a_beat_is_done_at_its_own_step_only_and_says_where_that_is() -> None:
    guest, words = Guest(beat="3"), words_for("en")
    box = box_at(trace_of("three"), 1)
    guest.tell("player", step={"k": 1, "run": guest.player()[0]["run"], "turn": 0})
    assert words("beats.elsewhere", step=0) in guest.texts()
    guest.tell("plot", slid={"k": 1, "at": box.new[1]})
    assert guest.bar()["done"] is False
    guest.tell("player", step={"k": 0, "run": guest.player()[0]["run"], "turn": 0})
    assert words("beats.elsewhere", step=0) not in guest.texts()


def test_a_lesson_that_is_opened_in_the_beats_closes_them_and_stays() -> None:
    guest, lesson = Guest(beat="3"), LESSONS[0]
    guest.app.button(key=f"try-smo-{lesson.name}").click()
    guest.run()
    assert guest.bar() is None
    assert (guest.query["data"], guest.query["mode"]) == (lesson.dataset, lesson.mode)
    assert "beat" not in guest.query


@pytest.mark.parametrize("go", [None, 3, {}, {"way": "on"}, {"way": "on", "from": 7}, {"way": "off", "from": 1}])
def test_what_no_button_says_changes_nothing(go: object) -> None:
    guest = Guest()
    guest.tell("beats", go=go)
    assert guest.bar()["number"] == 1
