"""Below the player: w and b of the step, other orders, Li's exercise 7.1, the formal machine, and a quiz."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.solver import Outcome
from pages.perceptron import answers
from pages.perceptron.figures import HULLS, LINES, WEIGHTS, step_figures
from pages.perceptron.figures.hulls import hulls_figure, hulls_text
from pages.perceptron.figures.lines import lines_figure, lines_text
from pages.perceptron.question import PLAYER, Question
from pages.perceptron.quiz import ask_around_the_origin, ask_for_another_kernel
from pages.perceptron.sentences import (
    duals_sentences,
    impossible_sentence,
    lines_sentence,
    moved_sentences,
    rates_sentence,
)
from pages.perceptron.tables import machine_table, orders_table, rates_table
from ui.component.plot import Drawn
from ui.page.drawings import of_step
from ui.page.showing import Showing
from ui.state.playing import step_at, turn_of
from ui.words import number


def below(question: Question, showing: Showing) -> None:
    """Show what depends on the order and what does not; if no plane separates, show why."""
    words = showing.words
    if answers.has_weights(question):
        _weights(question, showing)
    bound = answers.bound(question)
    if bound is None:
        _none(question, showing)
        return
    with st.container(key="figures"):
        left, right = st.columns([12, 13], gap="medium")
    with left:
        showing.heading("figure.perceptron.lines.title")
        _lines(question, showing)
    with right:
        showing.heading("perceptron.orders.title")
        _orders(question, showing)
    if answers.run(question).trace.outcome is not Outcome.OPTIMAL:
        ask_around_the_origin(question, showing)
        return
    showing.heading("perceptron.duals.title")
    said_of_duals = duals_sentences(answers.duals(question), answers.two_rates(question), len(question.y), words)
    with st.container(key="perceptron-duals-told"):
        st.markdown("\n".join(f"- {said}" for said in said_of_duals))
    _rates(question, showing)
    showing.fold("machine", partial(_machine, question, showing))

    def quiz() -> None:
        made = len(answers.run(question).trace)
        st.markdown(words.joined(moved_sentences(made, bound, answers.moved(question), words)))

    showing.fold("quiz", quiz)


def _weights(question: Question, showing: Showing) -> None:
    """Show how the player's current step changes w and b."""
    trace = answers.run(question).trace
    k = step_at(question.step, len(trace))
    drawn = showing.figures(step_figures(question, trace, k, showing.words), of_step(question.key(), k))
    with st.container(key="around-weights"):
        showing.heading("perceptron.weights.title")
        showing.standing(WEIGHTS, drawn[WEIGHTS], turn_of(PLAYER))


def _none(question: Question, showing: Showing) -> None:
    """Show why no plane separates, and the common point of both hulls if it can be drawn."""
    words, found = showing.words, answers.svm(question)
    if answers.run(question).trace.outcome is not Outcome.INFEASIBLE:
        st.markdown(words("perceptron.lines.open"))
        ask_for_another_kernel(question, showing)
        return
    proof, common = found.answer.separation, found.solution.common
    with st.container(key="figures"):
        left, right = st.columns([12, 13], gap="medium")
    if proof is not None and proof.weights is not None and common is not None:
        given = (found.problem.X, found.problem.y, proof.weights, common)
        with left:
            showing.heading("figure.perceptron.hulls.title")
            told = hulls_text(*given[1:], words)
            showing.draw(HULLS, lambda: Drawn(hulls_figure(*given, question.board.square), told))
    with right:
        showing.heading("perceptron.none.title")
        with st.container(key="perceptron-why"):
            st.markdown(impossible_sentence(found, words))
            st.markdown(words("perceptron.none.why"))
    ask_for_another_kernel(question, showing)


def _lines(question: Question, showing: Showing) -> None:
    words, problem = showing.words, answers.svm(question).problem
    three = answers.different(question)
    widest = answers.widest(question) if answers.is_widest(question) else None

    def draw() -> Drawn:
        figure = lines_figure(problem, three, widest, question.board.square, words)
        return Drawn(figure, lines_text(three, widest, words))

    showing.draw(LINES, draw)


def _orders(question: Question, showing: Showing) -> None:
    words = showing.words
    found = answers.orders(question)
    widest = answers.widest(question) if answers.is_widest(question) else None
    with st.container(key="perceptron-orders"):
        showing.table("orders", partial(orders_table, found, widest, words))
        st.markdown(lines_sentence(found, widest, words))


def _rates(question: Question, showing: Showing) -> None:
    """Compare the board's run with one at another eta."""
    shown, words = answers.two_rates(question), showing.words
    showing.heading("perceptron.eta.title")
    with st.container(key="perceptron-eta"):
        st.markdown(rates_table(shown, question.run_options.eta, words))
        st.markdown(rates_sentence(shown, words))


def _machine(question: Question, showing: Showing) -> None:
    """Show the optimisation problem of the SVM, both sides of each statement, and the sign that is printed wrong."""
    words, found = showing.words, answers.svm(question)
    st.markdown(words.texts["perceptron.machine.theory"])
    if answers.is_widest(question):
        st.markdown(machine_table(found.problem, found.solution, words))
    slope, total = answers.slopes(question)
    key = (
        "perceptron.erratum"
        if abs(slope + total) <= 1e-9 * (1.0 + abs(total)) and total != 0.0
        else "perceptron.erratum.zero"
    )
    st.markdown(words(key, slope=number(slope), total=number(total)))
