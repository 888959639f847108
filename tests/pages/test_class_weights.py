"""The class weights on every page: used, or said not to be; and what the board and the microscope show of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pages import PAGES
from tests.pages.visit import Visit, every_page, in_both_languages
from ui.page.page import AnyPage
from ui.words import words_for

STATE: dict[str, Any] = {"data": "unbalanced", "k": "linear", "C": "1"}
VALUES = {"plus": "6", "minus": "0.5"}
WEIGHTED = {**STATE, "weights": "6_0.5"}


def test_each_page_that_trains_c_svc_with_the_boards_c_has_said_how() -> None:
    assert {page.name for page in PAGES if page.weighs} == {"before", "board", "smo"}
    silent = {page.name for page in PAGES if page.weighs is None}
    assert silent == {"perceptron", "duality", "results", "paper"}, "no soft margin of the board is trained there"


@every_page
def test_a_page_uses_the_weights_or_says_that_it_does_not(page: AnyPage) -> None:
    words = words_for("en")
    alike = words("class_weights.alike", **VALUES)
    visit = Visit(page.name, **WEIGHTED)
    assert (alike in visit.texts()) == (page.weighs is False)
    hard = Visit(page.name, **{**WEIGHTED, "C": "inf"})
    assert (alike in hard.texts()) == (page.weighs is False and page.soft)


@in_both_languages
def test_the_board_shows_both_bounds_and_each_class_stays_within_its_own(lang: str) -> None:
    visit, words = Visit("board", **WEIGHTED, lang=lang), words_for(lang)
    assert visit.warnings() == []
    header, arrays = visit.board()
    assert header["answer"]["state"] == "proved"
    assert (header["kernel"]["plus"], header["kernel"]["minus"]) == (6.0, 0.5)
    upper = np.where(arrays["y"] > 0, 6.0, 0.5)
    assert (arrays["alpha"] <= upper).all()
    assert (arrays["alpha"] == upper).any()
    said = words("class_weights.own", C="1", above="6", below="0.5", **VALUES)
    assert said in visit.texts()
    assert visit.data("timeline")[0]["bound"] == [6.0, 0.5]
    visit.unfold("weights", lang)
    (sliders,) = visit.data("sliders")
    assert [(dial["name"], dial["value"]) for dial in sliders["dials"]] == [("plus", 6.0), ("minus", 0.5)]
    assert sliders["board"] == "board"
    visit.unfold("more-code", lang)
    assert "class_weight={1: 6.0, -1: 0.5}" in visit.app.code[-1].value


def test_balanced_weights_are_those_of_scikit_learn_and_equal_ones_are_not_in_the_link() -> None:
    visit = Visit("board", **STATE)
    visit.unfold("weights")
    visit.press("weights-balanced")
    y = visit.board()[1]["y"]
    kernel = visit.board()[0]["kernel"]
    for name, sign in (("plus", 1), ("minus", -1)):
        assert kernel[name] == len(y) / (2 * np.count_nonzero(y == sign))
    assert "weights" in visit.app.query_params
    visit.press("weights-equal")
    assert "weights" not in visit.app.query_params
    assert visit.board()[0]["kernel"] == {"name": "linear", "plus": 1.0, "minus": 1.0}


def test_coordinate_descent_on_the_board_says_that_it_has_one_c() -> None:
    visit = Visit("board", **WEIGHTED, rule="dual-cd")
    assert words_for("en")("class_weights.alike", **VALUES) in visit.texts()
    assert "plus" not in visit.board()[0]["kernel"]
    assert visit.data("timeline")[0]["bound"] == 1.0


@pytest.mark.parametrize("mode", ["watch", "hand", "two"])
def test_the_microscope_runs_with_the_weights_in_each_mode(mode: str) -> None:
    visit = Visit("smo", **WEIGHTED, mode=mode)
    players = visit.data("player")
    assert players
    for header in players:
        assert header["bound"] == [6.0, 0.5]
        assert header["kernel"]["plus"] == 6.0
        assert header["way"]["machine"]["weights"] == [6.0, 0.5]
    visit.unfold("more-code")
    assert "class_weight={1: 6.0, -1: 0.5}" in visit.app.code[-1].value


def test_another_machine_shows_no_weights_and_a_hidden_control_is_hidden() -> None:
    visit = Visit("board", **WEIGHTED, machines="nu-svc_0.1_0.5")
    assert "class_weights" not in visit.texts()
    assert not any("Class weights" in each.label for each in visit.app.expander)
    hidden = Visit("board", **WEIGHTED, hide="C")
    assert not any("Class weights" in each.label for each in hidden.app.expander)
    said = words_for("en")("class_weights.own", C="1", above="6", below="0.5", **VALUES)
    assert said in hidden.texts(), "what is true of the picture is said all the same"
