"""The page about what to check before training, as a visitor meets it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.topics.before.diagnosis import Sign, contradicting
from core.topics.before.scaling import HeldOut
from datasets import make_points
from pages import LINK
from pages.before import answers, sentences
from pages.before.lessons import GAUSSIAN, LESSONS
from pages.before.question import FEATURES, FORM, TOPICS, Options, Question, change, read
from pages.before.tables import folds_table, terms_table
from tests.pages.visit import CHINESE, EN, Visit, in_both_languages
from ui.page.lessons import LINEAR
from ui.solve.kernels import KERNELS, spec_with
from ui.solve.limits import FARTHEST, THRESHOLD, UNIT_FACTOR
from ui.state.lab import Lab, opening, reopened, with_points
from ui.words import number, words_for

places = st.none() | st.floats(-FARTHEST, FARTHEST)
options = st.builds(
    Options,
    *(st.sampled_from(TOPICS), st.floats(*THRESHOLD), st.floats(*UNIT_FACTOR), st.sampled_from(FEATURES)),
    *(places, places),
)


def lab_of(data: str = "unbalanced", C: float | None = 0.1, chosen: Options | None = None, gamma: float = 1.0) -> Lab:
    lab = opening(LINK, {"data": data})
    shared = lab.shared.with_kernel({**GAUSSIAN, "gamma": gamma}).with_penalty(C)
    return replace(lab, shared=shared.choosing(chosen or Options()))


def with_own(X: list[list[float]], y: list[int], C: float = 1.0) -> Lab:
    lab, points = lab_of(C=C), make_points(np.array(X), np.array(y, dtype=np.int8))
    return reopened(lab, with_points(lab.shared, points), points)


def shown(lab: Lab) -> set[Sign]:
    return {sign for sign, _ in answers.diagnosis(read(lab))}


@given(options)
def test_every_choice_comes_back_from_its_link(chosen: Options) -> None:
    assert FORM.read(FORM.write(chosen)) == chosen


@in_both_languages
def test_the_page_opens_with_a_constant_prediction_and_the_cures(lang: str) -> None:
    visit, words = Visit("before", lang=lang), words_for(lang)
    assert visit.warnings() == []
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
    question = read(lab_of())
    assert visit.lead().startswith(sentences.recall_sentence(answers.recalls(question).weighted, words))
    assert len(visit.terms()) >= 3
    assert len(visit.components("plot")) == 2
    for lesson in LESSONS:
        assert words(f"try.before.{lesson.name}") in visit.texts()
    visit.press("before-balance")
    own = answers.recalls(read(replace(lab_of(), shared=replace(lab_of().shared, weights=(6.0, 120 / 220)))))
    assert sentences.recall_sentence(own.weighted, words) in visit.lead()
    assert own.weighted.of_plus >= 0.9
    visit.press("before-best")
    assert FORM.read(visit.query["before"]).threshold == pytest.approx(own.curve.best, rel=1e-5)  # type: ignore[union-attr]


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("kernel", ["linear", "polynomial", "nystroem", "sigmoid"])
def test_every_topic_works_with_every_kind_of_kernel(topic: str, kernel: str) -> None:
    visit = Visit("before", data="overlap", k=kernel, C="1", before=f"{topic}_0.5_1000_x2_auto_0", lang="en")
    assert visit.warnings() == []
    assert visit.lead()


def test_a_hard_margin_that_does_not_exist_is_said_and_can_be_softened() -> None:
    visit = Visit("before", data="xor", k="linear", C="inf", lang="en")
    assert EN("before.impossible") in visit.texts()
    visit.press("soften-before")
    assert EN("before.impossible") not in visit.texts()


def test_one_class_is_refused_with_one_sentence() -> None:
    visit = Visit("before", lang="en", p="", data="moons", C="1")
    assert visit.lead()


@pytest.mark.parametrize("sign", [Sign.CONSTANT, Sign.BOUNDED, Sign.VECTORS, Sign.WIDTH, Sign.LABELS, Sign.FEATURE])
def test_each_sign_is_cured_by_its_button(sign: Sign) -> None:
    labs = {
        Sign.CONSTANT: lab_of(),
        Sign.BOUNDED: lab_of(),
        Sign.VECTORS: lab_of("overlap", 1.0, gamma=1000.0),
        Sign.WIDTH: lab_of("overlap", 1.0, gamma=1000.0),
        Sign.LABELS: with_own([[0, 0], [0, 0], [0, 0], [2, 1], [1, 2], [3, 3]], [1, 1, -1, -1, -1, 1]),
        Sign.FEATURE: with_own([[0, 1], [1, 1], [2, 1], [4, 1]], [1, 1, -1, -1]),
    }
    lab = labs[sign]
    cures = dict(answers.diagnosis(read(lab)))
    cure = cures[sign]
    assert cure is not None
    after = change(lab, "cure", cure)
    if sign is Sign.FEATURE:  # it stays constant, but adds nothing
        assert (after.points.X[:, 1] == 0.0).all()
        assert dict(answers.diagnosis(read(after)))[sign] is None
    else:
        assert sign not in shown(after)
    assert sentences.sign_sentence(sign, read(lab), EN)
    assert sentences.cure_label(cure, EN)


def test_the_button_of_a_cure_changes_the_shared_state() -> None:
    visit = Visit("before", lang="en", data="overlap", k="gaussian", g="1000", C="1")
    assert "far from the distances" in visit.texts()
    visit.press("cure-width")
    assert "far from the distances" not in visit.texts()
    assert float(visit.query["g"]) < 1.0


def test_a_sign_without_a_cure_has_no_button_and_says_so() -> None:
    lab = with_own([[0, 0], [0, 0]], [1, -1])
    assert all(cure is None for _, cure in answers.diagnosis(read(lab)))
    visit = Visit("before", lang="en", data="xor", k="linear", C="1")
    cures = answers.diagnosis(read(replace(lab_of("xor", 1.0), shared=lab_of("xor", 1.0).shared.with_kernel(LINEAR))))
    lacking = [sign for sign, cure in cures if cure is None and sign not in (Sign.FEATURE, Sign.LABELS)]
    assert visit.texts().count(EN("before.cure.none")) == len(lacking) > 0


def test_duplicates_are_removed_from_the_board_and_can_be_undone() -> None:
    lab = with_own([[0, 0], [0, 0], [0, 0], [2, 1], [1, 2], [3, 3]], [1, 1, -1, -1, -1, 1])
    cure = dict(answers.diagnosis(read(lab)))[Sign.LABELS]
    assert cure is not None
    after = change(lab, "cure", cure)
    assert len(after.points.y) == 5
    assert not len(contradicting(after.points.X, after.points.y.astype(float)))
    assert after.opened == lab.opened + 1


def asked(topic: str, data: str = "overlap", C: float = 1.0) -> Question:
    return read(lab_of(data, C, Options(topic=topic)))


def test_the_machine_in_another_unit_is_standardised_to_that_of_every_unit() -> None:
    question = asked("scales")
    other = read(lab_of("overlap", 1.0, Options(topic="scales", factor=7.0, feature="x2")))
    own = answers.in_unit(question, True).values(question.X)
    assert own == pytest.approx(answers.in_unit(other, True).values(question.X), abs=1e-3)
    assert answers.as_is(question).values(question.X) == pytest.approx(
        answers.machine(question).solution.decision, abs=1e-3
    )


def test_a_share_of_almost_everything_is_not_written_as_all() -> None:
    told = sentences.scaled_sentence(answers.in_unit(asked("scales"), False), EN)
    assert "x₁ makes 99.9 %" in told
    assert "100 of 100" in told


def test_a_threshold_below_b_is_said_to_give_what_is_far_away_to_class_plus_one() -> None:
    for threshold, said in ((-0.5, False), (-5.0, True)):
        question = read(lab_of(chosen=Options(threshold=threshold)))
        b = answers.plain(question).solution.b
        far = EN("before.threshold.far", b=number(b))
        assert (far in sentences.threshold_sentence(question, EN)) == said == (threshold <= b < 0.0)


def test_the_folds_say_what_the_leak_changes() -> None:
    for data in ("overlap", "moons"):
        found = answers.folds_of(asked("scales", data))
        assert found is not None
        told = sentences.folds_sentence(found, EN)
        assert (EN("before.leak.none") == told) == (found.differs == 0)
        assert len(folds_table(found, EN)) == 3
    assert answers.folds_of(read(lab_of("overlap", None))) is None


def test_accuracies_that_differ_are_written_apart() -> None:
    y = np.ones(4000)
    within = np.where(np.arange(4000) < 3601, 1.0, -1.0)
    leaky = np.where(np.arange(4000) < 3602, 1.0, -1.0)
    told = sentences.folds_sentence(HeldOut(y, within, within, leaky), EN)
    assert "90.05 %" in told
    assert "90.03 %" in told or "90.02 %" in told
    turned = sentences.folds_sentence(HeldOut(y, within, within, within[::-1]), EN)
    assert turned == EN("before.leak.same", count=798, n=4000)


def test_the_terms_of_the_table_add_up_to_f_and_the_moves_reach_the_other_class() -> None:
    question = asked("point", "moons", 10.0)
    found = answers.explained(question)
    assert float(found.terms.sum()) + found.b == pytest.approx(found.f, abs=1e-12)
    table = terms_table(question, found, EN)
    assert len(table) == len(found.largest) + 3
    assert table.iloc[-1, -1] == number(found.f)
    told = sentences.moves_sentence(found, EN)
    for move in found.moves:
        assert move.to is not None
        assert number(move.to) in told


def test_a_place_far_away_never_changes_its_class_and_has_no_terms() -> None:
    question = read(lab_of("moons", 10.0, Options("point", x1=FARTHEST, x2=FARTHEST)))
    found = answers.explained(question)
    assert found.largest == []
    assert EN("before.lead.point.none") in sentences.lead_sentence(question, EN)


def test_every_kernel_of_distances_has_a_gamma_to_judge() -> None:
    for name, entry in KERNELS.items():
        question = read(replace(lab_of(), shared=lab_of().shared.with_kernel(spec_with(name, lab_of().board.numbers))))
        assert (question.gamma is not None) == entry.gaussian
