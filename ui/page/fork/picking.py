"""The picking of the next move: a pair, or for coordinate descent one coordinate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from core.trace import BadPick, pick_points
from ui.page.fork.forking import Forking
from ui.solve.options import Fork
from ui.solve.recording import why_not_picked
from ui.state import session
from ui.state.change import with_fork

PICKING = "fork-picking"


@dataclass(frozen=True)
class Picking:
    """The picking on the run of that name."""

    run: str
    first: int = -1  # the point that waits for its partner; -1: none
    step: int = 0  # at which it was picked
    refused: tuple[BadPick, tuple[int, ...]] | None = None


def picking_of(forking: Forking) -> Picking | None:
    """Return the picking in progress on the current run; None if there is none, and after any change of the run."""
    kept = st.session_state.get(PICKING)
    return kept if isinstance(kept, Picking) and kept.run == forking.name else None


def waits(forking: Forking) -> tuple[int, ...]:
    """Return the point that waits for its partner, if there is one."""
    picking = picking_of(forking)
    return () if picking is None or picking.first < 0 else (picking.first,)


def turn_picking(run: str) -> None:
    """Begin picking on the run of that name, or end it."""
    kept = st.session_state.get(PICKING)
    st.session_state[PICKING] = None if isinstance(kept, Picking) and kept.run == run else Picking(run)


def go_on(fork: Fork) -> None:
    """Continue the run with a fork."""
    st.session_state.pop(PICKING, None)
    session.apply(with_fork, fork, fork.step)


def take_pick(key: str, ask: Callable[[], Forking | None]) -> None:
    """Move the picked points next, or keep the reason why they cannot move; `ask` returns the current run to fork."""
    asked, sent = ask(), st.session_state[key].get("pick")
    picking = None if asked is None else picking_of(asked)
    if asked is None or picking is None or not isinstance(sent, dict) or sent.get("run") != picking.run:
        return
    i, j, k = (value if type(value) is int else -2 for value in map(sent.get, "ijk"))
    trace, n = asked.trace(), len(asked.question.y)
    if not (-1 <= i < n and -1 <= j < n and 0 <= k < len(trace)):
        return
    picked = tuple(point for point in (i, j)[: asked.needs] if point >= 0)
    if len(picked) < asked.needs:
        st.session_state[PICKING] = Picking(picking.run, i, k)
        return
    refused = why_not_picked(trace, picked, k)
    if refused is not None:
        st.session_state[PICKING] = Picking(picking.run, step=k, refused=(refused, picked))
        return
    if not asked.visits:  # in a pair the increasing alpha comes first
        moves, variables = pick_points(trace, i, j, k), len(trace.problem.form.target)
        assert not isinstance(moves, BadPick)
        picked = (moves[0] % variables, moves[1] % variables)
    go_on(Fork(k, asked.rule, picked))
