"""How coordinate descent is to run, on its own page and on that of its race, and what its map costs."""

from __future__ import annotations

import streamlit as st

from pages.descent.question import CUT_OFF, LOSSES, Question, change
from pages.descent.sentences import cost_sentence
from ui.component.sliders import parameter_dial
from ui.page.showing import Showing
from ui.solve.kernels import KERNELS, MAPPED
from ui.solve.way import LARGEST_SEED
from ui.state import session

WIDE = 360  # pixels of the list of kernels
OFFERED = {"gaussian": CUT_OFF, "sigmoid": ()}  # in place of the kernels without a map


def choose_run(asked: Question, showing: Showing) -> None:
    """Show loss, appended constant, order, shrinking and seed; a choice without an effect is not shown."""
    options, words = asked.options, showing.words
    switch = [True, False]
    with st.container(horizontal=True, vertical_alignment="top", gap="medium", key="descent-options"):
        showing.either("loss", list(LOSSES), options.loss, family="descent.loss")
        showing.either("bias", switch, options.bias, family="descent.bias")
        showing.either("visits", ["random", "cyclic"], options.visits, family="descent.visits")
        showing.either("shrinking", switch, options.shrinking, family="descent.shrinking")
        if options.visits == "random":
            showing.whole("shuffle", options.shuffle, 0, LARGEST_SEED, words("descent.shuffle"))


def tell_stand_in(asked: Question, showing: Showing) -> None:
    """Say why the visitor's kernel is not shown, and offer the kernels that come near to it."""
    if not asked.stands_in:
        return
    words, name = showing.words, str(asked.board.kernel["name"])
    with st.container(key="stand-in"):
        st.markdown(words(f"descent.without.{name}"))
        with st.container(horizontal=True, gap="small"):
            for other in OFFERED[name]:
                label = words(f"descent.take.{other}")
                st.button(label, key=f"take-{other}", on_click=_choose, args=(other,))


def _choose(name: str) -> None:
    session.put(change(session.current(), "kernel", name))


def choose_kernel(asked: Question, showing: Showing) -> None:
    """Show the kernel with its numbers, for a page without the panel of a player."""
    words, name = showing.words, str(asked.spec["name"])
    if showing.sees("kernel"):
        wiring = {"index": MAPPED.index(name), "width": WIDE, **showing.wired("kernel", name)}
        st.selectbox(words("panel.kernel"), MAPPED, format_func=lambda own: words(f"panel.kernel.{own}"), **wiring)
    needed = [own for own in KERNELS[name].parameters if showing.sees(own)]
    showing.sliders("descent-dials", [parameter_dial(own, asked.board.numbers[own], words) for own in needed])
    st.caption(cost_sentence(asked, words))
