"""Two rules side by side: two players with one cursor, and below them the costs and the decreases of their steps."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st

from core.trace import Trace
from core.view import Score, score
from pages.smo import answers
from pages.smo.figures.rivals import decrease_race, race_text
from pages.smo.numbers import step_numbers
from pages.smo.question import Question
from pages.smo.sentences import pair_sentence, tie_note
from pages.smo.tables import score_table
from ui.component.marks import legend, marks
from ui.component.player import Playing, player
from ui.component.plot import Drawing, Drawn
from ui.page.numbers import NUMBERS
from ui.page.showing import Showing
from ui.solve.kernels import exact_of
from ui.solve.recording import Recording
from ui.state import session
from ui.state.board_events import take_commit
from ui.state.playing import step_at, take_step
from ui.words import Words, number

LEADER, FOLLOWER = "smo", "smo-rival"
HEIGHT = 460


def show(question: Question, showing: Showing) -> str:
    """Show both runs and their costs; return the page's sentence."""
    words, runs = showing.words, {rule: answers.run(question, rule) for rule in (question.rule, question.rival)}
    lengths = [len(run.trace) for run in runs.values()]
    k = step_at(question.step, *lengths)
    with st.container(key="stage-two"):
        columns = st.columns(2, gap="medium")
    for column, key, rule in zip(columns, (LEADER, FOLLOWER), runs, strict=True):
        follow = LEADER if key == FOLLOWER else None
        playing = Playing(
            question.run_name(rule),
            k,
            HEIGHT,
            question.way,
            follow=follow,
            reach=max(lengths),
            options=question.options_of(rule),
            panel=True,
            bound=question.problem.bound,
            outcome=runs[rule].trace.outcome.name,
        )
        with column:
            _play(key, question, runs[rule], playing, showing)
            _numbers(key, question, runs[rule].trace, k, showing)
    board = question.board
    rows = marks(board.C is not None, "pair", exact=exact_of(board.kernel) is not None)
    legend("marks", board, words, rows, session.is_untouched())
    scores = {words(f"panel.solver.{rule}"): score(run.trace) for rule, run in runs.items()}
    _cost(scores, k, showing)
    sentence = words("smo.two", **_halves(scores, words))
    return sentence[:1].upper() + sentence[1:]


def _play(key: str, question: Question, run: Recording, playing: Playing, showing: Showing) -> None:
    """Show one of the players; points can be edited on both, and the panel applies to both."""
    words = showing.words
    with st.container(key=f"explains-{key}"):  # the rule's name begins its sentence
        showing.heading(f"panel.solver.{run.trace.stepper.name}")
        at = min(playing.step, len(run.trace))
        st.markdown(pair_sentence(run.trace, at, words))
        if tied := tie_note(run.trace, at, words):
            st.caption(tied)
    player(key, question.board, words, run.playback, playing, partial(take_step, key), partial(take_commit, key))


def _numbers(key: str, question: Question, trace: Trace, k: int, showing: Showing) -> None:
    """Show the numbers of this run at step k, or at its end if it is shorter."""
    name, at = f"{NUMBERS}-{key}", min(k, len(trace))
    found = showing.figures([Drawing(name, partial(step_numbers, question, trace, at, showing.words))])
    with st.container(key=f"explains-{name}"):
        showing.standing(name, found[name], turn=0)


def _cost(scores: Mapping[str, Score], k: int, showing: Showing) -> None:
    words = showing.words
    with st.container(key="told-cost"), st.container(key="figures"):
        left, right = st.columns([12, 13], gap="medium")
    with left:
        showing.heading("smo.score.title")
        score_table(scores, k, words)
    with right:
        showing.heading("figure.rivals.decrease.title")
        showing.draw("decrease", lambda: Drawn(decrease_race(scores, k, words), race_text(scores, words)))


def _halves(scores: Mapping[str, Score], words: Words) -> dict[str, str]:
    """Return the part of the sentence for each rule."""
    halves = [
        words(f"smo.half.{found.outcome.name}", rule=name, steps=number(found.steps), reads=number(found.evaluations))
        for name, found in scores.items()
    ]
    return dict(zip(("one", "other"), halves, strict=True))
