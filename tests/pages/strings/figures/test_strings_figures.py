"""The figures of the page of strings: the letters that are lit, and the cells that are filled."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from pages.strings import answers
from pages.strings.cells import place_of
from pages.strings.figures.common import common_figure, common_text
from pages.strings.figures.filled import filled_figure, filled_text
from pages.strings.question import Options, Question
from tests.pages.visit import EN
from ui.plot.sketch import Sketch

OPENING = Question(Options(), "cat", "dog", "cart", 10.0)


def traces(drawn: Sketch, mode: str) -> list[dict[str, Any]]:
    plain = drawn.plain()
    go.Figure(plain)
    return [trace for trace in plain["data"] if trace.get("mode") == mode]


def test_lit_letters_spell_the_subsequences() -> None:
    pair = answers.pair(OPENING)
    _, lit, *_ = traces(common_figure(pair, EN), "text")
    rows: dict[float, str] = {}
    for y, letter in zip(lit["y"], lit["text"], strict=True):
        rows[y] = rows.get(y, "") + letter
    assert list(rows.values()) == ["sda", "sda", "sda", "asd", "asd", "asd", "asa", "asa", "asa", "ada", "ada"]
    assert "0.0225" in common_text(pair, EN)


def test_letters_that_look_like_markup_are_drawn_as_they_are() -> None:
    pair = answers.pair(Question(Options("<b>a", "<b> a", 3), "cat", "dog", "cart", 10.0))
    plain, lit, *_ = traces(common_figure(pair, EN), "text")
    assert {*plain["text"], *lit["text"]} == {"&lt;", "b", "&gt;", "a", "␣"}


def test_the_table_is_filled_up_to_its_cell_and_no_further() -> None:
    pair = answers.pair(OPENING)
    at = place_of(pair, 72)
    assert (at.level, at.a, at.b) == (2, 3, 8)
    (grid,) = (trace for trace in filled_figure(pair, at, EN).plain()["data"] if trace["type"] == "heatmap")
    shown = np.array(grid["z"], dtype=float)
    assert shown.shape == (7, 9)
    assert np.isfinite(shown[:4]).all()
    assert np.isnan(shown[4:, 1:]).all()
    assert shown[3, 8] == pair.tables.prime[2][3, 8]
    assert "row 3, column 8" in filled_text(pair, at, EN)
    assert filled_text(pair, place_of(pair, 0), EN) == EN("figure.strings_filled.alt.none")
