"""A fork of the run that is watched: another rule or a picked pair goes on from a halt, and both lines are compared."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import streamlit as st

from core.problem import Problem, certificate
from core.trace import BadPick, Trace, pick
from pages.smo import answers
from pages.smo.question import LINES, Question, change, read
from pages.smo.sentences import partner_sentence
from ui.link.shared import MODES, RULES
from ui.page.frame import go_to
from ui.page.showing import Showing
from ui.solve.message import common_digits
from ui.solve.recording import run_name
from ui.solve.run.forked import ForkedRun
from ui.solve.way import Fork
from ui.state import session
from ui.state.change import with_fork
from ui.state.widget import contained
from ui.words import Words, number

PICKING = "fork-picking"


@dataclass(frozen=True)
class Picking:
    """A pair that is being picked on the run of that name."""

    run: str
    first: int = -1  # the point that waits for its partner; -1: none
    step: int = 0  # at which it was picked
    refused: tuple[BadPick, int, int] | None = None


def picking_of(asked: Question) -> Picking | None:
    """Return what is picked on the run that is watched; None while nobody picks, and after any change of the run."""
    kept = st.session_state.get(PICKING)
    return kept if isinstance(kept, Picking) and kept.run == run_name(*asked.problem, asked.watched) else None


def show_fork(asked: Question, forked: ForkedRun, k: int, showing: Showing, picks: bool = True) -> None:
    """Show what the run can go on with from here; of a run with a fork both lines, and how they compare.

    `picks`: a pair can be picked on the board beside it; elsewhere the button leads to where it can.
    """
    with st.container(key="explains-fork"):
        if forked.way.fork is None:
            _ways_on(asked, forked.shown.trace, k, showing.words, picks)
        else:
            _choose(forked.way.fork, forked, showing)
            if forked.other is not None:
                showing.take_turns("fork-told")
                with st.container(key="fork-told"):
                    st.markdown(showing.once("fork", partial(comparison, forked, k, showing.words)))


def _ways_on(asked: Question, trace: Trace, k: int, words: Words, picks: bool) -> None:
    picking, over = picking_of(asked), k >= len(trace)
    with st.container(horizontal=True, vertical_alignment="center", key="fork-ways"):
        st.markdown(words("smo.fork.ways", k=number(k)), width="content")
        for rule in RULES:
            if rule != asked.rule:
                name = words(f"panel.solver.{rule}")
                st.button(name, key=f"fork-{rule}", on_click=contained(_go_on), args=(Fork(k, rule),), disabled=over)
        if picks:
            said = words("smo.fork.pair" if picking is None else "smo.fork.cancel")
            st.button(said, key="fork-pair", on_click=contained(_turn_picking), disabled=over and picking is None)
        elif st.button(words("smo.fork.pair"), key="fork-pair", on_click=contained(_begin_picking), disabled=over):
            go_to("smo")
    if picks and picking is not None:
        st.markdown(_asks(picking, trace, words))


def _asks(picking: Picking, trace: Trace, words: Words) -> str:
    """Say what to pick, or why a pair cannot move."""
    if picking.refused is not None:
        why, i, j = picking.refused
        return words(f"smo.refused.{why.name}", i=i + 1, j=j + 1)
    if picking.first >= 0:
        return partner_sentence(picking.first, answers.open_end(trace, picking.step), words)
    return words("smo.fork.pick")


def _choose(fork: Fork, forked: ForkedRun, showing: Showing) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="fork-lines"):
        if forked.other is not None:
            showing.either("line", LINES, LINES[fork.shown], family="smo.line")
        st.button(showing.words("smo.fork.undo"), key="fork-undo", on_click=contained(_undo))


# ---- what is said of both lines ----


def comparison(forked: ForkedRun, k: int, words: Words) -> str:
    """Say where the branch begins, what each line takes to the tolerance, how far it is, and whether the ends agree."""
    fork, other = forked.way.fork, forked.other
    assert fork is not None
    assert other is not None
    trunk, branch = (other.trace, forked.shown.trace) if fork.shown else (forked.shown.trace, other.trace)
    lengths = {
        name: words(f"smo.steps.{trace.outcome.name}", steps=number(len(trace)))
        for name, trace in (("trunk", trunk), ("branch", branch))
    }
    said = [_begun(fork, branch, words), words("smo.fork.steps", **lengths), _reached(fork, trunk, branch, k, words)]
    return words.joined([*said, _ends(trunk, branch, words)])


def _begun(fork: Fork, branch: Trace, words: Words) -> str:
    values = {"step": number(fork.step), "rule": words(f"panel.solver.{fork.rule}")}
    if fork.pair is None:
        return words("smo.fork.begun.rule", **values)
    row = branch.table[fork.step]
    return words("smo.fork.begun.pair", i=int(row["i"]) + 1, j=int(row["j"]) + 1, **values)


def _reached(fork: Fork, trunk: Trace, branch: Trace, k: int, words: Words) -> str:
    """Say how far both lines are after the same step: the visitor's, or before the fork where the shorter one ends."""
    shorter = min(len(trunk), len(branch))
    step = k if fork.step < k <= shorter else shorter
    values = {"trunk": number(float(-trunk.objective[step]), 6), "branch": number(float(-branch.objective[step]), 6)}
    if values["trunk"] == values["branch"]:
        return words("smo.fork.level", step=number(step), value=values["trunk"])
    return words("smo.fork.reached", step=number(step), **values)


def _ends(trunk: Trace, branch: Trace, words: Words) -> str:
    """Say to how many digits the optimum is proved alike at both ends; that it is not, where it is not."""
    problem = trunk.problem
    assert isinstance(problem, Problem)
    one, other = (certificate(problem, trace.last.alpha) for trace in (trunk, branch))
    low, high = min(one.low, other.low), max(one.high, other.high)
    digits = common_digits(low, high) if max(one.low, other.low) <= min(one.high, other.high) else 0
    if digits == 0:
        return words("smo.fork.open")
    return words("smo.fork.agree", digits=digits, value=number(one.low, digits))


# ---- what hands do ----


def _go_on(fork: Fork) -> None:
    st.session_state.pop(PICKING, None)
    session.apply(with_fork, fork, fork.step)


def _undo() -> None:
    session.apply(with_fork, None)


def _turn_picking() -> None:
    """Begin to pick a pair, or leave it."""
    asked = session.ask(read)
    if picking_of(asked) is None:
        _begin_picking()
    else:
        st.session_state[PICKING] = None


def _begin_picking() -> None:
    """Begin to pick a pair, on the page that watches the run."""
    session.apply(change, "mode", MODES[0])
    asked = session.ask(read)
    st.session_state[PICKING] = Picking(run_name(*asked.problem, asked.watched))


def take_pick(key: str) -> None:
    """Let the pair that was picked on the board move next, or keep why it cannot."""
    asked = session.ask(read)
    picking, sent = picking_of(asked), st.session_state[key].get("pick")
    if picking is None or not isinstance(sent, dict) or sent.get("run") != picking.run:
        return
    i, j, k = (value if type(value) is int else -2 for value in map(sent.get, "ijk"))
    trace, n = answers.watched(asked).shown.trace, len(asked.board.points.y)
    if not (-1 <= i < n and -1 <= j < n and 0 <= k < len(trace)):
        return
    if i < 0 or j < 0:
        st.session_state[PICKING] = Picking(picking.run, i, k)
        return
    found = pick(trace, i, j, k)
    if isinstance(found, BadPick):
        st.session_state[PICKING] = Picking(picking.run, step=k, refused=(found, i, j))
    else:
        _go_on(Fork(k, asked.rule, found))
