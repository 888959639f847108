"""Stems of many points and curves are moved where they stand, and stand where Plotly would have drawn them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from bench import Bench

from core.problem import TaylorGaussian
from datasets import make_points
from pages import LINK
from pages.ridge.figures import COEFFICIENTS, coefficients_drawing
from pages.ridge.question import Options, read
from ui.component.plot import Drawn
from ui.page.cost.figure import cost_figure, cost_text
from ui.page.cost.show import COST
from ui.solve.approximation.errors import kernel_errors
from ui.state.lab import opening
from ui.words import words_for

PATHS = """() => [...document.getElementById("stems").shadowRoot.querySelectorAll(".js-line")].map((path) =>
    path.getAttribute("d").match(/-?[\\d.]+,-?[\\d.]+/g).map((at) => at.split(",").map(Number)))"""
QUICK = """async (sent) => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const at = loaded.find((name) => name.endsWith("/plot/plot.js"));
    const { plots } = await import(at);
    const { quicken } = await import(at.replace("plot.js", "moving_lines.js"));
    const plot = plots[sent.key];
    quicken(plot);
    globalThis.redrawn = 0;
    const { react } = Plotly;
    Plotly.react = (...all) => (redrawn++, react(...all));
    plot.update({ ...plot.last, ...sent, early: true }, null, () => {});
}"""


def drawn(penalty: float) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    X = rng.uniform(-2.0, 2.0, (300, 2))
    points = make_points(X, np.where(X[:, 0] * X[:, 1] > 0, 1, -1))
    asked = read(opening(LINK, {"data": "moons", "k": "gaussian", "g": "1"}))
    asked = replace(asked, board=replace(asked.board, points=points), options=Options(penalty=penalty))
    return coefficients_drawing(asked, words_for("en")).draw().sent()


def errors(gamma: float) -> dict[str, Any]:
    X = np.random.default_rng(0).uniform(-2.0, 2.0, (60, 2))
    found, words = kernel_errors(X, TaylorGaussian(gamma, 4), gamma), words_for("en")
    return Drawn(cost_figure(found, "order", words), cost_text(found, words)).sent()


def page_brings(lab: Bench, sent: dict[str, Any], key: str = COEFFICIENTS) -> None:
    own = {"words": {}, "hidden": [], "projector": False, "key": key, "turn": 0}
    data = {**own, **sent, "plotly": "/lab/plotly/plotly.min.js"}
    lab.page.evaluate("(data) => void harness.show('plot/plot', data, 'stems')", data)
    lab.page.locator("#stems .lab-figure[data-ready]").wait_for()
    lab.page.wait_for_timeout(200)


def test_stems_stand_where_plotly_draws_them_and_it_draws_them_once_the_hand_rests(lab: Bench) -> None:
    before, after = drawn(1.0), drawn(1.1)
    page_brings(lab, after)
    wanted = lab.page.evaluate(PATHS)
    page_brings(lab, before)
    assert lab.page.evaluate(PATHS) != wanted
    lab.page.evaluate(QUICK, {**after, "key": COEFFICIENTS})
    found = lab.page.evaluate(PATHS)
    assert lab.page.evaluate("redrawn") == 0
    assert len(found) == len(wanted) == 4
    for one, other in zip(found, wanted, strict=True):
        assert np.abs(np.array(one) - np.array(other)).max() <= 0.02
    lab.page.wait_for_function("() => redrawn === 1", timeout=5000)


@pytest.mark.parametrize("penalty", [0.01, 100.0])
def test_where_an_axis_changes_plotly_draws(lab: Bench, penalty: float) -> None:
    page_brings(lab, drawn(1.0))
    lab.page.evaluate(QUICK, {**drawn(penalty), "key": COEFFICIENTS})
    lab.page.wait_for_function("() => redrawn === 1", timeout=5000)


WORDS = """() => Object.fromEntries([...document.getElementById("stems").shadowRoot.querySelectorAll(".textpoint text")]
    .map((word) => [word.textContent, Number(word.getAttribute("y"))]))"""


def test_curves_and_their_names_stand_where_plotly_draws_them(lab: Bench) -> None:
    before, after = errors(0.2), errors(0.9)
    page_brings(lab, after, COST)
    wanted, named = lab.page.evaluate(PATHS), lab.page.evaluate(WORDS)
    page_brings(lab, before, COST)
    assert lab.page.evaluate(WORDS) != named
    lab.page.evaluate(QUICK, {**after, "key": COST})
    found = lab.page.evaluate(PATHS)
    assert lab.page.evaluate("redrawn") == 0
    assert len(found) == len(wanted) == 4
    for one, other in zip(found, wanted, strict=True):  # Plotly leaves out what lies on a line, and far outside
        inside = [place for place in other if 0.0 <= place[1] <= 200.0]
        places = np.array(one)
        assert all(np.abs(np.interp(x, *places.T) - y) <= 1.0 for x, y in inside)
    told = lab.page.evaluate(WORDS)
    assert told.keys() == named.keys()
    assert all(abs(told[word] - named[word]) <= 0.02 for word in named)
    lab.page.wait_for_function("() => redrawn === 1", timeout=5000)
    assert lab.page.evaluate(WORDS) == named
