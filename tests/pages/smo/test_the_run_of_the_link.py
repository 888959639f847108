"""The law of laws: after any edits, controls and forks the run on screen is the run that the link gives a stranger."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import numpy as np
import streamlit
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from core.trace import BadPick, pick
from datasets import Window, make_points
from pages import LINK
from pages.smo import answers
from pages.smo.question import LINES, change, forked, read
from ui.link.shared import RULES
from ui.solve.recording import run_name
from ui.solve.run.lines import Lines, lines_live
from ui.solve.run.playback_arrays import playback_arrays
from ui.solve.way import Fork
from ui.state import session
from ui.state.change import with_parameter, with_penalty
from ui.state.session import Lab

WINDOW = Window(-4.0, -4.0, 8.0)
places = st.integers(0, 65535).map(lambda place: -4.0 + place * 8.0 / 65536)
CERTIFICATES = {"step", "primal", "gap", "other_step", "other_gap"}  # of which there are fewer while a hand moves


def shown_of(lab: Lab) -> tuple[str, Lines]:
    """Return what the page shows of a lab: the name of its run, and its lines."""
    asked = read(lab)
    return run_name(*asked.problem, asked.watched), answers.watched(asked)


def arrays_of(lines: Lines) -> dict[str, np.ndarray]:
    return {**playback_arrays(lines.shown.playback), **lines.arrays()}


class Visits(RuleBasedStateMachine):
    """One visitor on the page that shows a run."""

    @initialize(seed=st.integers(0, 9))
    def open(self, seed: int) -> None:
        random = np.random.default_rng(seed)
        X = -4.0 + random.integers(16384, 49152, (12, 2)) * 8.0 / 65536
        self.state: dict[str, Any] = {session.STATE: session.opening(LINK), session.LINK: LINK}
        self.doing(lambda: session.open_points(make_points(X, [1, -1] * 6, window=WINDOW)))

    @property
    def lab(self) -> Lab:
        lab: Lab = self.state[session.STATE]
        return lab

    def doing(self, act: Callable[[], object]) -> None:
        with patch.object(streamlit, "session_state", self.state):
            act()

    def put(self, lab: Lab) -> None:
        self.state[session.STATE] = lab

    def commit(self, X: np.ndarray, y: np.ndarray) -> None:
        shared = self.lab.shared
        self.doing(lambda: session.commit(shared.kernel, shared.C, make_points(X, y, window=WINDOW)))

    # ---- edits ----

    @rule(i=st.integers(0, 99), x=places, y=places)
    def drag(self, i: int, x: float, y: float) -> None:
        X = self.lab.points.X.copy()
        X[i % len(X)] = x, y
        self.commit(X, self.lab.points.y)

    @rule(x=places, y=places, label=st.sampled_from([1, -1]))
    def add(self, x: float, y: float, label: int) -> None:
        points = self.lab.points
        if len(points.y) < 16:
            self.commit(np.vstack([points.X, [x, y]]), np.append(points.y, np.int8(label)))

    @rule(i=st.integers(0, 99))
    def erase(self, i: int) -> None:
        points = self.lab.points
        i %= len(points.y)
        y = np.delete(points.y, i)
        if len(set(y.tolist())) == 2:
            self.commit(np.delete(points.X, i, 0), y)

    # ---- controls ----

    @rule(gamma=st.sampled_from([0.1, 1.0, 7.5]))
    def widen(self, gamma: float) -> None:
        self.put(with_parameter(self.lab, "gamma", gamma))

    @rule(C=st.sampled_from([0.1, 10.0, 1e3]))
    def penalise(self, C: float) -> None:
        self.put(with_penalty(self.lab, C))

    @rule(name=st.sampled_from(RULES))
    def choose(self, name: str) -> None:
        self.put(change(self.lab, "rule", name))

    @rule(share=st.floats(0, 1))
    def halt(self, share: float) -> None:
        _, lines = shown_of(self.lab)
        shared = replace(self.lab.shared, step=round(share * len(lines.shown.trace)))
        self.put(replace(self.lab, shared=shared))

    # ---- forks ----

    @rule(share=st.floats(0, 1), name=st.sampled_from(RULES), i=st.integers(0, 11), j=st.integers(0, 11))
    def fork(self, share: float, name: str, i: int, j: int) -> None:
        self.put(forked(self.lab, None))
        trace = shown_of(self.lab)[1].shown.trace
        k, n = round(share * len(trace)), len(trace.problem.y)
        found = pick(trace, i % n, j % n, k)
        pair = None if isinstance(found, BadPick) else found
        self.put(forked(self.lab, Fork(k, name, pair), k))

    @rule(line=st.sampled_from(LINES))
    def look(self, line: str) -> None:
        self.put(change(self.lab, "line", line))

    @rule()
    def undo(self) -> None:
        self.put(forked(self.lab, None))

    # ---- the law ----

    @invariant()
    def a_fresh_visitor_gets_the_same_run_from_the_link(self) -> None:
        query = LINK.to_query(self.lab.shared)
        assert query is not None
        fresh = session.opening(LINK, query)
        assert fresh.problems == ()
        assert (fresh.shared.step, fresh.shared.fork) == (self.lab.shared.step, self.lab.shared.fork)
        asked = read(self.lab)
        live = lines_live(*asked.problem, asked.watched)  # as a hand that has moved there gets it over the socket
        assert live is not None
        (name, own), (other_name, others) = shown_of(self.lab), shown_of(fresh)
        assert name == other_name
        self.alike(own, live)
        answers_again = lines_again(fresh)
        self.alike(own, answers_again)
        self.alike(own, others)

    @staticmethod
    def alike(one: Lines, other: Lines) -> None:
        assert (one.at, str(one.lost)) == (other.at, str(other.lost))
        arrays, others = arrays_of(one), arrays_of(other)
        assert arrays.keys() == others.keys()
        for name in arrays.keys() - CERTIFICATES:
            assert arrays[name].tobytes() == others[name].tobytes(), name
        assert one.shown.trace.last.alpha.tobytes() == other.shown.trace.last.alpha.tobytes()


def lines_again(lab: Lab) -> Lines:
    """Return the lines recorded by another server, which remembers nothing."""
    from ui.solve import recording
    from ui.solve.memory import SharedResults

    asked = read(lab)
    with patch.object(recording, "_recordings", SharedResults()), patch.object(recording, "_live", SharedResults()):
        return answers.watched(asked)


TestVisits = Visits.TestCase
TestVisits.settings = settings(max_examples=25, stateful_step_count=12, deadline=None)
