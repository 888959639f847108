"""The layout of the fold: the slider of the tolerance, what float64 can tell, the chart, the points and the proof."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.solver import Outcome
from core.topics.tolerance.view import Reached
from pages.smo import answers as run_answers
from pages.smo.lens import answers
from pages.smo.lens.figures import cost_figure, cost_text, status_figure, status_text
from pages.smo.lens.sentences import before_the_run, certain_sentence, reach_sentence, status_sentence
from pages.smo.question import Question
from ui.component.plot import Drawn
from ui.component.sliders import Dial
from ui.page.showing import Showing
from ui.solve.limits import LENS
from ui.state.change import TOLERANCE_LENS
from ui.words import number

COST, STATUS = "lens-cost", "lens-status"


def show_lens(question: Question, showing: Showing) -> None:
    """Show what the chosen tolerance costs and leaves open; what cannot be told is said before the run."""
    words, tolerance, run = showing.words, question.lens, run_answers.run(question, question.rule).trace
    if run_answers.runs_away(question):
        largest = number(float(run.last.alpha.max()))
        st.markdown(words("smo.runaway", steps=number(len(run)), alpha=largest))
        return
    if run.outcome is Outcome.INFEASIBLE:
        values = {"tolerance": number(float(run.rule[0])), "steps": number(len(run))}
        st.markdown(words("smo.lens.cut.INFEASIBLE", **values))
        return
    showing.sliders("smo-lens", [Dial(TOLERANCE_LENS, words("smo.lens.tolerance"), "ε", *LENS, tolerance)])
    st.markdown(before_the_run(answers.rounding(question), tolerance, words))
    shown, found = answers.lens(question), answers.chosen(question)
    chosen = found if isinstance(found, Reached) else None
    if found is not None:
        st.markdown(reach_sentence(found, shown, words))
    with st.container(key="lens-parts"):
        left, right = st.columns(2, gap="medium")
    with left:
        cost = Drawn(cost_figure(shown, chosen, tolerance, words), cost_text(shown, words))
        showing.draw(COST, lambda: cost)
    if chosen is not None and shown.tightest is not None:
        status = partial(_status, question, chosen, shown.tightest, showing)
        with right:
            showing.draw(STATUS, status)
            st.caption(words("smo.lens.marks"))
        st.markdown(status_sentence(chosen, shown.tightest, words))
        st.markdown(certain_sentence(chosen, words))
    own = "one" if answers.one_run(question) else "platt" if question.rule == "platt" else "each"
    st.caption(words.joined([words(f"smo.lens.runs.{own}"), words("smo.lens.proof")]))


def _status(question: Question, chosen: Reached, reference: Reached, showing: Showing) -> Drawn:
    figure = status_figure(question.board.points, chosen, reference, showing.words)
    return Drawn(figure, status_text(chosen, reference, showing.words))
