"""Below the stage: Li's theorem 7.4, the interval of b, exercise 7.3, and a quiz about the costly points."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from core.problem import InputError
from core.view import Light
from pages.losses import answers, sentences, tables
from pages.losses.answers import MachineAtC, Squared
from pages.losses.figures import OBJECTIVES, OFFSET, all_figures, objectives_drawing
from pages.losses.question import Question
from ui.page import guard
from ui.page.showing import Showing
from ui.page.work import PageWork, follow
from ui.solve.limits import POINTS_COMPARED
from ui.solve.queue.long_work import Progress
from ui.state.visitor import visitor
from ui.words import number

LISTED = 3  # points of the quiz


def below(question: Question, showing: Showing) -> None:
    """Show what follows from the slack of the points and from C."""
    found = answers.machine(question)
    with st.container(key="figures"):
        _theorem(question, showing)
        _exercise(question, found, showing)
        _quiz(question, found, showing)
    showing.fold("surrogate", partial(_surrogate, found, showing))
    path, words = answers.path(question), showing.words
    if path is None:
        return

    def breakpoints() -> None:
        count, most = len(path.breakpoints), tables.MOST_BREAKPOINTS
        if count > most:
            st.caption(words("losses.breakpoints.first", most=most, count=count))
        showing.table("breakpoints", partial(tables.breakpoints_table, path, words))

    showing.fold("breakpoints", breakpoints)


def _theorem(question: Question, showing: Showing) -> None:
    """Show both objectives over C, and what C does to the interval of b."""
    words, path, offsets = showing.words, answers.path(question), answers.offsets(question)
    if path is None and not answers.machine(question).problem.is_psd:  # indefinite: there is no w, so no objective
        return
    left, right = st.columns([13, 12], gap="medium")
    with left:
        showing.heading("figure.losses.objectives.title")
        if answers.comparable(question):
            drawn = showing.figures([objectives_drawing(question, words)])
            showing.figure(OBJECTIVES, drawn[OBJECTIVES])
            st.markdown(sentences.theorem_sentence(answers.compared(question), words))
            st.caption(words("losses.theorem.told"))
        else:
            st.markdown(sentences.same_place_sentence(answers.same_place(question), words))
            many = len(question.y) > POINTS_COMPARED
            key = "losses.theorem.many" if many else "losses.theorem.pathless"
            st.caption(words(key, n=len(question.y), most=POINTS_COMPARED))
    if path is None or offsets is None:
        return
    with right:
        showing.heading("figure.losses.offset.title")
        showing.figure(OFFSET, showing.figures(all_figures(question, words))[OFFSET])
        st.markdown(sentences.offset_sentence(path, offsets, answers.machine(question).C, words))


def _exercise(question: Question, found: MachineAtC, showing: Showing) -> None:
    """Show Li's exercise 7.3: squared slack, and xi = alpha / (2 C)."""
    words, work = showing.words, training(question)
    showing.heading("losses.squared.title")

    def show(known: Progress[Squared | InputError]) -> None:
        squared = known.found[0] if known.found else None
        left, right = st.columns([13, 12], gap="medium")
        with left:
            st.markdown(words.texts["losses.squared.theory"])  # the braces of its formulas are not placeholders
            if isinstance(squared, InputError):
                showing.refuse(squared)
            elif squared is not None:
                st.markdown(sentences.squared_sentence(squared, found, words))
            elif known.failed:
                st.warning(guard.apology(words))
        if isinstance(squared, Squared):
            with right:
                showing.table("squared", lambda: tables.squared_table(squared, words))

    follow(work, work.soon(), show, words, "losses.squared.progress", beneath=True)


def _surrogate(found: MachineAtC, showing: Showing) -> None:
    """Show the sum of every loss beside the number of errors, which it stands for."""
    words, sums = showing.words, answers.sums_of_losses(found)
    st.markdown(words("losses.surrogate.theory"))
    showing.table("sums", lambda: tables.sums_table(sums, words))
    st.markdown(sentences.surrogate_sentence(sums, words))
    st.markdown(sentences.line_sentence(answers.errors_on_a_line(found.C), words))


def training(question: Question) -> PageWork[Progress[Squared | InputError]]:
    """Return the background training under squared slack, which takes long with many points."""
    return PageWork(
        "losses-squared",
        answers.squared_name(question),
        lambda: answers.follow_squared(question, visitor()),
        partial(answers.known_squared, question),
        partial(answers.leave_squared, question),
        lambda found: (len(found.found), 1),
        lambda found: found.over or bool(found.found),
    )


def _quiz(question: Question, found: MachineAtC, showing: Showing) -> None:
    """Ask which point has the largest slack at another C, and answer: at 2 C, or at a lower C if no point has slack."""
    words, slack = showing.words, found.slack
    left, right = st.columns([13, 12], gap="medium")
    with right:
        showing.heading("losses.points.title")
        showing.table("points", lambda: tables.points_table(found, words))
        st.caption(words("losses.points.told"))
    costly = bool((slack > 0.0).any())
    with left:
        showing.heading("losses.doubled.title" if costly else "losses.lowered.title")
        if not costly:
            proved = found.solution.light is Light.PROVED
            st.markdown(words("losses.doubled.nobody" if proved else "losses.lead.open", C=number(found.C)))
        chosen = _answer(question, _named(found), showing)
        if chosen is None:
            return
        if costly:
            then = answers.machine(question, 2.0 * found.C)
            st.markdown(sentences.doubled_sentence(found, then, chosen, words))
        else:
            st.markdown(sentences.lowered_sentence(found, answers.lowered(question), chosen, words))


def _named(found: MachineAtC) -> list[int]:
    """Return the points of the quiz: those with the largest slack or, without slack, those with the smallest y f."""
    order = [int(i) for i in np.argsort(found.margin, kind="stable")[:LISTED]]
    return [i for i in order if found.slack[i] > 0.0] or order


def _answer(question: Question, named: list[int], showing: Showing) -> int | None:
    """Show the points to choose from; return the choice."""
    words, guess = showing.words, question.options.guess
    chosen = guess if guess in named else None
    st.segmented_control(
        words("losses.doubled.ask"),
        named,
        format_func=lambda i: words("losses.doubled.point", i=i + 1),
        default=chosen,
        **showing.wired("guess", chosen),
    )
    return chosen
