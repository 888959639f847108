"""Be the solver: the visitor picks the pairs, the solver's own step moves them, and the rules are the yardstick."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import streamlit as st

from core.solver import Outcome
from core.trace import Refusal, Trace, pick, suggestion
from core.view import Score, pair_at, playback, score
from datasets import Points
from pages.smo import answers
from pages.smo.figures import PAIR, open_pair
from pages.smo.figures.rivals import objective_race, race_text
from pages.smo.numbers import NUMBERS, step_numbers
from pages.smo.question import Options, Question, options_of, read
from pages.smo.replay import numbers_now, renumbered
from pages.smo.sentences import partner_sentence, tolerance_of
from pages.smo.tables import score_table
from ui.component.player import Playing, player
from ui.component.plot import Drawing, Drawn
from ui.link.shared import RULES
from ui.page import frame
from ui.page.showing import Showing
from ui.solve.limits import PICKED_PAIRS
from ui.solve.way import HAND, Pair, Way
from ui.state import session
from ui.state.board_events import take_commit
from ui.state.widget import contained
from ui.words import Words, number

PLAYER = "smo"
HEIGHT = 560


@dataclass(frozen=True, eq=False)
class Hand:
    """The pairs that somebody picked on the problem of that name, and what was said to the last attempt."""

    problem: str
    points: Points
    pairs: tuple[Pair, ...] = ()
    refused: tuple[Refusal, int, int] | None = None
    first: int = -1  # a point that waits for its partner; -1: none
    dropped: int = 0  # pairs that cannot move since the problem changed

    def then(self, pairs: tuple[Pair, ...]) -> Hand:
        """Return the hand on the same problem after these pairs."""
        return Hand(self.problem, self.points, pairs)


def hand_of(asked: Question) -> Hand:
    """Return what was picked; on another problem as much of it as can be replayed there, or what a link says."""
    kept = st.session_state.get(HAND)
    if isinstance(kept, Hand) and kept.problem == asked.key():
        return kept
    if isinstance(kept, Hand) and kept.pairs == asked.pairs:  # those of the problem before
        return _followed(kept, asked)
    return _opened(asked)


def _opened(asked: Question) -> Hand:
    """Return what a link brought, or an empty hand where its pairs cannot move."""
    hand = Hand(asked.key(), asked.board.points)
    moves = len(answers.run_by_hand(asked, asked.pairs)) == len(asked.pairs)
    return hand.then(asked.pairs) if moves else hand


def _followed(kept: Hand, asked: Question) -> Hand:
    """Return what is left of a hand on a changed problem; on other points altogether everything starts again."""
    points = asked.board.points
    numbers = numbers_now(kept.points, points)
    if numbers is None:
        return Hand(asked.key(), points)
    pairs = renumbered(kept.pairs, numbers)
    left = len(answers.run_by_hand(asked, pairs)) if pairs else 0
    first = numbers[kept.first] if kept.first >= 0 else -1
    return Hand(asked.key(), points, pairs[:left], first=first, dropped=len(pairs) - left)


def settle(asked: Question) -> None:
    """Keep what is picked where the link finds it, in whatever mode the page is."""
    _keep(hand_of(asked))


def show(asked: Question, showing: Showing) -> str:
    """Show the player that can be picked on, why the band is open, and the score; return the page's sentence."""
    hand, words = hand_of(asked), showing.words
    trace = answers.run_by_hand(asked, hand.pairs)
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        _play(asked, hand, trace, words)
        _buttons(hand, trace, words)
        _numbers(asked, hand.pairs, trace, showing)
    with right, st.container(key="told"):
        showing.heading("figure.pair.title")
        with st.container(key="why"):
            st.markdown(words("smo.hand.help"))
        showing.draw(PAIR, partial(open_pair, trace, hand.first, words), hand.pairs, hand.first, turn=0)
        _scores(asked, hand.pairs, trace, showing)
    return _sentence(asked, hand, trace, words)


def _play(asked: Question, hand: Hand, trace: Trace, words: Words) -> None:
    """Show the player: points are picked and drawn on it, and the pairs are replayed under the hand."""
    playing = Playing(
        asked.hand_name(hand.pairs),
        len(hand.pairs),
        HEIGHT,
        asked.way,
        picking="end" if trace.outcome is Outcome.RUNNING else "",
        first=hand.first,
        way=Way(HAND, pairs=hand.pairs),
        panel=True,
        bound=asked.board.C,
        moves="picked",
        explains=session.is_untouched(),
    )
    committed, picked = partial(take_commit, PLAYER), partial(take_pick, PLAYER)
    player(PLAYER, asked.board, words, playback(trace), playing, _halted, committed, picked)


