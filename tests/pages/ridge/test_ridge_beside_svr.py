"""Epsilon-SVR beside ridge regression on a line, and the bounds of the SVM without offset at the visitor's own C."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import sklearn.svm

from datasets import make_points
from pages import LINK
from pages.ridge import answers
from pages.ridge.question import FORM, Options, Question, read
from pages.ridge.sentences import svm_sentences, tube_sentence
from pages.ridge.tables import line_table
from tests.pages.visit import EN, Visit, in_both_languages, link_of
from ui.solve.limits import POINTS_OF_MACHINES
from ui.state.lab import opening


def asked_of(**query: str) -> Question:
    return read(opening(LINK, {"data": "moons", "k": "gaussian", "g": "1", "C": "10", **query}))


@pytest.mark.parametrize("line", ["wave", "points"])
@pytest.mark.parametrize("epsilon", [0.05, 0.3])
def test_the_curve_is_scikit_learns_and_only_points_outside_the_tube_carry_it(line: str, epsilon: float) -> None:
    asked = replace(asked_of(), options=Options(line=line, epsilon=epsilon))
    shown, beside = answers.smooth(asked), answers.tube(asked)
    assert beside is not None
    assert beside.proved
    theirs = sklearn.svm.SVR(gamma=1.0, C=10.0, epsilon=epsilon, tol=1e-9).fit(shown.x[:, None], shown.z)
    inside = (shown.axis >= shown.x.min()) & (shown.axis <= shown.x.max())
    own, other = beside.curve[inside], theirs.predict(shown.axis[inside][:, None])
    np.testing.assert_allclose(own, other, atol=0.02)
    residual = np.abs(shown.z - beside.fitted.decision)
    assert (residual[beside.carrying] >= epsilon - 0.01).all()
    assert 0 < beside.carrying.sum() < len(shown.x) == shown.carrying
    told = tube_sentence(shown, beside, 10.0, EN)
    assert EN("ridge.sentence.all", n=len(shown.x)) in told
    assert str(int(beside.carrying.sum())) in told
    assert list(line_table(shown, beside, 20, EN).index)[-1] == EN("ridge.line.svr")


@in_both_languages
def test_a_hard_margin_has_no_svr_and_no_bound_and_says_so(lang: str) -> None:
    visit = Visit("ridge", lang=lang, data="gap", k="gaussian", g="1", C="inf")
    visit.unfold("ridge-svm", lang)
    assert visit.warnings() == []
    if lang == "en":
        assert EN("ridge.line.hard") in visit.texts()
        assert EN("ridge.svm.hard") in visit.texts()


def test_many_points_have_no_svr_and_the_limit_is_said() -> None:
    rng = np.random.default_rng(0)
    count = POINTS_OF_MACHINES + 1
    asked = asked_of()
    points = make_points(rng.uniform(-1, 1, (count, 2)), np.where(np.arange(count) % 2, 1, -1))
    asked = replace(asked, board=replace(asked.board, points=points), options=Options(line="points"))
    assert answers.tube(asked) is None
    told = tube_sentence(answers.smooth(asked), None, 10.0, EN)
    assert told == EN("ridge.line.many", n=count, most=POINTS_OF_MACHINES)


@pytest.mark.parametrize("C", ["0.1", "1", "100"])
def test_the_bounds_of_the_svm_are_those_of_the_visitors_penalty(C: str) -> None:
    found = answers.svm_stability(asked_of(C=C))
    assert found is not None
    assert float(C) == found.C
    assert found.measured.largest <= found.proved + 1e-6
    assert found.measured.largest <= found.entrywise + 1e-6
    unit = answers.svm_stability(asked_of(C="1"))
    assert unit is not None
    assert found.proved == pytest.approx(float(C) * unit.proved)
    assert (EN("ridge.svm.gap", error="|").split("|")[0] in EN.joined(svm_sentences(found, EN))) == (
        found.measured.gap > 1e-6
    )


def test_equal_targets_have_no_support_vectors() -> None:
    X = np.array([[0.0, 1.0], [1.0, 1.0], [2.0, 1.0], [3.0, 1.0], [4.0, 1.0]])
    query = link_of(make_points(X, [1, -1, 1, -1, 1]))
    visit = Visit("ridge", ridge=FORM.write(Options(line="points")), **query)
    assert visit.warnings() == []
    beside = answers.tube(read(opening(LINK, {**query, "ridge": FORM.write(Options(line="points"))})))
    assert beside is not None
    assert not beside.carrying.any()
