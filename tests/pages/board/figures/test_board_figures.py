"""The figures: their traces, their numbers, their colours, and the words that stand in for them."""

import base64
import json
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from core.view import Curves, Light, curves
from datasets import CATALOGUE, make_points
from pages import LINK
from pages.board.figures.alpha_bars import alpha_bars, alpha_text
from pages.board.figures.solve_curves import solve_curves_figure, solve_curves_text
from pages.gamma import PAGE as GAMMA
from pages.gamma.answers import panels
from pages.gamma.figures.curves import gamma_curves
from pages.gamma.question import GAMMAS
from ui.solve.board_problem import BoardProblem
from ui.solve.solving import Solved, solve, solve_curves, solved, trace_of
from ui.state.lab import opening
from ui.words import languages, number, words_for

EN = words_for("en")
STYLES = (Path(__file__).parents[4] / "assets" / "css" / "lab.css").read_text(encoding="utf-8")
DEFINED = set(re.findall(r"(--lab-[\w-]+)\s*:", STYLES))
COLOR_KEYS = ("color", "fgcolor", "bgcolor", "gridcolor", "linecolor", "tickcolor", "bordercolor", "paper_bgcolor")
NOTHING = "rgba(0,0,0,0)"
LINEAR = {"name": "linear"}


def drawn(figure: Any) -> dict[str, Any]:
    """Return the figure as the browser gets it; the JSON must be strict."""

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} in the JSON")

    parsed: dict[str, Any] = json.loads(figure.to_json(), parse_constant=refuse)
    assert go.Figure(parsed).data
    return parsed


