"""Beside the solver stands what the approximation costs; where the kernel is exact, nothing does."""

from __future__ import annotations

import json
from typing import Any

import pytest
from visit import EN, Visit, in_both_languages

from ui.page import early_figures
from ui.page.cost import show
from ui.solve.kernels import GAUSSIANS, usual_spec
from ui.solve.wire import unpack
from ui.words import words_for

COST = show.COST
PAGES = ("board", "smo", "descent")
APPROXIMATIONS = [name for name in GAUSSIANS if name != "gaussian"]
EXACT = ("gaussian", "linear", "polynomial", "sigmoid")


def figure(visit: Visit) -> dict[str, Any] | None:
    return next((data for data in visit.data("plot") if data["key"] == COST), None)


def offers(visit: Visit) -> str | None:
    (panel,) = visit.data("panel")
    return panel["offers"]


def arrays(visit: Visit, page: str) -> set[str]:
    name = "board" if page == "board" else "player"
    return set(unpack(visit.components(name)[0].bytes)[1])


@in_both_languages
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("kernel", APPROXIMATIONS)
def test_an_approximation_shows_its_cost(page: str, kernel: str, lang: str) -> None:
    visit, words = Visit(page, k=kernel, g="0.5", data="moons", lang=lang), words_for(lang)
    assert figure(visit) is not None
    assert words("cost.title") in visit.texts()
    assert words("cost.boundary.line" if page != "descent" else "cost.boundary.line.bound") in visit.texts()
    assert "ghost" in arrays(visit, page)


@pytest.mark.parametrize("page", PAGES)
def test_where_the_kernel_is_exact_nothing_is_shown_and_nothing_computed(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*of: object) -> None:
        raise AssertionError("computed for nobody")

    for name in ("errors_of", "differing_share", "enough"):
        monkeypatch.setattr(show, name, refuse)
    for kernel in EXACT if page != "descent" else ("linear", "polynomial"):
        visit = Visit(page, k=kernel, data="moons")
        assert figure(visit) is None
        assert offers(visit) is None
        assert EN("cost.title") not in visit.texts()
        assert "ghost" not in arrays(visit, page)


def test_hidden_figures_hide_the_cost() -> None:
    visit = Visit("board", k="taylor", data="moons", hide="figures")
    assert figure(visit) is None
    assert offers(visit) is None


@pytest.mark.parametrize("page", PAGES)
def test_the_figure_that_comes_ahead_is_the_one_that_the_page_brings(page: str) -> None:
    here, there = (Visit(page, k="taylor", g="0.5", m=m, data="moons") for m in ("3", "7"))
    name, spec = offers(here), {**usual_spec("taylor"), "gamma": 0.5, "order": 7}
    assert name is not None
    (line,) = early_figures.figures_at(name, spec, "en")
    key, ahead = json.loads(line)
    brought = figure(there)
    assert brought is not None
    assert key == COST
    assert ahead == {part: brought[part] for part in ahead}
    assert list(early_figures.figures_at(name, usual_spec("gaussian"), "en")) == []
    assert list(early_figures.figures_at(name, {"name": "taylor", "gamma": -1, "order": 2}, "en")) == []
    assert list(early_figures.figures_at(name, {"gamma": 1}, "en")) == []
