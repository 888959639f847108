"""The fold about LinearSVC and SVC, as a visitor reads it; its sentences hold for every kind of ending."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.solver import Outcome
from core.topics.descent.estimators import AGREED, EstimatorStage, attempts, stages
from datasets import CATALOGUE
from tests.pages.visit import EN, Visit, in_both_languages
from ui.page.estimators import agreement_sentence, attempts_table, stages_table, warning_sentence
from ui.words import at_most, number, words_for


def last_of(name: str, C: float) -> EstimatorStage:
    points = CATALOGUE[name].make()
    return stages(points.X, points.y.astype(np.float64), C)[-1]


@in_both_languages
def test_the_fold_shows_the_agreement_and_the_warning(lang: str) -> None:
    visit, words = Visit("descent", data="unbalanced", k="linear", C="1", lang=lang), words_for(lang)
    visit.unfold("descent-estimators", lang)
    assert visit.warnings() == []
    last = last_of("unbalanced", 1.0)
    assert last.difference <= AGREED
    assert agreement_sentence(last, words) in visit.texts()
    assert words("estimators.agreed", difference=at_most(last.difference, 2)) in visit.texts()
    assert words("estimators.warned", factor=number(1000), limit=number(1000)) in visit.texts()


def test_with_a_hard_margin_the_fold_takes_the_soft_one_that_is_kept() -> None:
    visit = Visit("descent", data="overlap", k="linear", C="inf", lang="en")
    visit.unfold("descent-estimators")
    assert EN("estimators.cures") in visit.texts()


def test_an_offset_that_is_not_unique_is_said_with_its_range() -> None:
    last = last_of("rings", 0.01)
    assert not last.agreed
    told = agreement_sentence(last, EN)
    assert "not unique" in told
    assert at_most(last.difference, 2) in told


@pytest.mark.parametrize("outcome", [Outcome.STEP_LIMIT, Outcome.OPTIMAL])
def test_runs_that_do_not_agree_are_not_said_to_agree(outcome: Outcome) -> None:
    last = last_of("overlap", 1.0)
    apart = replace(last, difference=1e-3, linear=replace(last.linear, outcome=outcome))
    told = agreement_sentence(apart, EN)
    assert "agree" not in told
    assert ("stopped before" in told) == (outcome is Outcome.STEP_LIMIT)


def test_the_tables_have_a_row_for_each_stage_and_each_cure() -> None:
    points = CATALOGUE["gap"].make()
    X, y = points.X, points.y.astype(np.float64)
    assert len(stages_table(stages(X, y, 1.0), EN)) == 4
    runs = attempts(X, y, 1.0, 1000.0)
    assert len(attempts_table(runs, EN)) == 5
    assert not runs[0].warned
    assert "no warning" in warning_sentence(runs[0], EN)
