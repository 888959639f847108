"""f as a sum of terms, one per support vector: each can be switched off or scaled, and the boundary follows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from core.problem import InputError
from core.topics.kernels.view import TermSum, bumps, slice_through
from pages.kernels import answers
from pages.kernels.boards import GROUP
from pages.kernels.figures.slice import DRAWN, slice_figure, slice_text
from pages.kernels.question import TERM, Question, change
from pages.kernels.sentences import bumps_sentence, slice_note
from ui.component.board import Linked, small_board
from ui.component.plot import Drawing, Drawn
from ui.component.sliders import Dial
from ui.page import guard
from ui.page.showing import Showing
from ui.solve.limits import FACTOR_OF_TERM, TERMS_CHANGED
from ui.solve.request import AnswerMessage, solution_parts
from ui.solve.solving import Solved
from ui.state import session
from ui.state.widget import contained
from ui.words import Words, number

BOARD, SLICE = "kernels-terms", "kernels-slice"
SIDE = 460  # maximum side of the board in pixels


@guard.part
def show_bumps(question: Question, showing: Showing) -> None:
    """Show the third machine as a sum: its board, a slice through a point, and the factors of the terms."""
    found, words = answers.machine(question, "third"), showing.words
    if isinstance(found, InputError) or not answers.exists(found):
        return
    machine, i = found.solution, answers.picked(question, found)
    shown = bumps(found.problem, machine.alpha, machine.b, question.factors)
    with st.container(key="figures"):
        left, right = st.columns([12, 13], gap="medium")
    with left:
        showing.heading("kernels.bumps.title")
        options = question.options
        own = repr((options.rest, options.terms, options.factors))  # other factors are another picture
        linked = Linked({**question.kernel("third"), "terms": own}, "", SIDE, GROUP, i)
        small_board(BOARD, question.board, words, _answer(question, found, shown, words), linked)
        st.caption(bumps_sentence(question, found, shown, words))
    with right:
        _slice(question, found, i, showing)
        _factors(question, found, i, showing)


def _answer(question: Question, found: Solved, shown: TermSum, words: Words) -> AnswerMessage:
    """Return the picture of the changed sum; its light says that it is no longer the solution."""
    header, arrays = solution_parts(replace(found.solution, alpha=shown.alpha), words)
    if bool((question.factors == 1.0)[found.solution.alpha > 0.0].all()):
        return header, arrays
    changed: dict[str, object] = {
        "state": "running",
        "title": words("kernels.bumps.light"),
        "detail": "",
        "numbers": [],
        "w": None,
    }
    return {**header, **changed}, {**arrays, "slack": np.zeros_like(found.solution.slack)}


def _slice(question: Question, found: Solved, i: int, showing: Showing) -> None:
    words, machine = showing.words, found.solution
    shown = slice_through(found.problem, machine.alpha, machine.b, question.factors, i, question.square)

    def take() -> None:
        clicked = st.session_state[SLICE].get("picked")
        if isinstance(clicked, list) and clicked:
            session.apply(change, "picked", clicked[0])

    showing.heading("figure.kernels_slice.title")
    place, y = float(question.X[i, 0]), question.y

    def draw() -> Drawn:
        return Drawn(slice_figure(shown, i, place, y, words), slice_text(shown, i, words))

    figures = showing.figures([Drawing(SLICE, draw)])
    showing.figure(SLICE, figures[SLICE], on_picked=take)
    st.caption(slice_note(shown, min(DRAWN, len(shown.which)), words))


def _factors(question: Question, found: Solved, i: int, showing: Showing) -> None:
    """Show the choice of a term, its slider, and the buttons that switch terms off and on."""
    words, alpha = showing.words, found.solution.alpha
    order = [int(k) for k in np.argsort(-alpha, kind="stable") if alpha[k] > 0.0]
    if i not in order:
        order.append(i)
    factor, full = float(question.factors[i]), len(question.options.terms) >= TERMS_CHANGED

    def named(k: int) -> str:
        sign = "+1" if question.y[k] > 0 else "−1"
        return words("kernels.term", i=k + 1, sign=sign, alpha=number(float(alpha[k])))

    wiring = {"index": order.index(i), **showing.wired("picked", i)}
    st.selectbox(words("kernels.picked"), order, format_func=named, **wiring)
    if full and i not in question.options.terms:
        st.caption(words("kernels.full", most=TERMS_CHANGED))
    else:
        dial = Dial(f"{TERM}{i}", words("kernels.factor"), "s", *FACTOR_OF_TERM, factor, "linear")
        replace(showing, offers=None).sliders("kernels-factor", [dial])  # no early figure shows a factor
    own = ("on", f"{TERM}{i}", 1.0) if factor == 0.0 else ("off", f"{TERM}{i}", 0.0)
    with st.container(horizontal=True, key="kernels-switches"):
        for label, name, value in (own, ("none", "rest", "off"), ("every", "rest", "on")):
            said, turn = words(f"kernels.switch.{label}"), (change, name, value)
            st.button(said, key=f"kernels-{label}", on_click=contained(session.apply), args=turn)
