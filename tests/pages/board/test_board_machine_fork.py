"""A fork under another machine than C-SVC: a pair by hand or first order goes on in place of LIBSVM's loop."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.trace import BadPick, Trace, pick_points
from pages import LINK
from pages.board.question import Question, read
from tests.pages.visit import EN, Visit, in_both_languages
from ui.solve.machine.table import MACHINES
from ui.solve.options import LIBSVM, LOOP_RULES
from ui.solve.recording import forked
from ui.solve.wire import unpack
from ui.state.lab import opening
from ui.words import number, words_for

STATE: dict[str, Any] = {"data": "overlap", "k": "gaussian", "g": "0.5", "C": "1", "step": "12"}
OTHERS = [name for name in MACHINES if name != "c-svc"]
FIRST_ORDER = "first-order"
others = pytest.mark.parametrize("name", OTHERS)


def state(name: str, **more: str) -> dict[str, Any]:
    return {**STATE, "machines": f"{name}_0.3_0.5", **more}


def question(query: dict[str, Any]) -> Question:
    return read(opening(LINK, query))


def trunk(name: str) -> Trace:
    asked = question(state(name))
    return forked(asked.problem).shown.trace


def line(visit: Visit) -> tuple[dict[str, Any], dict[str, Any]]:
    return unpack(visit.components("timeline")[0].bytes)


def names(visit: Visit) -> list[str]:
    """Return what the links to other pages are called."""
    return [found.proto.label for found in visit.app.get("page_link")]


def movable(trace: Trace, k: int) -> tuple[int, int]:
    """Return two points, the first that can move."""
    n = len(trace.problem.form.target)
    pairs = ((i, j) for i in range(n) for j in range(n) if i != j)
    return next(pair for pair in pairs if not isinstance(pick_points(trace, *pair, k), BadPick))


@others
@in_both_languages
def test_first_order_goes_on_and_both_lines_are_compared_and_travel(name: str, lang: str) -> None:
    visit, words = Visit(**state(name), lang=lang), words_for(lang)
    assert {each.key for each in visit.app.button if (each.key or "").startswith("fork-")} == {
        "fork-pair",
        *(f"fork-{rule}" for rule in LOOP_RULES if rule != LIBSVM),
    }
    visit.press(f"fork-{FIRST_ORDER}")
    assert (visit.query["fork"], visit.query["step"]) == (f"12_{FIRST_ORDER}_rule_branch", "12")
    asked = question(visit.query)
    both = forked(asked.problem)
    assert both.other is not None
    counts = {"trunk": number(len(both.other.trace)), "branch": number(len(both.shown.trace))}
    assert words("branch.steps", **counts) in visit.texts()
    header, arrays = line(visit)
    assert header["fork"] == 12
    assert len(arrays["move"]) == len(both.shown.trace)
    np.testing.assert_array_equal(both.shown.trace.table["i"][:12], trunk(name).table["i"][:12])
    assert words("board.other.why") not in names(visit), "the page of the loop has the trunk alone"
    assert words("board.other.why") in names(Visit(**visit.query | {"step": "11"}))
    opened, _ = line(Visit(**visit.query))
    assert (opened["run"], opened["fork"]) == (header["run"], 12)


@others
def test_a_pair_is_picked_on_the_board_and_the_loop_goes_on_from_there(name: str) -> None:
    visit, run = Visit(**state(name)), trunk(name)
    visit.press("fork-pair")
    assert line(visit)[0]["picks"]
    assert visit.board()[0]["picking"], "Enter picks"
    assert EN("branch.pick.alike" if name == "nu-svc" else "branch.pick.pair") in visit.texts()
    i, j = movable(run, 12)
    sent = {"i": i, "run": line(visit)[0]["run"], "k": 12}
    visit.sends("timeline", pick={**sent, "j": -1, "at": 1})
    assert (line(visit)[0]["picked"], visit.board()[0]["picked"]) == ([i], i)
    visit.sends("timeline", pick={**sent, "j": j, "at": 2})
    asked = question(visit.query)
    assert asked.run_options.fork is not None
    assert asked.run_options.fork.rule == LIBSVM
    assert set(asked.run_options.fork.picked or ()) == {i, j}
    branch, n = forked(asked.problem).shown.trace, len(run.problem.form.target)
    moves = pick_points(run, i, j, 12)
    assert not isinstance(moves, BadPick)
    assert tuple(int(branch.table[name][12]) for name in "ij") == moves
    assert {t % n for t in moves} == {i, j}
    assert branch.stepper.name == LIBSVM
    assert line(visit)[0]["fork"] == 12


@in_both_languages
def test_under_nu_two_points_of_different_classes_are_refused_in_one_sentence(lang: str) -> None:
    visit, words = Visit(**state("nu-svc"), lang=lang), words_for(lang)
    visit.press("fork-pair")
    y = question(state("nu-svc")).board.points.y
    i, j = int(np.flatnonzero(y > 0)[0]), int(np.flatnonzero(y < 0)[0])
    sent = {"i": i, "run": line(visit)[0]["run"], "k": 12}
    visit.sends("timeline", pick={**sent, "j": -1, "at": 1})
    visit.sends("timeline", pick={**sent, "j": j, "at": 2})
    assert words("pick.refused.SIGNS", i=i + 1, j=j + 1) in visit.texts()
    assert "fork" not in visit.query


@others
def test_a_fork_of_c_svc_is_none_of_another_machine_and_the_other_way_round(name: str) -> None:
    assert question(state(name, fork="12_platt_rule_branch")).problem.fork is None
    assert question(state("c-svc", fork="12_libsvm_3-8_branch")).problem.fork is None
