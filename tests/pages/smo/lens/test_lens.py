"""The fold of the tolerance: its numbers against runs of their own, its sentences, and what it refuses to run."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.problem import Problem
from core.solver import Outcome, finish
from core.topics.tolerance.view import Reached, statuses
from pages import LINK
from pages.smo import answers as run_answers
from pages.smo.lens import answers
from pages.smo.lens.figures import cost_figure, cost_text, status_figure, status_text
from pages.smo.lens.sentences import before_the_run, certain_sentence, reach_sentence, status_sentence
from pages.smo.question import Question, change, read
from tests.pages.smo.test_smo_page import Watch
from tests.pages.visit import CHINESE, EN, in_both_languages
from ui.link.shared import RULES
from ui.solve.limits import LENS, USUAL_LENS
from ui.solve.recording import rule_options
from ui.state.lab import opening
from ui.words import number, words_for


def question(**query: Any) -> Question:
    return read(opening(LINK, {"data": "moons", "k": "gaussian", "g": "1", "C": "10", **query}))


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("tolerance", ["0.1", "0.004"])
def test_the_state_at_a_tolerance_is_the_end_of_a_run_to_it(rule: str, tolerance: str) -> None:
    asked = question(rule=rule, lens=tolerance, draws="3", ties="first")
    found = answers.chosen(asked)
    problem = run_answers.run(asked, rule).trace.problem
    assert isinstance(problem, Problem)
    own = finish(problem, rule, float(tolerance), 10_000, **rule_options(rule, asked.options_of(rule)))
    assert isinstance(found, Reached)
    assert own.outcome is Outcome.OPTIMAL
    assert found.steps == own.steps
    assert found.status.tolist() == statuses(problem, np.array(own.alpha)).tolist()


@pytest.mark.parametrize("rule", RULES)
def test_the_range_goes_from_loose_to_tight_or_says_where_it_was_cut(rule: str) -> None:
    shown = answers.lens(question(rule=rule))
    tolerances = [each.tolerance for each in shown.points]
    assert tolerances == sorted(tolerances, reverse=True)
    assert tolerances[0] == LENS[1]
    assert (tolerances[-1] == LENS[0]) == (shown.cut is None)


def test_a_tolerance_below_the_rounding_is_refused_before_any_run(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = question(data="overlap", C="1e5", lens="1e-9")
    least = answers.rounding(asked)
    assert least > 1e-9
    monkeypatch.setattr(answers, "record", None)
    monkeypatch.setattr(answers, "finish", None)
    assert answers.chosen(asked) is None
    told = before_the_run(least, asked.lens, EN)
    assert told == EN.joined([before_the_run(least, 1.0, EN), EN("smo.lens.untold", tolerance="10⁻⁹")])


def test_a_run_that_is_cut_says_so_with_its_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "STEPS_OF_A_LENS", 5)
    asked = question(g="0.7", C="3", lens="1e-6")
    found, shown = answers.chosen(asked), answers.lens(asked)
    assert isinstance(found, answers.Unreached)
    assert (found.steps, found.outcome) == (5, Outcome.STEP_LIMIT)
    assert shown.cut == found
    assert "5" in reach_sentence(found, shown, EN)
    assert cost_text(shown, EN) == EN("figure.lens.alt.none")
    cost_figure(shown, None, 1e-6, EN).to_json()


def test_a_hard_margin_that_does_not_exist_is_not_run_to_any_tolerance() -> None:
    visit = Watch(data="xor", k="linear", C="inf", lens="0.01")
    trace = run_answers.run(question(data="xor", k="linear", C="inf"), RULES[0]).trace
    told = EN("smo.runaway", steps=number(len(trace)), alpha=number(float(trace.last.alpha.max())))
    assert [each.value for each in visit.app.markdown].count(told) == 2  # below the player, and in the fold
    assert EN("smo.lens.marks") not in [each.value for each in visit.app.caption]


@in_both_languages
def test_sentences_and_figures_agree_with_the_numbers(lang: str) -> None:
    words, asked = words_for(lang), question(lens="0.1")
    shown, found = answers.lens(asked), answers.chosen(asked)
    assert isinstance(found, Reached)
    tightest = shown.points[-1]
    moved = np.flatnonzero(found.status != tightest.status)
    assert moved.size
    for i in moved[:8]:
        assert str(i + 1) in status_sentence(found, tightest, words)
    assert status_sentence(tightest, tightest, words) == words("smo.lens.same.tightest", tightest="10⁻⁹")
    assert str(found.steps) in reach_sentence(found, shown, words)
    assert certain_sentence(found, words)
    drawn = status_figure(asked.board.points, found, tightest, words).plain()
    assert len(drawn["data"][0]["x"]) == moved.size
    assert sum(len(trace["x"]) for trace in drawn["data"][1:]) == len(asked.board.points.y)
    assert str(moved.size) in status_text(found, tightest, words)
    assert cost_figure(shown, found, 0.1, words).plain()["data"][0]["x"] == [each.tolerance for each in shown.points]


@in_both_languages
@pytest.mark.parametrize("rule", ["smo-second-order", "platt", "smo-cyclic"])
def test_a_link_with_a_tolerance_opens_the_fold(lang: str, rule: str) -> None:
    visit = Watch(lang=lang, data="moons", lens="0.01", rule=rule)
    told = words_for(lang)("smo.lens.marks")
    assert told in [each.value for each in visit.app.caption]
    assert bool(CHINESE.search(told)) == (lang == "zh")


def test_the_tolerance_and_the_tie_rule_are_changed_and_written_into_the_link() -> None:
    lab = opening(LINK, {"data": "moons"})
    assert {"ties", "lens"}.isdisjoint(LINK.to_query(lab.shared) or {})
    assert lab.shared.lens == USUAL_LENS
    for name, value, text in (("lens", 0.01, "0.01"), ("lens", 1e-9, "1e-09"), ("ties", "first", "first")):
        lab = change(lab, name, value)
        query = LINK.to_query(lab.shared) or {}
        assert query[name] == text
        assert getattr(LINK.from_query(query)[0], name) == value
    for name, value in (("lens", 1.0), ("lens", 1e-12), ("lens", "x"), ("lens", None), ("ties", "both"), ("ties", 1)):
        assert change(lab, name, value) is lab


def test_a_wrong_tolerance_or_tie_rule_in_a_link_is_named() -> None:
    for name, text in (("lens", "1"), ("lens", "0"), ("lens", "nan"), ("ties", "both")):
        shared, unread = LINK.from_query({name: text})
        assert [each.key for each in unread] == [f"link.{name}"]
        assert (shared.lens, shared.ties) == (USUAL_LENS, "last")
