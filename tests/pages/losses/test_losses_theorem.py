"""Theorem 7.4 and exercise 7.3 on the page of the losses: two routes to one minimum, and squared slack."""

from __future__ import annotations

import time
from concurrent.futures import CancelledError
from dataclasses import replace

import numpy as np
import pytest

from core.problem import Linear, c_svc, certificate
from core.solver import new_cancel_flag, regularisation_path
from core.topics.margin.experiment import LeastHinge, hinge_value, least_hinge
from core.topics.margin.view import LOSSES_OF_A_MARGIN
from core.view import Light
from datasets import make_points
from pages.losses import answers, sentences
from pages.losses.question import read
from tests.core.golden import GOLDEN
from tests.core.small_problems import cloud
from tests.pages.losses.test_losses_page import CROSS, GAUSSIAN, LINEAR, asked, steep
from tests.pages.visit import EN, Visit, in_both_languages, link_of
from ui.link.shared import Shared
from ui.solve.kernels import KernelSpec
from ui.solve.limits import POINTS_COMPARED
from ui.state.lab import Lab
from ui.words import number, words_for

# ---- theorem 7.4 ----


@pytest.mark.parametrize(("data", "kernel"), [("overlap", LINEAR), ("moons", GAUSSIAN), ("outlier", LINEAR)])
def test_both_objectives_have_one_minimum(data: str, kernel: KernelSpec) -> None:
    every = answers.theorem(asked(data, 1.0, kernel))
    assert len(every) == answers.COMPARED
    for one in every:
        assert one.apart < 1e-6
        assert one.same_place == pytest.approx(one.primal, rel=1e-10)


def test_the_library_finds_the_function_of_the_solver() -> None:
    X, y = cloud(40, seed=1)
    path = regularisation_path(X, y, Linear(), 0.01, 100.0)
    for C in (0.01, 1.0, 30.0):
        least = least_hinge(path.gram, y, 1.0 / (2.0 * C))
        assert least is not None
        assert least.value == pytest.approx(hinge_value(least.f, y, least.squared_norm, least.regulariser))
        assert np.ptp(least.f - path.decision(C)) < 1e-4 * max(1.0, np.abs(least.f).max())


def test_the_sentence_of_the_theorem_says_both_numbers_and_claims_no_digit_too_many() -> None:
    here = answers.compared(asked())
    said = sentences.theorem_sentence(here, EN)
    assert number(here.primal, 8) in said
    assert here.apart <= 10.0 ** -sentences.digits(here.apart)
    without = replace(here, least=None)
    assert "nothing to compare" in sentences.theorem_sentence(without, EN)
    assert here.least is not None
    wrong = replace(here, least=replace(here.least, value=1.01 * here.least.value))
    assert "differ" in sentences.theorem_sentence(wrong, EN)


@in_both_languages
def test_of_many_points_and_without_a_path_both_objectives_are_shown_at_one_place(lang: str) -> None:
    words = words_for(lang)
    X, y = cloud(POINTS_COMPARED + 20, seed=3)
    many = read(Lab(Shared(kernel=LINEAR, C=1.0), make_points(X, y)))
    pathless = read(Lab(Shared(kernel=steep(10, 10.0), C=1.0), CROSS))
    for question, path in ((many, True), (pathless, False)):
        assert not answers.comparable(question)
        assert (answers.path(question) is not None) == path
    here = answers.same_place(many)
    assert here.primal == pytest.approx(answers.machine(many).primal, rel=1e-6)
    assert here.apart < 1e-9
    said = sentences.same_place_sentence(here, words)
    assert number(here.primal, 8) in said
    assert here.apart <= 10.0 ** -sentences.digits(here.apart)
    assert sentences.same_place_sentence(replace(here, hinge=1.1 * here.hinge), words) == words(
        "losses.theorem.same.open", C="1"
    )
    visit = Visit("losses", **link_of(make_points(X, y), kernel=LINEAR, C=1.0), lang=lang)
    assert said in visit.texts()
    assert words("losses.theorem.many", n=len(y), most=POINTS_COMPARED) in visit.texts()
    other = Visit("losses", **link_of(CROSS, kernel=steep(10, 10.0), C=1.0), lang=lang)
    assert sentences.same_place_sentence(answers.same_place(pathless), words) in other.texts()
    assert words("losses.theorem.pathless") in other.texts()


@pytest.mark.parametrize("C", [0.003, 1.0, 100.0])
@pytest.mark.parametrize(("data", "kernel"), [("overlap", LINEAR), ("moons", GAUSSIAN)])
def test_the_half_without_a_solver_agrees_with_the_other_one(data: str, kernel: KernelSpec, C: float) -> None:
    question = asked(data, C, kernel)
    here, both = answers.same_place(question), answers.compared(question)
    assert here.hinge == pytest.approx(both.same_place, rel=1e-12)
    assert here.primal == pytest.approx(both.primal, rel=1e-9)
    assert here.apart < 1e-12


