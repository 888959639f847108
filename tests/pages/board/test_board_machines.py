"""The home board under each of the five machines: its light, its sentence, its sliders, and what it leaves out."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from core.problem import InputError
from core.trace import record
from pages import LINK
from pages.board import PAGE, answers
from pages.board.lessons import LESSONS
from pages.board.other import BOARD
from pages.board.question import change, read
from pages.board.sentences import machine_step_sentence
from tests.pages.visit import EN, Visit, in_both_languages
from ui.page.machine.answers import machine as machine_of
from ui.page.machine.sentences import lead_sentence
from ui.solve.machine.table import MACHINES
from ui.solve.memory import SharedResults
from ui.solve.readiness import READINESS
from ui.solve.recording import LIBSVM_TOLERANCE, recording
from ui.solve.solving import TOLERANCE
from ui.solve.wire import unpack
from ui.state.lab import opening
from ui.state.machine import MachineChoice
from ui.words import number, words_for

STATE: dict[str, Any] = {"data": "overlap", "k": "gaussian", "g": "0.5", "C": "1"}
OTHERS = [name for name in MACHINES if name != "c-svc"]
others = pytest.mark.parametrize("name", OTHERS)


def links(visit: Visit) -> list[str]:
    """Return what the links to other pages are called."""
    return [found.proto.label for found in visit.app.get("page_link")]


@others
@in_both_languages
def test_another_machine_has_its_own_light_sentence_and_sliders(name: str, lang: str) -> None:
    visit = Visit("board", **STATE, machines=f"{name}_0.3_0.5", lang=lang)
    assert visit.warnings() == []
    header, arrays = visit.board()
    assert header["lab"] == BOARD
    assert header["answer"]["state"] == "proved"
    assert "weights" in arrays
    (sliders,) = visit.data("sliders")
    assert {dial["name"] for dial in sliders["dials"]} == {"gamma", *MACHINES[name].parameters}
    assert sliders["board"] == BOARD
    asked = read(opening(LINK, {**STATE, "machines": f"{name}_0.3_0.5"}))
    assert asked.other is not None
    found = machine_of(asked.other)
    assert not isinstance(found, InputError)
    run = recording(asked.problem)
    end = answers.machine_at_rest(asked, found, run)
    assert visit.lead() == lead_sentence(asked.other, end, words_for(lang))
    rows = {row["key"]: row for row in header["answer"]["numbers"]}
    assert header["answer"]["steps"] == end.fitted.steps
    assert end.fitted.steps == len(run.trace)
    tolerance = LIBSVM_TOLERANCE if run.trace.trunk is None else TOLERANCE  # where the loop proves too little
    assert rows["steps"]["label"] == words_for(lang)("number.steps", tolerance=number(tolerance))
    assert visit.query["machines"].startswith(name)


@others
def test_what_is_of_c_svc_alone_is_absent(name: str) -> None:
    visit = Visit("board", **STATE, machines=f"{name}_0.3_0.5")
    assert visit.components("panel") == []
    assert EN("figure.alpha.title") not in visit.texts()
    asked = read(opening(LINK, {**STATE, "machines": f"{name}_0.3_0.5"}))
    assert answers.stand_ins(asked) is None
    assert not answers.has_no_margin(asked)


@pytest.mark.parametrize("query", [STATE, {**STATE, "machines": "c-svc_0.3_0.5"}], ids=["old link", "chosen"])
def test_a_link_without_a_machine_is_c_svc_with_its_time_line(query: dict[str, Any]) -> None:
    visit = Visit("board", **query)
    header, _ = visit.board()
    assert header["lab"] == "board"
    assert "machine" not in header["kernel"]
    assert "machine" not in header, "what draws other machines is not loaded"
    assert len(visit.components("timeline")) == len(visit.components("panel")) == 1
    assert ("machines" in visit.query) == ("machines" in query)


def test_every_number_of_a_machine_can_be_changed_and_the_others_are_kept() -> None:
    lab = opening(LINK, {**STATE, "machines": "eps-svr_0.2_0.5"})
    for name, value in {"epsilon": 0.25, "gamma": 2.0, "kernel": "polynomial", "machine": "nu-svr", "nu": 0.4}.items():
        lab = change(lab, name, value)
    assert lab.shared.chosen(MachineChoice) == MachineChoice("nu-svr", 0.4, 0.25)
    assert lab.shared.kernel["name"] == "polynomial"
    assert lab.shared.number("gamma") == 2.0
    assert change(lab, "nu", 7.0) is change(lab, "machine", "svdd") is lab


def test_the_machine_is_the_same_on_all_three_pages_that_have_the_choice() -> None:
    visit = Visit("board", **STATE, machines="nu-svr_0.4_0.5")
    for page in ("machines", "libsvm", "board"):
        visit.turn_to("" if page == "board" else page)
        assert visit.query["machines"].startswith("nu-svr_0.4")


@others
@in_both_languages
def test_the_time_line_plays_the_run_of_the_page_of_libsvm(name: str, lang: str) -> None:
    query: dict[str, Any] = {**STATE, "machines": f"{name}_0.3_0.5", "lang": lang}
    visit = Visit("board", **query)
    words = words_for(lang)
    (line,) = visit.components("timeline")
    header, arrays = unpack(line.bytes)
    assert (header["lab"], header["machine"], header["step"]) == (BOARD, True, None)
    assert header["plain"] == (not MACHINES[name].labels)
    steps = len(arrays["pair"])
    told = {"tolerance": number(LIBSVM_TOLERANCE)}
    assert visit.texts().count(words("board.other.time", **told)) == (name != "nu-svc")
    assert visit.board()[0]["ways"] == {"libsvm": header["way"]}
    at_rest = visit.texts()
    visit.turn_to("libsvm")
    (player,) = visit.components("player")
    played, moves = unpack(player.bytes)
    assert played["bound"] == header["bound"]
    loop = len(moves["pair"])
    np.testing.assert_array_equal(moves["pair"], arrays["pair"][:loop])
    onward = words("board.other.time.onward", step=number(loop), **told)
    assert (loop < steps, at_rest.count(onward)) == ((True, 1) if name == "nu-svc" else (False, 0))
    link = "board.other.why"
    assert [words(link) in links(Visit("board", **query, step=f"{k}")) for k in (loop - 1, loop)] == [True, False]
    before = Visit("board", **query, step=str(steps // 2))
    asked = read(opening(LINK, {**query, "step": str(steps // 2)}))
    run = recording(asked.problem)
    state = answers.state_of_machine(run, steps // 2)
    assert before.lead() == machine_step_sentence(state, run, words)
    assert before.texts().count(words("machine.shares.open")) == 1
    assert words("board.other.time", tolerance=number(LIBSVM_TOLERANCE)) not in before.texts()
    assert Visit("board", **query, step=str(steps)).lead() == Visit("board", **query).lead()


@pytest.mark.parametrize("query", [{}, STATE], ids=["nothing chosen", "a link"])
def test_a_page_chooses_no_machine_for_the_others(query: dict[str, Any]) -> None:
    visit = Visit("machines", **query)
    assert visit.texts().count(EN("machines.opens")) == 1
    assert visit.board()[0]["kernel"]["machine"] == "nu-svc"
    visit.turn_to("libsvm")
    (player,) = visit.components("player")
    assert unpack(player.bytes)[0]["way"]["machine"]["name"] == "c-svc"
    visit.turn_to("")
    assert "machine" not in visit.board()[0]["kernel"]
    assert "machines" not in visit.query
    moved = change(opening(LINK, STATE), "nu", 0.4)  # a number of a machine is not the choice of one
    assert moved.options(MachineChoice).nu == 0.4
    assert read(moved).other is None
    assert "machine" not in read(change(moved, "machine", "c-svc")).board.kernel
    assert read(change(moved, "machine", "nu-svc")).other is not None


def test_a_lesson_of_the_board_opens_c_svc() -> None:
    visit = Visit("board", **STATE, machines="one-class_0.3_0.5")
    for lesson in LESSONS:
        visit.press(f"try-board-{lesson.name}")
        assert visit.board()[0]["lab"] == "board"


def test_a_title_names_what_the_machine_draws() -> None:
    title = PAGE.title
    assert title is not None
    keys = {name: title(read(opening(LINK, {**STATE, "machines": f"{name}_0.3_0.5"}))) for name in MACHINES}
    assert keys == {
        "c-svc": "board.question",
        "nu-svc": "board.question",
        "one-class": "board.question.one",
        "eps-svr": "board.question.tube",
        "nu-svr": "board.question.tube",
    }


@in_both_languages
def test_a_machine_that_cannot_be_had_is_refused_by_its_light_and_the_choice_stays(lang: str) -> None:
    visit = Visit("board", data="outlier", k="gaussian", g="1", C="10", machines="nu-svc_1_0.5", lang=lang)
    header, arrays = visit.board()
    assert header["answer"]["state"] == "refused"
    assert len(arrays["X"]) == 51
    assert visit.data("sliders") != [], "the way back is there"


def test_a_run_that_was_cut_is_no_answer_and_what_was_trained_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = read(opening(LINK, {**STATE, "machines": "nu-svc_0.3_0.5"}))
    assert asked.other is not None
    found = machine_of(asked.other)
    assert not isinstance(found, InputError)
    run = recording(asked.problem)
    cut = replace(run, trace=record(found.problem, "libsvm", LIBSVM_TOLERANCE, limit=5))
    assert answers.machine_at_rest(asked, found, cut) is found
    monkeypatch.setattr(answers, "end_of_machine", lambda *_: replace(found, fitted=replace(found.fitted, light=None)))
    monkeypatch.setattr(answers, "_ends_of_machines", SharedResults())
    assert answers.machine_at_rest(asked, found, run) is found, "it proves less"


def test_while_the_server_compiles_another_machine_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(READINESS), "wait", lambda *_: False)
    visit = Visit("board", **STATE, machines="nu-svc_0.3_0.5")
    assert visit.board()[0]["answer"]["detail"] == EN("refusal.solver.machine")


def test_the_question_of_another_machine_has_a_step_of_libsvms_loop_and_no_solver_to_choose() -> None:
    query = {**STATE, "step": "7", "rule": "platt", "machines": "nu-svc_0.3_0.5", "loop": "keep_9"}
    asked = read(opening(LINK, query))
    filled = {field.name for field in fields(asked) if getattr(asked, field.name) is not None}
    assert filled == {"board", "step", "other"}
    assert (asked.run_options.solver, asked.run_options.shrinking, asked.run_options.rows) == ("libsvm", False, 9)
    assert asked.problem.machine == asked.board.machine == asked.spec
