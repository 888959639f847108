"""The stage of the page: the common subsequences of two words, and the table that adds them up."""

from __future__ import annotations

import streamlit as st

from pages.strings import answers
from pages.strings.answers import WordPair
from pages.strings.cells import next_match, place_of, recurrence
from pages.strings.figures import COMMON, FILLED
from pages.strings.figures.common import common_figure, common_text
from pages.strings.figures.filled import filled_figure, filled_text
from pages.strings.question import Question, change
from pages.strings.sentences import cost_sentence, erratum_sentence, lead_sentence, refused_sentence
from pages.strings.typed import field
from ui.component.plot import Drawn
from ui.component.sliders import Dial, penalty_dial
from ui.page.playing import play
from ui.page.showing import Showing
from ui.solve.limits import DECAY, SUBSEQUENCE
from ui.state import session
from ui.state.widget import contained


def stage(question: Question, showing: Showing) -> str:
    """Show both pictures, and the controls that change them."""
    options, shown, words = question.options, answers.pair(question), showing.words
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    if showing.sees("figures"):
        with left, st.container(key="strings-shared"):
            showing.heading("figure.strings_common.title")
            if shown.refused is None:
                showing.draw(COMMON, lambda: Drawn(common_figure(shown, words), common_text(shown, words)))
            else:
                st.info(refused_sentence(shown.refused, words), icon=":material/info:")
        with right, st.container(key="strings-table"):
            _table(question, shown, showing)
        showing.take_turns(COMMON, "strings-shared", "strings-table", foremost=True)  # the table adds up the picture
    with left, st.container(key="strings-words"):
        st.caption(erratum_sentence(shown, words))
        one, other = st.columns(2)
        with one:
            field("s", options.s, showing)
        with other:
            field("t", options.t, showing)
        dials = [
            Dial("length", words("strings.length"), "n", *SUBSEQUENCE, options.length, "whole"),
            Dial("decay", words("strings.decay"), "λ", *DECAY, options.decay, "linear"),
        ]
        if showing.sees("C"):
            dials.append(penalty_dial(question.C, words))  # of the machine below, in the one bar
        showing.sliders("strings-dials", dials)
        showing.either("normalised", ("yes", "no"), options.normalised)
    return lead_sentence(shown, question.kernel.normalised, words)


def _table(question: Question, shown: WordPair, showing: Showing) -> None:
    """Show the table of the level of the chosen cell, its recurrence, and the ways to the next cell."""
    words, cell, cells = showing.words, question.cell, question.cells
    at = place_of(shown, cell)
    showing.heading("figure.strings_filled.title")
    if not cells:
        st.caption(words("strings.table.empty"))
        return
    showing.draw(FILLED, lambda: Drawn(filled_figure(shown, at, words), filled_text(shown, at, words)))
    level = "last" if at.level == shown.length else "level"
    st.caption(words(f"strings.table.{level}", q=at.level, n=shown.length))
    showing.sliders("strings-steps", [Dial("cell", words("strings.cell"), "", 0, cells, cell, "whole")])
    with st.container(horizontal=True, key="strings-turns"):
        steps = {"before": max(cell - 1, 0), "after": min(cell + 1, cells), "match": next_match(shown, cell, cells)}
        for name, to in steps.items():
            said, step = words(f"strings.{name}"), (change, "cell", to)
            st.button(said, key=f"strings-{name}", on_click=contained(session.apply), args=step)
        play("strings.cell", cell, cells, change, words)
    with st.container(key="strings-recurrence"):
        st.markdown("  \n".join(recurrence(shown, at, words)))
    st.caption(cost_sentence(shown, cells, words))
