"""Below the stage: the widest street, three methods for it, its uniqueness, and the removal of a point."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from core.problem import InputError
from core.view import Light, Solution
from pages.margins import answers, sentences, tables
from pages.margins.answers import StreetOfPoints
from pages.margins.figures import AROUND, BETWEEN, HULLS, all_figures, hull_drawing
from pages.margins.figures.hulls import ends_of
from pages.margins.forces import show_forces
from pages.margins.question import Question
from ui.component.board import Linked, small_board
from ui.component.marks import legend, marks
from ui.page.showing import Showing
from ui.solve.request import solution_parts
from ui.state.board_events import take_points

SIDE = 560  # maximum side of a board in pixels
LINEAR = {"name": "linear"}
GAP = np.full((1, 2), np.nan, np.float32)


def below(question: Question, showing: Showing) -> None:
    """Show the widest street and its properties."""
    found = answers.chosen(question)
    with st.container(key="figures"):
        _street(question, found, showing)
        if found.exists:
            _routes(question, showing)
            _only_one(question, showing)
            if answers.widest(question).exists:
                showing.fold("noise", partial(_noise, question, showing))
        if found.exists or found.solution.light is Light.IMPOSSIBLE:
            _without(question, found, showing)
        else:
            showing.fold("other", partial(_other, question, showing))
        showing.fold("forces", partial(show_forces, question, showing))


def _other(question: Question, showing: Showing) -> None:
    """Answer the quiz where no street is proved: whether another soft margin has one."""
    st.markdown(sentences.other_sentence(*answers.other(question), showing.words))


# ---- the widest street ----


def _street(question: Question, found: StreetOfPoints, showing: Showing) -> None:
    """Show the street with three other separating lines, and the margin of every direction."""
    words = showing.words
    left, right = st.columns([12, 13], gap="medium")
    lines = answers.separators(question) if found.exists else []
    with left:
        showing.heading(_title(question, found, lines))
        median = _lines(question, lines)
        _board("margins-street", question, found, showing, -1, {"cloud": GAP, "median": median})
        rows = marks(question.C is not None, "slack", *(["others"] if lines else []))
        legend("marks-street", question.board, words, rows, first=False)
        st.markdown(sentences.street_sentence(found, question.C, words))
        if found.solution.light is Light.IMPOSSIBLE:
            showing.soften_button("street")
    if not found.exists:
        return
    with right:
        showing.heading("figure.margins.around.title")
        drawings = showing.figures(all_figures(question, words))
        showing.figure(AROUND, drawings[AROUND])
        margins = [answers.margin_of(question, line) for line in lines]
        st.markdown(sentences.separators_sentence(margins, answers.widest(question), words))


def _title(question: Question, found: StreetOfPoints, lines: list[tuple[np.ndarray, float]]) -> str:
    """Return the key of the heading: the street of a soft margin need not separate, and there may be no other line."""
    if found.solution.light is Light.IMPOSSIBLE:
        return "margins.street.title.none"
    if question.C is None:
        return "margins.street.title"
    return "margins.street.title.soft" if lines else "margins.street.title.alone"


def _lines(question: Question, lines: list[tuple[np.ndarray, float]]) -> np.ndarray:
    """Return lines (w, b) as polylines of a board, (k, 2), with a row of nan after each."""
    ends = [np.vstack([ends_of(w, b, question.board.square), GAP]) for w, b in lines]
    return np.concatenate([GAP, *ends]).astype(np.float32)


def _board(
    key: str, question: Question, found: StreetOfPoints, showing: Showing, picked: int, lines: dict[str, np.ndarray]
) -> None:
    answer = solution_parts(found.solution, showing.words)
    on_commit, edges = partial(take_points, key), ("H₁", "H₂") if found.exists else None
    linked = Linked(LINEAR, "", SIDE, key, picked, on_commit, careful=True, lines=lines, letters=edges)
    small_board(key, question.board, showing.words, answer, linked)


# ---- three methods ----


def _routes(question: Question, showing: Showing) -> None:
    """Show that SMO, a library and the hulls find the same line."""
    words, found = showing.words, answers.routes(question)
    left, right = st.columns([13, 12], gap="medium")
    with left:
        showing.heading("margins.routes.title")
        showing.table("routes", lambda: tables.routes_table(found, words))
        st.markdown(sentences.routes_sentence(found, question.C, words))
        st.caption(words("margins.routes.told" if question.C is None else "margins.routes.told.soft"))
    if found.hulls is not None:
        with right:
            showing.heading("figure.margins.hulls.title")
            showing.figure(HULLS, showing.figures([hull_drawing(question, words)])[HULLS])


# ---- uniqueness ----


def _only_one(question: Question, showing: Showing) -> None:
    """Show the lines between two separators, and the result of SMO from random starts."""
    words, shown, runs = showing.words, answers.between(question), answers.starts(question)
    left, right = st.columns([12, 13], gap="medium")
    with left:
        showing.heading("figure.margins.between.title")
        if shown is not None:
            drawn = showing.figures(all_figures(question, words))
            showing.figure(BETWEEN, drawn[BETWEEN])
        st.markdown(sentences.between_sentence(shown, words))
        if answers.widest(question).exists:
            st.markdown(sentences.offsets_sentence(answers.allowed_offsets(question), words))
    with right:
        showing.heading("margins.starts.title")
        showing.table("starts", lambda: tables.starts_table(runs, words))
        st.markdown(sentences.starts_sentence(runs, words))


def _noise(question: Question, showing: Showing) -> None:
    """Show how far points may move, and how the widest street decides new points, beside other separators."""
    words, moved, new = showing.words, answers.moved(question), answers.new_points(question)
    st.markdown(words("margins.moved.told", trials=answers.TRIALS))
    showing.table("moved", lambda: tables.moved_table(moved, words))
    st.markdown(sentences.moved_sentence(moved, words))
    st.markdown(words("margins.new.told"))
    if new.separable >= sentences.FEW_SETS:
        showing.table("new", lambda: tables.new_points_table(new, words))
    st.markdown(sentences.new_points_sentences(new, words))


# ---- a removed point ----


def _without(question: Question, found: StreetOfPoints, showing: Showing) -> None:
    """Ask how the street changes without a point, or whether there is one then, and show it."""
    words, guess = showing.words, question.options.guess
    left, right = st.columns([12, 13], gap="medium")
    showing_lines: dict[str, np.ndarray] = {}
    told = ""
    if guess is not None:
        try:
            without = answers.without(question)
        except InputError as error:
            showing.refuse(error)
        else:
            say = sentences.without_sentence if found.exists else sentences.separable_sentence
            told = say(without, found, guess, words)
            showing_lines = _after(question, without.solution)
    with left:
        showing.heading("margins.without.title" if found.exists else "margins.none.title")
        _board("margins-without", question, found, showing, question.gone, showing_lines)
    with right:
        _asked(question, found, showing)
        if told:
            st.markdown(told)
        if told and found.exists:
            st.markdown(sentences.carriers_sentence(found, words))


def _asked(question: Question, found: StreetOfPoints, showing: Showing) -> None:
    """Show the quiz, the point in question and both possible answers."""
    words, guess, there = showing.words, question.options.guess, found.exists
    st.markdown(words("margins.without.ask" if there else "margins.none.ask", i=question.gone + 1))
    showing.whole("gone", question.gone + 1, 1, len(question.y))
    st.segmented_control(
        words("margins.guess"),
        ("stays", "moves"),
        format_func=lambda value: words(f"margins.guess.{value}" if there else f"margins.guess.none.{value}"),
        default=guess,
        **showing.wired("guess", guess),
    )


def _after(question: Question, shown: Solution) -> dict[str, np.ndarray]:
    """Return the boundary and its margins without the point, as lines of a board."""
    if shown.light is Light.IMPOSSIBLE or shown.w is None or not np.hypot(*shown.w) > 0.0:
        return {}
    middle, edges = [(shown.w, shown.b)], [(shown.w, shown.b + shift) for shift in (-1.0, 1.0)]
    return {"median": _lines(question, middle), "cloud": _lines(question, edges)}
