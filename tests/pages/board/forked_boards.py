"""One visitor of the home page whose run forks, and the law of its link; a board says what it shows of a question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from core.problem import InputError
from pages.board import answers
from pages.board.question import Question, change, read
from tests.memories import remembering_nothing
from tests.pages.edits import ForkedEdits
from ui.page.fork.picking import PICKING, go_on, take_pick, turn_picking
from ui.solve import recording, solving
from ui.solve.options import Fork
from ui.solve.playback_arrays import playback_arrays
from ui.solve.recording import ForkedRun, forked_live, why_not_picked
from ui.state import session

CERTIFICATES = {"step", "primal", "gap", "other_step", "other_gap"}  # of which there are fewer while a hand moves


Shown = tuple[Any, ForkedRun | None]  # what a board of some machine shows


def same_run(one: ForkedRun, other: ForkedRun) -> None:
    assert (one.at, str(one.lost)) == (other.at, str(other.lost))
    assert one.shown.playback is not other.shown.playback
    own, others = ({**playback_arrays(run.shown.playback), **run.arrays()} for run in (one, other))
    assert own.keys() == others.keys()
    for name in own.keys() - CERTIFICATES:
        assert own[name].tobytes() == others[name].tobytes(), name
    assert one.shown.trace.table.tobytes() == other.shown.trace.table.tobytes()
    assert one.shown.trace.last.alpha.tobytes() == other.shown.trace.last.alpha.tobytes()


class ForkedBoards(ForkedEdits):
    """The hands of that visitor; each kind of machine says what its board shows, and on which time line."""

    change = staticmethod(change)
    timeline: str  # the key of it
    shown_of: Callable[[Question], Shown]  # the answer on the board, and the lines of its time
    same_answer: Callable[[Any, Any], None]  # holds two answers against one another

    def steps(self) -> int:
        lines = self.lines()
        return 0 if lines is None else len(lines.shown.trace)

    def lines(self) -> ForkedRun | None:
        return type(self).shown_of(read(self.lab))[1]

    def step_to_leave(self, share: float) -> int | None:
        """Return a step at which the page lets the run go on otherwise; None where it does not."""
        lines, steps = self.lines(), self.steps()
        k = round(share * steps)
        return None if lines is None or lines.fork is not None or k >= steps else k

    @rule()
    def go_to_the_end(self) -> None:
        self.put(replace(self.lab, shared=replace(self.lab.shared, step=None)))

    @rule()
    def open_the_link(self) -> None:
        """Continue as a visitor who has opened the link."""
        self.put(self.fresh())

    # ---- forks ----

    @rule(share=st.floats(0, 1), which=st.integers(0, 2))
    def fork(self, share: float, which: int) -> None:
        """Let another rule go on, or of coordinate descent another order."""
        k, others = self.step_to_leave(share), read(self.lab).forking.others
        if k is not None:
            self.doing(partial(go_on, Fork(k, others[which % len(others)])))
            assert read(self.lab).step == k
            assert read(self.lab).problem.fork is not None

    @rule(share=st.floats(0, 1), i=st.integers(0, 99), j=st.integers(0, 99))
    def pick(self, share: float, i: int, j: int) -> None:
        """Pick on the board what moves next: two points, or of coordinate descent one."""
        k, forking = self.step_to_leave(share), read(self.lab).forking
        if k is None:
            return
        n = len(self.lab.points.y)
        picked = (i % n, j % n)[: forking.needs]
        sent: dict[str, Any] = {"run": forking.name, "i": i % n, "k": k}
        self.state[PICKING] = None
        self.doing(partial(turn_picking, forking.name))
        for second in (-1, j % n)[: forking.needs]:
            self.state[self.timeline] = {"pick": {**sent, "j": second}}
            self.doing(partial(take_pick, self.timeline, lambda: session.ask(read).forking))
        moves = why_not_picked(forking.trace(), picked, k) is None
        assert (read(self.lab).problem.fork is not None) == moves

    # ---- the law ----

    def on_screen(self) -> Shown:
        return type(self).shown_of(read(self.lab))

    @invariant()
    def a_fresh_visitor_gets_the_same_board_from_the_link(self) -> None:
        asked, fresh = read(self.lab), read(self.fresh())
        assert (asked.step, asked.run_options, asked.solver) == (fresh.step, fresh.run_options, fresh.solver)
        found, lines = self.on_screen()
        with remembering_nothing(recording, solving, answers):
            other, others = type(self).shown_of(fresh)
        self._same(found, other)
        assert (lines is None) == (others is None)
        if lines is None or others is None:
            return
        assert lines.shown is not others.shown
        same_run(lines, others)
        with remembering_nothing(recording):
            live = forked_live(asked.problem)  # as a hand that has moved there gets it over the socket
        assert live is not None
        same_run(lines, live)

    def _same(self, one: Any, other: Any) -> None:
        if isinstance(one, InputError) or isinstance(other, InputError):
            assert str(one) == str(other)
        else:
            type(self).same_answer(one, other)
