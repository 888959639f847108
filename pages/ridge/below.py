"""Below the stage: features on a line, the stability under changes of the kernel, and a quiz."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.ridge import answers
from pages.ridge.figures import LINE, STABILITY, line_drawing, stability_drawing
from pages.ridge.question import CASES, CHANGES, FAMILIES, LINES, Question
from pages.ridge.sentences import line_sentence, quiz_sentence, stability_sentences, svm_sentences, tube_sentence
from pages.ridge.tables import line_table, stability_table, svm_table
from ui.component.sliders import Dial
from ui.page import guard
from ui.page.showing import Showing
from ui.page.work import PageWork, follow
from ui.solve.limits import FARTHEST
from ui.state.visitor import visitor


def below(question: Question, showing: Showing) -> None:
    """Show the results with features, the bounds with the measured changes, and the page's quiz."""
    _line(question, showing)
    _stability(question, showing)
    showing.fold("svm", partial(_svm, question, showing))

    def quiz() -> None:  # asks which boundary needs the other points, and answers it
        alone = answers.without_the_others(question)
        st.markdown(quiz_sentence(answers.both(question), alone, question.penalty, showing.words))

    showing.fold("quiz", quiz)


@guard.part
def _line(question: Question, showing: Showing) -> None:
    """Show the regression on a line with the exact kernel and with both kinds of features."""
    words = showing.words
    showing.heading("figure.ridge.line.title")
    work = smoothing(question)
    work.take_over(None)  # and stop the curves of another question
    if answers.waits_for_smooth(question) and not work.soon():
        showing.either("line", LINES, question.options.line)

        def show(_: bool) -> None:
            st.caption(words("ridge.line.waits"))

        follow(work, False, show, words, "ridge.line.progress")
        return
    found, beside = answers.smooth(question), answers.tube(question)
    with st.container(key="figures-line"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        drawn = showing.figures([line_drawing(question, words)])
        showing.figure(LINE, drawn[LINE])
    with right, st.container(key="ridge-line-told"):
        showing.either("line", LINES, question.options.line)
        st.markdown(line_sentence(found, question.phi.n_components, words))
        st.markdown(tube_sentence(found, beside, question.C, words))
        showing.table("line", partial(line_table, found, beside, question.phi.n_components, words))
        st.caption(words("ridge.line.told"))


def smoothing(question: Question) -> PageWork[bool]:
    """Return the background work on the three regressions on the line, if it takes long."""
    return PageWork(
        "ridge-line",
        answers.smooth_name(question),
        lambda: answers.follow_smooth(question, visitor()),
        partial(answers.is_smooth, question),
        partial(answers.leave_smooth, question),
        lambda found: (int(found), 1),
        bool,
    )


@guard.part
def _stability(question: Question, showing: Showing) -> None:
    words, found = showing.words, answers.stability(question)
    showing.heading("figure.ridge.stability.title")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium", key="ridge-changes"):
        showing.either("change", CHANGES, question.options.change)
        showing.either("case", CASES, question.options.case)
        if question.options.change == "move" and question.options.case != "three":
            showing.whole("point", question.point + 1, 1, len(question.y))
        if question.options.change == "move":
            showing.either("family", FAMILIES, question.options.family, lambda name: words(f"panel.kernel.{name}"))
    if found is None:
        st.markdown(words("ridge.stability.zero"))
        return
    with st.container(key="figures"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        drawn = showing.figures([stability_drawing(question, words)])
        showing.figure(STABILITY, drawn[STABILITY])
    with right:
        if question.options.change == "move":
            own, far = question.options.shift, answers.reach(question)
            dial = Dial("shift", words("ridge.shift"), "s", 0.0, max(far, own), own, "linear", (0.0, FARTHEST))
            showing.sliders("ridge-shift", [dial])
        st.markdown(words.joined(stability_sentences(found, question.options.change, words)))
        showing.table("stability", partial(stability_table, found, words))


def _svm(question: Question, showing: Showing) -> None:
    """Show Zhang's proposition 3 and corollary 3 for the same change."""
    words, found = showing.words, answers.svm_stability(question)
    if found is None:
        st.markdown(words("ridge.svm.hard"))
        showing.soften_button("svm")
        return
    st.markdown(words.joined(svm_sentences(found, words)))
    showing.table("svm", partial(svm_table, found, words))
