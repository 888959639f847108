"""The law of laws: after any edits, controls and forks the run on screen is the run that the link gives a stranger."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from core.trace import BadPick, pick
from pages.smo import answers
from pages.smo.question import change, read
from tests.memories import remembering_nothing
from tests.pages.edits import ForkedEdits
from ui.link.shared import RULES
from ui.solve import recording
from ui.solve.kernels import KERNELS
from ui.solve.memory import SharedResults
from ui.solve.options import Fork
from ui.solve.playback_arrays import playback_arrays
from ui.solve.recording import ForkedRun, forked_live
from ui.state.change import with_fork, with_named_kernel
from ui.state.lab import Lab

CERTIFICATES = {"step", "primal", "gap", "other_step", "other_gap"}  # of which there are fewer while a hand moves


def shown_of(lab: Lab) -> tuple[str, ForkedRun]:
    """Return what the page shows of a lab: the name of its run, and its lines."""
    asked = read(lab)
    return asked.problem.run_name, answers.watched(asked)


def arrays_of(forked: ForkedRun) -> dict[str, np.ndarray]:
    return {**playback_arrays(forked.shown.playback), **forked.arrays()}


class Visits(ForkedEdits):
    """One visitor on the page that shows a run."""

    change = staticmethod(change)

    def steps(self) -> int:
        return len(shown_of(self.lab)[1].shown.trace)

    # ---- controls ----

    @rule(name=st.sampled_from(tuple(KERNELS)))
    def take_kernel(self, name: str) -> None:
        self.put(with_named_kernel(self.lab, name))

    @rule(name=st.sampled_from(RULES))
    def choose(self, name: str) -> None:
        self.put(change(self.lab, "rule", name))

    @rule(name=st.sampled_from(RULES))
    def set_beside(self, name: str) -> None:
        """Choose the rule of the second player, where two run side by side."""
        self.put(change(self.lab, "rival", name))

    # ---- forks ----

    @rule(share=st.floats(0, 1), name=st.sampled_from(RULES), i=st.integers(0, 11), j=st.integers(0, 11))
    def fork(self, share: float, name: str, i: int, j: int) -> None:
        self.put(with_fork(self.lab, None))
        trace = shown_of(self.lab)[1].shown.trace
        k, n = round(share * len(trace)), len(trace.problem.y)
        found = pick(trace, i % n, j % n, k)
        pair = None if isinstance(found, BadPick) else found
        self.put(with_fork(self.lab, Fork(k, name, pair), k))

    # ---- the law ----

    @invariant()
    def a_fresh_visitor_gets_the_same_run_from_the_link(self) -> None:
        fresh = self.fresh()
        asked = read(self.lab)
        live = forked_live(asked.problem)  # as a hand that has moved there gets it over the socket
        assert live is not None
        (name, own), (other_name, others) = shown_of(self.lab), shown_of(fresh)
        assert name == other_name
        self.alike(own, live)
        answers_again = forked_again(fresh)
        self.alike(own, answers_again)
        self.alike(own, others)

    @invariant()
    def so_are_both_runs_of_two_rules(self) -> None:
        fresh, asked = read(self.fresh()), read(self.lab)
        assert (asked.rule, asked.rival) == (fresh.rule, fresh.rival)
        for rule_name in (asked.rule, asked.rival):
            own = answers.run(asked, rule_name)
            with patch.object(recording, "_recordings", SharedResults()):
                other = answers.run(fresh, rule_name)
            assert other is not own
            assert asked.run_name(rule_name) == fresh.run_name(rule_name)
            assert own.trace.table.tobytes() == other.trace.table.tobytes()
            assert own.trace.last.alpha.tobytes() == other.trace.last.alpha.tobytes()

    @staticmethod
    def alike(one: ForkedRun, other: ForkedRun) -> None:
        assert (one.at, str(one.lost)) == (other.at, str(other.lost))
        arrays, others = arrays_of(one), arrays_of(other)
        assert arrays.keys() == others.keys()
        for name in arrays.keys() - CERTIFICATES:
            assert arrays[name].tobytes() == others[name].tobytes(), name
        assert one.shown.trace.last.alpha.tobytes() == other.shown.trace.last.alpha.tobytes()


def forked_again(lab: Lab) -> ForkedRun:
    """Return the lines recorded by another server, which remembers nothing."""
    asked = read(lab)
    with remembering_nothing(recording):
        return answers.watched(asked)


TestVisits = Visits.TestCase
TestVisits.settings = settings(max_examples=25, stateful_step_count=12, deadline=None)
