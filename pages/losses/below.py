"""What stands below the stage: theorem 7.4, the interval of b, exercise 7.3, and a question with the costly points."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from core.solver import RegularisationPath
from pages.losses import answers, sentences, tables
from pages.losses.answers import MachineAtC
from pages.losses.figures import OBJECTIVES, OFFSET, all_figures, objectives_drawing
from pages.losses.question import Question
from ui.page.showing import Showing

OFFERED = 3  # points of the question: those with the largest slack now


def below(asked: Question, showing: Showing) -> None:
    """Show what follows from the slack of the points and from C."""
    found = answers.machine(asked)
    with st.container(key="figures"):
        _theorem(asked, showing)
        _exercise(asked, found, showing)
        _doubled(asked, found, showing)
    if (path := answers.path(asked)) is not None:
        showing.fold("breakpoints", lambda: _breakpoints(path, showing))


def _theorem(asked: Question, showing: Showing) -> None:
    """Show both objectives over C, and what C does to the interval of b."""
    words, path, offsets = showing.words, answers.path(asked), answers.offsets(asked)
    if path is None and not answers.machine(asked).problem.is_psd:  # no w, and so no objective in w
        return
    left, right = st.columns([13, 12], gap="medium")
    with left:
        showing.heading("figure.losses.objectives.title")
        if answers.comparable(asked):
            drawn = showing.figures([objectives_drawing(asked, words)])
            showing.figure(OBJECTIVES, drawn[OBJECTIVES])
            st.markdown(sentences.theorem_sentence(answers.compared(asked), words))
            st.caption(words("losses.theorem.told"))
        else:
            st.markdown(sentences.same_place_sentence(answers.same_place(asked), words))
            many = len(asked.y) > answers.MOST_COMPARED
            key = "losses.theorem.many" if many else "losses.theorem.pathless"
            st.caption(words(key, n=len(asked.y), most=answers.MOST_COMPARED))
    if path is None or offsets is None:
        return
    with right:
        showing.heading("figure.losses.offset.title")
        showing.figure(OFFSET, showing.figures(all_figures(asked, words))[OFFSET])
        st.markdown(sentences.offset_sentence(path, offsets, answers.machine(asked).C, words))


def _exercise(asked: Question, found: MachineAtC, showing: Showing) -> None:
    """Show exercise 7.3: squared slack, and xi = alpha / (2 C)."""
    words, squared = showing.words, answers.squared(asked)
    showing.heading("losses.squared.title")
    left, right = st.columns([13, 12], gap="medium")
    with left:
        st.markdown(words.texts["losses.squared.theory"])  # braces of its formulas are no placeholders
        st.markdown(sentences.squared_sentence(squared, found, words))
    with right:
        showing.table("squared", lambda: tables.squared_table(squared, words))


def _doubled(asked: Question, found: MachineAtC, showing: Showing) -> None:
    """Ask whose slack is largest once C is doubled, and show it."""
    words, guess, slack = showing.words, asked.options.guess, found.slack
    order = [int(i) for i in np.argsort(-slack, kind="stable")[:OFFERED] if slack[i] > 0.0]
    left, right = st.columns([13, 12], gap="medium")
    with right:
        showing.heading("losses.points.title")
        showing.table("points", lambda: tables.points_table(found, words))
        st.caption(words("losses.points.told"))
    with left:
        showing.heading("losses.doubled.title")
        if not order:
            st.markdown(words("losses.doubled.nobody"))
            return
        chosen = guess if guess in order else None
        st.segmented_control(
            words("losses.doubled.ask"),
            order,
            format_func=lambda i: words("losses.doubled.point", i=i + 1),
            default=chosen,
            **showing.wired("guess", chosen),
        )
        if chosen is not None:
            then = answers.machine(asked, 2.0 * found.C)
            st.markdown(sentences.doubled_sentence(found, then, chosen, words))


def _breakpoints(path: RegularisationPath, showing: Showing) -> None:
    words = showing.words
    if len(path.breakpoints) > tables.MOST_BREAKPOINTS:
        st.caption(words("losses.breakpoints.first", most=tables.MOST_BREAKPOINTS, count=len(path.breakpoints)))
    showing.table("breakpoints", partial(tables.breakpoints_table, path, words))
