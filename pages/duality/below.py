"""Below the stage: the dual of three points and its edges, the exercise with inputs, and a soft margin."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.duality import answers
from pages.duality.dials import penalty_dial, plane_dials, point_dials
from pages.duality.figures import EDGES, EXERCISE, THREE, example_figures, exercise
from pages.duality.question import Question
from pages.duality.sentences import edges_sentence, guess_sentence, off_sentence, soft_sentence, statements
from pages.duality.tables import answer_table, margins_table, multipliers_table
from ui.component.sliders import Grip
from ui.page.showing import Showing


def below(question: Question, showing: Showing) -> None:
    """Show Li's example 7.1 with 7.2, and exercise 7.2."""
    with st.container(key="figures"):
        _example(question, showing)
        _exercise(question, showing)
    showing.fold("soft", partial(_soft, question, showing))


def _soft(question: Question, showing: Showing) -> None:
    """Show the multipliers of a soft margin on the points of Li's exercise 7.2: where the bound on alpha comes from."""
    words, found = showing.words, answers.soft(question)
    st.markdown(words.texts["duality.soft.theory"])  # the braces of its formulas are not placeholders
    showing.sliders("duality-penalty", [penalty_dial(question, words)])
    st.markdown(multipliers_table(found, words))
    st.markdown(soft_sentence(found, words))


def _example(question: Question, showing: Showing) -> None:
    """Show s over (alpha_1, alpha_2), and its points, one of which can be moved."""
    words = showing.words
    drawn = showing.figures(example_figures(question, words))
    showing.heading("figure.duality.edges.title")
    left, right = st.columns([13, 12], gap="medium")
    with left:
        showing.figure(EDGES, drawn[EDGES])
        st.caption(words("duality.edges.read"))
    with right:
        with st.container(key="duality-told"):
            st.markdown(edges_sentence(answers.three(question), words))
        showing.sliders("duality-point", point_dials(question, words), grips=[Grip(THREE, "s1", "s2")])
        showing.figure(THREE, drawn[THREE])
    said = statements(answers.three(question), words)
    if said:
        showing.heading("duality.says.title")
        with st.container(key="duality-says"):
            st.markdown("\n".join(f"- {each}" for each in said))


def _exercise(question: Question, showing: Showing) -> None:
    """Ask for the plane of five points, assess the visitor's proposal, and show the solution on request."""
    words, found, proposed = showing.words, answers.solved(), answers.proposed(question)
    drawn = showing.figures([exercise(question, words)])
    showing.heading("duality.exercise.title")
    left, right = st.columns([13, 12], gap="medium")
    with left:
        showing.figure(EXERCISE, drawn[EXERCISE])
    with right, st.container(key="duality-exercise-told"):
        st.markdown(words("duality.exercise"))
        showing.sliders("duality-plane", plane_dials(question, words))
        st.markdown(margins_table(proposed, words))
        st.markdown(guess_sentence(proposed, found, words))
        _pick(question, showing)
        st.toggle(
            words("duality.shown"), value=question.options.shown, **showing.wired("shown", question.options.shown)
        )
        if question.options.shown:
            st.markdown(answer_table(found, words))
            st.markdown(off_sentence(proposed, question.picked, found, words))


def _pick(question: Question, showing: Showing) -> None:
    """Show buttons to mark the support vectors."""
    picked = list(question.picked)
    st.pills(
        showing.words("duality.picked"),
        range(len(answers.POINTS)),
        selection_mode="multi",
        format_func=lambda k: f"x{'₁₂₃₄₅'[k]}",
        default=picked,
        **showing.wired("picked", picked),
    )
