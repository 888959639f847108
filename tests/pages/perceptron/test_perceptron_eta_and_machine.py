"""What the learning rate changes and what it does not, and the formal machine with the sign that is printed wrong."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest

from core.problem import Linear, c_svc
from core.solver import finish
from datasets import CATALOGUE, make_points
from pages import LINK
from pages.perceptron import answers
from pages.perceptron.question import ETAS, Options, change, read
from pages.perceptron.sentences import rates_sentence
from pages.perceptron.tables import machine_table, rates_table
from tests.pages.visit import EN, Visit, in_both_languages, link_of
from ui.solve.wire import unpack
from ui.state.lab import opening
from ui.words import number, words_for

EXERCISE = {"data": "exercise-7-2", "k": "linear"}
TIES = [[0.0, 1.0], [1.0, 0.0], [-1.0, 1.0]]


def asked(**query: str) -> Any:
    return read(opening(LINK, {**EXERCISE, **query}))


def value_of(cell: str) -> float:
    return float(re.sub(r"\s×\s10", "e", cell).translate(str.maketrans("−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789")))


def rows_of(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("| ").split("|")] for line in table.splitlines()[2:]]


@pytest.mark.parametrize("eta", ETAS)
def test_eta_is_a_number_of_the_run_of_the_player(eta: float) -> None:
    question, one = asked(mistakes=f"cyclic_0_{eta:g}"), asked()
    trace, usual = answers.run(question).trace, answers.run(one).trace
    assert (question.run_options.eta, trace.rule.eta) == (eta, eta)  # type: ignore[attr-defined]
    assert trace.table["i"].tolist() == usual.table["i"].tolist()
    np.testing.assert_allclose(trace.last.alpha, eta * usual.last.alpha, rtol=1e-12)
    assert answers.counts(question).tolist() == usual.last.alpha.tolist()
    assert (answers.name(question) == answers.name(one)) == (eta == 1.0)
    visit = Visit("perceptron", **EXERCISE, mistakes=f"cyclic_0_{eta:g}", step="5")
    header, arrays = unpack(visit.components("player")[0].bytes)
    assert header["way"]["eta"] == eta
    assert arrays["move"].max() == pytest.approx(eta)
    count = round(float(trace.table["alpha_i"][5]) / eta)
    assert f"the count of the point becomes {count}." in visit.lead()
    said = EN("perceptron.mistake.alpha", alpha=number(count * eta))
    assert (said in visit.lead()) == (eta != 1.0)


@pytest.mark.parametrize("eta", ETAS)
@pytest.mark.parametrize("query", [EXERCISE, {"data": "moons", "k": "gaussian", "g": "1"}])
def test_another_eta_scales_what_is_learnt_and_changes_no_mistake(eta: float, query: dict[str, str]) -> None:
    question = asked(**query, mistakes=f"cyclic_0_{eta:g}")
    shown, problem = answers.two_rates(question), answers.svm(question).problem
    board, eta = eta, answers.BESIDE if eta == 1.0 else eta
    other = finish(problem, "perceptron", 0.0, order="cyclic", eta=eta)
    np.testing.assert_allclose(other.alpha, eta * answers.counts(question), rtol=1e-12)
    assert shown.same
    assert shown.alike == shown.one.mistakes == shown.other.mistakes == other.steps
    assert shown.other.length == pytest.approx(eta * shown.one.length)
    assert shown.other.b == pytest.approx(eta * shown.one.b)
    assert shown.other.distance == pytest.approx(shown.one.distance)
    assert rates_sentence(shown, EN) == EN("perceptron.eta.same", n=number(other.steps), eta=number(eta))
    times = [row[3] for row in rows_of(rates_table(shown, board, EN))]
    assert [times[k] for k in (0, 1, 2, 4)] == ["1", number(eta), number(eta), "1"]


def test_runs_that_rounding_parts_are_told_as_such_and_are_not_said_to_be_the_same() -> None:
    parted = 0
    for seed in range(60):
        random = np.random.default_rng(seed)
        X, normal = random.integers(-3, 4, (7, 2)).astype(float), random.integers(-2, 3, 2)
        y = np.where(X @ normal + random.integers(-1, 2) > 0, 1, -1)
        if len({*y}) < 2:
            continue
        query = link_of(make_points(X, y), kernel={"name": "linear"})
        question = read(opening(LINK, {**query, "mistakes": "cyclic_0_0.1"}))
        shown = answers.two_rates(question)
        if shown.same:
            continue
        parted += 1
        assert shown.parting <= answers.ROUNDING
        assert rates_sentence(shown, EN) == EN("perceptron.eta.parted", n=number(shown.alike), eta="0.1")
    assert parted > 0


@in_both_languages
def test_the_learning_rate_is_chosen_on_the_page_and_is_part_of_the_link(lang: str) -> None:
    visit, words = Visit("perceptron", **EXERCISE, lang=lang), words_for(lang)
    assert words("perceptron.eta.same", n="16", eta="2") in visit.texts()  # beside that of the board, which has 1
    (choice,) = [each for each in visit.app.get("button_group") if each.proto.label == words("perceptron.eta")]
    choice.set_value(10.0)
    visit.run()
    assert visit.query["mistakes"] == "cyclic_0_10"
    assert words("perceptron.eta.same", n="16", eta="10") in visit.texts()
    assert words("perceptron.eta.same", n="16", eta="10") in Visit("perceptron", **visit.query).texts()


def test_a_rate_that_is_not_offered_changes_nothing_and_an_old_link_still_opens() -> None:
    lab = opening(LINK, EXERCISE)
    for value in (0.0, -1.0, math.nan, "2", None, 3.0):
        assert change(lab, "eta", value) is lab
    assert asked(mistakes="random_7").options == Options("random", 7, 1.0)
    assert asked(mistakes="cyclic_0_3").options == Options()


@pytest.mark.parametrize("data", ["exercise-7-2", "example-7-1", "outlier"])
def test_both_sides_of_every_statement_of_the_formal_machine_agree(data: str) -> None:
    question = asked(data=data)
    found = answers.svm(question)
    rows = rows_of(machine_table(found.problem, found.solution, EN))
    assert [row[0] for row in rows] == [
        EN(f"perceptron.machine.{key}") for key in ("distance", "sides", "balance", "dual", "kkt")
    ]
    here, must = (np.array([value_of(row[k]) for row in rows]) for k in (1, 2))
    w = found.solution.w
    assert w is not None
    np.testing.assert_allclose(must, [2.0 / np.linalg.norm(w), 1.0, 0.0, 0.5 * w @ w, 0.0], rtol=2e-4, atol=1e-4)
    np.testing.assert_allclose(here, must, rtol=2e-3, atol=1e-3)


def test_the_sign_of_equation_17_is_the_one_that_the_lagrangian_has() -> None:
    points = CATALOGUE["outlier"].make()
    problem, multipliers = c_svc(points.X, points.y, Linear(), math.inf), np.arange(1.0, 1.0 + len(points.y))
    w = multipliers * points.y @ points.X

    def lagrangian(b: float) -> float:
        return float(0.5 * w @ w + multipliers @ (1.0 - points.y * (points.X @ w + b)))

    slope, total = lagrangian(1.0) - lagrangian(0.0), float(multipliers @ points.y)
    assert problem.y @ multipliers == total != 0.0
    assert slope == pytest.approx(-total)
    shown, told = answers.slopes(asked(data="outlier", mistakes="random_3"))
    assert shown == pytest.approx(-told)
    visit = Visit("perceptron", data="outlier", k="linear", mistakes="random_3")
    visit.unfold("perceptron-machine")
    assert EN("perceptron.erratum", slope=number(shown), total=number(told)) in visit.texts()
    assert (
        machine_table(answers.svm(asked(data="outlier")).problem, answers.svm(asked(data="outlier")).solution, EN)
        in visit.texts()
    )
