"""The page about probabilities, as a visitor meets it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.estimators.probability import NEAR
from core.topics.mercer.distances import few
from core.topics.probabilities.experiment import HELD_OUT, TRAINING
from core.topics.probabilities.theory import Confusion, value_at
from datasets import make_points
from pages import LINK
from pages.probabilities import answers, sentences
from pages.probabilities.lessons import FIRST, LESSONS
from pages.probabilities.question import FORM, Options, Question, change, read
from tests.pages.visit import CHINESE, EN, Visit, in_both_languages, link_of, taken
from ui.solve.kernels import KERNELS
from ui.solve.limits import LARGEST_SEED, POINTS_CALIBRATED, THRESHOLD_OF_P
from ui.state.lab import Lab, opening
from ui.words import number, words_for

FOLDS = ("several", "noise", "machines")
OPENS = {"data": "noisy", "k": "gaussian", "g": "1", "C": "1000"}
PLAIN = {"data": "overlap", "k": "linear", "C": "1"}
unit = st.floats(0.0, 1.0)
options = st.builds(
    Options,
    *(st.floats(*THRESHOLD_OF_P), st.integers(0, LARGEST_SEED), st.none() | st.integers(0, 100)),
    *(unit, unit, unit, st.none() | st.integers(0, 100), st.floats(0.0, 1e6), st.floats(0.0, 1e6)),
)


def lab_of(query: dict[str, str] = OPENS, **chosen: Any) -> Lab:
    lab = opening(LINK, query)
    return replace(lab, shared=lab.shared.choosing(Options(**chosen)))


def asked(query: dict[str, str] = OPENS, **chosen: Any) -> Question:
    return read(lab_of(query, **chosen))


@in_both_languages
def test_the_page_opens_with_a_sigmoid_that_is_too_sure_and_every_part_can_be_shown(lang: str) -> None:
    visit, words = Visit("probabilities", lang=lang), words_for(lang)
    for fold in FOLDS:
        visit.unfold(f"probabilities-{fold}", lang)
    assert visit.warnings() == []
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
    assert len(visit.terms()) >= 3
    found = answers.calibrated(asked())
    for method in (HELD_OUT, TRAINING):
        assert number(found.scores[method].log_loss) in visit.lead()
    assert taken(visit) == 11
    assert words("probabilities.machines.none") in visit.texts()
    for lesson in LESSONS:
        assert words(f"try.probabilities.{lesson.name}") in visit.texts()


@given(options)
def test_every_choice_comes_back_from_its_link(chosen: Options) -> None:
    assert FORM.read(FORM.write(chosen)) == chosen


@pytest.mark.parametrize("name", KERNELS)
def test_the_page_works_for_every_kernel(name: str) -> None:
    visit = Visit("probabilities", k=name, lang="en", C="1")
    assert visit.warnings() == []


def test_the_region_where_both_answers_differ_lies_between_0_and_minus_b_over_a() -> None:
    question = asked()
    found, shown = answers.calibrated(question), answers.probability_field(question)
    half = value_at(0.5, found.A, found.B)
    assert half < 0.0
    assert (shown.disagree == ((shown.f < 0.0) & (shown.f >= half))).all()
    told = sentences.disagreement_sentence(question, EN)
    assert f"f = −B/A = {number(half)}" in told
    assert f"your points there: {answers.disagreeing(question)}." in told
    assert answers.disagreeing(question) == ((found.own < 0.0) & (found.own >= half)).sum()


def test_a_symmetric_board_says_that_both_answers_agree_or_differ_by_its_numbers() -> None:
    question = asked(PLAIN)
    found = answers.calibrated(question)
    told = sentences.disagreement_sentence(question, EN)
    half = number(value_at(0.5, found.A, found.B))
    assert half in told
    assert ("agree here" in told) == (answers.probability_field(question).share == 0 == answers.disagreeing(question))


def test_a_moved_threshold_moves_the_dot_the_counts_and_the_line() -> None:
    low, high = (asked(threshold=at) for at in (0.2, 0.8))
    assert answers.counted(low).recall > answers.counted(high).recall
    assert answers.counted(low).false_rate > answers.counted(high).false_rate
    shown = answers.probability_field(low)
    assert answers.probability_field(high) is shown  # nothing is trained again
    line = answers.threshold_line(high)
    assert len(line) > 2


def test_a_threshold_that_takes_all_points_or_none_is_said_so() -> None:
    shown = Confusion(hits=3, misses=0, alarms=4, rejections=0)
    assert "every held-out point" in sentences.threshold_sentence(shown, 0.01, EN)
    none = Confusion(hits=0, misses=3, alarms=0, rejections=4)
    assert "precision has no value" in sentences.threshold_sentence(none, 0.99, EN)


def test_the_steps_are_said_with_their_halvings_and_the_last_one_is_the_end() -> None:
    question = asked({"data": "unbalanced", "k": "gaussian", "g": "1", "C": "1"})
    found = answers.calibrated(question)
    halved = next(k for k, step in enumerate(found.steps) if step.halvings)
    assert f"{found.steps[halved].halvings} times" in sentences.step_sentence(found, halved, EN)
    last = len(found.steps) - 1
    assert EN("probabilities.step.end") in sentences.step_sentence(found, last, EN)
    assert "A = 0" in sentences.step_sentence(found, 0, EN)
    assert answers.newton_step(asked(step=99)) == len(answers.calibrated(asked()).steps) - 1


def test_the_votes_and_the_coupled_probabilities_choose_different_classes_as_it_opens() -> None:
    found = answers.coupled(asked())
    told = sentences.votes_sentence(found, EN)
    assert "Class 1 wins" in told
    assert "**class 2**" in told
    tied = answers.coupled(asked(r12=0.9, r13=0.4, r23=0.7))
    assert "A tie goes to the first, class 1" in sentences.votes_sentence(tied, EN)
    even = answers.coupled(asked(r12=0.5, r13=0.5, r23=0.5))
    assert EN("probabilities.votes.even") in sentences.votes_sentence(even, EN)
    assert EN("probabilities.erratum.harmless") in sentences.errata_sentence(even, EN)


def test_another_matrix_is_shown_to_the_end_of_its_iteration() -> None:
    lab = change(lab_of(sweep=2), "r12", 0.7)
    assert read(lab).options.sweep is None
    assert answers.sweep(read(lab)) == len(answers.coupled(read(lab)).p) - 1
    assert change(lab, "r12", 1.5) is lab
    assert change(lab, "threshold", "0.5") is lab
    told = sentences.sweep_sentence(answers.coupled(read(lab)), 0, EN)
    assert number(NEAR / 3.0) in told


def test_a_point_far_above_the_wave_is_left_out_of_the_scale() -> None:
    X = np.column_stack([np.linspace(-3, 3, 40), np.sin(np.linspace(-3, 3, 40))])
    X[20, 1] = 30.0
    y = np.where(np.arange(40) % 2, 1, -1)
    question = asked({**link_of(make_points(X, y)), "k": "gaussian", "g": "1", "C": "1"})
    found = answers.noise(question)
    assert (~found.kept).sum() == 1
    assert "LIBSVM leaves them out" in sentences.noise_sentence(found, EN)


def test_equal_values_have_no_noise_and_every_interval_holds_them() -> None:
    X = np.column_stack([np.linspace(-3, 3, 20), np.ones(20)])
    visit = Visit("probabilities", **link_of(make_points(X, np.where(np.arange(20) % 2, 1, -1))), lang="en")
    visit.unfold("probabilities-noise")
    assert visit.warnings() == []
    assert EN("probabilities.noise.zero") in visit.texts()


@pytest.mark.parametrize("labels", [[1, -1], [1, -1, -1, -1, -1, -1], [1, 1, -1, -1]])
def test_few_points_and_points_on_one_place_break_nothing(labels: list[int]) -> None:
    for X in (np.arange(2.0 * len(labels)).reshape(-1, 2), np.ones((len(labels), 2))):
        visit = Visit("probabilities", **link_of(make_points(X, labels)), lang="en")
        for fold in FOLDS:
            visit.unfold(f"probabilities-{fold}")
        assert visit.warnings() == []


def test_many_points_are_sampled_and_the_page_says_so() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(POINTS_CALIBRATED + 50, 2))
    points = make_points(X, np.where(X[:, 0] + rng.normal(size=len(X)) > 0, 1, -1))
    question = asked({**PLAIN})
    many = replace(question, board=replace(question.board, points=points), rows=few(len(X), POINTS_CALIBRATED))
    assert sentences.some_sentence(question, EN) == ""
    assert sentences.some_sentence(many, EN) == EN("probabilities.some", count=POINTS_CALIBRATED, n=len(X))


def test_the_first_lesson_is_the_state_in_which_the_page_opens() -> None:
    assert (FIRST.dataset, FIRST.C) == (OPENS["data"], float(OPENS["C"]))
    found = answers.calibrated(asked())
    assert "too sure" in sentences.lead_sentence(found, EN)
    honest = answers.calibrated(asked({**OPENS, "k": "linear", "C": "1"}))
    assert pytest.approx(honest.A, rel=0.35) == honest.of_training.A
