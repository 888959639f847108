"""The page of ridge regression as a visitor meets it: its numbers, its lessons, both languages, and bad input."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest
import sklearn.kernel_ridge

from datasets import CATALOGUE, make_points
from pages import LINK
from pages.ridge import PAGE, answers
from pages.ridge.lessons import LESSONS
from pages.ridge.question import BOARD, FAMILIES, FORM, Options, read
from pages.ridge.script import reproduction
from pages.ridge.sentences import lead_sentence, line_sentence, quiz_sentence, stability_sentences, svm_sentences
from tests.pages.visit import CHINESE, EN, ROOT, Visit, in_both_languages, link_of
from ui.component.plot import encoded
from ui.page.updates import after
from ui.state.lab import Lab, opening
from ui.words import at_least, number


def lab(**query: str) -> Lab:
    return opening(LINK, query)


@in_both_languages
def test_the_first_view_has_both_boundaries_on_the_points_and_says_who_carries_them(lang: str) -> None:
    visit = Visit("ridge", lang=lang)
    header, arrays = visit.board()
    assert visit.warnings() == []
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
    assert header["editable"]
    assert len(arrays["median"]) > 20
    assert "ridge" in visit.data("legend")[0]["marks"]
    assert len(visit.components("plot")) == 3
    found = answers.both(read(lab()))
    assert (found.carrying, found.svm.solution.vectors) == (90, 22)
    if lang == "en":
        assert visit.lead() == lead_sentence(found, 1.0, EN)
        assert "all of the 90 points" in visit.lead()


def test_the_coefficients_are_scikit_learns_and_the_residuals_over_lambda() -> None:
    asked = read(lab(data="overlap", k="gaussian", g="2", ridge="0.25"))
    found, points = answers.plane(asked), CATALOGUE["overlap"].make()
    theirs = sklearn.kernel_ridge.KernelRidge(alpha=0.25, kernel="rbf", gamma=2.0).fit(points.X, points.y)
    np.testing.assert_allclose(found.alpha, theirs.dual_coef_, rtol=1e-9, atol=1e-10)
    np.testing.assert_allclose(found.alpha, (points.y - found.values) / 0.25, atol=1e-9)


@in_both_languages
def test_every_lesson_is_walked_with_its_folds_open(lang: str) -> None:
    visit = Visit("ridge", lang=lang)
    for name in ("svm", "quiz"):
        visit.unfold(f"ridge-{name}", lang)
    for lesson in LESSONS:
        visit.press(f"try-ridge-{lesson.name}")
        assert visit.warnings() == []


def test_one_click_shows_where_the_printed_corollaries_break() -> None:
    by_name = {lesson.name: lesson.options for lesson in LESSONS}
    three = read(lab(data="moons", k="gaussian", g="1", ridge=FORM.write(by_name["three"])))
    shown = answers.stability(three)
    assert shown is not None
    assert shown.place in shown.changes.broken
    assert "so it is false" in EN.joined(stability_sentences(shown, "move", EN))
    wide = read(lab(data="moons", k="gaussian", g="1", D="200", ridge=FORM.write(by_name["features"])))
    shown = answers.stability(wide)
    assert shown is not None
    assert shown.place in shown.changes.broken
    assert "this draw breaks it" in EN.joined(stability_sentences(shown, "features", EN))
    svm = answers.svm_stability(wide)
    assert svm is not None
    assert svm.diagonal > 1.0
    assert svm.measured.largest <= svm.entrywise < svm.printed
    assert svm.measured.largest <= svm.proved <= svm.corrected
    assert "may not be applied" in EN.joined(svm_sentences(svm, EN))


def test_the_quiz_is_answered_by_two_more_trainings() -> None:
    asked = read(lab(data="moons", k="gaussian", g="1"))
    found, again = answers.both(asked), answers.without_the_others(asked)
    assert again is not None
    assert (again.dropped, again.ridge.kept) == (68, 22)
    assert again.svm < 1e-3 < again.ridge.changed
    told = quiz_sentence(found, again, 1.0, EN)
    assert number(100.0 * again.ridge.changed, 2) in told
    assert (EN("ridge.quiz.why") in told, EN("ridge.quiz.why") in quiz_sentence(found, again, 0.0, EN)) == (
        True,
        False,
    )


def test_boundaries_that_differ_at_a_point_are_never_said_to_agree() -> None:
    found = answers.both(read(lab(data="moons", k="gaussian", g="1")))
    alike = EN("ridge.sentence.same")
    assert alike in lead_sentence(replace(found, share=0.0, apart=0), 1.0, EN)
    assert alike not in lead_sentence(replace(found, share=0.0, apart=1), 1.0, EN)
    assert alike not in lead_sentence(replace(found, share=0.1, apart=0), 1.0, EN)


@pytest.mark.parametrize("line", ["wave", "points"])
def test_all_points_as_landmarks_give_the_exact_curve(line: str) -> None:
    asked = read(lab(data="moons", k="gaussian", g="1", L="90", ridge=f"1_positive_{line}"))
    shown = answers.smooth(asked)
    assert shown.apart(shown.nystroem.curve) < 1e-6
    assert shown.apart(shown.fourier.curve) > 1e-4


def test_fewer_eigenpairs_of_the_landmarks_make_a_larger_error_of_the_kernel_and_are_counted() -> None:
    worst = []
    for rank in (1, 3, 5, 6):
        asked = read(lab(data="moons", k="gaussian", g="1", L="6"))
        shown = answers.smooth(replace(asked, options=Options(rank=rank)))
        assert shown.kept == rank
        assert (
            EN("ridge.line.kept", L=6, k=rank, share=at_least(100.0 * shown.share)) in line_sentence(shown, 20, EN)
        ) == (rank < 6)
        worst.append(shown.nystroem.worst)
    assert worst == sorted(worst, reverse=True)
    assert shown.share == pytest.approx(1.0)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_bounds_take_every_kernel_of_the_panel_with_its_own_kappa(family: str) -> None:
    asked = read(lab(data="moons", k="gaussian", g="1"))
    shown = answers.stability(replace(asked, options=Options(family=family)))
    assert shown is not None
    found = shown.changes
    assert (found.exact <= found.proved * (1.0 + 1e-7)).all()
    told = EN.joined(stability_sentences(shown, "move", EN))
    assert ("κ" in told) == (family != "gaussian")
    visit = Visit("ridge", data="moons", k="gaussian", g="1", ridge=FORM.write(Options(family=family)))
    visit.unfold("ridge-svm")
    assert visit.warnings() == []


def test_the_boundary_comes_ahead_of_the_page_for_points_as_they_are_dragged() -> None:
    at = lab(data="moons", k="gaussian", g="1")
    dragged = after(at, {"name": "gaussian", "gamma": 1, "C": 10, "points": [[14, 2.0, 1.5, -1]]}, PAGE.change)
    first = next(iter(PAGE.figures(read(dragged), EN)))  # before all figures
    assert first.key == BOARD
    sent = json.loads(encoded(first.draw()))["median"]
    line = np.array([np.nan if place is None else place for place in sent]).reshape(-1, 2)
    assert line == pytest.approx(answers.boundary(read(dragged)), abs=1e-4, nan_ok=True)
    assert len(line) != len(answers.boundary(read(at))) or not np.allclose(
        line, answers.boundary(read(at)), equal_nan=True
    )


@in_both_languages
def test_without_a_penalty_equal_points_get_the_least_squares_answer_and_the_bounds_promise_nothing(lang: str) -> None:
    X, y = np.array([[0.0, 0.0], [0.0, 0.0], [1.0, 0.0], [0.5, 1.0], [1.0, 1.0]]), np.array([1, 1, -1, -1, 1], np.int8)
    visit = Visit("ridge", lang=lang, ridge="1_zero", **link_of(make_points(X, y)))
    assert visit.warnings() == []
    asked = read(lab(ridge="1_zero", **link_of(make_points(X, y))))
    assert answers.stability(asked) is None
    assert not answers.plane(asked).regular
    if lang == "en":
        assert "least-squares solution of smallest norm" in visit.lead()
        assert EN("ridge.stability.zero") in visit.texts()


@pytest.mark.parametrize(("places", "labels"), [([[0.0, 0.0], [1.0, 1.0]], [1, 1]), ([[0.5, 0.5]], [-1])])
@in_both_languages
def test_one_class_gets_one_clear_sentence(places: list[list[float]], labels: list[int], lang: str) -> None:
    visit = Visit("ridge", lang=lang, **link_of(make_points(np.array(places), np.array(labels, np.int8))))
    assert len(visit.warnings()) == 1
    assert len(visit.below()) == 1


def test_equal_targets_on_the_line_are_said_to_be_equal() -> None:
    X, y = np.array([[0.0, 1.0], [1.0, 1.0], [2.0, 1.0], [3.0, 1.0], [4.0, 1.0]]), np.array([1, -1, 1, -1, 1], np.int8)
    visit = Visit("ridge", ridge="1_positive_points", **link_of(make_points(X, y)))
    assert EN("ridge.line.equal") in visit.texts()


def test_a_hard_margin_that_does_not_exist_leaves_ridge_regression_alone() -> None:
    visit = Visit("ridge", data="overlap", k="gaussian", g="0.001", C="inf")
    found = answers.both(read(lab(data="overlap", k="gaussian", g="0.001", C="inf")))
    assert found.exists or EN("ridge.sentence.none") in visit.lead()


def test_many_points_are_looked_at_in_part_and_the_one_that_moves_is_among_them() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.uniform(-1, 1, (300, 2)), np.where(np.arange(300) % 2, 1, -1).astype(np.int8)
    asked = read(lab())
    points = make_points(X, y)
    asked = replace(asked, board=replace(asked.board, points=points), options=Options(point=278))
    shown = answers.stability(asked)
    assert shown is not None
    assert (shown.of, shown.points) == (300, 101)
    assert "Measured on 101 of the 300 points." in stability_sentences(shown, "move", EN)
    assert shown.changes.exact.max() > 0.0


def test_the_script_finds_the_coefficients_of_the_page_again() -> None:
    asked = read(lab(data="exercise-7-2", k="gaussian", g="1"))
    done = subprocess.run(
        [sys.executable, "-c", reproduction(asked)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    told = done.stdout.replace("\n", " ")
    assert str(answers.plane(asked).alpha[0])[:8] in told


def test_curves_that_take_long_are_found_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "POINTS_FACTORED_TWICE", 10)
    link = {"data": "overlap", "ridge": "1_zero_points_features_points_1_1"}
    asked = read(lab(**link))
    assert answers.waits_for_smooth(asked)
    until = time.monotonic() + 60.0
    while not answers.follow_smooth(asked, "a visitor") and time.monotonic() < until:
        time.sleep(0.01)
    assert not answers.waits_for_smooth(asked)
    assert np.isfinite(answers.smooth(asked).fourier.curve).all()
    assert Visit("ridge", **link).warnings() == []
