"""The layout of the run by hand: a player on which points are picked, the scores, and the comparison."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.solver import Outcome
from core.trace import Trace
from core.view import Score, playback, score
from pages.smo import answers
from pages.smo.by_hand.picks import Picks, again, asked_of, suggest, take_halt, take_pick, undo
from pages.smo.by_hand.sentences import comparison, sentence
from pages.smo.figures import PAIR, open_pair
from pages.smo.figures.rivals import objective_race, race_text
from pages.smo.numbers import step_numbers
from pages.smo.question import MovedPair, Question
from pages.smo.tables import score_table
from ui.component.player import Playing, player
from ui.component.plot import Drawing, Drawn
from ui.link.shared import RULES
from ui.page import frame
from ui.page.beats import task_of
from ui.page.numbers import NUMBERS
from ui.page.showing import Showing
from ui.state import session
from ui.state.board_events import take_commit
from ui.state.widget import contained
from ui.words import Words

PLAYER = "smo"
HEIGHT = 560


def show(question: Question, showing: Showing) -> str:
    """Show the player on which points are picked, the scores and the comparison; return the page's sentence."""
    (picks, _), words = asked_of(question), showing.words
    trace = answers.run_by_hand(question, picks.pairs)
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        _play(question, picks, trace, words)
        if task_of() is None:
            _buttons(picks, trace, words)
        _numbers(question, picks, trace, showing)
    with right, st.container(key="told"):
        with st.container(key=f"around-{PAIR}"):
            showing.heading("figure.pair.title")
            with st.container(key="why"):
                st.markdown(words("smo.hand.help"))
            showing.draw(PAIR, partial(open_pair, trace, picks.picked, words), picks.pairs, picks.picked, turn=0)
        _scores(question, picks.pairs, trace, showing)
    return sentence(question, picks, trace, words)


def _play(question: Question, picks: Picks, trace: Trace, words: Words) -> None:
    """Show the player: points are picked and edited on it, and the pairs are replayed while points are dragged."""
    task = task_of()
    playing = Playing(
        question.hand_name(picks.pairs),
        picks.step,
        HEIGHT,
        question.way,
        picking="end" if trace.outcome is Outcome.RUNNING else "",
        picked=picks.picked,
        asked=task if isinstance(task, int) else 0,
        options=question.by_hand(picks.pairs),
        panel=True,
        bound=question.problem.bound,
        moves="picked",
        explains=session.is_untouched() and task is None,
    )
    halted, on_commit, picked = (partial(take, PLAYER) for take in (take_halt, take_commit, take_pick))
    player(PLAYER, question.board, words, playback(trace), playing, halted, on_commit, picked)


def _buttons(picks: Picks, trace: Trace, words: Words) -> None:
    with st.container(horizontal=True, key="hand-buttons"):
        over = trace.outcome.name != "RUNNING"
        st.button(words("smo.hand.suggest"), key="hand-suggest", on_click=contained(suggest), disabled=over)
        st.button(words("smo.hand.undo"), key="hand-undo", on_click=contained(undo), disabled=not picks.pairs)
        st.button(words("smo.hand.again"), key="hand-again", on_click=contained(again), disabled=not picks.pairs)


def _numbers(question: Question, picks: Picks, trace: Trace, showing: Showing) -> None:
    """Show the numbers of the run by hand at the step on screen."""
    numbers = partial(step_numbers, question, trace, picks.step, showing.words)
    with st.container(key="told-numbers"):
        showing.heading("standing.title")
        showing.standing(
            NUMBERS, showing.figures([Drawing(NUMBERS, numbers, (picks.pairs, picks.step))])[NUMBERS], turn=0
        )


def _scores(question: Question, pairs: tuple[MovedPair, ...], trace: Trace, showing: Showing) -> None:
    words = showing.words
    scores: dict[str, Score] = {words("smo.hand.you"): score(trace)}
    scores |= {words(f"panel.solver.{rule}"): score(answers.run(question, rule).trace) for rule in RULES}
    showing.heading("figure.rivals.title")
    score_table(scores, len(trace), words)
    _card(question, trace, showing)
    showing.draw("rivals", lambda: Drawn(objective_race(scores, words), race_text(scores, words)), pairs)


def _card(question: Question, trace: Trace, showing: Showing) -> None:
    """Show the comparison as text to copy, with a link to the same pairs; without a link if there are many points."""
    query = session.query()
    if trace.outcome is not Outcome.OPTIMAL or query is None:
        return
    st.caption(showing.words("smo.hand.card"))
    link = frame.address(query)
    st.code(f"{comparison(question, trace, showing.words)}\n{link}", language=None, wrap_lines=True)
