"""The quiz in which the page ends where no plane separates, or where the run is cut."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core.problem import Gaussian, Linear, c_svc
from core.solver import Outcome, finish
from core.trace import record
from datasets import make_points
from pages import LINK
from pages.perceptron.figures import CURVE
from pages.perceptron.question import LINEAR, read
from pages.perceptron.quiz import (
    Centred,
    centred,
    centred_sentence,
    curve,
    curve_sentence,
    other_kernel,
    other_sentence,
)
from tests.pages.visit import EN, Visit, in_both_languages, link_of
from ui.solve.board_problem import BoardProblem
from ui.solve.options import PerceptronOptions
from ui.solve.recording import recording
from ui.solve.solving import solved
from ui.state.lab import opening
from ui.words import number, words_for

CROSSED = {"data": "xor", "k": "linear"}
CLOSE = make_points([[0.0, 0.0], [1e-3, 0.0], [3.0, 1.0], [3.0 + 1e-3, 1.0]], [1, -1, 1, -1])
TWINS = make_points([[0.0, 1.0], [0.0, 1.0], [2.0, 0.0]], [1, -1, 1])


@in_both_languages
def test_without_a_plane_the_quiz_is_whether_the_gaussian_kernel_ends_the_run(lang: str) -> None:
    words, question = words_for(lang), read(opening(LINK, CROSSED))
    assert other_kernel(question) == {"name": "gaussian", "gamma": 1.0}
    run = finish(c_svc(question.X, question.y, Gaussian(1.0), np.inf), "perceptron", 0.0)
    assert run.outcome == Outcome.OPTIMAL
    visit = Visit("perceptron", **CROSSED, lang=lang)
    visit.unfold("perceptron-bent", lang)
    assert words("perceptron.other.OPTIMAL", k=number(run.steps)) in visit.texts()


def test_twins_of_both_classes_end_no_run_and_the_gaussian_kernel_is_held_against_the_linear_one() -> None:
    for spec, name, fold in (
        ({"name": "linear"}, "gaussian", "bent"),
        ({"name": "gaussian", "gamma": 1.0}, "linear", "straight"),
    ):
        visit = Visit("perceptron", **link_of(TWINS, kernel=spec))
        assert other_kernel(read(opening(LINK, visit.query)))["name"] == name
        visit.unfold(f"perceptron-{fold}")
        assert EN("perceptron.other.INFEASIBLE") in visit.texts()


def test_a_run_that_is_cut_under_the_other_kernel_says_so() -> None:
    trace = record(c_svc(CLOSE.X, CLOSE.y, Linear(), np.inf), "perceptron", 0.0, 10)
    assert trace.outcome is Outcome.STEP_LIMIT
    said = other_sentence(trace, solved(BoardProblem(CLOSE.X, CLOSE.y, LINEAR, None)), False, EN)
    assert said == EN("perceptron.other.STEP_LIMIT", k="10", exists=EN("perceptron.exists"))


@in_both_languages
def test_of_a_run_that_is_cut_the_quiz_is_whether_it_ends_around_the_origin(lang: str) -> None:
    words = words_for(lang)
    visit = Visit("perceptron", **link_of(CLOSE, kernel={"name": "linear"}), lang=lang)
    shown: Any = centred(read(opening(LINK, visit.query)))
    X = CLOSE.X - CLOSE.X.mean(axis=0)
    assert shown.after == pytest.approx(float(np.linalg.norm(X, axis=1).max()))
    assert shown.before == pytest.approx(float(np.linalg.norm(CLOSE.X, axis=1).max()))
    run = finish(c_svc(X, CLOSE.y, Linear(), np.inf), "perceptron", 0.0, shown.mistakes + 1)
    assert (run.outcome == Outcome.OPTIMAL) == (shown.outcome is Outcome.OPTIMAL)
    visit.unfold("perceptron-centred", lang)
    assert centred_sentence(shown, words) in visit.texts()


def test_where_only_the_other_kernel_is_known_to_fail_nothing_is_said_of_the_first() -> None:
    trace = recording(BoardProblem(TWINS.X, TWINS.y, LINEAR, None, options=PerceptronOptions())).trace
    assert trace.outcome is Outcome.INFEASIBLE
    found = solved(BoardProblem(TWINS.X, TWINS.y, LINEAR, None))
    assert other_sentence(trace, found, False, EN) == EN("perceptron.other.alone")
    assert other_sentence(trace, found, True, EN) == EN("perceptron.other.INFEASIBLE")


def test_an_outcome_that_settles_nothing_claims_nothing() -> None:
    assert centred_sentence(Centred(7, Outcome.STUCK, 1.0, 2.0), EN) == EN("perceptron.centred.open", k="7")


@in_both_languages
def test_the_gaussian_kernel_bends_the_boundary_and_the_figure_says_who_is_on_the_wrong_side(lang: str) -> None:
    words = words_for(lang)
    visit = Visit("perceptron", **CROSSED, lang=lang)
    visit.unfold("perceptron-bent", lang)
    shown: Any = curve(read(opening(LINK, visit.query)))
    assert (shown.C, shown.wrong, len(shown.learnt)) == (None, 0, 1)
    alone = c_svc(shown.found.problem.X, shown.found.problem.y, Gaussian(1.0), np.inf)
    assert (alone.y * (alone.gram @ (shown.svm.alpha * alone.y) + shown.svm.b) >= 1.0 - 1e-3).all()
    assert (alone.y * (alone.gram @ (shown.learnt[0].alpha * alone.y) + shown.learnt[0].b) > 0.0).all()
    assert words("perceptron.curve.hard", gamma="1") in visit.texts()
    (drawn,) = (each for each in visit.data("plot") if each["key"] == CURVE)
    assert words("figure.perceptron.lines.widest") in json.dumps(drawn, ensure_ascii=False)


def test_where_no_curve_separates_either_the_soft_margin_of_the_board_answers() -> None:
    visit = Visit("perceptron", **link_of(TWINS, kernel={"name": "gaussian", "gamma": 1.0}))
    visit.unfold("perceptron-straight")
    shown: Any = curve(read(opening(LINK, visit.query)))
    problem = shown.found.problem
    f = problem.gram @ (shown.svm.alpha * problem.y) + shown.svm.b
    assert shown.is_impossible
    assert shown.wrong == int(np.count_nonzero(problem.y * f <= 0.0)) >= 1
    assert EN("perceptron.curve.none", gamma="1", C=number(shown.C), wrong=number(shown.wrong), n="3") in visit.texts()
    assert curve_sentence(replace(shown, is_impossible=False), EN).count("No hard margin was proved") == 1


@in_both_languages
def test_the_other_kernel_has_the_gamma_of_every_page(lang: str) -> None:
    crossed = {**CROSSED, "g": "3"}
    question = read(opening(LINK, crossed))
    assert other_kernel(question) == {"name": "gaussian", "gamma": 3.0}
    assert curve(question).gamma == 3.0
    visit = Visit("perceptron", **crossed, lang=lang)
    assert words_for(lang)("perceptron.fold.bent", gamma="3") in [one.label for one in visit.app.expander]
