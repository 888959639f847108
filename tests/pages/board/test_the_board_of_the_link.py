"""The law of laws on the home page: after any edits, controls and forks a stranger gets what is on screen."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import rule

from core.problem import InputError
from core.view import Solution
from pages.board import answers
from pages.board.question import Question, change, read
from pages.board.time import TIMELINE
from tests.pages.board.forked_boards import ForkedBoards
from ui.link.shared import SOLVERS
from ui.solve.kernels import KERNELS
from ui.solve.recording import ForkedRun, why_not_picked
from ui.state.change import with_fork, with_parameter

NUMBERS = {"order": (0, 3, 8), "components": (1, 7, 40), "seed": (0, 3), "degree": (2, 4), "landmarks": (2, 9)}

Shown = tuple[Solution | InputError, ForkedRun | None]  # the answer on the board, and the lines of its time


def shown_of(asked: Question) -> Shown:
    found = answers.solution(asked)
    return found, answers.walks(asked, found)


def same_answer(one: Solution, other: Solution) -> None:
    assert (one.steps, one.b, one.light, one.outcome) == (other.steps, other.b, other.light, other.outcome)
    for name in ("alpha", "role", "slack"):
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes(), name


class Boards(ForkedBoards):
    """One visitor of the home page."""

    timeline, shown_of, same_answer = TIMELINE, staticmethod(shown_of), staticmethod(same_answer)

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
