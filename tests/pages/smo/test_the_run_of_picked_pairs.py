"""The main law of picking by hand: after any picks and edits the run is the one that the link gives."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from core.trace import Trace
from pages.smo import answers
from pages.smo.by_hand import picks
from pages.smo.question import Question, change, read
from tests.memories import remembering_nothing
from tests.pages.edits import Edits
from ui.link.shared import MODES
from ui.solve import recording
from ui.solve.kernels import KERNELS
from ui.solve.recording import forked_live
from ui.state.change import with_named_kernel
from ui.state.lab import Lab

BOARD = "picked"  # the key under which a board says what was picked


def alike(own: Trace, other: Trace) -> None:
    assert own.table.tobytes() == other.table.tobytes()
    assert own.last.alpha.tobytes() == other.last.alpha.tobytes()
    assert own.last.gradient.tobytes() == other.last.gradient.tobytes()


class Picks(Edits):
    """One visitor who picks the pairs; each act is followed by a run of the page, which keeps what can move."""

    def steps(self) -> int:
        return len(self.asked_now().pairs)

    def asked_now(self) -> Question:
        """Return the question once the page has run."""
        found: list[Question] = []
        self.doing(lambda: found.append(picks.with_picks(read(self.lab))))
        return found[0]

    def run_of(self, asked: Question) -> Trace:
        return answers.run_by_hand(asked, asked.pairs)

    # ---- what a visitor does ----

    @rule(i=st.integers(-1, 15), j=st.integers(-1, 15))
    def pick(self, i: int, j: int) -> None:
        asked = self.asked_now()
        n = len(asked.board.points.y)
        sent: dict[str, Any] = {"run": asked.hand_name(asked.pairs), "i": min(i, n - 1), "j": min(j, n - 1)}
        self.state[BOARD] = {"pick": sent}
        self.doing(lambda: picks.take_pick(BOARD))
        assert len(self.asked_now().pairs) - len(asked.pairs) in (0, 1)

    @rule(times=st.integers(1, 4))
    def ask_libsvm(self, times: int) -> None:
        for _ in range(times):
            self.asked_now()
            self.doing(picks.suggest)

    @rule()
    def take_back(self) -> None:
        before = self.asked_now().pairs
        self.doing(picks.undo)
        assert self.asked_now().pairs == before[:-1]

    @rule()
    def begin_again(self) -> None:
        self.asked_now()
        self.doing(picks.again)
        assert self.asked_now().pairs == ()

    @rule(name=st.sampled_from(tuple(KERNELS)))
    def take_kernel(self, name: str) -> None:
        self.asked_now()
        self.put(with_named_kernel(self.lab, name))

    @rule(mode=st.sampled_from(MODES))
    def look_elsewhere(self, mode: str) -> None:
        """Watch a rule instead, or two of them: the picked pairs stay."""
        pairs = self.asked_now().pairs
        self.put(change(self.lab, "mode", mode))
        assert self.asked_now().pairs == pairs

    # ---- the law ----

    @invariant()
    def a_fresh_visitor_gets_the_same_run_from_the_link(self) -> None:
        asked = self.asked_now()
        own = self.run_of(asked)
        assert len(own) == len(asked.pairs)  # each pair that the page keeps moves
        fresh = self.opened_elsewhere(self.fresh())
        assert fresh.pairs == asked.pairs
        assert fresh.hand_name(fresh.pairs) == asked.hand_name(asked.pairs)
        with remembering_nothing(recording):
            alike(own, self.run_of(fresh))

    @invariant()
    def a_hand_that_moves_gets_the_same_run_over_the_socket(self) -> None:
        asked = self.asked_now()
        way = asked.by_hand(asked.pairs)
        live = forked_live(asked.problem.with_options(way))
        assert live is not None
        assert asked.problem.with_options(way).run_name == asked.hand_name(asked.pairs)
        alike(self.run_of(asked), live.shown.trace)

    @staticmethod
    def opened_elsewhere(lab: Lab) -> Question:
        """Return what the page asks of a lab in a session that has picked nothing."""
        with patch.object(picks.st, "session_state", {}):
            kept = picks.picks_of(read(lab))
        asked = read(lab)
        assert kept.pairs == asked.pairs
        return asked


TestPicks = Picks.TestCase
TestPicks.settings = settings(max_examples=20, stateful_step_count=12, deadline=None)


def test_a_run_that_differs_would_be_found() -> None:
    class Wrong(Picks):
        def run_of(self, asked: Question) -> Trace:
            return answers.run_by_hand(asked, asked.pairs[:-1])

    machine = Wrong()
    machine.open(0)
    machine.ask_libsvm(2)
    with pytest.raises(AssertionError):
        machine.a_fresh_visitor_gets_the_same_run_from_the_link()


def test_pairs_come_back_with_the_points_on_which_they_moved() -> None:
    machine = Picks()
    machine.open(1)
    machine.ask_libsvm(4)
    pairs = machine.asked_now().pairs
    assert len(pairs) == 4
    X = machine.lab.points.X.copy()
    machine.erase(int(pairs[0][0]))
    machine.asked_now()
    machine.travel(back=True)
    assert machine.asked_now().pairs == pairs
    np.testing.assert_array_equal(machine.lab.points.X, X)
    machine.a_fresh_visitor_gets_the_same_run_from_the_link()
