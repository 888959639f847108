"""Be the solver: the visitor picks the pairs, the solver's own step moves them, and the rules are the yardstick."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import streamlit as st

from core.solver import Outcome
from core.trace import Refusal, Trace, pick, suggestion
from core.view import Score, pair_at, playback, score
from pages.smo import answers
from pages.smo.figures import PAIR, open_pair
from pages.smo.figures.rivals import objective_race, race_text
from pages.smo.numbers import NUMBERS, step_numbers
from pages.smo.question import ASKED, MOST_PAIRS, Options, Pair, Question, options_of, read
from pages.smo.sentences import partner_sentence, tolerance_of
from pages.smo.tables import score_table
from ui.component.player import Playing, player
from ui.component.plot import Drawing, Drawn
from ui.link.shared import RULES
from ui.page import frame
from ui.page.beats import task_of
from ui.page.showing import Showing
from ui.state import session
from ui.state.board_events import take_commit
from ui.state.widget import contained
from ui.words import Words, number

HAND, PLAYER = "hand", "smo"
FIRST, SECOND = 1, 2  # the point of the pair that a beat asks for
HEIGHT = 560


@dataclass(frozen=True)
class Hand:
    """The pairs that somebody picked on the problem of that name, and what was said to the last attempt."""

    problem: str
    pairs: tuple[Pair, ...] = ()
    refused: tuple[Refusal, int, int] | None = None
    picked: tuple[int, ...] = ()  # a point that waits for its partner; in a beat also both, which wait to be moved


def hand_of(asked: Question) -> Hand:
    """Return what was picked on this problem; on another one everything starts again, or as a link or a beat says."""
    name, kept = asked.key(), st.session_state.get(HAND)
    if isinstance(kept, Hand) and kept.pairs == asked.pairs:
        return kept if kept.problem == name else Hand(name)  # else the pairs are those of the problem before
    return _opened(asked)


def asked_of(asked: Question) -> tuple[Hand, Pair | None]:
    """Return what is picked as the open beat has it, and the pair that LIBSVM would take.

    A beat asks for one point of this pair, the first or the second; for the second one the first is given.
    """
    hand, task = hand_of(asked), task_of()
    pair = suggestion(answers.run_by_hand(asked, hand.pairs))
    if task == SECOND and pair is not None:
        hand = replace(hand, picked=(pair[0], *(hand.picked[1:] if hand.picked[:1] == pair[:1] else ())))
    elif task == FIRST or len(hand.picked) > 1:
        hand = replace(hand, picked=hand.picked[: task == FIRST])
    return hand, pair


def _opened(asked: Question) -> Hand:
    """Return what a link brought, or an empty hand where its pairs cannot move."""
    try:
        answers.run_by_hand(asked, asked.pairs)
    except (ValueError, IndexError):
        return Hand(asked.key())
    return Hand(asked.key(), asked.pairs)


def settle(asked: Question) -> None:
    """Keep what is picked where the link finds it, in whatever mode the page is."""
    _keep(hand_of(asked))


def show(asked: Question, showing: Showing) -> str:
    """Show the player that can be picked on, why the band is open, and the score; return the page's sentence."""
    (hand, _), words = asked_of(asked), showing.words
    trace = answers.run_by_hand(asked, hand.pairs)
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        picking, name = "end" if trace.outcome.name == "RUNNING" else "", asked.key(HAND, hand.pairs)
        playing = Playing(name, len(hand.pairs), HEIGHT, asked.way, panel=True, bound=asked.board.C)
        playing = replace(playing, picking=picking, picked=hand.picked, asked=_asked_point())
        committed, picked = partial(take_commit, PLAYER), partial(take_pick, PLAYER)
        player(PLAYER, asked.board, words, playback(trace), playing, _halted, committed, picked)
        if task_of() is None:
            _buttons(hand, trace, words)
        _numbers(asked, hand.pairs, trace, showing)
    with right:
        with st.container(key=f"around-{PAIR}"):
            showing.heading("figure.pair.title")
            with st.container(key="why"):
                st.markdown(words("smo.hand.help"))
            showing.draw(PAIR, partial(open_pair, trace, hand.picked, words), hand.pairs, hand.picked, turn=0)
        _scores(asked, hand.pairs, trace, showing)
    return _sentence(asked, hand, trace, words)


def _buttons(hand: Hand, trace: Trace, words: Words) -> None:
    with st.container(horizontal=True, key="hand-buttons"):
        over = trace.outcome.name != "RUNNING"
        st.button(words("smo.hand.suggest"), key="hand-suggest", on_click=contained(_suggest), disabled=over)
        st.button(words("smo.hand.undo"), key="hand-undo", on_click=contained(_undo), disabled=not hand.pairs)
        st.button(words("smo.hand.again"), key="hand-again", on_click=contained(_again), disabled=not hand.pairs)


def _numbers(asked: Question, pairs: tuple[Pair, ...], trace: Trace, showing: Showing) -> None:
    """Show where the run by hand stands after the last pair."""
    numbers = partial(step_numbers, asked, trace, len(trace), showing.words)
    showing.heading("standing.title")
    showing.standing(NUMBERS, showing.figures([Drawing(NUMBERS, numbers, (pairs,))])[NUMBERS], turn=0)


