"""The lift: three coordinates of a feature map, and the plane that the solver found in them."""

from functools import partial

import streamlit as st

from core.problem import InputError
from ui import controls, frame, guard, hands, phi, session
from ui.closing import close, whole_page
from ui.component.board import light
from ui.phi_controls import PAGE, choose_map, no_solid
from ui.phi_figures import all_figures, folded, show_gram, show_lift, show_plane
from ui.phi_names import formula_of
from ui.phi_sentence import comparison, lift_sentence, truncation_sentence
from ui.text import Words


@guard.part
def stage(lab: session.Lab, words: Words) -> None:
    """Show the points in their plane, and beside it where Phi takes them."""
    with st.container(key="stage"):
        left, right = st.columns([12, 13], gap="medium")
    with left:
        show_plane(lab, words)
    with right:
        show_lift(lab, words)


@guard.part
def under(lab: session.Lab, words: Words) -> None:
    """Show what is proved and what is lost, and beside it how alike the lifted points are."""
    options = phi.options_of(lab)
    with st.container(key="figures"):
        left, right = st.columns([12, 13], gap="medium")
    with left:
        light(lab, words, "phi")
        comparison(options, phi.lift_of(lab), phi.part_of(lab), phi.whole_of(lab), words)
        if (miss := phi.truncation(lab)) is not None:
            st.caption(truncation_sentence(options, miss, words))
        if "formula" not in lab.shared.hidden:
            st.latex(formula_of(options))
    with right:
        frame.heading(words("figure.gram.title"))
        show_gram(lab, words)


@whole_page("phi")
def page() -> None:
    """Show the whole page."""
    words, lab = session.words(), session.current()
    title = st.container()
    frame.problems(lab, words)
    figures = partial(all_figures, no_solid())
    choose_map(lab, hands.offer(PAGE, lab, phi.changed, figures), words)
    try:
        part, whole = phi.part_of(lab).solution, phi.whole_of(lab).solution
    except InputError as error:
        with title:
            frame.title(words("phi.question"), words("board.sentence.refused"))
            frame.refuse(error, words)
    else:
        with title:
            told = lift_sentence(phi.lift_of(lab), part, whole, phi.options_of(lab), words)
            frame.title(words("phi.question"), told)
        stage(lab, words)
        if "figures" not in lab.shared.hidden:
            under(lab, words)
            folded(lab, words)
    controls.choose_problem(words)
    close("phi", lab, words, phi.reproduction)


page()
