"""What choosing by an approximation would have chosen: every sentence by a predicate that both cases are shown of."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import pytest

from core.selection import Kind, Learner, Look, Purpose
from core.topics.choosing.experiment import EXACT, Approximation
from ui.page.choice.figure import choice_figure, choice_text, span_of
from ui.page.choice.grid import ALONG_C, ALONG_GAMMA
from ui.page.choice.sentences import choice_sentence, choices_table, lead
from ui.page.choice.stand_ins import KernelWalk, by_kernel
from ui.solve.kernels import GAUSSIANS, KERNELS, usual_spec
from ui.words import languages, words_for

EN = words_for("en")
TAYLOR = Approximation("taylor", 4)
POINTS = (10, 10, 10)


def look(kind: Kind, gamma: float, errors: tuple[float, ...], purpose: Purpose = Purpose.BOTH) -> Look:
    return Look(purpose, kind, gamma, 1.0, None, errors, POINTS)


EXACT_BEST = look(Kind.EXACT, 1.0, (1, 1, 1))
SPREAD = look(Kind.EXACT, 1.0, (0, 1, 2))
OWN = KernelWalk(EXACT, (EXACT_BEST, look(Kind.EXACT, 0.1, (3, 3, 3))), over=True)


def by_taylor(gamma: float, there: tuple[float, ...]) -> KernelWalk:
    own = look(Kind.STAND_IN, gamma, (2, 2, 2))
    other = look(Kind.STAND_IN, 5.0, (4, 4, 4))
    return KernelWalk(TAYLOR, (own, other, look(Kind.EXACT, gamma, there, Purpose.EXACT)), over=True)


@pytest.mark.parametrize(
    ("walked", "exact", "said"),
    [
        (by_taylor(1.0, (1, 1, 1)), EXACT_BEST, "the same cell"),
        (by_taylor(0.1, (1, 1, 1)), EXACT_BEST, "no more than at its own choice"),
        (by_taylor(0.1, (1, 1, 2)), SPREAD, "within one standard error"),
        (by_taylor(0.1, (3, 3, 3)), SPREAD, "more than one standard error"),
        (KernelWalk(TAYLOR, (), over=True), EXACT_BEST, "no machine could be validated"),
    ],
)
def test_a_choice_is_held_against_that_of_the_exact_kernel(walked: KernelWalk, exact: Look, said: str) -> None:
    assert said in choice_sentence(walked, exact, Learner.SVM, EN)


@pytest.mark.parametrize("lang", languages)
def test_figure_text_and_table_tell_the_choice(lang: str) -> None:
    words, walked = words_for(lang), (OWN, by_taylor(0.1, (2, 2, 2)))
    for shown in walked:
        drawn = go.Figure(json.loads(choice_figure(shown, walked, span_of(walked), Learner.SVM, words).to_json()))
        assert drawn.data[0].type == "heatmap"
        marks = {(trace.x[0], trace.y[0]) for trace in drawn.data[1:]}
        assert marks == {(1.0, 1.0), (0.1, 1.0)}
        assert "225" in choice_text(shown, Learner.SVM, words)
    assert span_of(walked) == pytest.approx((0.1, 0.4))
    table = choices_table(walked, Learner.SVM, words)
    assert table.iloc[:, 2].tolist() == ["10.0", "20.0"]
    assert table.iloc[:, 3].tolist() == ["–", "20.0"]
    assert re.search(r"10\.0\s?%", lead(walked, Learner.SVM, words))


def test_as_many_folds_are_said_as_there_are() -> None:
    assert "In every cell 3 folds" in lead((OWN,), Learner.SVM, EN)


def test_ridge_regression_is_told_by_lambda() -> None:
    walked = (replace(OWN), by_taylor(0.1, (2, 2, 2)))
    assert "λ = 0.5" in lead(walked, Learner.RIDGE, EN)
    assert choices_table(walked, Learner.RIDGE, EN).iloc[0, 1] == "0.5"
    assert "λ = 0.5" in choice_text(walked[0], Learner.RIDGE, EN)


def test_the_map_of_ridge_regression_goes_up_by_lambda() -> None:
    least = replace(EXACT_BEST, gamma=ALONG_GAMMA[4], C=ALONG_C[2])
    walked = KernelWalk(EXACT, (least, replace(least, C=ALONG_C[9], errors=(3, 3, 3))), over=True)
    drawn = choice_figure(walked, [walked], span_of([walked]), Learner.RIDGE, EN)
    assert drawn.layout["yaxis"]["title"]["text"] == "λ"
    ends, errors = np.array(drawn.data[0]["y"]), np.array(drawn.data[0]["z"], dtype=float)
    assert np.all(np.diff(ends) > 0)
    for look in walked.looks:
        row = np.searchsorted(ends, look.penalty) - 1
        assert errors[row, 4] == pytest.approx(100.0 * look.error)
    assert drawn.data[1]["y"] == [least.penalty]


@pytest.mark.parametrize("name", KERNELS)
def test_every_approximation_in_the_table_of_kernels_may_choose(name: str) -> None:
    X = np.random.default_rng(0).normal(size=(12, 2))
    found = by_kernel(X, np.ones(12, np.int8), usual_spec(name))
    assert (found is not None) == (name in GAUSSIANS and name != "gaussian")
    if found is not None and name != "nystroem":
        own = found.approximations[0].at(1.0).gram(X, X)
        assert np.array_equal(own, KERNELS[name].make(usual_spec(name), X).gram(X, X))
