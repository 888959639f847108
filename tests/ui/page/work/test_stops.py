"""Whatever takes long says how far it is, stops when it is told to, keeps what was found, and goes on from there."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, NamedTuple

import pytest
import streamlit as st

from pages.budget import answers as budget
from pages.choosing.names import WALKED
from pages.fourier import answers as fourier
from tests.pages.visit import Visit, in_both_languages
from ui.page.work import PageWork, follow
from ui.solve.memory import SharedResults
from ui.solve.queue import long_work
from ui.words import words_for


class Long(NamedTuple):
    """What takes long on a page: where it is, and what says how far it has come."""

    page: str
    query: dict[str, str]
    fold: str | None
    key: str  # of its buttons
    told: str


PIECES = len(WALKED)  # that may be in work at once: one of each walk
MOONS = {"data": "moons", "k": "gaussian", "C": "10"}
LONG = [
    Long("choosing", {**MOONS, "g": "1.11"}, None, "choosing-machines", "choosing.progress.machines"),
    Long(
        "choosing",
        {**MOONS, "g": "1", "choosing": "errors_svm_9_3_1_best_auto"},
        None,
        "choosing",
        "choosing.progress.looks",
    ),
    Long("budget", {**MOONS, "g": "0.71"}, None, "budget", "budget.progress.running"),
    Long("fourier", {**MOONS, "k": "fourier", "g": "0.7", "D": "3000"}, None, "fourier", "fourier.progress"),
    Long("paper", {"tab": "regression_diabetes"}, "paper-now", "paper-now", "paper.now.progress"),
    Long("taylor", {**MOONS, "k": "taylor", "g": "0.7"}, "more-choice", "choice", "choice.progress"),
]


@pytest.fixture(autouse=True)
def _slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Never wait for a quick result, and make a piece slow enough to be stopped before the last one.

    No other visitor asks for it or has asked: work that one visitor stops continues for another, and cached work does
    not start.
    """
    for work in long_work.WORKS._works.values():
        work.asked.clear()
        work.cancel[0] = 1
    long_work.WORKS._works.clear()
    monkeypatch.setattr(budget, "_spent", SharedResults())
    monkeypatch.setattr(fourier, "_drawn", SharedResults())
    monkeypatch.setattr(fourier, "_standings", SharedResults())
    monkeypatch.setattr(long_work, "AT_ONCE", 0.0)
    monkeypatch.setattr(PageWork, "soon", PageWork.now)  # no clock asks for what follows a first picture
    found = long_work._next_of

    def slowly(going: Iterator[Any]) -> tuple[Any, bool, bool]:
        time.sleep(0.05)
        return found(going)

    monkeypatch.setattr(long_work, "_next_of", slowly)


@in_both_languages
@pytest.mark.parametrize("long", LONG, ids=lambda long: long.key)
def test_long_work_is_stopped_keeps_what_it_found_and_goes_on(long: Long, lang: str) -> None:
    visit = Visit(long.page, lang=lang, **long.query)
    if long.fold is not None:
        visit.unfold(long.fold, lang)
    visit.press(f"{long.key}-stop-{lang}")
    assert _tells_that_it_is_stopped(visit, lang)
    found = _found(visit, long, lang)
    time.sleep(0.4)
    visit.run()
    assert _found(visit, long, lang) - found <= PIECES  # what was in work when it was stopped may have been done
    found = _found(visit, long, lang)
    time.sleep(0.4)
    visit.run()
    assert _found(visit, long, lang) == found
    visit.press(f"{long.key}-go-on-{lang}")
    assert not _tells_that_it_is_stopped(visit, lang)
    until = time.monotonic() + 120.0
    while f"{long.key}-stop-{lang}" in {button.key for button in visit.app.button}:
        if _found(visit, long, lang) > found:
            break
        assert time.monotonic() < until
        time.sleep(0.1)
        visit.run()
    assert visit.warnings() == []


def _tells_that_it_is_stopped(visit: Visit, lang: str) -> bool:
    stopped = words_for(lang)("frame.stopped", so_far="")
    return any(bar.proto.text.startswith(stopped) for bar in visit.app.get("progress"))


def _found(visit: Visit, long: Long, lang: str) -> int:
    """Return how many pieces the bar says that there are."""
    before, after = words_for(lang)(long.told, done="|", of="#").split("#")[0].split("|")
    stopped = words_for(lang)("frame.stopped", so_far="")
    texts = [bar.proto.text for bar in visit.app.get("progress")]
    (told,) = [text.removeprefix(stopped) for text in texts if after in text]
    return int(told.removeprefix(before).split(after)[0])


def test_who_asks_for_something_else_follows_no_longer_what_was_asked_before() -> None:
    visit = Visit("budget", **MOONS, g="0.72")
    (before,) = long_work.WORKS._works.values()
    assert len(before.asked) == 1
    visit.app.number_input(key="budget-seed-en-0").set_value(7)
    visit.run()
    _, now = long_work.WORKS._works.values()
    assert (len(before.asked), len(now.asked)) == (0, 1)
    visit.run()
    assert len(now.asked) == 1


def test_the_run_that_answers_a_stop_draws_what_was_drawn_and_the_page_has_what_was_found_since(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parts, shown, pages = list[Callable[[], None]](), list[int](), list[None]()
    monkeypatch.setattr(st, "session_state", {})
    monkeypatch.setattr(st, "fragment", lambda part, run_every: parts.append(part) or part)
    monkeypatch.setattr(st, "rerun", lambda: pages.append(None))
    asked = count(1)
    work = PageWork(
        "k", "this", lambda: next(asked), lambda: 100, lambda visitor: None, lambda n: (n, 200), lambda n: n == 200
    )
    follow(work, 0, shown.append, words_for("en"), "budget.progress.running")
    (look,) = parts
    look()
    work.stop()
    look()
    assert (shown, pages) == ([0, 1, 1], [])
    look()
    assert (shown, pages) == ([0, 1, 1, 100], []), "the browser may not have drawn the bar"
    monkeypatch.setitem(follow.__globals__, "PAINTED", 0.0)
    look()
    assert (shown, pages) == ([0, 1, 1, 100, 100], [None])
    work.go_on()
    look()
    work.stop()
    look()
    assert pages == [None], "another stop is told of before the page runs"
