"""The figures of the page about LIBSVM's loop: the rows that are held, and how many points take part."""

from __future__ import annotations

from typing import Any

from core.solver import LoopState
from pages.libsvm import answers
from pages.libsvm.figures import ACTIVE, CACHE, step_figures
from pages.libsvm.question import Question
from tests.pages.libsvm.test_libsvm_page import WORDS, question


def drawn(asked: Question, k: int) -> dict[str, Any]:
    return {each.key: each.draw() for each in step_figures(asked, k, WORDS)}


def test_the_strip_has_a_bar_for_every_row_that_is_held_as_high_as_it_is_long() -> None:
    asked = question(rows=6)
    for k in (0, 40, 350):
        found, _ = answers.stood(asked, k)
        figure = drawn(asked, k)[CACHE].figure
        (bars,) = (trace for trace in figure.data if trace["type"] == "bar")
        assert bars["y"] == [length for _, length in found.rows]
        assert bars["text"] == [str(row + 1) for row, _ in found.rows]
        assert sum(bars["y"]) <= 6 * 100


def test_the_curve_is_the_size_of_the_active_set() -> None:
    asked = question()
    figure = drawn(asked, 350)[ACTIVE].figure
    curve = figure.data[0]
    states = [answers.run(asked).trace.state_at(k) for k in curve["x"][:-1]]
    assert curve["y"][:-1] == [state.active for state in states if isinstance(state, LoopState)]
    assert [each["text"] for each in figure.layout["annotations"]] == [WORDS("figure.libsvm.active.return")]
