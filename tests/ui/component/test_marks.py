"""The legend of a board holds only what the board can show, and every row that may be asked for exists."""

from __future__ import annotations

import re

from ui.component.marks import OF_EVERY_BOARD, PAD_MARKS, line_marks, marks, perceptron_marks
from ui.static.files import ASSETS
from ui.words import languages, words_for

ROWS = set(re.findall(r'data-mark="(\w+)"', (ASSETS / "html" / "shared" / "marks.html").read_text()))


def test_without_an_upper_bound_of_alpha_nothing_is_at_it_and_nothing_has_slack() -> None:
    assert "bounded" in marks(True)
    assert {"bounded", "slack"} & set(marks(False, "slack")) == set()
    assert marks(True, "slack", exact=True)[-2:] == ["slack", "exact"]


def test_every_row_has_a_mark_and_words() -> None:
    asked = {
        *OF_EVERY_BOARD,
        "slack",
        "pair",
        "single",
        "aside",
        "either",
        "picked",
        "exact",
        "cloud",
        "median",
        "ridge",
        "judging",
        "lit",
        "others",
        *perceptron_marks(widest=True),
        *line_marks(street=True),
        *PAD_MARKS,
    }
    assert asked == ROWS
    for lang in languages:
        assert {f"draw.marks.{row}" for row in ROWS} <= set(words_for(lang).texts)
