"""A fork of the current run: how it can continue, and how both lines compare."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from core.trace import Trace
from ui.page.fork.comparison import comparison
from ui.page.fork.forking import Forking, rule_name
from ui.page.fork.picking import Picking, go_on, picking_of, turn_picking
from ui.page.showing import Showing
from ui.solve.options import Fork
from ui.solve.recording import ForkedRun
from ui.state import session
from ui.state.change import LINES, with_fork
from ui.state.widget import contained
from ui.words import Words, number

PartnerAdvice = Callable[[int, Trace, int, Words], str]  # the requirement for the partner of a point after k steps


def show_fork(
    forking: Forking, forked: ForkedRun, k: int, showing: Showing, partner: PartnerAdvice | None = None
) -> None:
    """Show how the run can continue from here; for a run with a fork both lines and their comparison."""
    with st.container(key="explains-fork"):
        if forked.fork is None:
            _ways_on(forking, forked.shown.trace, k, showing.words, partner)
        else:
            words = showing.words
            with st.container(horizontal=True, vertical_alignment="bottom", key="fork-lines"):
                if forked.other is not None:
                    line = LINES[forked.fork.shown]
                    showing.either("line", LINES, line, lambda each: words(f"branch.line.{each}"), "branch.line")
                undone = (with_fork, None)
                st.button(words("branch.undo"), key="fork-undo", on_click=contained(session.apply), args=undone)
            if forked.other is not None:
                showing.take_turns("fork-told")
                with st.container(key="fork-told"):
                    st.markdown(showing.once("fork", partial(comparison, forked, k, showing.words)))


def _ways_on(forking: Forking, trace: Trace, k: int, words: Words, partner: PartnerAdvice | None) -> None:
    picking, over = picking_of(forking), k >= len(trace)
    own = "coordinate" if forking.visits else "pair"
    with st.container(horizontal=True, vertical_alignment="center", key="fork-ways"):
        st.markdown(words("branch.ways.visits" if forking.visits else "branch.ways", k=number(k)), width="content")
        for rule in forking.others:
            name, goes = rule_name(rule, words), Fork(k, rule)
            st.button(name, key=f"fork-{rule}", on_click=contained(go_on), args=(goes,), disabled=over)
        said = words(f"branch.{own}" if picking is None else "branch.cancel")
        halts = over and picking is None
        st.button(said, key="fork-pair", on_click=contained(turn_picking), args=(forking.name,), disabled=halts)
    if picking is not None:
        st.markdown(_asks(picking, "alike" if forking.alike else own, trace, words, partner))


def _asks(picking: Picking, own: str, trace: Trace, words: Words, partner: PartnerAdvice | None) -> str:
    """Say what to pick, or why the picked points cannot move."""
    if picking.refused is not None:
        why, picked = picking.refused
        if len(picked) == 1:
            return words(f"pick.refused.one.{why.name}", i=picked[0] + 1)
        return words(f"pick.refused.{why.name}", i=picked[0] + 1, j=picked[1] + 1)
    if picking.first >= 0 and partner is not None:
        return partner(picking.first, trace, picking.step, words)
    return words(f"branch.pick.{own}")
