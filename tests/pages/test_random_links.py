"""Random links and degenerate points: no page falls over, and one that did would say so in a sentence."""

import logging

import numpy as np
import pytest

from benchmarks.links import PAGES, random_link, visit
from datasets import Window, make_points
from pages import LINK
from pages.gamma.figures import curves as gamma_curves
from tests.pages.visit import Visit, link_of
from ui.page.guard import apology
from ui.words import languages, words_for

A_PAGE = 15  # links; `python -m benchmarks links` visits 20,000
SEEDS = range(A_PAGE * len(PAGES))


@pytest.mark.parametrize("page", PAGES)
def test_no_random_link_breaks_a_page(page: str) -> None:
    own = [seed for seed in SEEDS if PAGES[seed % len(PAGES)] == page]
    failures = [visit(page, random_link(seed), unfold=seed % 3 == 0) for seed in own]
    assert [str(failure) for failure in failures if failure is not None] == []


def test_random_links_reach_every_field_of_a_link() -> None:
    assert set().union(*(random_link(seed) for seed in SEEDS)) == set(LINK.fields)


def test_points_of_both_classes_on_one_place_break_no_page() -> None:
    points = make_points(np.ones((2, 2)), [1, -1], window=Window(-4.0, -4.0, 8.0))
    for page in PAGES:
        query = {**link_of(points), "fourier": "paired_0.05_points"}
        assert visit(page, query, unfold=True) is None


# ---- the guard ----


@pytest.mark.parametrize("lang", languages)
def test_a_part_that_fails_is_one_sentence_and_the_rest_of_the_page_stands(
    lang: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a secret of the server")

    monkeypatch.setattr(gamma_curves, "shares", broken)
    with caplog.at_level(logging.ERROR, "ui.page.guard"):
        seen = Visit("gamma", lang=lang, C="3.21")  # a new question: its figures are not cached yet
    words = words_for(lang)
    assert seen.warnings() == [apology(words)]
    assert seen.components("board"), "the small boards above it are gone"
    assert words("more.theory") in [fold.label for fold in seen.app.expander]
    assert "secret" not in seen.texts()
    assert "a secret of the server" in caplog.text


@pytest.mark.parametrize("page", PAGES)
def test_a_page_that_fails_from_the_start_still_ends_as_every_page_does(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("ui.page.frame.tell_unread", broken)
    found = visit(page, {"lang": "en"})
    assert found is not None
    assert found.said == apology(words_for("en"))
    seen = Visit(page, lang="en")
    assert words_for("en")("more.theory") in [fold.label for fold in seen.app.expander]


def test_an_interrupted_run_is_no_failure() -> None:
    assert not issubclass(_ending("RerunException"), Exception)
    assert not issubclass(_ending("StopException"), Exception)


def _ending(name: str) -> type:
    from streamlit.runtime.scriptrunner_utils import exceptions

    found = getattr(exceptions, name)
    assert isinstance(found, type)
    return found


# ---- text of strangers ----


def test_an_address_in_a_link_does_not_become_a_link_of_ours() -> None:
    seen = Visit("board", k="www.evil.example go", lang="en")
    (warning,) = seen.warnings()
    assert "www.evil" not in warning
    assert "evil" in warning