def lines(figure: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the traces that are no words."""
    return [trace for trace in figure["data"] if trace.get("mode") != "text"]


def written(figure: dict[str, Any]) -> list[str]:
    """Return the words that stand in a figure."""
    texts = [note["text"] for note in figure["layout"].get("annotations", [])]
    return texts + [text for trace in figure["data"] if trace.get("mode") == "text" for text in trace["text"]]


def values(data: Any) -> np.ndarray:
    """Return the numbers of a trace, which travel as a list or as base64."""
    if isinstance(data, dict):
        return np.frombuffer(base64.b64decode(data["bdata"]), np.dtype(data["dtype"]))
    return np.array([math.nan if value is None else value for value in data], float)


def colors(node: Any, key: str = "") -> Iterator[str]:
    """Find everything in a figure that is a colour."""
    if isinstance(node, dict):
        for name, inner in node.items():
            yield from colors(inner, name)
    elif isinstance(node, list):
        for inner in node:
            yield from colors(inner, key)
    elif key in COLOR_KEYS:
        yield node


def of(name: str, C: str | None = None, **fields: str) -> tuple[Solved, np.ndarray, float | None]:
    lab = opening(LINK, {"data": name, **fields, **({} if C is None else {"C": C})})
    return solved(lab.problem), lab.points.y, lab.shared.C


@cache
def figure(kind: str, name: str) -> dict[str, Any]:
    """Return a figure of a data set as it opens."""
    lab = opening(LINK, {"data": name})
    if kind == "bars":
        return drawn(alpha_bars(solved(lab.problem).solution, lab.points.y, lab.shared.C, EN))
    if kind == "curves":
        went = solve_curves(lab.problem)
        assert went is not None
        return drawn(solve_curves_figure(went, EN))
    return drawn(gamma_curves(panels(GAMMA.read(lab)), [None] * len(GAMMAS), EN))


every_figure = pytest.mark.parametrize(
    ("kind", "name"), list(product(["bars", "curves", "gammas"], ["moons", "example-7-1", "overlap", "xor"]))
)


# ---- look ----


@every_figure
def test_every_colour_is_a_variable_that_the_style_sheet_defines(kind: str, name: str) -> None:
    used = set(colors(figure(kind, name))) - {NOTHING}
    assert used
    for color in used:
        assert (found := re.fullmatch(r"var\((--lab-[\w-]+)\)", color)), color
        assert found[1] in DEFINED


@every_figure
def test_no_infinity_travels_to_the_browser(kind: str, name: str) -> None:
    for trace in figure(kind, name)["data"]:
        for axis in "xy":
            assert not np.isinf(values(trace[axis])).any()


@every_figure
def test_a_figure_has_a_height_and_titled_axes_and_no_legend(kind: str, name: str) -> None:
    layout = figure(kind, name)["layout"]
    assert layout["height"] > 100
    assert layout["showlegend"] is False
    axes = [axis for key, axis in layout.items() if re.fullmatch(r"[xy]axis\d?", key)]
    titled = [axis for axis in axes if axis.get("title", {}).get("text")]
    assert len(titled) >= 2
    ranges = [axis["range"] for axis in axes if "range" in axis]
    assert all(low < high for low, high in ranges)


# ---- multipliers ----


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("name", CATALOGUE)
def test_there_is_one_bar_for_each_point_in_the_colour_of_its_class(name: str, lang: str) -> None:
    found, y, C = of(name)
    plus, minus = drawn(alpha_bars(found.solution, y, C, words_for(lang)))["data"]
    for bars, sign in ((plus, 1), (minus, -1)):
        numbers = values(bars["x"]).astype(int)
        assert (y[numbers - 1] == sign).all()
        assert values(bars["y"]).tobytes() == found.solution.alpha[numbers - 1].tobytes()
    assert len(values(plus["x"])) + len(values(minus["x"])) == len(y)
    assert (plus["name"], minus["name"]) == (
        words_for(lang)("figure.class.plus"),
        words_for(lang)("figure.class.minus"),
    )
    assert plus["marker"]["pattern"]["shape"] != minus["marker"]["pattern"]["shape"]


@pytest.mark.parametrize(("name", "C", "line"), [("moons", "10", True), ("overlap", "1", True), ("gap", "1e5", False)])
def test_the_upper_bound_is_drawn_as_a_line_where_it_is_in_sight(name: str, C: str, line: bool) -> None:
    found, y, penalty = of(name, C)
    shown = drawn(alpha_bars(found.solution, y, penalty, EN))
    layout = shown["layout"]
    assert bool(layout["shapes"]) == line
    assert any("C = " in text for text in written(shown)) == line
    top = layout["yaxis"]["range"][1]
    assert top > found.solution.alpha.max()
    if line:
        assert layout["shapes"][0]["y0"] == penalty
        assert top > float(penalty or 0)


def test_a_hard_margin_has_no_line_for_an_upper_bound() -> None:
    found, y, C = of("example-7-1")
    assert C is None
    assert drawn(alpha_bars(found.solution, y, C, EN))["layout"]["shapes"] == []


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("name", ["moons", "example-7-1", "xor"])
def test_the_words_for_the_bars_name_the_largest(name: str, lang: str) -> None:
    found, y, _ = of(name)
    alpha = found.solution.alpha
    text = alpha_text(found.solution, y, words_for(lang))
    first = int(np.argmax(alpha))
    assert f"{first + 1}: {number(float(alpha[first]))}" in text
    for count in (len(y), found.solution.free, found.solution.bounded):
        assert re.search(rf"\b{count}\b", text)


def test_no_multiplier_at_all_is_told_without_a_list() -> None:
    points = CATALOGUE["xor"].make()
    found = solve(BoardProblem(points.X, points.y, LINEAR, None)).solution
    assert found.light is Light.IMPOSSIBLE
    assert EN("figure.none") in alpha_text(found, points.y, EN)
    drawn(alpha_bars(found, points.y, None, EN))


# ---- the course of a solve ----


def test_the_curves_are_primal_dual_and_their_gap() -> None:
    went = solve_curves(opening(LINK, {"data": "moons"}).problem)
    assert went is not None
    primal, dual, gap = lines(drawn(solve_curves_figure(went, EN)))
    assert [trace["name"] for trace in (primal, dual, gap)] == [
        EN(f"figure.curves.{name}") for name in ("primal", "dual", "gap")
    ]
    assert (values(primal["x"]) == went.step + 1).all()
    assert (values(dual["y"]) == went.dual).all()
    finite = np.isfinite(went.primal)
    assert (values(primal["y"])[finite] == went.primal[finite]).all()
    assert np.isnan(values(primal["y"])[~finite]).all()
    assert (np.isnan(values(gap["y"])) | (values(gap["y"]) > 0)).all()  # on a log axis
    assert gap["yaxis"] == "y2"


def hopeless() -> Curves:
    """Return the start of a hard margin: no plane has all points outside the band yet."""
    lab = opening(LINK, {"data": "outlier"})
    found = solve(BoardProblem(lab.points.X, lab.points.y, {"name": "gaussian", "gamma": 1e-3}, None))
    whole = curves(trace_of(replace(found)), samples=30)
    kept = np.flatnonzero(~np.isfinite(whole.primal))
    cut = slice(0, int(kept[-1]) + 1)
    return Curves(whole.step[cut], whole.dual[cut], whole.primal[cut], whole.gap[cut], whole.violation[cut])


@pytest.mark.parametrize("lang", languages)
def test_a_primal_value_that_does_not_exist_is_neither_drawn_nor_said(lang: str) -> None:
    words, went = words_for(lang), hopeless()
    assert np.isinf(went.primal[-1])
    shown = drawn(solve_curves_figure(went, words))
    for trace in shown["data"]:
        assert not np.isinf(values(trace["y"])).any()
    optimum = words.texts["figure.curves.both"].split("{")[0]
    assert not any(optimum in text for text in written(shown))
    assert "∞" not in solve_curves_text(went, words)
    assert number(float(went.dual[-1]), 4) in solve_curves_text(went, words)


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("name", CATALOGUE)
def test_the_words_for_the_curves_end_where_the_curves_end(name: str, lang: str) -> None:
    went = solve_curves(opening(LINK, {"data": name}).problem)
    assert went is not None
    text = solve_curves_text(went, words_for(lang))
    for value in (int(went.step[-1]), number(float(went.dual[-1]), 4), number(float(went.primal[-1]), 4)):
        assert str(value) in text


# ---- many points ----


def test_two_thousand_points_are_drawn() -> None:
    rng = np.random.default_rng(0)
    points = make_points(rng.normal(size=(2000, 2)), np.where(rng.random(2000) < 0.5, 1, -1))
    found = solve(BoardProblem(points.X, points.y, {"name": "gaussian", "gamma": 1.0}, 0.1))
    bars = drawn(alpha_bars(found.solution, points.y, 0.1, EN))
    assert sum(len(values(trace["x"])) for trace in bars["data"]) == 2000
    assert len(json.dumps(bars)) < 100_000
    shown = drawn(solve_curves_figure(curves(trace_of(found)), EN))
    assert all(len(values(trace["x"])) <= 80 for trace in shown["data"])


def test_a_curve_names_an_optimum_only_where_digits_of_it_are_proved() -> None:
    went = solve_curves(opening(LINK).problem)
    assert went is not None
    for optimum in ("63.90", ""):
        said = written(drawn(solve_curves_figure(went, EN, optimum=optimum)))
        assert any("optimum" in text and optimum in text for text in said) is bool(optimum)
