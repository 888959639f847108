"""Every C at once on the page of the losses: the machine of the path, and what is said of a breakpoint."""

from __future__ import annotations

import numpy as np
import pytest

from core.problem import Linear, c_svc, offset_interval
from core.solver import answer
from core.topics.margin.view import sampled
from core.view import Light, solution
from datasets import make_points
from pages.losses import answers, sentences, tables
from pages.losses.figures.path import moves_told
from pages.losses.question import read
from tests.pages.losses.test_losses_page import CROSS, GAUSSIAN, LINEAR, asked, steep
from tests.pages.visit import EN, Visit, in_both_languages
from ui.link.shared import Shared
from ui.solve.kernels import KernelSpec
from ui.state.lab import Lab
from ui.words import number, words_for


@pytest.mark.parametrize(
    ("data", "kernel"), [("overlap", LINEAR), ("outlier", LINEAR), ("moons", GAUSSIAN), ("xor", GAUSSIAN)]
)
def test_the_machine_of_the_path_proves_itself_at_any_penalty(data: str, kernel: KernelSpec) -> None:
    question = asked(data, 1.0, kernel)
    for C in np.geomspace(answers.LOW, answers.HIGH, 15):
        found = answers.machine(question, float(C))
        assert found.of_path
        assert found.solution.light is Light.PROVED
        exact = solution(found.problem, answer(found.problem, tolerance=1e-9))
        assert found.primal == pytest.approx(-exact.certificate.dual, rel=1e-6)


def test_beyond_the_path_the_machine_is_solved_for() -> None:
    found = answers.machine(asked(C=2.0 * answers.HIGH))
    assert not found.of_path
    assert found.solution.light is Light.PROVED


def test_the_breakpoints_around_a_penalty_are_those_that_are_said() -> None:
    question = asked()
    path = answers.path(question)
    assert path is not None
    said = sentences.near_sentence(path, 1.0, EN)
    below, above = path.bends[path.bends <= 1.0][-1], path.bends[path.bends > 1.0][0]
    assert number(below, 4) in said
    assert number(above, 4) in said
    k = int(np.flatnonzero(path.bends == above)[0])
    assert moves_told(path.breakpoints[k].moves, EN, most=3) in said
    terms = answers.terms_of_path(question)
    assert terms is not None
    told = sentences.path_sentence(path, terms, answers.HIGH, EN)
    assert str(len(path.breakpoints)) in told
    assert EN("losses.path.keys") in told
    assert EN("losses.path.short", high=number(path.high)) not in told
    low, high = (answers.machine(question, C) for C in (answers.LOW, answers.HIGH))
    assert f"Σ ξ goes from {number(low.total)} to {number(high.total)}" in told
    assert f"‖w‖ from {number(low.norm)} to {number(high.norm)}" in told


def test_the_path_is_drawn_at_breakpoints_and_between() -> None:
    path = answers.path(asked())
    assert path is not None
    at = sampled(path, 160, path.low, path.high)
    assert at[0] == path.low
    assert at[-1] == path.high
    assert np.isin(path.bends, at).all()


def test_the_interval_of_b_is_said_where_no_point_fixes_it() -> None:
    X, y = np.array([[1.0, 0.0], [2.0, 0.0], [-1.0, 0.0], [-1.5, 0.0]]), np.array([1, 1, -1, -1])  # as in G07
    question = read(Lab(Shared(kernel=LINEAR, C=0.05), make_points(X, y)))
    path = answers.path(question)
    assert path is not None
    band = answers.offsets(question)
    assert band is not None
    said = sentences.offset_sentence(path, band, 0.05, EN)
    assert (
        EN(
            "losses.offset.interval",
            C="0.05",
            low=number(path.b_interval(0.05)[0]),
            high=number(path.b_interval(0.05)[1]),
        )
        in said
    )
    fixed = sentences.offset_sentence(path, band, 10.0, EN)
    assert EN("losses.offset.fixed", C="10", free=2, b=number(path.b(10.0))) in fixed
    problem = c_svc(X, y, Linear(), 0.05)
    assert path.b_interval(0.05) == pytest.approx(offset_interval(problem, path.alpha(0.05)))
    assert path.b_interval(0.05) == pytest.approx((-0.5875, 0.45), abs=1e-3)  # the board has a grid of its own


def test_every_breakpoint_has_its_words() -> None:
    path = answers.path(asked("moons", 10.0, GAUSSIAN))
    assert path is not None
    shown = tables.breakpoints_table(path, EN)
    assert len(shown) == min(len(path.breakpoints), tables.MOST_BREAKPOINTS)
    visit = Visit("losses", data="moons", k="gaussian", g="1", C="10")
    visit.unfold("losses-breakpoints")


@in_both_languages
def test_the_sentences_that_follow_the_slider_in_the_browser_have_no_marks(lang: str) -> None:
    told = words_for(lang).subset(["losses.lead", "losses.point.", "losses.near.", "losses.moves."])
    assert [key for key, text in told.items() if any(mark in text for mark in ("](", "*", "$", "`"))] == []


def test_a_path_that_ends_early_names_its_end_and_the_machine_beyond_it_is_solved_for() -> None:
    question = read(Lab(Shared(kernel=steep(5, 1.0), C=10.0), CROSS))
    path = answers.path(question)
    assert path is not None
    assert path.high < 10.0
    terms = answers.terms_of_path(question)
    assert terms is not None
    assert EN("losses.path.short", high=number(path.high)) in sentences.path_sentence(path, terms, answers.HIGH, EN)
    assert sentences.near_sentence(path, 10.0, EN) == EN("losses.path.outside", C="10")
    assert "outside" not in sentences.near_sentence(path, path.low, EN)
    assert not answers.machine(question).of_path