def _scores(asked: Question, pairs: tuple[Pair, ...], trace: Trace, showing: Showing) -> None:
    words = showing.words
    scores: dict[str, Score] = {words("smo.hand.you"): score(trace)}
    scores |= {words(f"smo.rule.{rule}"): score(answers.run(asked, rule).trace) for rule in RULES}
    showing.heading("figure.rivals.title")
    score_table(scores, len(trace), words)
    _card(asked, trace, showing)
    showing.draw("rivals", lambda: Drawn(objective_race(scores, words), race_text(scores, words)), pairs)


def _card(asked: Question, trace: Trace, showing: Showing) -> None:
    """Show the comparison as a text to copy, with the link that opens the same pairs; without one for many points."""
    lab = session.current()
    query = session.link().to_query(lab.shared)
    if trace.outcome is not Outcome.OPTIMAL or query is None:
        return
    st.caption(showing.words("smo.hand.card"))
    link = frame.address(query)
    st.code(f"{_comparison(asked, trace, showing.words)}\n{link}", language=None, wrap_lines=True)


def _comparison(asked: Question, trace: Trace, words: Words) -> str:
    """Say how many steps the visitor took, how many of them LIBSVM chose, and how many it takes alone."""
    other = answers.run(asked, RULES[0]).trace
    theirs = words(f"smo.steps.{other.outcome.name}", steps=number(len(other)))
    left = sum(pair[2:] == (ASKED,) for pair in hand_of(asked).pairs)
    own = {"steps": number(len(trace)), "own": number(len(trace) - left), "left": number(left)}
    return words("smo.hand.compared.left" if left else "smo.hand.compared", theirs=theirs, **own)


def _asked_point() -> int:
    task = task_of()
    return task if isinstance(task, int) else 0


def _sentence(asked: Question, hand: Hand, trace: Trace, words: Words) -> str:
    if hand.refused is not None:
        why, i, j = hand.refused
        return words(f"smo.refused.{why.name}", i=i + 1, j=j + 1)
    if trace.outcome is Outcome.OPTIMAL:
        return words.joined([words("smo.hand.done", tolerance=tolerance_of(trace)), _comparison(asked, trace, words)])
    if len(hand.pairs) >= MOST_PAIRS:
        return words("smo.hand.enough", most=number(MOST_PAIRS))
    if hand.picked:
        return partner_sentence(hand.picked[0], trace, words)
    return _last_move(hand.pairs[-1], trace, words) if hand.pairs else words("smo.hand.first")


def _last_move(pair: Pair, trace: Trace, words: Words) -> str:
    """Say what the last pair was worth, and which one LIBSVM would have taken."""
    own = pair_at(trace, len(trace) - 1).move
    assert own is not None
    values = {"i": pair[0] + 1, "j": pair[1] + 1, "decrease": number(float(trace.table["decrease"][-1]))}
    if (own.i, own.j) == pair[:2]:
        return words("smo.hand.same", **values)
    return words("smo.hand.moved", rule_i=own.i + 1, rule_j=own.j + 1, other=number(own.decrease), **values)


# ---- what hands do ----


def _halted() -> None:
    """Leave the page as it is: what it says is about the newest state."""


def take_pick(key: str) -> None:
    """Move the pair that was picked on the board, or keep why it cannot move."""
    sent, asked = st.session_state[key].get("pick"), read(session.current())
    hand, n = asked_of(asked)[0], len(asked.board.points.y)
    if not isinstance(sent, dict) or sent.get("run") != asked.key(HAND, hand.pairs):
        return
    i, j = sent.get("i"), sent.get("j")
    if type(i) is not int or type(j) is not int or not (-1 <= i < n and -1 <= j < n) or len(hand.pairs) >= MOST_PAIRS:
        return
    if j < 0 or i < 0 or task_of() is not None:  # in a beat the pair waits for the hand that moves it along its line
        _keep(Hand(hand.problem, hand.pairs, picked=() if i < 0 else (i,) if j < 0 else (i, j)))
        return
    found = pick(answers.run_by_hand(asked, hand.pairs), i, j)
    if isinstance(found, Refusal):
        _keep(Hand(hand.problem, hand.pairs, (found, i, j)))
    else:
        _keep(Hand(hand.problem, (*hand.pairs, found)))


def _suggest() -> None:
    asked = read(session.current())
    hand = hand_of(asked)
    pair = suggestion(answers.run_by_hand(asked, hand.pairs))
    if pair is not None and len(hand.pairs) < MOST_PAIRS:
        _keep(Hand(hand.problem, (*hand.pairs, (*pair, ASKED))))


def _undo() -> None:
    hand = hand_of(read(session.current()))
    _keep(Hand(hand.problem, hand.pairs[:-1]))


def _again() -> None:
    _keep(Hand(hand_of(read(session.current())).problem))


def _keep(hand: Hand) -> None:
    st.session_state[HAND] = hand
    if options_of(session.current()).pairs != hand.pairs:
        session.put_options(Options(hand.pairs))
