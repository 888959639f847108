"""Beside the solver stands what the approximation costs; where the kernel is exact, nothing does."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from cost_told import figure, refuse_to_compute, said
from visit import EN, Visit, in_both_languages

from core.problem import Gaussian, Kernel, TaylorGaussian
from core.topics.descent.experiment import from_gram
from core.view import grid_axes
from pages import LINK
from pages.board.question import read
from ui.page import early_figures
from ui.page.cost import show
from ui.solve.kernels import GAUSSIANS, usual_spec
from ui.solve.options import COORDINATE_SOLVER
from ui.solve.wire import unpack
from ui.state.lab import opening
from ui.words import languages, number, words_for

COST = show.COST
PAGES = ("board", "smo", "descent")
APPROXIMATIONS = [name for name in GAUSSIANS if name != "gaussian"]
GIVEN = {lang: words_for(lang)("cost.numbers.c-svc") for lang in languages}
EXACT = ("gaussian", "linear", "polynomial", "sigmoid")


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
    line = words("cost.boundary.line.free" if page != "descent" else "cost.boundary.line.bound", numbers=GIVEN[lang])
    assert line in said(visit)[show.BOUNDARY]
    assert said(visit)[show.WORST]
    assert "ghost" in arrays(visit, page)


@pytest.mark.parametrize("page", PAGES)
def test_where_the_kernel_is_exact_nothing_is_shown_and_nothing_computed(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_to_compute(monkeypatch)
    for kernel in EXACT if page != "descent" else ("linear", "polynomial"):
        visit = Visit(page, k=kernel, data="moons")
        assert figure(visit) is None
        assert said(visit) == {}
        assert offers(visit) is None
        assert EN("cost.title") not in visit.texts()
        assert "ghost" not in arrays(visit, page)


def test_hidden_figures_hide_the_cost() -> None:
    visit = Visit("board", k="taylor", data="moons", hide="figures")
    assert figure(visit) is None
    assert offers(visit) is None


@in_both_languages
@pytest.mark.parametrize("C", ["0.1", "10"])
@pytest.mark.parametrize("descent", ["L1_bias_random_shrink", "L2_plain_cyclic_keep"])
def test_beside_coordinate_descent_the_board_counts_where_the_classes_of_its_own_problem_differ(
    descent: str, C: str, lang: str
) -> None:
    query = {"k": "taylor", "g": "0.5", "m": "2", "C": C, "data": "moons", "rule": COORDINATE_SOLVER}
    visit, words = Visit(**query, descent=descent, lang=lang), words_for(lang)
    asked = read(opening(LINK, {**query, "descent": descent}))
    way, points, square = asked.run_options, asked.board.points, asked.board.square
    bias, C_of_all = 1.0 if way.bias else None, float(C)
    axes = grid_axes(square[:2], square[2], 50)
    cells = np.stack(np.meshgrid(*axes), -1).reshape(-1, 2)

    def classes(kernel: Kernel) -> np.ndarray:
        """Classify the cells by the dual without the equality constraint, solved from the kernel matrix alone."""
        found = from_gram(kernel.gram(points.X, points.X), points.y, C_of_all, way.loss, bias)
        return kernel.gram(cells, points.X) @ found.signed + (bias or 0.0) ** 2 * found.signed.sum() >= 0.0

    share = float(np.mean(classes(TaylorGaussian(0.5, 2)) != classes(Gaussian(0.5))))
    assert share > 0.0
    apart = words("cost.boundary.apart.classes", share=number(100.0 * share, 2))
    assert said(visit)[show.BOUNDARY] == words.joined([words("cost.boundary.line.bound"), apart])


@pytest.mark.parametrize("page", [*PAGES, "coordinates"])
def test_what_comes_ahead_is_what_the_page_brings(page: str) -> None:
    asked = {"k": "taylor", "g": "0.5", "data": "moons"}
    weights = {"plus": 1.0, "minus": 1.0} if page in ("board", "smo") else {}  # which a panel sends with the kernel
    if page == "coordinates":  # of the board
        page, asked = "board", {**asked, "rule": COORDINATE_SOLVER}
    here, there = Visit(page, **asked, m="3", C="10"), Visit(page, **asked, m="7", C="2")
    name, values = offers(here), {**usual_spec("taylor"), **weights, "gamma": 0.5, "order": 7, "C": 2}
    assert name is not None
    ahead = dict(json.loads(line) for line in early_figures.figures_at(name, values, "en"))
    brought = {data["key"]: data for data in [*there.data("plot"), *there.data("said")]}
    free = page != "descent"  # whose sentence has no number: that page counts further down
    assert list(ahead) == [COST, show.WORST, *([show.BOUNDARY] if free else [])]
    for key, found in ahead.items():
        assert found == {part: brought[key][part] for part in found}
    if free:
        assert said(here)[show.BOUNDARY] != ahead[show.BOUNDARY]["text"]


@pytest.mark.parametrize(
    "values",
    [
        usual_spec("gaussian"),
        {"name": "taylor", "gamma": -1, "order": 2},
        {"gamma": 1},
    ],
)
def test_what_cannot_be_shown_does_not_come_ahead(values: dict[str, Any]) -> None:
    name = offers(Visit(k="taylor", data="moons"))
    assert name is not None
    assert list(early_figures.figures_at(name, {**values, "C": 1}, "en")) == []


@pytest.mark.parametrize("C", ["much", -1, True, [], 1e300])
def test_a_penalty_that_is_none_ends_after_the_error_of_the_kernel(C: Any) -> None:
    name = offers(Visit(k="taylor", data="moons"))
    assert name is not None
    lines = [json.loads(line) for line in early_figures.figures_at(name, {**usual_spec("taylor"), "C": C}, "en")]
    assert [key for key, _ in lines][:2] == [COST, show.WORST]
    assert all("%" not in found["text"] for key, found in lines if key == show.BOUNDARY)