def _buttons(hand: Hand, trace: Trace, words: Words) -> None:
    with st.container(horizontal=True, key="hand-buttons"):
        over = trace.outcome.name != "RUNNING"
        st.button(words("smo.hand.suggest"), key="hand-suggest", on_click=contained(_suggest), disabled=over)
        st.button(words("smo.hand.undo"), key="hand-undo", on_click=contained(_undo), disabled=not hand.pairs)
        st.button(words("smo.hand.again"), key="hand-again", on_click=contained(_again), disabled=not hand.pairs)


def _numbers(asked: Question, pairs: tuple[Pair, ...], trace: Trace, showing: Showing) -> None:
    """Show where the run by hand stands after the last pair."""
    numbers = partial(step_numbers, asked, trace, len(trace), showing.words)
    with st.container(key="told-numbers"):
        showing.heading("standing.title")
        showing.standing(NUMBERS, showing.figures([Drawing(NUMBERS, numbers, (pairs,))])[NUMBERS], turn=0)


def _scores(asked: Question, pairs: tuple[Pair, ...], trace: Trace, showing: Showing) -> None:
    words = showing.words
    scores: dict[str, Score] = {words("smo.hand.you"): score(trace)}
    scores |= {words(f"panel.solver.{rule}"): score(answers.run(asked, rule).trace) for rule in RULES}
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
    """Say how many steps the visitor and LIBSVM took."""
    other = answers.run(asked, RULES[0]).trace
    theirs = words(f"smo.steps.{other.outcome.name}", steps=number(len(other)))
    return words("smo.hand.compared", steps=number(len(trace)), theirs=theirs)


def _sentence(asked: Question, hand: Hand, trace: Trace, words: Words) -> str:
    """Say what a change of the problem has left of the pairs, and where the run by hand stands."""
    if not hand.dropped:
        return _standing(asked, hand, trace, words)
    kept, picked = len(hand.pairs), len(hand.pairs) + hand.dropped
    left = words("smo.hand.dropped", kept=number(kept), picked=number(picked), next=number(kept + 1))
    return words.joined([left, _standing(asked, hand, trace, words)])


def _standing(asked: Question, hand: Hand, trace: Trace, words: Words) -> str:
    if hand.refused is not None:
        why, i, j = hand.refused
        return words(f"smo.refused.{why.name}", i=i + 1, j=j + 1)
    if trace.outcome is Outcome.OPTIMAL:
        return words.joined([words("smo.hand.done", tolerance=tolerance_of(trace)), _comparison(asked, trace, words)])
    if len(hand.pairs) >= PICKED_PAIRS:
        return words("smo.hand.enough", most=number(PICKED_PAIRS))
    if hand.first >= 0:
        return partner_sentence(hand.first, trace, words)
    return _last_move(hand.pairs[-1], trace, words) if hand.pairs else words("smo.hand.first")


def _last_move(pair: Pair, trace: Trace, words: Words) -> str:
    """Say what the last pair was worth, and which one LIBSVM would have taken."""
    own = pair_at(trace, len(trace) - 1).move
    assert own is not None
    values = {"i": pair[0] + 1, "j": pair[1] + 1, "decrease": number(float(trace.table["decrease"][-1]))}
    if (own.i, own.j) == pair:
        return words("smo.hand.same", **values)
    return words("smo.hand.moved", rule_i=own.i + 1, rule_j=own.j + 1, other=number(own.decrease), **values)


# ---- what hands do ----


def _halted() -> None:
    """Leave the page as it is: what it says is about the newest state."""


def take_pick(key: str) -> None:
    """Move the pair that was picked on the board, or keep why it cannot move."""
    sent, asked = st.session_state[key].get("pick"), read(session.current())
    hand, n = hand_of(asked), len(asked.board.points.y)
    if not isinstance(sent, dict) or sent.get("run") != asked.hand_name(hand.pairs):
        return
    i, j = sent.get("i"), sent.get("j")
    if type(i) is not int or type(j) is not int or not (-1 <= i < n and -1 <= j < n) or len(hand.pairs) >= PICKED_PAIRS:
        return
    if j < 0 or i < 0:
        _keep(replace(hand.then(hand.pairs), first=i))
        return
    found = pick(answers.run_by_hand(asked, hand.pairs), i, j)
    if isinstance(found, Refusal):
        _keep(replace(hand.then(hand.pairs), refused=(found, i, j)))
    else:
        _keep(hand.then((*hand.pairs, found)))


def _suggest() -> None:
    asked = read(session.current())
    hand = hand_of(asked)
    pair = suggestion(answers.run_by_hand(asked, hand.pairs))
    if pair is not None and len(hand.pairs) < PICKED_PAIRS:
        _keep(hand.then((*hand.pairs, pair)))


def _undo() -> None:
    hand = hand_of(read(session.current()))
    _keep(hand.then(hand.pairs[:-1]))


def _again() -> None:
    _keep(hand_of(read(session.current())).then(()))


def _keep(hand: Hand) -> None:
    st.session_state[HAND] = hand
    if options_of(session.current()).pairs != hand.pairs:
        session.put_options(Options(hand.pairs))
