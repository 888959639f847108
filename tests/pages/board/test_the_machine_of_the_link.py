"""The law of laws under another machine: after any edits, controls and forks a stranger gets what is on screen."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from core.problem import InputError
from pages.board import answers
from pages.board.other import TIMELINE, lines_of
from pages.board.question import Question, change, read
from tests.pages.board.test_the_board_of_the_link import same_run
from tests.pages.edits import ForkedEdits
from ui.page.fork.picking import PICKING, go_on, take_pick, turn_picking
from ui.page.machine.answers import machine
from ui.solve import recording, solving
from ui.solve.machine import solving as machines
from ui.solve.machine.solving import MachineSolved
from ui.solve.machine.table import MACHINES
from ui.solve.memory import SharedResults
from ui.solve.run.forked import ForkedRun, forked_live, why_not_picked
from ui.solve.way import Fork
from ui.state import session
from ui.state.change import with_fork

MEMORIES = (
    (recording, ("_recordings", "_live")),
    (solving, ("_solved", "_live")),
    (machines, ("_solved", "_live")),
    (answers, ("_ends_of_machines",)),
)
OTHERS = [name for name in MACHINES if name != "c-svc"]

Shown = tuple[MachineSolved | InputError, ForkedRun | None]  # the answer on the board, and the lines of its time


def shown_of(asked: Question) -> Shown:
    assert asked.other is not None
    found = machine(asked.other)
    lines = lines_of(asked, found)
    if lines is not None and not isinstance(found, InputError):
        found = answers.machine_at_rest(asked, found, lines.shown)
    return found, lines


def shown_elsewhere(asked: Question) -> Shown:
    """Return what another server shows, which remembers nothing."""
    with ExitStack() as forgetting:
        for module, names in MEMORIES:
            for name in names:
                forgetting.enter_context(patch.object(module, name, SharedResults()))
        return shown_of(asked)


def same_answer(one: MachineSolved | InputError, other: MachineSolved | InputError) -> None:
    if isinstance(one, InputError) or isinstance(other, InputError):
        assert str(one) == str(other)
        return
    own, others = one.fitted, other.fitted
    assert (own.steps, own.light, own.outcome) == (others.steps, others.light, others.outcome)
    assert (own.alpha.tobytes(), own.role.tobytes()) == (others.alpha.tobytes(), others.role.tobytes())


class Machines(ForkedEdits):
    """One visitor of the home page, under any machine but C-SVC."""

    change = staticmethod(change)

    @initialize(seed=st.integers(0, 9))
    def open(self, seed: int) -> None:
        super().open(seed)
        self.take_machine(OTHERS[seed % len(OTHERS)])

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

    # ---- controls ----

    @rule(name=st.sampled_from(OTHERS))
    def take_machine(self, name: str) -> None:
        self.put(change(self.lab, "machine", name))

    @rule(number=st.sampled_from([("nu", 0.1), ("nu", 0.3), ("nu", 0.8), ("epsilon", 0.0), ("epsilon", 0.5)]))
    def tune(self, number: tuple[str, float]) -> None:
        self.put(change(self.lab, *number))

    @rule(name=st.sampled_from(["linear", "gaussian", "polynomial"]))
    def take_kernel(self, name: str) -> None:
        self.put(change(self.lab, "kernel", name))

    @rule()
    def go_to_the_end(self) -> None:
        self.put(replace(self.lab, shared=replace(self.lab.shared, step=None)))

    @rule()
    def open_the_link(self) -> None:
        """Go on as somebody who has opened the link."""
        self.put(self.fresh())

    # ---- forks ----

    @rule(share=st.floats(0, 1))
    def fork(self, share: float) -> None:
        """Let first order go on."""
        k, forking = self.step_to_leave(share), read(self.lab).forking
        if k is not None:
            (other,) = forking.others
            self.doing(partial(go_on, Fork(k, other)))
            assert read(self.lab).way.fork is not None

    @rule(share=st.floats(0, 1), i=st.integers(0, 99), j=st.integers(0, 99))
    def pick(self, share: float, i: int, j: int) -> None:
        """Pick on the board the two points that move next."""
        k, forking = self.step_to_leave(share), read(self.lab).forking
        if k is None:
            return
        n = len(self.lab.points.y)
        sent: dict[str, Any] = {"run": forking.name, "i": i % n, "k": k}
        self.state[PICKING] = None
        self.doing(partial(turn_picking, forking.name))
        for second in (-1, j % n):
            self.state[TIMELINE] = {"pick": {**sent, "j": second}}
            self.doing(partial(take_pick, TIMELINE, lambda: session.ask(read).forking))
        moves = why_not_picked(forking.trace(), (i % n, j % n), k) is None
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


TestMachines = Machines.TestCase
TestMachines.settings = settings(max_examples=25, stateful_step_count=14, deadline=None)


@pytest.mark.parametrize("seed", range(len(OTHERS)), ids=OTHERS)
def test_a_run_that_differs_would_be_found(seed: int) -> None:
    class Wrong(Machines):
        def on_screen(self) -> Shown:
            return shown_of(read(with_fork(self.lab, None)))

    visitor = Wrong()
    visitor.open(seed)
    visitor.a_fresh_visitor_gets_the_same_board_from_the_link()
    visitor.fork(0.3)
    with pytest.raises(AssertionError):
        visitor.a_fresh_visitor_gets_the_same_board_from_the_link()
