"""The stage of the page: the field of probabilities, the curves that make them, and how reliable they are."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.probabilities import answers
from pages.probabilities.figures import CURVES, FIELD, RELIABILITY, classifier_figures
from pages.probabilities.question import Question
from pages.probabilities.sentences import disagreement_sentence, lead_sentence, score_sentence, some_sentence
from pages.probabilities.tables import scores_table
from ui.page.showing import Showing
from ui.solve.limits import LARGEST_SEED


def stage(question: Question, showing: Showing) -> str:
    """Show the board of probabilities, and beside it the curves and their scores."""
    found, words = answers.calibrated(question), showing.words
    if showing.sees("figures"):
        drawn = showing.figures(each for each in classifier_figures(question, words) if each.key in FIRST_VIEW)
        with st.container(key="stage"):
            left, right = st.columns([12, 13], gap="medium")
        with left, st.container(key="probabilities-board"):
            showing.heading("figure.probabilities_field.title")
            showing.figure(FIELD, drawn[FIELD])
            st.caption(words.joined([disagreement_sentence(question, words), some_sentence(question, words)]))
        with right:
            with st.container(key="probabilities-lines"):
                showing.heading("figure.probabilities_curves.title")
                showing.figure(CURVES, drawn[CURVES])
            one, other = st.columns([6, 7], gap="small")
            with one:
                showing.heading("figure.probabilities_reliability.title")
                showing.figure(RELIABILITY, drawn[RELIABILITY])
            with other, st.container(key="probabilities-scores"):
                showing.table("scores", partial(scores_table, found, words))
                st.caption(score_sentence(found, words))
                showing.whole("split", question.options.split, 0, LARGEST_SEED)
        showing.take_turns(FIELD, "probabilities-board", "probabilities-lines", foremost=True)
    return lead_sentence(found, words)


FIRST_VIEW = frozenset({FIELD, CURVES, RELIABILITY})
