"""Below the stage: what SMO does, the plane of the sigmoid, and in folds the rules, distances, the space and a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import streamlit as st

from core.problem import InputError
from core.topics.mercer.distances import METRICS
from core.topics.mercer.plane import SigmoidPlane
from core.topics.mercer.rules import LIMIT, OF_TWO, POWER, RULES
from core.topics.mercer.theory import Verdict
from pages.mercer import answers, sentences
from pages.mercer.figures import DISTANCES, PLANE, RUN, SPACE
from pages.mercer.figures import RULES as SPECTRA
from pages.mercer.figures.exponents import exponents_figure, exponents_text
from pages.mercer.figures.plane import plane_figure, plane_text
from pages.mercer.figures.run import run_figure, run_text
from pages.mercer.figures.space import space_figure, space_text
from pages.mercer.figures.spectra import spectra_figure, spectra_text
from pages.mercer.file import matrix_from_file
from pages.mercer.question import ONE, SIGMOID, WEIGHTS, Question, change
from pages.mercer.tables import element_table
from ui.component.plot import Drawn
from ui.component.sliders import Dial, Grip, parameter_dial
from ui.page import frame, guard
from ui.page.showing import Showing
from ui.page.work import PageWork, follow
from ui.solve.kernels import KERNELS
from ui.solve.limits import EXPONENT, FARTHEST, ORDER_OF_A_RULE
from ui.state import session
from ui.state.visitor import visitor
from ui.state.widget import contained
from ui.words import number


def below(question: Question, showing: Showing) -> None:
    """Show the run and the plane, and the folds."""
    with st.container(key="figures"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        _refusing(_run, question, showing)
    with right:
        _plane(question, showing)
    for name, show in FOLDS.items():
        showing.fold(name, partial(_refusing, show, question, showing))
    words, given = showing.words, partial(matrix_from_file, question, showing)
    frame.fold("mercer-given", words("mercer.fold.given"), words, given, typed=True)


def _refusing(show: Callable[[Question, Showing], None], question: Question, showing: Showing) -> None:
    """Show a part; where its input is refused, the sentence about it."""
    try:
        show(question, showing)
    except InputError as error:
        showing.refuse(error)


def _run(question: Question, showing: Showing) -> None:
    """Show the recorded run of SMO."""
    words = showing.words
    showing.heading("figure.mercer_run.title")
    found = answers.descended(question)
    if found.course.steps:
        showing.draw(RUN, lambda: Drawn(run_figure(found.course, words), run_text(found.course, words)))
    no_kernel = answers.judged(question).verdict is Verdict.NEGATIVE
    with st.container(key="told-run"):
        st.markdown("\n".join(f"- {told}" for told in sentences.run_sentences(found, no_kernel, words)))
    showing.soften_button("mercer")


@guard.part
def _plane(question: Question, showing: Showing) -> None:
    """Show the plane of the sigmoid: coarse at once, then fine."""
    words, name = showing.words, question.spec["name"]
    showing.heading("figure.mercer_plane.title")
    if not len(question.X):
        return

    def show(fine: SigmoidPlane) -> None:
        whole = len(fine.least) == answers.FINE
        shown = fine if whole else answers.coarse_plane(question)
        showing.draw(PLANE, lambda: Drawn(plane_figure(shown, words), plane_text(shown, words)), whole)
        st.caption(words("mercer.plane.told", n=shown.points, share=number(100.0 * shown.share)))

    work = PageWork(
        "mercer-plane",
        answers.plane_name(question),
        lambda: answers.plane(question, visitor()),
        partial(answers.plane, question, None),
        partial(answers.leave_plane, question),
        lambda found: (len(found.least), answers.FINE),
        lambda found: len(found.least) == answers.FINE,
    )
    follow(work, work.soon(), show, words, "mercer.plane.progress", beneath=True)
    st.caption(words("mercer.plane.click" if name == SIGMOID else "mercer.plane.other"))
    if name != SIGMOID and showing.sees("kernel"):
        taken = (change, "kernel", SIGMOID)
        st.button(words("mercer.plane.take"), key="mercer-take", on_click=contained(session.apply), args=taken)


def _rules(question: Question, showing: Showing) -> None:
    """Show a rule with its proof, and the eigenvalues of the kernels and of the result."""
    words, options = showing.words, question.options
    showing.either("rule", RULES, options.rule, listed=True)
    if options.rule in OF_TWO:
        showing.either("other", tuple(KERNELS), options.other, lambda own: words(f"panel.kernel.{own}"), listed=True)
    if options.rule in (POWER, LIMIT):
        low, high = ORDER_OF_A_RULE
        showing.whole("times", options.times, low, high)
    st.markdown(words(f"mercer.proof.{options.rule}", p=options.times))
    found = answers.made(question)
    own, other = (words(f"panel.kernel.{name}") for name in (question.spec["name"], options.other))
    named = [(own, found.one)] + ([(other, found.other)] if found.other is not None else [])
    named.append((words(f"mercer.rule.{options.rule}"), found.made))
    showing.draw(SPECTRA, lambda: Drawn(spectra_figure(named, words), spectra_text(named, words)))
    st.markdown(sentences.made_sentence(found, options, words))


def _distances(question: Question, showing: Showing) -> None:
    """Show for which exponents a distance makes a kernel on these points."""
    words, options = showing.words, question.options
    st.markdown(words.texts["mercer.distance.theory"])
    showing.either("metric", METRICS, options.metric)
    dials = [Dial("exponent", words("mercer.exponent"), "p", *EXPONENT, options.exponent, "linear")]
    if question.spec["name"] not in KERNELS or "gamma" not in KERNELS[str(question.spec["name"])].parameters:
        dials.append(parameter_dial("gamma", question.board.numbers["gamma"], words))  # else it is in the bar
    showing.sliders("mercer-exponent", dials)
    found = answers.over_exponents(question)
    showing.draw(DISTANCES, lambda: Drawn(exponents_figure(found, options, words), exponents_text(found, words)))
    st.markdown(sentences.distance_sentence(found, options, words))


def _space(question: Question, showing: Showing) -> None:
    """Show f with its weights, and its value at a place as an inner product."""
    words, options = showing.words, question.options
    st.markdown(words.texts["mercer.space.theory"])
    with st.container(key="mercer-space-parts"):
        left, right = st.columns([12, 13], gap="medium")
    with right:
        showing.either("weights", WEIGHTS, options.weights)
        if options.weights == ONE:
            showing.whole("one", question.at + 1, 1, len(question.rows))
        x0, y0, side = question.square
        dials, far = [], (-FARTHEST, FARTHEST)
        for name, symbol, start, at in zip(("x1", "x2"), ("x₁", "x₂"), (x0, y0), question.place, strict=True):
            low, high = min(start, at), max(start + side, at)
            dials.append(Dial(name, words(f"mercer.{name}"), symbol, low, high, at, "linear", far))
        showing.sliders("mercer-place", dials, grips=[Grip(SPACE, "x1", "x2")])
        found = answers.at_place(question)
        showing.table("element", partial(element_table, found, words))
        st.markdown(sentences.element_sentence(found, words))
    with left:
        showing.draw(SPACE, lambda: Drawn(space_figure(question, words), space_text(question, found, words)))


def _operator(question: Question, showing: Showing) -> None:
    """Show what Mercer's condition says about the kernel over the window."""
    words = showing.words
    st.markdown(words.texts["mercer.operator.theory"])
    found = answers.mercer(question)
    st.markdown(sentences.operator_sentence(found, words))
    st.markdown(sentences.general_sentence(found, words))


FOLDS: Mapping[str, Callable[[Question, Showing], None]] = {
    "rules": _rules,
    "distances": _distances,
    "space": _space,
    "operator": _operator,
}
