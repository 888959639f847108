"""The numbers below the time line: those of its step, as the page that explains the step shows them."""

from __future__ import annotations

from typing import Any

import pytest

from core.trace import fork
from tests.pages.board.test_board_fork import LINK, TRUNK
from tests.pages.visit import Visit, in_both_languages
from tests.ui.solve.test_message import values, with_conditions
from ui.link.shared import RULES
from ui.page.numbers import pair_numbers
from ui.solve import recording
from ui.solve.options import COORDINATE_SOLVER
from ui.solve.solving import TOLERANCE
from ui.words import words_for

TAYLOR = {"data": "moons", "k": "taylor", "rule": COORDINATE_SOLVER}


def numbers(visit: Visit) -> list[dict[str, Any]]:
    (found,) = visit.data("standing")
    return list(found["rows"])


@in_both_languages
@pytest.mark.parametrize("k", [0, 1, 12, len(TRUNK) - 1])
def test_a_halt_shows_the_numbers_that_smo_shows_of_the_same_step(k: int, lang: str) -> None:
    visit = Visit(**LINK, step=f"{k}", lang=lang)
    shown = numbers(visit)
    assert words_for(lang)("standing.title") in visit.texts()
    assert shown == [row._asdict() for row in pair_numbers(TRUNK, k, words_for(lang)).rows]
    assert shown == numbers(Visit("smo", **visit.query))


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_them_and_a_linear_kernel_its_w(rule: str) -> None:
    query = {"data": "overlap", "k": "linear", "C": "1", "rule": rule, "step": "5"}
    shown = numbers(Visit(**query))
    assert "w" in {row["label"] for row in shown}
    assert shown == numbers(Visit("smo", **query))


@in_both_languages
@pytest.mark.parametrize("descent", ["L1_bias_random_shrink", "L2_plain_cyclic_keep"])
def test_those_of_coordinate_descent_are_its_own(descent: str, lang: str) -> None:
    query = {**TAYLOR, "step": "40", "descent": descent, "lang": lang}
    assert numbers(Visit(**query)) == numbers(Visit("descent", **query))


def test_after_a_fork_they_are_those_of_the_line_that_is_shown() -> None:
    visit, rule = Visit(**LINK, step="12"), RULES[1]
    visit.press(f"fork-{rule}")
    branch = fork(TRUNK, 12, rule, TOLERANCE, 10_000)
    for k in (12, 20):
        shown = numbers(Visit(**{**visit.query, "step": f"{k}"}))
        assert shown == [row._asdict() for row in pair_numbers(branch.leg(k), k, words_for("en")).rows]


@pytest.mark.parametrize("query", [{}, {"step": "500"}])
def test_at_the_end_they_are_those_of_the_answer_on_the_board(query: dict[str, str]) -> None:
    visit = Visit(**LINK, **query)
    shown = numbers(visit)
    assert shown == [row._asdict() for row in pair_numbers(TRUNK, len(TRUNK), words_for("en")).rows]
    assert shown[0]["state"] == visit.board()[0]["answer"]["state"] == "proved"


def test_where_the_answer_is_not_the_end_of_the_run_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "STEPS_OF_A_RUN", 50)
    query = {"data": "moons", "C": "7.78"}  # a question of no other test: runs are remembered
    assert Visit(**query).data("standing") == []
    assert numbers(Visit(**query, step="12"))[0]["state"] == "running"


@pytest.mark.parametrize("query", [{}, {"step": "12"}])
def test_where_figures_are_hidden_there_are_none(query: dict[str, str]) -> None:
    assert Visit(**LINK, **query, hide="figures").data("standing") == []


ENDS = [
    {},
    LINK,
    {"data": "overlap", "k": "linear", "C": "1"},
    {"data": "outlier", "k": "polynomial"},
    {"data": "three", "k": "linear", "C": "1"},
    {**TAYLOR, "descent": "L1_bias_random_shrink"},
]


@in_both_languages
@pytest.mark.parametrize("query", ENDS)
def test_the_light_and_the_numbers_of_the_end_write_one_optimum(query: dict[str, str], lang: str) -> None:
    visit, words = Visit(**query, lang=lang), words_for(lang)
    answer, (proof, *_) = visit.board()[0]["answer"], numbers(visit)
    assert (answer["state"], answer["title"]) == (proof["state"], proof["label"])
    if answer["state"] != "proved":
        return
    bounds = values("standing.bounds", proof["how"].splitlines()[-1], words)
    try:
        said = with_conditions("light.proved.detail", answer["detail"], words)
    except AssertionError:
        exact = with_conditions("light.proved.exact", answer["detail"], words)["value"]
        assert exact == values("standing.gap.some", proof["value"], words)["value"]
        return
    assert {name: said[name] for name in bounds} == bounds
    assert said["digits"] == values("standing.gap.some", proof["value"], words)["digits"]


@pytest.mark.parametrize("back", [1, 3, 20])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_before_the_end_the_headline_tells_the_dual_from_where_it_ends(back: int, lang: str) -> None:
    words = words_for(lang)
    lead = Visit(**LINK, step=f"{len(TRUNK) - back}", lang=lang).lead()
    start = words.texts["board.sentence.dual"].split("{")[0]
    told = values("board.sentence.dual", lead[lead.index(start) :], words)
    assert told["dual"] != told["last"]
    light = numbers(Visit(**LINK, lang=lang))[0]
    bounds = values("standing.bounds", light["how"].splitlines()[-1], words)
    assert float(bounds["low"]) - 1e-3 <= float(told["last"]) <= float(bounds["high"])