# ---- exercise 7.3 ----


def test_exercise_7_3_has_the_answer_of_the_reference() -> None:
    entry = next(each for each in GOLDEN["problems"] if each["id"] == "G22")
    points = make_points(entry["X"], entry["y"])
    question = read(Lab(Shared(kernel=LINEAR, C=entry["params"]["C"]), points))
    found, solution_of = answers.squared(question), entry["solution"]
    moved = np.abs(points.X - np.array(entry["X"])).max()  # the board has a grid of its own
    assert found.alpha == pytest.approx(solution_of["alpha"], abs=1e-5 + 10.0 * moved)
    assert found.slack == pytest.approx(solution_of["xi"], abs=1e-5 + 10.0 * moved)
    assert found.of_alpha == pytest.approx(solution_of["xi_from_alpha"], abs=1e-5 + 10.0 * moved)
    assert found.objective == pytest.approx(solution_of["primal_objective"], rel=1e-5 + 10.0 * moved)
    assert found.apart < 1e-7
    exact = c_svc(entry["X"], entry["y"], Linear(), 1.0, loss="squared_hinge")
    proof = certificate(exact, np.array(solution_of["alpha"]))
    assert proof.relative_gap < 1e-10


@pytest.mark.parametrize("C", [0.01, 1.0, 1000.0])
def test_squared_slack_is_alpha_over_twice_the_penalty_at_every_point(C: float) -> None:
    question = asked(C=C)
    found = answers.squared(question)
    assert found.light is Light.PROVED
    assert found.apart <= sentences.SAME
    assert "holds" in sentences.squared_sentence(found, answers.machine(question), EN)


@pytest.mark.parametrize(
    ("primal", "value", "apart"), [(0.0, 0.0, 0.0), (0.0, 1e-3, 1.0), (2.0, 1.0, 0.0), (1.0, 1.0, 0.5)]
)
def test_two_minima_are_compared_in_units_of_the_larger_one(primal: float, value: float, apart: float) -> None:
    least = LeastHinge(0.25, value, 0.0, np.zeros(2))
    assert answers.Compared(2.0, primal, primal, least).apart == pytest.approx(apart)


def test_the_training_under_squared_slack_is_followed_in_the_background_and_found_once() -> None:
    question = asked(C=3.25)
    assert answers.known_squared(question).found == ()
    until = time.monotonic() + 60.0
    while not (found := answers.follow_squared(question, "a visitor").found) and time.monotonic() < until:
        time.sleep(0.01)
    assert found == (answers.squared(question),)
    assert answers.known_squared(question).found == found


def test_a_cancelled_training_under_squared_slack_leaves_nothing() -> None:
    question, cancel = asked(C=2.125), new_cancel_flag()
    cancel[0] = 1
    with pytest.raises(CancelledError):
        answers.squared(question, cancel)
    assert answers.squared(question).light is Light.PROVED


# ---- surrogates of the 0-1 loss ----


@in_both_languages
def test_the_hinge_bounds_the_errors_and_the_loss_of_the_perceptron_does_not(lang: str) -> None:
    words, found = words_for(lang), answers.machine(asked("overlap", 1.0))
    sums = {one.name: one for one in answers.sums_of_losses(found)}
    for name, loss in LOSSES_OF_A_MARGIN.items():
        assert sums[name].total == pytest.approx(sum(float(loss(np.array([m]))[0]) for m in found.margin))
    assert [one.below for name, one in sums.items() if name != "perceptron"] == [0, 0, 0, 0]
    assert sums["zero_one"].total == found.solution.errors
    below = sum(-1.0 < m <= 0.0 for m in found.margin)
    assert sums["perceptron"].below == below > 0
    told = sentences.surrogate_sentence(tuple(sums.values()), words)
    assert words("losses.surrogate.below", below=below) in told
    apart = tuple(replace(one, below=0) for one in sums.values())
    assert words("losses.surrogate.never") in sentences.surrogate_sentence(apart, words)


@pytest.mark.parametrize("C", [0.1, 1.0, 100.0])
def test_five_points_of_a_line_have_more_errors_than_they_need(C: float) -> None:
    shown = answers.errors_on_a_line(C)
    assert (shown.machine, shown.fewest) == (2, 1)
    assert shown.hinge >= shown.machine
    words = words_for("en")
    assert "Erratum" in sentences.line_sentence(shown, words)
    assert "Erratum" not in sentences.line_sentence(replace(shown, fewest=2), words)


def test_the_fold_about_surrogates_opens() -> None:
    visit = Visit("losses", data="overlap", k="linear", C="1")
    visit.unfold("losses-surrogate")
    assert words_for("en")("losses.surrogate.theory") in visit.texts()
