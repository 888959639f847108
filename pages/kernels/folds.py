"""The folds of the page: the QP, the algorithm, inner products, memory, quadratic maps, degrees, a given matrix."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from core.problem import InputError
from core.topics.kernels.experiment import AlgorithmRun, hard_margin_lines, inner_products
from core.topics.kernels.view import quadratic_program
from pages.kernels import answers, sentences, tables
from pages.kernels.boards import GROUP, name_of
from pages.kernels.figures.degree import degree_figure, degree_text
from pages.kernels.figures.products import products_figure, products_text
from pages.kernels.question import BOARDS, Question, change
from ui.component.plot import Drawn
from ui.page import frame
from ui.page.lifted import show_quadratic_maps
from ui.page.showing import Showing
from ui.page.timed import measured
from ui.solve.kernels import kernel_of
from ui.solve.limits import POINTS_OF_MACHINES, POINTS_TIMED, STEPS_OF_A_RUN
from ui.solve.solving import TOLERANCE, Solved
from ui.state import session
from ui.state.widget import wired
from ui.words import number

SHOWN = 5  # points whose rows and columns of the QP are shown
PHI = "phi"  # the page of feature maps


def _choose(fold: str, question: Question, showing: Showing) -> None:
    """Show which machine the fold is about; several folds may be open at once."""
    words, now = showing.words, question.options.of
    st.segmented_control(
        words("kernels.of"),
        BOARDS,
        format_func=lambda board: name_of(question, board, words),
        default=now,
        required=True,
        width="content",
        **wired(f"kernels-of-{fold}-{words.lang}", now, lambda board: session.apply(change, "of", board)),
    )


def _chosen(fold: str, question: Question, showing: Showing) -> Solved | None:
    """Show which machine the fold is about, and return it; None if there is none."""
    words = showing.words
    _choose(fold, question, showing)
    found = answers.machine(question, question.options.of)
    if isinstance(found, InputError):
        showing.refuse(found)
        return None
    if not answers.exists(found):
        st.markdown(words("kernels.lead.none"))
        return None
    return found


def _programme(question: Question, showing: Showing) -> None:
    words = showing.words
    st.markdown(words.texts["kernels.programme.theory"])
    found = _chosen("programme", question, showing)
    if found is None:
        return
    shown, of = quadratic_program(found.problem, found.solution.alpha, SHOWN), question.options.of
    names = [words("kernels.point", i=k + 1) for k in range(len(shown.p))]
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(words("kernels.programme.q"))
        showing.table("programme", lambda: tables.programme_table(shown, names), of)
    with right:
        st.markdown(words("kernels.programme.a"))
        showing.table("constraints", lambda: tables.constraints_table(shown, words), of)
    st.markdown(sentences.programme_sentence(shown, words))
    st.markdown(sentences.gradient_sentence(shown, words))
    st.markdown(sentences.columns_sentence(kernel_of(question.kernel(of), question.X), shown.count, words))


def _algorithm(question: Question, showing: Showing) -> None:
    words, of = showing.words, question.options.of
    st.markdown(words.texts["kernels.algorithm.theory"])
    _choose("algorithm", question, showing)
    if len(question.y) > POINTS_TIMED:
        st.caption(words("kernels.many", n=number(len(question.y)), most=POINTS_TIMED))
        return
    about, X, y = question.on(of).key("hard"), question.X, question.y.astype(float)
    new = answers.new_points(question)

    def run() -> AlgorithmRun | InputError:
        try:
            return hard_margin_lines(X, y, kernel_of(question.kernel(of), X), new, TOLERANCE, STEPS_OF_A_RUN)
        except InputError as error:
            return error

    found = measured("algorithm", about, run, showing, at_once=True)
    if isinstance(found, InputError):
        showing.refuse(found)
    elif found is not None:
        st.markdown(sentences.algorithm_sentence(found, words))
        st.markdown(sentences.printed_sentence(kernel_of(question.kernel(of), X), words))
        if found.exists:
            showing.table("algorithm", lambda: tables.algorithm_table(found, found.steps, words), found)


def _products(question: Question, showing: Showing) -> None:
    words = showing.words
    st.markdown(words.texts["kernels.products.theory"])
    shown = measured("products", "", inner_products, showing, at_once=True)
    if shown is not None:
        taken = (shown.explicit.tolist(), shown.product.tolist(), shown.kernel.tolist())
        drawn = lambda: Drawn(products_figure(shown, words), products_text(shown, words))  # noqa: E731
        showing.draw("kernels-products", drawn, taken)
        st.markdown(sentences.products_sentence(shown, words))


def _memory(question: Question, showing: Showing) -> None:
    words, found = showing.words, answers.machines(question)
    st.markdown(words("kernels.memory", large=tables.LARGE))
    showing.table("memory", lambda: tables.stored_table(question, found, words))
    st.markdown(words("kernels.memory.w"))


def _maps(question: Question, showing: Showing) -> None:
    show_quadratic_maps(question.board, GROUP, showing)
    st.caption(sentences.scale_sentence(question.X, question.board.numbers["gamma"], showing.words))
    frame.link_to(PHI, showing.words("kernels.maps.link"))


def _degree(question: Question, showing: Showing) -> None:
    words, shown, chosen = showing.words, answers.degrees(question), int(question.board.numbers["degree"])
    showing.draw(
        "kernels-degree", lambda: Drawn(degree_figure(shown, chosen, words), degree_text(shown, chosen, words))
    )
    st.markdown(sentences.degree_sentence(shown, words))
    found = answers.machines_by_degree(question)
    if isinstance(found, InputError):
        showing.refuse(found)
    elif found is None:
        st.caption(words("kernels.many", n=number(len(question.y)), most=POINTS_OF_MACHINES))
    else:
        st.markdown(sentences.vectors_sentence(found, words))
        showing.table("degrees", lambda: tables.degrees_table(found, words))
        if not all(one.proved for one in found):
            st.caption(words("kernels.vectors.cut"))


def _given(question: Question, showing: Showing) -> None:
    words = showing.words
    st.markdown(words.texts["kernels.given.theory"])
    found = _chosen("given", question, showing)
    shown = None if found is None else answers.given(question, question.options.of, found)
    if isinstance(shown, InputError):
        showing.refuse(shown)
    elif found is not None and shown is None:
        st.caption(words("kernels.many", n=number(len(question.y)), most=POINTS_OF_MACHINES))
    elif shown is not None:
        (n, _), (m, _) = shown.trained, shown.tested
        st.markdown(words("kernels.given.said", n=n, m=m, difference=number(shown.difference, 2)))


FOLDS: Mapping[str, Callable[[Question, Showing], None]] = {
    "degree": _degree,
    "products": _products,
    "algorithm": _algorithm,
    "programme": _programme,
    "memory": _memory,
    "maps": _maps,
    "given": _given,
}
