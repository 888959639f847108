"""The figures of dual coordinate descent: Plotly takes them, and what they mark is what a visit did."""

from __future__ import annotations

import json

import numpy as np
import plotly.graph_objects as go
import pytest

from core.problem import FourierMap, PolynomialMap, TaylorMap
from core.topics.descent.view import coordinate_at
from pages.descent import answers
from pages.descent.figures import visit_figures
from pages.descent.figures.coordinate import coordinate_figure, coordinate_text
from pages.descent.figures.weights import boundary, feature_names
from pages.descent.question import LOSSES, MAPS, Options
from tests.pages.descent.asking import question
from ui.words import words_for


@pytest.mark.parametrize(("name", "lang"), [("moons", "en"), ("xor", "zh"), ("rings", "zh"), ("example-7-1", "en")])
@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("mapped", MAPS)
def test_plotly_takes_every_figure_of_every_visit(name: str, loss: str, mapped: str, lang: str) -> None:
    asked = question(name, Options(loss, mapped=mapped))
    trace = answers.run(asked).shown.trace
    for k in range(0, len(trace), max(1, len(trace) // 5)):
        for each in visit_figures(asked, trace, k, words_for(lang)):
            figure, told, *_ = each.draw()
            assert go.Figure(json.loads(figure.to_json(), parse_constant=pytest.fail)).data
            assert told
        shown = coordinate_at(trace, k)
        assert str(shown.i + 1) in coordinate_text(shown, words_for(lang))


def test_the_figure_marks_the_old_and_the_new_alpha_on_the_parabola() -> None:
    trace = answers.run(question("moons")).shown.trace
    for k in range(0, 400, 13):
        shown = coordinate_at(trace, k)
        drawn = coordinate_figure(shown, words_for("en"))
        marked = {
            one["marker"]["symbol"]: (float(one["x"][0]), float(one["y"][0]))
            for one in drawn.data
            if one["mode"] == "markers" and isinstance(one["marker"]["symbol"], str)
        }
        assert marked["circle-open"] == (shown.old, 0.0)
        assert marked["circle"] == pytest.approx((shown.new, -shown.decrease), abs=1e-9)
        low, high = drawn.layout["xaxis"]["range"]
        assert low < min(shown.old, shown.new) <= max(shown.old, shown.new) < high


def test_the_line_that_is_drawn_is_where_f_is_zero() -> None:
    rng = np.random.default_rng(0)
    for _ in range(200):
        w, b = rng.normal(size=2), float(rng.normal())
        ends = boundary(w, b, (-2.0, -2.0, 4.0))
        if ends is not None:
            np.testing.assert_allclose(ends @ w + b, 0.0, atol=1e-9)
    assert boundary(np.zeros(2), 1.0, (-2.0, -2.0, 4.0)) is None
    assert boundary(np.array([1e-9, 0.0]), 1.0, (-2.0, -2.0, 4.0)) is None


def test_the_bars_are_named_in_the_order_of_the_map() -> None:
    assert feature_names(None) is None
    assert feature_names(PolynomialMap()) == ("1", "x₁", "x₂", "x₁²", "x₂²", "x₁x₂")
    assert feature_names(TaylorMap(1.0, 2)) == ("1", "x₁", "x₂", "x₁²", "x₁x₂", "x₂²")
    assert (feature_names(TaylorMap(1.0, 30)) or ())[-1] == "x₂³⁰"
    assert feature_names(FourierMap(1.0, 3)) == ("1", "2", "3")
