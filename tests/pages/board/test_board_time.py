"""The time line of the home page: what a link opens is the run on screen, bit for bit, whatever was done before."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.problem import InputError
from datasets import CATALOGUE, make_points
from pages import LINK
from pages.board import answers
from pages.board.question import read
from tests.pages.visit import Visit
from ui.link.shared import RULES
from ui.solve import recording
from ui.solve.recording import Recording
from ui.solve.wire import unpack
from ui.state.session import Lab, opening, with_points

MOONS = CATALOGUE["moons"].make()


def run_of(lab: Lab) -> Recording | None:
    asked = read(lab)
    found = answers.solution(asked)
    return None if isinstance(found, InputError) else answers.walk(asked, found)


def moved(lab: Lab, i: int, x: float, y: float) -> Lab:
    X = lab.points.X.copy()
    X[i % len(X)] = lab.points.window.corner + lab.points.window.size * np.array([x, y])
    points = make_points(X, lab.points.y, window=lab.points.window)
    return replace(lab, points=points, shared=with_points(lab.shared, points))


fraction = st.integers(0, 65535).map(lambda node: node / 65536)
edits = st.one_of(
    st.tuples(st.just("move"), st.integers(0, 199), fraction, fraction),
    st.tuples(st.just("C"), st.sampled_from([0.1, 1.0, 10.0, 33.3])),
    st.tuples(st.just("kernel"), st.sampled_from([0.1, 0.75, 4.0])),
    st.tuples(st.just("rule"), st.sampled_from(RULES)),
    st.tuples(st.just("step"), st.one_of(st.none(), st.integers(0, 200))),
)


def edited(lab: Lab, what: str, *values: object) -> Lab:
    if what == "move":
        return moved(lab, *values)  # type: ignore[arg-type]
    if what == "C":
        return replace(lab, shared=lab.shared.with_penalty(values[0]))  # type: ignore[arg-type]
    if what == "kernel":
        return replace(lab, shared=lab.shared.with_kernel({"name": "gaussian", "gamma": values[0]}))  # type: ignore[dict-item]
    return replace(lab, shared=replace(lab.shared, **{what: values[0]}))  # type: ignore[arg-type]


@settings(max_examples=30, deadline=None)
@given(st.lists(edits, min_size=1, max_size=6))
def test_after_any_edits_and_scrubs_the_link_opens_the_same_run(
    done: list[tuple[object, ...]],
) -> None:
    lab = opening(LINK)
    for what in done:
        lab = edited(lab, *what)  # type: ignore[arg-type]
    fresh = opening(LINK, LINK.to_query(lab.shared))
    here, there = run_of(lab), run_of(fresh)
    assert here is not None
    assert there is not None
    assert read(fresh).step == read(lab).step
    assert here.trace.table.tobytes() == there.trace.table.tobytes()
    assert here.playback.move.tobytes() == there.playback.move.tobytes()
    ours, theirs = answers.solution(read(lab)), answers.solution(read(fresh))
    assert not isinstance(ours, InputError)
    assert not isinstance(theirs, InputError)
    assert ours.solution.alpha.tobytes() == theirs.solution.alpha.tobytes()


@pytest.mark.parametrize("rule", RULES)
def test_at_rest_the_board_shows_the_end_of_the_recorded_run_and_its_steps(rule: str) -> None:
    lab = edited(opening(LINK), "rule", rule)
    run, found = run_of(lab), answers.solution(read(lab))
    assert run is not None
    assert not isinstance(found, InputError)
    assert found.solution.steps == len(run.trace)
    assert found.solution.alpha.tobytes() == run.trace.last.alpha.tobytes()
    assert found.solution.light.value == "proved"


def test_a_run_beyond_its_limit_is_kept_as_such_and_is_not_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "STEPS_OF_A_RUN", 50)
    lab = edited(opening(LINK), "C", 7.77)  # a question of no other test: runs are remembered
    run, found = run_of(lab), answers.solution(read(lab))
    assert run is not None
    assert len(run.trace) == 50
    assert not answers.is_whole(run)
    assert not isinstance(found, InputError)
    assert found.solution.steps > 50
    assert found.solution.light.value == "proved"


def test_while_the_server_compiles_there_is_an_answer_without_a_time_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers.READINESS, "wait", lambda seconds: False)
    lab = opening(LINK)
    assert run_of(lab) is None
    assert not isinstance(answers.solution(read(lab)), InputError)
    (header,) = Visit(data="moons").data("timeline")
    assert header["way"] is None, "nobody can move it yet"


def test_the_page_brings_the_run_of_its_link_and_where_it_stands() -> None:
    for step in (None, 12):
        visit = Visit(data="moons", **({} if step is None else {"step": f"{step}"}))
        header, arrays = unpack(visit.components("timeline")[0].bytes)
        assert (header["step"], header["way"]["solver"]) == (step, RULES[0])
        assert len(arrays["move"]) == 89
        assert ("step 12 of 89" in visit.lead()) == (step == 12), "what is told is told about the end"


def test_the_question_starts_at_the_end_with_the_rule_of_the_live_answers() -> None:
    asked = read(opening(LINK))
    assert asked.step is None
    assert asked.way.solver == RULES[0]
    assert len(MOONS.y) == len(asked.board.points.y)
