"""Every page that approximates says what choosing by the approximation would have chosen, on request."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace

import numpy as np
import pytest

from datasets import make_points
from pages import LINK, PAGES
from tests.pages.visit import EN, Visit, in_both_languages, link_of
from ui.page.choice import show, stand_ins
from ui.page.choice.sentences import choice_sentence, lead
from ui.page.choice.stand_ins import StandIns, is_over, walks
from ui.page.page import AnyPage
from ui.solve.queue import long_work
from ui.state.lab import opening
from ui.words import words_for

APPROXIMATE = {  # a kernel to show there
    **{"board": "fourier", "smo": "nystroem", "descent": "paired", "race": "taylor"},
    **{"losses": "fourier", "perceptron": "nystroem"},
}
SHOWN = [page for page in PAGES if page.choice is not None]
FOLD = "more-choice"


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a page wait until all is found: how many runs it takes is not what is tested."""
    monkeypatch.setattr(long_work, "AT_ONCE", 60.0)


def _query(page: AnyPage) -> dict[str, str]:
    query = {"data": "overlap", "lift": "taylor_auto_auto_free"}
    return {**query, "k": APPROXIMATE[page.name]} if page.name in APPROXIMATE else query


def _asked(page: AnyPage, query: Mapping[str, str]) -> StandIns | None:
    assert page.choice is not None
    found: StandIns | None = page.choice(page.read(opening(LINK, query)))
    return found


def test_every_page_about_approximations_chooses_and_every_solver_that_is_given_one() -> None:
    about = {page.name for page in PAGES if page.section == "approximations"} - {"choosing"}  # which chooses by all
    assert {page.name for page in SHOWN} == about | APPROXIMATE.keys() | {"phi", "ridge"}


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.name)
def test_it_is_searched_for_once_the_fold_is_open_and_said(page: AnyPage, monkeypatch: pytest.MonkeyPatch) -> None:
    query = _query(page)
    with monkeypatch.context() as closed:
        closed.setattr(stand_ins, "WORKS", SimpleNamespace(follow=lambda *given: pytest.fail("a walk began")))
        visit = Visit(page.name, **query)
    visit.unfold(FOLD)
    assert visit.warnings() == []
    asked = _asked(page, query)
    assert asked is not None
    walked = long_work.soon(lambda: walks(asked, "test"), is_over)
    assert lead(walked, asked.learner, EN) in visit.texts()
    for each in walked[1:]:
        assert choice_sentence(each, walked[0].own, asked.learner, EN) in visit.texts()
    assert len([data for data in visit.data("plot") if data["key"].startswith("choice-")]) == len(walked)


@pytest.mark.parametrize("name", APPROXIMATE)
def test_where_the_kernel_is_exact_nothing_is_folded(name: str) -> None:
    page = next(page for page in PAGES if page.name == name)
    assert _asked(page, {"data": "overlap", "k": "polynomial"}) is None


@in_both_languages
def test_many_points_are_refused_with_the_limit(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(show, "POINTS_WALKED", 50)
    visit = Visit("taylor", data="overlap", lang=lang)
    visit.unfold(FOLD, lang)
    asked = _asked(next(page for page in PAGES if page.name == "taylor"), {"data": "overlap"})
    assert asked is not None
    assert words_for(lang)("choice.many", most=50, n=len(asked.X)) in visit.texts()


def test_one_class_is_refused_in_a_sentence() -> None:
    visit = Visit("taylor", **link_of(make_points(np.eye(2), [1, 1])))
    visit.unfold(FOLD)
    assert len(visit.warnings()) >= 1
