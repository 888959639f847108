"""The tie rule as a control: it reaches every run of the page, the board, and the sentences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.problem import Gaussian, c_svc
from core.trace import record, suggestion
from pages import LINK
from pages.board.question import read as read_board
from pages.smo import answers
from pages.smo.question import Question, read
from pages.smo.script import reproduction
from pages.smo.sentences import tie_note
from tests.pages.smo.test_smo_page import Watch
from tests.pages.visit import EN, in_both_languages
from ui.solve.options import TIED, Fork, PairOptions, pair_options
from ui.solve.recording import read_run, sent_run
from ui.state.lab import opening
from ui.words import words_for

SQUARE = {"data": "xor", "k": "gaussian", "g": "1", "C": "10"}


def question(**query: Any) -> Question:
    return read(opening(LINK, {**SQUARE, **query}))


@pytest.mark.parametrize("rule", TIED)
@pytest.mark.parametrize("ties", ["last", "first"])
def test_each_run_of_the_page_follows_the_tie_rule(rule: str, ties: str) -> None:
    asked = question(rule=rule, ties=ties)
    X, y = asked.board.points.X, asked.board.points.y.astype(np.float64)
    own = record(c_svc(X, y, Gaussian(1.0), 10.0), rule, 1e-5, ties=ties)
    assert answers.run(asked, rule).trace.table.tobytes() == own.table.tobytes()
    assert answers.watched(asked).shown.trace.table.tobytes() == own.table.tobytes()
    hand = answers.run_by_hand(asked, ())
    assert suggestion(hand) == tuple(record(hand.problem, ties=ties).table[["i", "j"]][0])
    board = read_board(opening(LINK, {**SQUARE, "rule": rule, "ties": ties}))
    assert board.problem.run_name == asked.problem.run_name
    assert board.ties == ties


def test_a_fork_keeps_the_tie_rule() -> None:
    asked = question(ties="first", fork="1_smo-first-order_rule_branch")
    branch = answers.watched(asked).shown.trace
    assert not branch.rule.last_tie  # type: ignore[attr-defined]


def test_the_tie_rule_counts_only_where_values_may_tie_and_a_browser_without_it_means_the_last() -> None:
    assert pair_options("platt", 0, ties="first") == PairOptions("platt")
    assert pair_options("platt", 0, Fork(1, "smo-first-order"), "first").ties == "first"
    for rule in TIED:
        options = pair_options(rule, 0, ties="first")
        assert options.ties == "first"
        assert read_run(sent_run(options))[0] == options
    assert read_run({"solver": "smo-first-order"})[0] == PairOptions("smo-first-order")


@in_both_languages
@pytest.mark.parametrize("ties", ["last", "first"])
def test_the_page_says_at_a_step_what_tied_and_what_the_other_tie_rule_takes(lang: str, ties: str) -> None:
    words = words_for(lang)
    told = tie_note(answers.run(question(ties=ties), TIED[0]).trace, 0, words)
    other = answers.run(question(ties="first" if ties == "last" else "last"), TIED[0]).trace.table[0]
    i, j = int(other["i"]) + 1, int(other["j"]) + 1
    assert words(f"smo.ties.if.{'first' if ties == 'last' else 'last'}", i=i, j=j) in told
    assert words("smo.ties.first", points=words.listed(["1", "2"])) in told
    visit = Watch(lang=lang, **SQUARE, step="0", ties=ties)
    assert told in [each.value for each in visit.app.markdown]


def test_a_long_list_of_tied_points_is_cut() -> None:
    told = tie_note(answers.run(read(opening(LINK, {"data": "moons"})), TIED[0]).trace, 0, EN)
    assert " more" in told


@pytest.mark.parametrize(
    "query", [{"ties": "first"}, {"ties": "first", "mode": "hand"}, {"rule": "smo-random-pair", "draws": "4"}]
)
def test_the_script_has_the_options_of_the_run(query: dict[str, str]) -> None:
    text = reproduction(question(**query))
    assert ("'ties': 'first'" in text) or ("ties='first'" in text) or ("'seed': 4" in text)
    assert "ties" not in reproduction(question())


def test_the_control_is_there_where_a_rule_may_tie() -> None:
    def offers(**query: str) -> bool:
        return any("-ties-" in str(each.key) for each in Watch(**SQUARE, **query).app.get("button_group"))

    assert offers()
    assert offers(mode="hand")
    assert offers(rule="platt", rival="smo-first-order", mode="two")
    assert not offers(rule="platt")
