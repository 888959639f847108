"""The numbers of a step under another machine than C-SVC: below the time line, at every halt, and at the end."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from core.problem import Problem
from core.topics.machines.view import machine_standing
from core.trace import Trace
from core.view import Light
from pages.board import answers
from tests.pages.board.test_board_machine_fork import FIRST_ORDER, OTHERS, others, question, state
from tests.pages.visit import Visit, in_both_languages
from ui.page.numbers import machine_rows
from ui.solve import recording
from ui.solve.recording import end_of_machine, forked
from ui.words import words_for


def numbers(visit: Visit) -> list[dict[str, Any]]:
    found, *_counts = visit.data("standing")
    return list(found["rows"])


def told(trace: Trace, k: int, lang: str = "en") -> list[dict[str, Any]]:
    problem = trace.problem
    assert isinstance(problem, Problem)
    shown = machine_standing(problem, trace.state_at(k).alpha, k)
    return [row._asdict() for row in machine_rows(shown, words_for(lang)).rows]


def shown_run(query: dict[str, Any]) -> Trace:
    asked = question(query)
    return forked(asked.problem).shown.trace


@others
@in_both_languages
@pytest.mark.parametrize("k", [0, 12])
def test_a_halt_shows_the_numbers_of_the_page_of_the_loop(name: str, k: int, lang: str) -> None:
    query = state(name, step=f"{k}", lang=lang)
    visit = Visit(**query)
    shown = numbers(visit)
    assert words_for(lang)("standing.title") in visit.texts()
    assert shown == told(shown_run(query), k, lang)
    assert shown == numbers(Visit("libsvm", **visit.query))
    assert len({row["label"] for row in shown}) == len(shown)


@pytest.mark.parametrize("name", [name for name in OTHERS if name != "one-class"])  # which has no region there
def test_a_linear_kernel_has_its_w(name: str) -> None:
    assert "w" in {row["label"] for row in numbers(Visit(**state(name, k="linear", step="3")))}
    assert "w" not in {row["label"] for row in numbers(Visit(**state(name)))}


@others
def test_after_a_fork_they_are_those_of_the_line_that_is_shown(name: str) -> None:
    visit = Visit(**state(name))
    visit.press(f"fork-{FIRST_ORDER}")
    branch = shown_run(visit.query)
    for k in (12, 16):
        assert numbers(Visit(**visit.query | {"step": f"{k}"})) == told(branch, k)


@others
def test_at_the_end_they_are_those_of_the_answer_on_the_board(name: str) -> None:
    query = state(name, step="9999")
    trace = shown_run(query)
    assert numbers(Visit(**query)) == told(trace, len(trace))


@others
@pytest.mark.parametrize("fork", [None, f"12_{FIRST_ORDER}_rule_branch"])
def test_where_the_loop_proves_too_little_the_run_goes_on_until_its_end_is_the_answer(
    name: str, fork: str | None
) -> None:
    query = state(name, step="9999") | ({} if fork is None else {"fork": fork})
    asked, trace = question(query), shown_run(query)
    plain = forked(asked.problem.with_options(structs.replace(asked.run_options, onward=False))).shown.trace
    assert (len(trace) > len(plain)) == (name == "nu-svc")
    assert trace.table["i"][: len(plain)].tolist() == plain.table["i"].tolist()
    light = end_of_machine(plain).fitted.light
    assert (light is Light.PROVED) == (name != "nu-svc")
    assert numbers(Visit(**query))[0]["state"] == "proved"
    assert numbers(Visit(**query)) == told(trace, len(trace))


@others
def test_where_the_answer_is_not_the_end_of_the_run_there_are_none(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "STEPS_OF_A_RUN", 20)
    query = state(name, C="1.13", g="0.47")  # a question of no other test: runs are remembered
    assert Visit(**query | {"step": "9999"}).data("standing") == []
    assert not answers.is_uncut(recording.recording(question(query).problem.with_options(question(query).run_options)))
    assert numbers(Visit(**query))[0]["state"] == "running"


@others
def test_where_figures_are_hidden_there_are_none(name: str) -> None:
    assert Visit(**state(name), hide="figures").data("standing") == []
