"""The forces on a line laid by hand: what they do is said, and a line that is let go is the solver's."""

from __future__ import annotations

import math

import numpy as np
import pytest

from core.topics.margin.view import line_through
from datasets import CATALOGUE
from pages.margins import answers
from pages.margins.forces import Pushed, forces_sentence, is_let_go, let_go, pushed, rest_sentence
from pages.margins.question import Options, Question, change, read
from tests.pages.visit import EN, Visit, in_both_languages
from ui.link.shared import Shared
from ui.state.lab import Lab
from ui.words import number, words_for

LINKS = {"data": "overlap", "k": "linear", "C": "1"}


def lab_of(data: str, C: float | None, options: Options | None = None) -> Lab:
    shared = Shared(kernel={"name": "linear"}, C=C).choosing(options or Options())
    return Lab(shared, CATALOGUE[data].make())


def mine(question: Question) -> Pushed:
    line = answers.laid(question)
    return pushed(question, line.w, line.b)


@pytest.mark.parametrize("data", ["gap", "overlap", "outlier"])
@pytest.mark.parametrize("C", [0.3, 1.0, None])
def test_a_line_that_is_let_go_comes_to_rest_as_the_line_of_the_solver(data: str, C: float | None) -> None:
    lab = lab_of(data, C)
    before = read(lab)
    goal = let_go(before)
    assert goal is not None
    assert not mine(before).rests
    assert not is_let_go(before)
    after = read(change(lab, "rest", goal))
    w, b = line_through(*after.pair, after.options.scale)
    best = answers.soft(after)
    assert np.allclose(w, best.w, rtol=1e-9)
    assert math.isclose(b, best.solution.b, rel_tol=1e-9, abs_tol=1e-9)
    assert mine(after).rests
    assert is_let_go(after)
    assert EN("margins.forces.still") in forces_sentence(mine(after), EN)
    assert change(lab, "rest", [1.0]) == lab
    assert change(lab, "rest", None) == lab


def test_what_is_said_of_force_and_torque_follows_their_signs() -> None:
    """A line far on one side is pushed towards the other; a turned one is turned back."""
    lab = lab_of("gap", 1.0)
    goal = let_go(read(lab))
    assert goal is not None
    first, second = np.array(goal[:4]).reshape(2, 2)
    w, b = line_through(first, second, goal[4])
    n = w / np.hypot(*w)
    question = read(lab)
    for way, key in ((1.0, "minus"), (-1.0, "plus")):  # pushed back against the way it was shifted
        shifted = pushed(question, w, b - way * 1.0 * goal[4])
        assert way * shifted.balance.force < 0.0
        told = forces_sentence(shifted, EN)
        assert EN(f"margins.forces.force.{key}", force=number(abs(shifted.balance.force))) in told
    for angle, key in ((0.5, "minus"), (-0.5, "plus")):
        turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        middle = 0.5 * (first + second)
        turned = goal[4] * (turn @ n)
        found = pushed(question, turned, -float(turned @ middle))
        told = forces_sentence(found, EN)
        way = "plus" if found.balance.torque > 0.0 else "minus"
        assert EN(f"margins.forces.torque.{way}", torque=number(abs(found.balance.torque))) in told
        assert way == key


def test_narrow_margins_that_hold_no_point_want_to_be_wider() -> None:
    question = read(lab_of("gap", 1.0))
    w, b = answers.widest(question).w, answers.widest(question).solution.b
    assert forces_sentence(pushed(question, 2.0 * w, 2.0 * b), EN) == EN("margins.forces.nothing")


@in_both_languages
def test_the_fold_opens_with_both_lines(lang: str) -> None:
    visit, words = Visit("margins", lang=lang, **LINKS), words_for(lang)
    before = len(visit.components("plot"))
    visit.unfold("margins-forces", lang)
    assert len(visit.components("plot")) == before + 2
    question = read(lab_of("overlap", 1.0))
    found = answers.soft(question)
    there = pushed(question, found.w, found.solution.b)
    assert there.rests
    assert rest_sentence(there, 1.0, words) in visit.texts()
    visit.press("margins-go")
    assert words("margins.forces.still") in visit.texts()


@in_both_languages
def test_a_hard_margin_borrows_the_penalty_of_the_soft_one(lang: str) -> None:
    visit, words = Visit("margins", lang=lang, data="gap", k="linear", C="inf"), words_for(lang)
    visit.unfold("margins-forces", lang)
    question = read(lab_of("gap", None))
    half = number(1.0 / float(np.hypot(*answers.laid(question).w)))
    assert words("margins.forces.told.hard", C=number(answers.penalty_of_forces(question)), half=half) in visit.texts()
