"""The stage of the page: the weights on the points, the eigenvalues, and the kernel matrix."""

from __future__ import annotations

import streamlit as st

from core.topics.mercer.theory import Verdict
from pages.mercer import answers
from pages.mercer.figures import GRAM, SPECTRUM, WITNESS
from pages.mercer.figures.gram import gram_figure, gram_text
from pages.mercer.figures.spectrum import spectrum_figure, spectrum_text
from pages.mercer.figures.witness import witness_figure, witness_text
from pages.mercer.question import Question
from pages.mercer.sentences import lead_sentence, some_sentence, spectrum_sentence, witness_sentence
from ui.component.plot import Drawn
from ui.page.showing import Showing

PROJECTED = 470  # pixels of a figure in projector mode


def stage(question: Question, showing: Showing) -> str:
    """Show the points with their weights, and beside them the eigenvalues and the matrix."""
    found, words = answers.judged(question), showing.words
    if showing.sees("figures"):
        with st.container(key="stage"):
            left, right = st.columns([12, 13], gap="medium")
        with left, st.container(key="mercer-weights"):
            showing.heading(f"figure.mercer_witness.{'no' if found.verdict is Verdict.NEGATIVE else 'yes'}")
            showing.draw(
                WITNESS,
                lambda: Drawn(witness_figure(question, found, words), witness_text(question, found, words), PROJECTED),
            )
            st.caption(words.joined([witness_sentence(found, words), some_sentence(question, words)]))
        with right:
            # A projector shows two figures at a time, each as wide as its half of the window.
            values, matrix = (st.container(), st.container()) if showing.projector else st.columns(2, gap="small")
            with values, st.container(key="mercer-values"):
                showing.heading("figure.mercer_spectrum.title")
                showing.draw(
                    SPECTRUM, lambda: Drawn(spectrum_figure(found, words), spectrum_text(found, words), PROJECTED)
                )
            with matrix:
                showing.heading("figure.mercer_gram.title")
                showing.draw(
                    GRAM, lambda: Drawn(gram_figure(question.points, found, words), gram_text(found, words), PROJECTED)
                )
            st.caption(spectrum_sentence(found, words))
        showing.take_turns(WITNESS, "mercer-weights", "mercer-values", foremost=True)  # one picture explains the other
    return lead_sentence(found, question.spec, words)
