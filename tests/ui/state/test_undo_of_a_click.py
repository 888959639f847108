"""An undo that comes back to what was open before a click brings back all that the pages asked then."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Any

import pytest

from datasets import CATALOGUE
from pages.fourier.question import Options
from ui.page import updates
from ui.page.lessons import Lesson, set_to
from ui.solve.wire import pack
from ui.state import board_events, session
from ui.state.change import with_parameter
from ui.state.lab import MOST_LEFT

pytestmark = pytest.mark.usefixtures("state")

GAUSSIAN = {"name": "gaussian", "gamma": 2.5}
LINE = Lesson("line", "rings", {"name": "linear"}, 1.0, numbers={"components": 7.0}, options=Options(case="line"))


def travel(
    state: dict[str, Any],
    name: str,
    opened: object,
    C: float | None = 3.0,
    alone: bool = False,
    made: str | None = None,
) -> None:
    """Send what a board commits once an undo or a redo has brought back a state of another number."""
    points, lab = CATALOGUE[name].make(), session.current()
    window = {"x0": points.window.x0, "y0": points.window.y0, "size": points.window.size}
    header = {"kernel": GAUSSIAN, "C": C, "window": window, "solver": "platt", "opened": opened}
    text = base64.b64encode(pack(header, {"X": points.X, "y": points.y})).decode()
    if made is None:
        made = lab.board.made_by_others if alone else lab.board.made
    state["board"] = {"commit": {"made": made, "blob": text}}
    (board_events.take_points if alone else board_events.take_commit)("board")


def ask(**values: Any) -> None:
    lab = session.current()
    session.put(replace(lab, shared=replace(lab.shared.with_kernel(GAUSSIAN).with_penalty(3.0), **values)))


def open_lesson() -> None:
    session.set_aside()
    set_to(LINE)


@pytest.mark.parametrize("alone", [False, True])
def test_an_undo_and_a_redo_carry_options_numbers_and_step(state: dict[str, Any], alone: bool) -> None:
    ask(step=5, gammas=(0.5, 2.0))
    session.put_options(Options(case="line", delta=0.1))
    before = session.current().shared
    open_lesson()
    after = session.current().shared
    assert after.options != before.options
    travel(state, "moons", 0, alone=alone)
    back = session.current()
    assert (back.opened, back.shared.dataset, back.shared.kernel, back.shared.C) == (0, "moons", GAUSSIAN, 3.0)
    for name in ("options", "step", "gammas", "rule", "mode", "rival", "fork"):
        assert getattr(back.shared, name) == getattr(before, name), name
    assert back.shared.number("components") == before.number("components")
    travel(state, "rings", 1, alone=alone)
    there = session.current()
    assert (there.opened, there.shared.options, there.shared.step) == (1, after.options, after.step)
    assert there.shared.number("components") == 7.0


@pytest.mark.parametrize("alone", [False, True])
def test_a_redo_sent_before_the_page_has_shown_the_undo_is_heard(state: dict[str, Any], alone: bool) -> None:
    open_lesson()
    taught, shown = session.current().shared, session.current().board
    made = shown.made_by_others if alone else shown.made
    travel(state, "moons", 0, alone=alone, made=made)
    travel(state, "rings", 1, alone=alone, made=made)
    assert (session.current().opened, session.current().shared.options) == (1, taught.options)


def test_points_moved_before_the_page_has_shown_another_gamma_are_heard_and_those_of_another_set_are_not(
    state: dict[str, Any],
) -> None:
    open_lesson()
    made = session.current().board.made_by_others
    state["sliders"] = {"put": {"base": session.current().base, "seq": 1, "values": {"gamma": 0.5}}}
    updates.take("fourier", "sliders", with_parameter)
    travel(state, "xor", None, alone=True, made=made)
    lab = session.current()
    assert (lab.shared.number("gamma"), len(lab.points.y)) == (0.5, len(CATALOGUE["xor"].make().y))
    session.open_dataset("moons")
    travel(state, "xor", None, alone=True, made=made)
    assert session.current().shared.dataset == "moons"


def test_what_was_chosen_since_is_what_comes_back(state: dict[str, Any]) -> None:
    ask(step=5)
    open_lesson()
    ask(step=9)
    travel(state, "moons", 0)
    travel(state, "rings", 1)
    assert session.current().shared.step == 9


def test_language_and_look_stay_as_they_are(state: dict[str, Any]) -> None:
    open_lesson()
    lab = session.current()
    session.put(replace(lab, shared=replace(lab.shared, lang="zh", projector=True, hidden=frozenset({"formula"}))))
    travel(state, "moons", 0)
    shared = session.current().shared
    assert (shared.lang, shared.projector, shared.hidden) == ("zh", True, frozenset({"formula"}))


@pytest.mark.parametrize("opened", [None, -1, 99, "0", True, [0]])
def test_a_number_that_was_never_given_brings_nothing_back(state: dict[str, Any], opened: object) -> None:
    for _ in range(2):
        open_lesson()
    travel(state, "rings", opened)
    lab = session.current()
    assert lab.opened == 2
    assert lab.shared.options == (Options(case="line"),)


def test_a_number_is_given_once_also_after_an_undo(state: dict[str, Any]) -> None:
    open_lesson()
    travel(state, "moons", 0)
    open_lesson()
    assert session.current().opened == 2


def test_only_the_last_states_are_kept_and_none_with_points(state: dict[str, Any]) -> None:
    for _ in range(3 * MOST_LEFT):
        open_lesson()
    kept = session.current().before
    assert [number for number, *_ in kept] == list(range(2 * MOST_LEFT, 3 * MOST_LEFT))
    assert all(shared.X is None and shared.y is None for _, shared, _ in kept)
    assert all(points is None for *_, points in kept)
