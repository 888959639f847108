"""The law of laws on the home page: after any edits, controls and forks a stranger gets what is on screen."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from core.problem import InputError
from core.view import Solution
from pages.board import answers
from pages.board.question import Question, change, read
from pages.board.time import TIMELINE
from tests.pages.edits import ForkedEdits
from ui.link.shared import SOLVERS
from ui.page.fork.picking import PICKING, go_on, take_pick, turn_picking
from ui.solve import recording, solving
from ui.solve.kernels import KERNELS
from ui.solve.memory import SharedResults
from ui.solve.run.forked import ForkedRun, forked_live, why_not_picked
from ui.solve.run.playback_arrays import playback_arrays
from ui.solve.way import Fork
from ui.state import session
from ui.state.change import with_fork, with_parameter

MEMORIES = ((recording, ("_recordings", "_live")), (solving, ("_solved", "_live", "_curves")), (answers, ("_ends",)))
CERTIFICATES = {"step", "primal", "gap", "other_step", "other_gap"}  # of which there are fewer while a hand moves
NUMBERS = {"order": (0, 3, 8), "components": (1, 7, 40), "seed": (0, 3), "degree": (2, 4), "landmarks": (2, 9)}

Shown = tuple[Solution | InputError, ForkedRun | None]  # the answer on the board, and the lines of its time


def shown_of(asked: Question) -> Shown:
    found = answers.solution(asked)
    return found, answers.walks(asked, found)


def shown_elsewhere(asked: Question) -> Shown:
    """Return what another server shows, which remembers nothing."""
    with ExitStack() as forgetting:
        for module, names in MEMORIES:
            for name in names:
                forgetting.enter_context(patch.object(module, name, SharedResults()))
        return shown_of(asked)


def same_answer(one: Solution | InputError, other: Solution | InputError) -> None:
    if isinstance(one, InputError) or isinstance(other, InputError):
        assert str(one) == str(other)
        return
    assert (one.steps, one.b, one.light, one.outcome) == (other.steps, other.b, other.light, other.outcome)
    for name in ("alpha", "role", "slack"):
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes(), name


def same_run(one: ForkedRun, other: ForkedRun) -> None:
    assert (one.at, str(one.lost)) == (other.at, str(other.lost))
    own, others = ({**playback_arrays(run.shown.playback), **run.arrays()} for run in (one, other))
    assert own.keys() == others.keys()
    for name in own.keys() - CERTIFICATES:
        assert own[name].tobytes() == others[name].tobytes(), name
    assert one.shown.trace.table.tobytes() == other.shown.trace.table.tobytes()
    assert one.shown.trace.last.alpha.tobytes() == other.shown.trace.last.alpha.tobytes()


class Boards(ForkedEdits):
    """One visitor of the home page."""

    change = staticmethod(change)

    def steps(self) -> int:
        lines = self.lines()
        return 0 if lines is None else len(lines.shown.trace)

    def lines(self) -> ForkedRun | None:
        return shown_of(read(self.lab))[1]

    def step_to_leave(self, share: float) -> int | None:
        """Return a step at which the page lets the run go on otherwise; None where it does not."""
        lines, steps = self.lines(), self.steps()
        k = round(share * steps)
        return None if lines is None or lines.way.fork is not None or k >= steps else k

    # ---- edits and controls ----

    @rule(i=st.integers(0, 99))
    def flip(self, i: int) -> None:
        """Give a point the other class."""
        points = self.lab.points
        y = points.y.copy()
        y[i % len(y)] *= -1
        if len(set(y.tolist())) == 2:
            self.draw(points.X, y)

    @rule(name=st.sampled_from(tuple(KERNELS)))
    def take_kernel(self, name: str) -> None:
        self.put(change(self.lab, "kernel", name))

    @rule(number=st.sampled_from([(name, value) for name, values in NUMBERS.items() for value in values]))
    def tune(self, number: tuple[str, int]) -> None:
        self.put(with_parameter(self.lab, *number))

    @rule(name=st.sampled_from(SOLVERS))
    def solve_by(self, name: str) -> None:
        self.put(change(self.lab, "solver", name))
        assert read(self.lab).solver == name

    @rule()
    def go_to_the_end(self) -> None:
        self.put(replace(self.lab, shared=replace(self.lab.shared, step=None)))

    @rule()
    def open_the_link(self) -> None:
        """Go on as somebody who has opened the link."""
        self.put(self.fresh())

    # ---- forks ----

    @rule(share=st.floats(0, 1), which=st.integers(0, 2))
    def fork(self, share: float, which: int) -> None:
        """Let another rule go on, or of coordinate descent another order."""
        k, forking = self.step_to_leave(share), read(self.lab).forking
        if k is not None and forking is not None:
            self.doing(partial(go_on, Fork(k, forking.others[which % len(forking.others)])))
            assert read(self.lab).step == k

    @rule(share=st.floats(0, 1), i=st.integers(0, 99), j=st.integers(0, 99))
    def pick(self, share: float, i: int, j: int) -> None:
        """Pick on the board what moves next: a pair, or of coordinate descent one coordinate."""
        k, forking = self.step_to_leave(share), read(self.lab).forking
        if k is None or forking is None:
            return
        n = len(self.lab.points.y)
        picked = (i % n, j % n)[: forking.needs]
        sent: dict[str, Any] = {"run": forking.name, "i": i % n, "k": k}
        self.state[PICKING] = None
        self.doing(partial(turn_picking, forking.name))
        for second in (-1, j % n)[: forking.needs]:
            self.state[TIMELINE] = {"pick": {**sent, "j": second}}
            self.doing(partial(take_pick, TIMELINE, lambda: session.ask(read).forking))
        moves = why_not_picked(forking.trace(), picked, k) is None
        assert (read(self.lab).way.fork is not None) == moves

    # ---- the law ----

    def on_screen(self) -> Shown:
        return shown_of(read(self.lab))

    @invariant()
    def a_fresh_visitor_gets_the_same_board_from_the_link(self) -> None:
        asked, fresh = read(self.lab), read(self.fresh())
        assert (asked.step, asked.way, asked.solver) == (fresh.step, fresh.way, fresh.solver)
        (found, lines), (other, others) = self.on_screen(), shown_elsewhere(fresh)
        same_answer(found, other)
        assert (lines is None) == (others is None)
        if lines is None or others is None:
            return
        assert lines.shown is not others.shown
        same_run(lines, others)
        live = forked_live(*asked.problem, asked.way)  # as a hand that has moved there gets it over the socket
        assert live is not None
        same_run(lines, live)


TestBoards = Boards.TestCase
TestBoards.settings = settings(max_examples=25, stateful_step_count=14, deadline=None)


def test_a_run_that_differs_would_be_found() -> None:
    class Wrong(Boards):
        def on_screen(self) -> Shown:
            return shown_of(read(with_fork(self.lab, None)))

    machine = Wrong()
    machine.open(0)
    machine.a_fresh_visitor_gets_the_same_board_from_the_link()
    machine.fork(0.3, 0)
    with pytest.raises(AssertionError):
        machine.a_fresh_visitor_gets_the_same_board_from_the_link()


def test_a_branch_goes_on_from_the_picked_pair_after_the_link_has_been_opened() -> None:
    machine = Boards()
    machine.open(1)
    k = machine.step_to_leave(0.5)
    assert k is not None
    trace, n = machine.lines().shown.trace, len(machine.lab.points.y)  # type: ignore[union-attr]
    i, j = next((i, j) for i in range(n) for j in range(n) if why_not_picked(trace, (i, j), k) is None)
    machine.pick(0.5, i, j)
    machine.open_the_link()
    lines = machine.lines()
    assert lines is not None
    assert lines.at == k
    assert {int(lines.shown.trace.table[name][k]) for name in "ij"} == {i, j}
    np.testing.assert_array_equal(lines.shown.trace.table[:k], trace.table[:k])
