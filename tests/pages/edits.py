"""One visitor whose points, kernel and margin change in any order, as the pages take it over: edits, undo, controls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import numpy as np
import streamlit
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from datasets import Points, Window, make_points
from pages import LINK
from ui.solve.kernels import KernelSpec
from ui.state import session
from ui.state.change import LINES, with_fork, with_parameter, with_penalty
from ui.state.lab import Lab, opening

WINDOW = Window(-4.0, -4.0, 8.0)
MOST = 16  # points
places = st.integers(0, 65535).map(lambda place: -4.0 + place * 8.0 / 65536)

Asked = tuple[KernelSpec, float | None, Points]  # what an undo brings back
Change = Callable[[Lab, str, object], Lab]


class Edits(RuleBasedStateMachine):
    """The hands of one visitor; a page adds what only it asks."""

    @initialize(seed=st.integers(0, 9))
    def open(self, seed: int) -> None:
        random = np.random.default_rng(seed)
        X = -4.0 + random.integers(16384, 49152, (12, 2)) * 8.0 / 65536
        self.state: dict[str, Any] = {session.STATE: opening(LINK), session.LINK: LINK}
        self.done: list[Asked] = []  # before each edit
        self.undone: list[Asked] = []
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

    def steps(self) -> int:
        """Return the number of steps of the run on screen."""
        raise NotImplementedError

    def asked(self) -> Asked:
        return self.lab.shared.kernel, self.lab.shared.C, self.lab.points

    def commit(self, kernel: KernelSpec, C: float | None, points: Points) -> None:
        """Commit what a hand has changed, as a board sends it."""
        self.done.append(self.asked())
        self.undone.clear()
        self.doing(lambda: session.take_over(kernel, C, points))

    def draw(self, X: np.ndarray, y: np.ndarray) -> None:
        kernel, C, _ = self.asked()
        self.commit(kernel, C, make_points(X, y, window=WINDOW))

    # ---- edits ----

    @rule(i=st.integers(0, 99), x=places, y=places)
    def drag(self, i: int, x: float, y: float) -> None:
        X = self.lab.points.X.copy()
        X[i % len(X)] = x, y
        self.draw(X, self.lab.points.y)

    @rule(x=places, y=places, label=st.sampled_from([1, -1]))
    def add(self, x: float, y: float, label: int) -> None:
        points = self.lab.points
        if len(points.y) < MOST:
            self.draw(np.vstack([points.X, [x, y]]), np.append(points.y, np.int8(label)))

    @rule(i=st.integers(0, 99))
    def erase(self, i: int) -> None:
        points = self.lab.points
        i %= len(points.y)
        y = np.delete(points.y, i)
        if len(set(y.tolist())) == 2:
            self.draw(np.delete(points.X, i, 0), y)

    @rule(back=st.booleans())
    def travel(self, back: bool) -> None:
        """Undo or redo an edit: the browser keeps what was before, and commits it like any other edit."""
        start, goal = (self.done, self.undone) if back else (self.undone, self.done)
        if start:
            before, now = start.pop(), self.asked()
            goal.append(now)
            self.doing(lambda: session.take_over(*before))

    # ---- controls ----

    @rule(gamma=st.sampled_from([0.1, 1.0, 7.5]))
    def widen(self, gamma: float) -> None:
        self.put(with_parameter(self.lab, "gamma", gamma))

    @rule(C=st.sampled_from([0.1, 10.0, 1e3]))
    def penalise(self, C: float) -> None:
        self.put(with_penalty(self.lab, C))

    @rule(hard=st.booleans())
    def turn(self, hard: bool) -> None:
        """Choose the hard or the soft margin in the panel."""
        kernel, _, points = self.asked()
        self.commit(kernel, None if hard else self.lab.shared.soft, points)

    @rule(share=st.floats(0, 1))
    def halt(self, share: float) -> None:
        shared = replace(self.lab.shared, step=round(share * self.steps()))
        self.put(replace(self.lab, shared=shared))

    # ---- the link ----

    def fresh(self) -> Lab:
        """Return the lab of a visitor who opens the link."""
        query = LINK.to_query(self.lab.shared)
        assert query is not None
        fresh = opening(LINK, query)
        assert fresh.unread == ()
        assert (fresh.shared.step, fresh.shared.fork) == (self.lab.shared.step, self.lab.shared.fork)
        return fresh


class ForkedEdits(Edits):
    """The same on a page whose run forks; the page says how it makes a fork."""

    change: Change  # of the page

    @rule(line=st.sampled_from(LINES))
    def look(self, line: str) -> None:
        self.put(type(self).change(self.lab, "line", line))

    @rule()
    def take_fork_back(self) -> None:
        self.put(with_fork(self.lab, None))
