"""The law of laws on coordinate descent: after any edits and choices the run on screen is the run of the link."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from core.trace import pick_coordinate
from pages.descent import answers
from pages.descent.question import change, read
from tests.memories import remembering_nothing
from tests.pages.edits import ForkedEdits
from ui.solve import recording
from ui.solve.board_problem import BoardProblem
from ui.solve.kernels import KERNELS
from ui.solve.options import ORDERS, Fork
from ui.solve.playback_arrays import playback_arrays
from ui.solve.recording import Recording, forked_live
from ui.state.change import with_fork, with_parameter
from ui.state.lab import Lab

CERTIFICATES = {"step", "primal", "gap"}  # of which there are fewer while a hand moves
NUMBERS = {"order": (0, 3, 8), "components": (1, 7, 40), "seed": (0, 3), "degree": (2, 4), "landmarks": (2, 9)}
CHOICES: dict[str, tuple[Any, ...]] = {
    "loss": ("L1", "L2"),
    "bias": (True, False),
    "visits": ("random", "cyclic"),
    "shrinking": (True, False),
    "shuffle": (0, 5, 9999),
}


def name_of(lab: Lab) -> str:
    asked = read(lab)
    return BoardProblem(asked.X, asked.y, asked.spec, asked.board.C, options=asked.watched).run_name


class Descents(ForkedEdits):
    """One visitor on the page of coordinate descent; a kernel without a map has a stand-in."""

    change = staticmethod(change)

    def steps(self) -> int:
        return len(answers.run(read(self.lab)).shown.trace)

    @rule(name=st.sampled_from(tuple(KERNELS)))
    def take_kernel(self, name: str) -> None:
        self.put(change(self.lab, "kernel", name))

    @rule(number=st.sampled_from([(name, value) for name, values in NUMBERS.items() for value in values]))
    def tune(self, number: tuple[str, int]) -> None:
        self.put(with_parameter(self.lab, *number))

    @rule(choice=st.sampled_from([(name, value) for name, values in CHOICES.items() for value in values]))
    def choose(self, choice: tuple[str, Any]) -> None:
        lab = change(self.lab, *choice)
        assert name_of(lab) != name_of(self.lab) or lab is self.lab or choice[0] == "shuffle"
        self.put(lab)

    @rule(share=st.floats(0, 1), order=st.sampled_from(ORDERS), i=st.none() | st.integers(0, 11))
    def fork(self, share: float, order: str, i: int | None) -> None:
        """Let another order go on, or a coordinate move first; one that cannot makes no branch."""
        self.put(with_fork(self.lab, None))
        trace = answers.run(read(self.lab)).shown.trace
        k = round(share * len(trace))
        picked = None if i is None else (i % len(trace.problem.y),)
        self.put(with_fork(self.lab, Fork(k, order, picked), k))
        made = answers.run(read(self.lab))
        moves = picked is None or pick_coordinate(trace, picked[0], k) is None
        assert (made.other is not None) == moves
        assert (made.lost is None) == moves

    @invariant()
    def a_fresh_visitor_gets_the_same_run_from_the_link(self) -> None:
        fresh, asked = self.fresh(), read(self.lab)
        # As a hand that has moved there gets it over the socket.
        live = forked_live(asked.problem)
        assert live is not None
        assert name_of(self.lab) == name_of(fresh)
        own = answers.run(asked)
        with remembering_nothing(recording):
            elsewhere = answers.run(read(fresh))
        assert elsewhere is not own
        for other in (live, elsewhere):
            assert (own.at, str(own.lost)) == (other.at, str(other.lost))
            self.alike(own.shown, other.shown)
            if own.other is not None and other.other is not None:
                self.alike(own.other, other.other)

    @staticmethod
    def alike(one: Recording, other: Recording) -> None:
        assert one.trace.outcome is other.trace.outcome
        arrays, others = playback_arrays(one.playback), playback_arrays(other.playback)
        assert arrays.keys() == others.keys()
        for name in arrays.keys() - CERTIFICATES:
            assert arrays[name].tobytes() == others[name].tobytes(), name
        assert one.trace.last.alpha.tobytes() == other.trace.last.alpha.tobytes()


TestDescents = Descents.TestCase
TestDescents.settings = settings(max_examples=20, stateful_step_count=12, deadline=None)
