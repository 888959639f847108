"""How coordinate descent is to run: the row of choices above its player, and above its race."""

from __future__ import annotations

import streamlit as st

from pages.descent.question import DEGREE, LOSSES, MAPS, Question, is_of_another_degree
from pages.descent.sentences import map_sentence
from ui.component.sliders import parameter_dial
from ui.page.showing import Showing
from ui.solve.kernels import KERNELS
from ui.solve.way import LARGEST_SEED
from ui.words import number


def choose_run(asked: Question, showing: Showing) -> None:
    """Show points, loss, appended constant, order, shrinking and seed; a choice without an effect is not shown."""
    options, words = asked.options, showing.words
    switch = [True, False]
    with st.container(horizontal=True, vertical_alignment="top", gap="medium", key="descent-options"):
        showing.either("mapped", list(MAPS), options.mapped, family="descent.mapped")
        showing.either("loss", list(LOSSES), options.loss, family="descent.loss")
        showing.either("bias", switch, options.bias, family="descent.bias")
        showing.either("visits", ["random", "cyclic"], options.visits, family="descent.visits")
        showing.either("shrinking", switch, options.shrinking, family="descent.shrinking")
        if options.visits == "random":
            showing.whole("shuffle", options.shuffle, 0, LARGEST_SEED, words("descent.shuffle"))
    _choose_numbers(asked, showing)
    if is_of_another_degree(asked.board.kernel):
        st.caption(words("descent.degree", degree=number(float(asked.board.kernel["degree"])), own=DEGREE))


def _choose_numbers(asked: Question, showing: Showing) -> None:
    """Show the numbers of the map, which are those of the kernels on every page."""
    if asked.phi is None:
        return
    needed = [name for name in KERNELS[str(asked.spec["name"])].parameters if name != "degree" and showing.sees(name)]
    dials = [parameter_dial(name, asked.board.numbers[name], showing.words) for name in needed]
    showing.sliders("descent-dials", dials)
    st.caption(map_sentence(asked.phi, showing.words))
