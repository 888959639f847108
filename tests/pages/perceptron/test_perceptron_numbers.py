"""The numbers of a step of the perceptron: each follows from the multipliers, and from its row of the trace."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pages import LINK
from pages.perceptron import answers
from pages.perceptron.numbers import counted, number_rows
from pages.perceptron.question import read
from tests.pages.visit import EN, Visit, in_both_languages
from ui.state.lab import opening
from ui.words import number, words_for


def asked(**query: str) -> Any:
    return read(opening(LINK, query))


@pytest.mark.parametrize("kernel", ["linear", "polynomial", "gaussian"])
@pytest.mark.parametrize("data", ["exercise-7-2", "gap", "moons"])
def test_every_number_is_that_of_the_run(data: str, kernel: str) -> None:
    question = asked(data=data, k=kernel, mistakes="random_3_0.5")
    trace, problem = answers.run(question).trace, answers.svm(question).problem
    for k in sorted({0, 1, len(trace) // 2, len(trace)}):
        state = trace.state_at(k)
        shown = counted(problem, state.alpha, question.run_options.eta)
        size = 1.0 + float(np.abs(state.f).max())  # type: ignore[attr-defined]
        np.testing.assert_allclose(shown.margins, problem.y * state.f, atol=1e-9 * size)  # type: ignore[attr-defined]
        assert shown.squared_norm + shown.b**2 / shown.square == pytest.approx(
            state.squared_norm,  # type: ignore[attr-defined]  # of w with the weight of the constant feature
            rel=1e-9,
            abs=1e-9,
        )
        low, high = shown.offsets
        middle = np.array([(low + high) / 2])
        separates = bool((problem.y * (shown.score + middle) > 0.0).all())
        assert separates == (low < high)
        if (shown.margins > 0.0).all():
            assert low < shown.b < high


def test_the_rows_say_how_far_the_run_has_come() -> None:
    question = asked(data="exercise-7-2", k="linear")
    trace, problem = answers.run(question).trace, answers.svm(question).problem
    for k in (0, len(trace)):
        rows = number_rows(counted(problem, trace.state_at(k).alpha, 1.0), EN).rows
        wrong = int(np.count_nonzero(~(problem.y * trace.state_at(k).f > 0.0)))  # type: ignore[attr-defined]
        assert rows[0].value == f"{wrong} / {len(problem.y)}"
        assert rows[0].state == ("running" if k == 0 else "proved")
        assert rows[1].value == number(k)
        assert len(rows) == 8


def test_where_no_plane_separates_the_light_says_so() -> None:
    rows = number_rows(counted(*_first_of("xor")), EN, impossible=True).rows
    assert rows[0].state == "impossible"
    assert rows[-1].value == EN("standing.absent.value")


def _first_of(data: str) -> tuple[Any, np.ndarray, float]:
    problem = answers.svm(asked(data=data, k="linear")).problem
    return problem, np.zeros(len(problem.y)), 1.0


@in_both_languages
def test_the_page_shows_them_at_the_step_of_its_player(lang: str) -> None:
    visit = Visit("perceptron", data="exercise-7-2", k="linear", step="1", lang=lang)
    (found,) = (data["rows"] for data in visit.data("standing") if data["key"] == "perceptron-numbers")
    assert found[1]["label"] == words_for(lang)("perceptron.numbers.learnt")
    assert found[1]["value"] == "1"
