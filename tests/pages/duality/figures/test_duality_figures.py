"""The figures of the page about duality: their words hold numbers, and what is drawn is where it should be."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.duality import answers
from pages.duality.figures import all_figures
from pages.duality.figures.exercise import exercise_figure
from pages.duality.figures.levels import ABOVE, BELOW, clear_of, levels_figure
from pages.duality.question import read
from tests.pages.duality.test_duality_page import RIGHT, every_problem, lab_of
from tests.pages.visit import CHINESE, in_both_languages
from ui.words import words_for


@in_both_languages
@every_problem
def test_every_figure_says_its_numbers(problem: str, lang: str) -> None:
    words = words_for(lang)
    for picked, shown in (((), False), ((0, 4), True)):
        asked = read(lab_of(problem=problem, picked=picked, shown=shown))
        for drawing in all_figures(asked, words):
            drawn = drawing.draw()
            assert bool(CHINESE.search(drawn.alt)) == (lang == "zh")
            assert any(letter.isdigit() for letter in drawn.alt)
            assert drawn.figure.plain()["data"]


def test_the_bars_meet_at_the_optimum_and_the_axis_stays() -> None:
    words = words_for("en")
    ranges = []
    for x, multiplier in ((2.2, 0.3), (1.0, 1.0), (0.0, 0.0)):
        asked = read(lab_of(x1=x, l1=multiplier))
        drawn = levels_figure(answers.place(asked), asked.toy.reach, words).plain()
        ranges.append(drawn["layout"]["yaxis"]["range"])
    assert ranges[0] == ranges[1] == ranges[2]
    asked = read(lab_of(x1=1.0, l1=1.0))
    texts = [
        text
        for trace in levels_figure(answers.place(asked), 2.0, words).plain()["data"]
        for text in trace.get("text", [])
    ]
    assert "p* = d* = 0.5" in texts
    assert any("gap 0" in text for text in texts)


def test_the_proposed_plane_is_drawn_through_its_points() -> None:
    asked = read(lab_of(**RIGHT))
    drawn = exercise_figure(answers.proposed(asked), asked.picked, answers.solved(), words_for("en")).plain()
    lines = [trace for trace in drawn["data"] if trace.get("mode") == "lines"]
    for trace, level in zip(lines, (0.0, 1.0, -1.0), strict=False):
        ends = np.column_stack([trace["x"], trace["y"]])
        assert ends @ [-1.0, 2.0] - 2.0 == pytest.approx([level, level])


WITHIN = st.floats(-1.0, 1.0)


@given(levels=st.lists(WITHIN, min_size=1, max_size=2), wanted=WITHIN)
def test_the_word_for_the_gap_is_never_struck_through_by_an_optimum_nor_written_over_its_name(
    levels: list[float], wanted: float
) -> None:
    at = clear_of(levels, wanted, -1.0, 1.0)
    assert all(at <= level - BELOW + 1e-9 or at >= level + ABOVE - 1e-9 for level in levels)
    assert -1.0 <= at <= 1.0
    if all(abs(wanted - level) > ABOVE for level in levels) and abs(wanted) < 1.0 - BELOW:
        assert at == wanted
