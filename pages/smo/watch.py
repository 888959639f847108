"""Watch a run: the player, and beside it the reason for this pair and the effect of its step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import streamlit as st

from core.solver import Outcome
from core.trace import Trace
from pages.smo import answers
from pages.smo.figures import BOX, PAIR, step_figures
from pages.smo.folds import show_folds
from pages.smo.forces import show_forces
from pages.smo.lens import show_lens
from pages.smo.numbers import step_numbers
from pages.smo.question import Question, read
from pages.smo.regions import is_open, map_figure, show_regions
from pages.smo.rules import show_rules
from pages.smo.sentences import default_note, move_note, pair_note, pair_sentence, partner_sentence, tie_note
from ui.component.player import Playing, player
from ui.component.plot import Drawing
from ui.link.shared import RULES
from ui.page import early_figures
from ui.page.beats import beat_number, open_beat
from ui.page.drawings import of_step
from ui.page.fork import picking_of, show_fork, take_pick, waits
from ui.page.numbers import NUMBERS
from ui.page.showing import Showing
from ui.solve.limits import USUAL_LENS
from ui.solve.recording import ForkedRun
from ui.state import session
from ui.state.board_events import take_commit
from ui.state.playing import step_at, take_step, turn_of
from ui.words import Words, number

PLAYER = "smo"
HEIGHT = 560


def partner(i: int, trace: Trace, k: int, words: Words) -> str:
    """Say in which direction the first point of a pair can move after k steps, and which partner it needs."""
    return partner_sentence(i, answers.open_end(trace, k), words)


def show(question: Question, showing: Showing) -> str:
    """Show the player and beside it the reason for this pair; return the page's sentence."""
    forked, name = answers.watched(question), question.problem.run_name
    trace = forked.shown.trace
    k = step_at(question.step, len(trace))
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        _play(question, forked, name, k, showing)
        _say_what_is_cut(question, trace, showing.words)
    if open_beat() is None:
        with right:
            show_fork(question.forking, forked, k, showing, partner)
    if showing.sees("figures"):
        with right, st.container(key="explains"):
            _explain(question, name, trace, k, showing)
    with left, st.container(key="explains-numbers"):  # below the player
        numbers = [Drawing(NUMBERS, partial(step_numbers, question, trace.leg(k), k, showing.words))]
        drawn = showing.figures(numbers, of_step(name, k))
        showing.heading("standing.title")
        showing.standing(NUMBERS, drawn[NUMBERS], turn_of(PLAYER))
    show_folds(forked.shown, name, k, turn_of(PLAYER), showing)
    show_regions(trace, name, k, question.place, showing)
    show_forces(forked.shown, k, question.board.square, showing)
    showing.fold("lens", partial(show_lens, question, showing), opened=question.lens != USUAL_LENS)
    showing.fold("rules", partial(show_rules, question, showing))
    return showing.once("lead", partial(pair_sentence, trace.leg(k), k, showing.words))


def _play(question: Question, forked: ForkedRun, name: str, k: int, showing: Showing) -> None:
    trace, offers = forked.shown.trace, None
    if showing.sees("figures"):
        mapped = is_open(showing.words)
        of = f"{name} {question.place!r}" if mapped else name
        offers = early_figures.offer_steps(of, partial(_explained, question, trace, mapped), showing.projector)
    picked, seek = picking_of(question.forking), f"{question.way} {beat_number()}"
    playing = Playing(
        name, k, HEIGHT, seek, offers=offers, options=question.watched, panel=True, bound=question.problem.bound
    )
    explains = session.is_untouched() and open_beat() is None
    playing = replace(playing, outcome=trace.outcome.name, forked=forked, explains=explains)
    if picked is not None:
        playing = replace(playing, picking="here", picked=waits(question.forking))
    halted, on_commit = partial(take_step, PLAYER), partial(take_commit, PLAYER)
    taken = partial(take_pick, PLAYER, lambda: session.ask(read).forking)
    board = replace(question.board, solver=question.rule)  # an undo restores the previous rule
    player(PLAYER, board, showing.words, forked.shown.playback, playing, halted, on_commit, taken)


def _say_what_is_cut(question: Question, trace: Trace, words: Words) -> None:
    """Say that a run that was cut, or has no end, continues; for others, where LIBSVM would stop."""
    end = partial(st.container, key="explains-end")
    if answers.runs_away(question):
        largest = number(float(trace.last.alpha.max()))
        end().markdown(words("smo.runaway", steps=number(len(trace)), alpha=largest))
    elif trace.outcome is Outcome.STEP_LIMIT:
        end().markdown(words("smo.kept", steps=number(len(trace))))
    elif trace.outcome is Outcome.OPTIMAL and trace.stepper.name == RULES[0] and trace.trunk is None:
        end().caption(words.joined([default_note(trace, words), words("smo.default.svm-train")]))


def _explained(question: Question, trace: Trace, mapped: bool, k: int, words: Words) -> Iterator[Drawing]:
    """Yield the figures and the numbers of one step; `mapped`: the plane of its pair is unfolded."""
    yield from step_figures(trace.leg(k), k, words)
    yield Drawing(NUMBERS, partial(step_numbers, question, trace.leg(k), k, words))
    if mapped and len(trace):
        yield map_figure(trace, k, question.place, words)


def _explain(question: Question, name: str, trace: Trace, k: int, showing: Showing) -> None:
    """Show the box of the pair, and the reason for it; at the end of a run the closed band, or the final list of E."""
    turn, words, leg = turn_of(PLAYER), showing.words, trace.leg(k)
    drawn = showing.figures(_explained(question, trace, False, k, words), of_step(name, k))
    if BOX in drawn:
        with st.container(key=f"around-{BOX}"):
            showing.heading("figure.box.title")
            with st.container(key="worth"):
                st.markdown(showing.once("move", partial(move_note, leg, k, words)))
            heard = {"on_slid": _slid} if open_beat() else {}
            showing.figure(BOX, drawn[BOX], turn, **heard)
    with st.container(key=f"around-{PAIR}"):
        showing.heading("figure.errors.title" if leg.stepper.name == "platt" else "figure.pair.title")
        with st.container(key="why"):
            st.markdown(showing.once("pair", partial(pair_note, leg, k, words)))
        showing.figure(PAIR, drawn[PAIR], turn)
        if tied := showing.once("ties", partial(tie_note, trace, k, words)):
            with st.container(key="tied"):  # below the figure, which stays where it is
                st.markdown(tied)


def _slid() -> None:
    """Rerun the page with the pair's new position on its line, since a beat may depend on it."""


def slid_to(k: int) -> float | None:
    """Return the alpha_j to which the visitor dragged the pair of step k; None if it was not dragged."""
    sent = (st.session_state.get(BOX) or {}).get("slid")
    at = sent.get("at") if isinstance(sent, dict) and sent.get("k") == k else None
    return float(at) if isinstance(at, int | float) else None
