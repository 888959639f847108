"""The map of theta_D over two multipliers, what theorem 7.2 and its neighbours say here, and what green means."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.topics.duality.experiment import from_alpha, three_points_view
from core.topics.duality.theory import TwoConstraints, theta_dual
from core.topics.duality.view import NEAR, at_place, dual_map
from pages import LINK
from pages.duality import answers
from pages.duality.figures import MAP
from pages.duality.question import read
from pages.duality.sentences import map_sentence, numbers, statements, told
from tests.pages.visit import EN, Visit, in_both_languages
from ui.state.lab import opening
from ui.words import number, words_for

TEXTBOOK = np.array([[3.0, 3.0], [4.0, 3.0], [1.0, 1.0]])  # example 7.1
PROGRAM = TwoConstraints(np.array([[1.0, 0.0], [0.5, 1.0]]))


def asked(**query: str) -> Any:
    return read(opening(LINK, query))


def test_the_lines_of_the_map_are_lines_of_equal_theta_and_its_best_place_is_found_by_search() -> None:
    shown = dual_map(PROGRAM, (-0.5, 2.5))
    places = shown.lines[~np.isnan(shown.lines[:, 0])]
    levels = np.array([theta_dual(PROGRAM, place) for place in places]) / shown.step
    np.testing.assert_allclose(levels, np.round(levels), atol=0.02)
    assert shown.best is not None
    assert shown.best.value == pytest.approx(theta_dual(PROGRAM, shown.best.at))
    axis = np.linspace(0.0, 2.5, 51)
    assert max(theta_dual(PROGRAM, np.array([a, b])) for a in axis for b in axis) <= shown.best.value + 1e-12
    assert shown.best.value == pytest.approx(PROGRAM.optimum().p)


def test_a_map_without_a_largest_value_says_that_nothing_is_feasible() -> None:
    program = TwoConstraints(np.array([[1.0, 0.0], [-1.0, 0.0]]))
    shown = dual_map(program, (-0.5, 2.5))
    assert shown.best is None
    said = map_sentence(shown, at_place(program, np.zeros(2), np.ones(2)), EN)
    assert said.endswith(EN("duality.map.none"))


@in_both_languages
def test_two_constraints_show_the_map_with_the_multipliers_at_hand_and_one_does_not(lang: str) -> None:
    visit, words = Visit("duality", dual="two", lang=lang), words_for(lang)
    question = read(visit.app.session_state["lab"])
    (shown,) = [data for data in visit.data("plot") if data["key"] == MAP]
    seen, place = answers.dual_seen(question), answers.place(question)
    assert seen is not None
    assert seen.best is not None
    assert shown["alt"] == words(
        "figure.duality.map.alt",
        multipliers=", ".join(number(float(each)) for each in place.multipliers),
        dual=number(place.dual),
        at=", ".join(number(float(each)) for each in seen.best.at),
        d=number(seen.best.value),
    )
    assert words("duality.map.best", d=told(seen.best.value), at=numbers(seen.best.at)) in visit.texts()
    assert words("duality.kkt.near.says", near=number(NEAR)) in "".join(
        each.proto.body for each in visit.app.get("html")
    )
    assert not [data for data in Visit("duality", lang=lang).data("plot") if data["key"] == MAP]


def test_green_means_what_the_page_says() -> None:
    for off, green in ((0.0, True), (NEAR, True), (1.1 * NEAR, False)):
        place = at_place(PROGRAM, np.array([1.0 + off, 0.5]), np.array([0.75, 0.5]))
        assert place.conditions.stationary == pytest.approx(off)
        assert place.checks[0] == green
    assert not at_place(PROGRAM, np.array([1.0, 0.5 - 1e-6]), np.array([0.75, 0.5])).checks[1]


def test_theorem_7_2_gives_the_line_of_the_example_from_each_support_vector() -> None:
    found = from_alpha(TEXTBOOK, np.array([0.25, 0.0, 0.25]))
    assert found.vectors == (0, 2)
    np.testing.assert_allclose(found.w, [0.5, 0.5])
    np.testing.assert_allclose(found.b, [-2.0, -2.0])
    np.testing.assert_allclose(found.functional, [1.0, 1.5, 1.0])


@in_both_languages
def test_each_statement_has_its_place_with_the_numbers_of_the_points(lang: str) -> None:
    visit, words = Visit("duality", lang=lang), words_for(lang)
    said = statements(three_points_view(TEXTBOOK), words)
    assert len(said) == 3
    assert words("duality.says.title") in visit.texts()
    assert all(each in visit.texts() for each in said)
    assert "w = (0.5, 0.5)" in said[0]
    assert said[0].count("b = −2 ") == 2
    assert "α = (0.25, 0, 0.25)" in said[1]
    assert "x₂" in said[2]
    assert "1.5" in said[2]


def test_nothing_is_stated_of_points_that_no_line_separates() -> None:
    assert statements(three_points_view(np.array([[3.0, 3.0], [1.0, 1.0], [1.0, 1.0]])), EN) == []
