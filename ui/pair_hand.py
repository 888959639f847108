"""Be the solver: the visitor picks the pairs, the solver's own step moves them, and the rules are the yardstick."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import streamlit as st

from core.problem import Problem
from core.trace import Refusal, Trace, by_hand, pick, suggestion
from core.view import Score, pair_at, playback, score
from ui import commit, frame, session, smo
from ui.component.player import Showing, player
from ui.component.plot import plot
from ui.figure.rivals import objective_race, race_text
from ui.link import RULES
from ui.options.hand import MOST_PAIRS, HandOptions
from ui.pair_figures import why_this_pair
from ui.pair_score import score_table
from ui.recording import TOLERANCE, Recording
from ui.text import Words, number

HAND = "hand"
HEIGHT = 560


@dataclass(frozen=True)
class Hand:
    """The pairs that somebody picked on the problem of that name, and what was said to the last attempt."""

    problem: str
    pairs: tuple[tuple[int, int], ...] = ()
    refused: tuple[Refusal, int, int] | None = None


def hand_of(lab: session.Lab) -> Hand:
    """Return what was picked on this problem; on another one everything starts again, or as a link says."""
    name, kept = smo.run_name(lab), st.session_state.get(HAND)
    if isinstance(kept, Hand) and kept.problem == name:
        return kept
    pairs = (lab.shared.chosen(HandOptions) or HandOptions()).pairs
    if isinstance(kept, Hand) and kept.pairs == pairs:  # those of the problem before
        return Hand(name)
    return _opened(lab, Hand(name, pairs))


def _opened(lab: session.Lab, hand: Hand) -> Hand:
    """Return what a link brought, or an empty hand where its pairs cannot move."""
    try:
        trace_of(lab, hand)
    except (ValueError, IndexError):
        return Hand(hand.problem)
    return hand


def settle(lab: session.Lab) -> session.Lab:
    """Keep what is picked where the link finds it, in whatever mode the page is; return the lab that says so."""
    _keep(hand_of(lab))
    return session.current()


def trace_of(lab: session.Lab, hand: Hand) -> Trace:
    """Return the run by hand, on the problem that the recorded rules share."""
    problem = smo.run_of(lab, RULES[0]).trace.problem
    assert isinstance(problem, Problem)
    return by_hand(problem, hand.pairs, TOLERANCE)


def show(lab: session.Lab, words: Words) -> str:
    """Show the player that can be picked on, why the band is open, and the score; return the page's sentence."""
    hand = hand_of(lab)
    trace = trace_of(lab, hand)
    run, steps = Recording(trace, playback(trace)), len(hand.pairs)
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        name = smo.run_name(lab, HAND, hand.pairs)
        showing = Showing(name, steps, smo.seek(), picking=trace.outcome.name == "RUNNING")
        take = partial(commit.take_commit, "smo")
        player("smo", lab, words, run.playback, showing, HEIGHT, _halted, take, partial(take_pick, "smo"))
        _buttons(hand, trace, words)
    with right:
        frame.heading(words("figure.pair.title"))
        with st.container(key="why"):
            st.markdown(words("smo.hand.help"))
        plot("pair", *why_this_pair(trace, steps, words, chosen=False), lab.shared.projector)
        _scores(lab, trace, words)
    return _sentence(hand, trace, words)


def _buttons(hand: Hand, trace: Trace, words: Words) -> None:
    with st.container(horizontal=True, key="hand-buttons"):
        over = trace.outcome.name != "RUNNING"
        st.button(words("smo.hand.suggest"), key="hand-suggest", on_click=_suggest, disabled=over)
        st.button(words("smo.hand.undo"), key="hand-undo", on_click=_undo, disabled=not hand.pairs)
        st.button(words("smo.hand.again"), key="hand-again", on_click=_again, disabled=not hand.pairs)


def _scores(lab: session.Lab, trace: Trace, words: Words) -> None:
    scores: dict[str, Score] = {words("smo.hand.you"): score(trace)}
    scores |= {words(f"smo.rule.{rule}"): score(smo.run_of(lab, rule).trace) for rule in RULES}
    frame.heading(words("figure.rivals.title"))
    score_table(scores, len(trace), words)
    plot("rivals", objective_race(scores, words), race_text(scores, words), lab.shared.projector)


def _sentence(hand: Hand, trace: Trace, words: Words) -> str:
    if hand.refused is not None:
        why, i, j = hand.refused
        return words(f"smo.refused.{why.name}", i=i + 1, j=j + 1)
    if trace.outcome.name != "RUNNING":
        return words("smo.hand.done", steps=number(len(trace)))
    if len(hand.pairs) >= MOST_PAIRS:
        return words("smo.hand.enough", most=number(MOST_PAIRS))
    if not hand.pairs:
        return words("smo.hand.first")
    before = pair_at(trace, len(trace) - 1)
    assert before.move is not None
    i, j = hand.pairs[-1]
    fell = float(trace.table["decrease"][-1])
    same = (before.move.i, before.move.j) == (i, j)
    values = {"i": i + 1, "j": j + 1, "decrease": number(fell)}
    if same:
        return words("smo.hand.same", **values)
    return words(
        "smo.hand.moved",
        rule_i=before.move.i + 1,
        rule_j=before.move.j + 1,
        other=number(before.move.decrease),
        **values,
    )


# ---- what hands do ----


def _halted() -> None:
    """Leave the page as it is: what it says is about the newest state."""


def take_pick(key: str) -> None:
    """Move the pair that was picked on the board, or keep why it cannot move."""
    sent = st.session_state[key].get("pick")
    lab = session.current()
    hand, n = hand_of(lab), len(lab.points.y)
    if not isinstance(sent, dict) or sent.get("run") != smo.run_name(lab, HAND, hand.pairs):
        return
    i, j = sent.get("i"), sent.get("j")
    if type(i) is not int or type(j) is not int or not (0 <= i < n and 0 <= j < n) or len(hand.pairs) >= MOST_PAIRS:
        return
    found = pick(trace_of(lab, hand), i, j)
    if isinstance(found, Refusal):
        _keep(replace(hand, refused=(found, i, j)))
    else:
        _keep(Hand(hand.problem, (*hand.pairs, found)))


def _suggest() -> None:
    lab = session.current()
    hand = hand_of(lab)
    pair = suggestion(trace_of(lab, hand))
    if pair is not None and len(hand.pairs) < MOST_PAIRS:
        _keep(Hand(hand.problem, (*hand.pairs, pair)))


def _undo() -> None:
    hand = hand_of(session.current())
    _keep(Hand(hand.problem, hand.pairs[:-1]))


def _again() -> None:
    _keep(Hand(hand_of(session.current()).problem))


def _keep(hand: Hand) -> None:
    st.session_state[HAND] = hand
    lab = session.current()
    if (lab.shared.chosen(HandOptions) or HandOptions()).pairs != hand.pairs:
        session.put(replace(lab, shared=lab.shared.choosing(HandOptions(hand.pairs))))
