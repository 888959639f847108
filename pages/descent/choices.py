"""The run options of coordinate descent, on its own page and on that of its race, and the cost of its map."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.descent.question import LOSSES, Question, change
from pages.descent.sentences import cost_sentence
from ui.component.sliders import parameter_dial
from ui.page import controls
from ui.page.showing import Showing
from ui.solve.kernels import APPROXIMATIONS, KERNELS, MAPPED
from ui.solve.limits import LARGEST_SEED
from ui.state import session
from ui.state.widget import contained
from ui.words import Words


def choose_run(question: Question, showing: Showing) -> None:
    """Show the cost of the map, loss, appended constant, order, shrinking and seed, as far as they have an effect."""
    options, words = question.options, showing.words
    switch = [True, False]
    st.caption(cost_sentence(question, words))
    showing.either("loss", list(LOSSES), options.loss, family="descent.loss")
    showing.either("bias", switch, options.bias, family="descent.bias")
    showing.either("visits", ["random", "cyclic"], options.visits, family="descent.visits")
    showing.either("shrinking", switch, options.shrinking, family="descent.shrinking")
    if options.visits == "random":
        showing.whole("shuffle", options.shuffle, 0, LARGEST_SEED, words("descent.shuffle"))


def tell_stand_in(question: Question, showing: Showing) -> None:
    """Say why the visitor's kernel is not shown, and offer similar kernels."""
    if not question.stands_in:
        return
    words, name = showing.words, str(question.board.kernel["name"])
    with st.container(key="stand-in"):
        st.markdown(words(f"descent.without.{name}"))
        kernel_buttons(name, words)


def kernel_buttons(name: str, words: Words) -> None:
    """Offer the kernels with a map that approximate one without, at the same gamma."""
    with st.container(horizontal=True, gap="small"):
        for other in APPROXIMATIONS if KERNELS[name].gaussian else ():
            label, taken = words(f"descent.take.{other}"), (change, "kernel", other)
            st.button(label, key=f"take-{other}", on_click=contained(session.apply), args=taken)


def choose_machine(question: Question, showing: Showing, player: str | None = None) -> None:
    """Show the bar of a page whose player, if any, has no panel of its own: its run follows the sliders."""
    words, name = showing.words, str(question.spec["name"])
    needed = [own for own in KERNELS[name].parameters if showing.sees(own)]
    dials = [parameter_dial(own, question.board.numbers[own], words) for own in needed]
    kernel = partial(controls.choose_kernel, showing, name, MAPPED) if showing.sees("kernel") else None
    controls.choose_data(showing, showing.hint())
    controls.choose_numbers(showing, dials, kernel, partial(choose_run, question, showing), board=player)
