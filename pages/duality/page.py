"""The stage of the page: the landscape of L, and beside it the sliders, the two bounds and the KKT checklist."""

from __future__ import annotations

import streamlit as st

from core.topics.duality.theory import TOYS
from pages.duality import answers
from pages.duality.dials import knob_dials, place_dials
from pages.duality.figures import LANDSCAPE, LEVELS, MAP, stage_figures
from pages.duality.formula import formula_of
from pages.duality.question import MULTIPLIERS, Question, X, change
from pages.duality.sentences import lead_sentence, map_sentence, picture_sentence
from pages.duality.tables import checklist
from ui.component.sliders import Grip
from ui.page.showing import Showing
from ui.state import session
from ui.state.widget import contained


def stage(question: Question, showing: Showing) -> str:
    """Show the landscape, its sliders, and what is proved at the current point."""
    words, place = showing.words, answers.place(question)
    drawn = showing.figures(stage_figures(question, words))
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        showing.picture(LANDSCAPE, drawn[LANDSCAPE])
        one = question.toy.name == "one"
        st.caption(picture_sentence(answers.seen(question), question.numbers, one, words, showing.projector))
    with right:
        _choose(question, showing)
    if showing.sees("figures"):
        dual_map = answers.dual_seen(question)
        with right:
            if dual_map is not None:
                showing.figure(MAP, drawn[MAP])
                st.caption(map_sentence(dual_map, place, words))
            showing.figure(LEVELS, drawn[LEVELS])
        # The map of two multipliers fills the right column; in projector mode the checklist alternates with it.
        with left if dual_map is not None and not showing.projector else right, st.container(key="duality-kkt"):
            st.html(checklist(place, words))
        showing.take_turns(LEVELS, "duality-kkt")
    return lead_sentence(place, words)


def _choose(question: Question, showing: Showing) -> None:
    """Show the choice of the problem, its formula and parameters, and the sliders of x and lambda."""
    words = showing.words
    with st.container(key="duality-problem"):
        showing.either("problem", tuple(TOYS), question.toy.name)
        key, to_optimum = f"duality-optimum-{words.lang}", (change, "optimum", True)
        st.button(words("duality.optimum"), key=key, on_click=contained(session.apply), args=to_optimum)
    if showing.sees("formula"):
        st.latex(formula_of(question))
    dials = [*place_dials(question, words), *knob_dials(question, words)]
    several = question.toy.variables > 1
    grips = [Grip(LANDSCAPE, *X), Grip(MAP, *MULTIPLIERS)] if several else [Grip(LANDSCAPE, X[0], MULTIPLIERS[0])]
    showing.sliders(f"duality-dials-{question.toy.name}", dials, grips=grips)
