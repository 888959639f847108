"""The Taylor wall: how far from the origin the explicit approximation of the Gaussian kernel still works."""

import streamlit as st

from ui import controls, frame, hands, session, taylor, taylor_stories
from ui.closing import close, whole_page
from ui.taylor_code import reproduction
from ui.taylor_figures import all_figures, kernel_figures
from ui.taylor_folds import folds
from ui.taylor_sentence import lead_sentence
from ui.text import Words


def show(lab: session.Lab, words: Words) -> str:
    """Show the stories in their order; return the page's sentence."""
    seen = "figures" not in lab.shared.hidden
    offers = hands.offer(taylor_stories.PAGE, lab, taylor.changed, all_figures) if seen else None
    drawn = dict(kernel_figures(lab, words)) if seen else {}
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        taylor_stories.plane(lab, offers, words)
    with right:
        if seen:
            taylor_stories.beside(lab, drawn, words)
    controls.choose_problem(words)
    if seen:
        with st.container(key="figures"):
            taylor_stories.enough(lab, drawn, offers, words)
            taylor_stories.boundary(lab, words)
        folds(lab, words)
    own = taylor.kernel_of(lab).rho is not None
    return lead_sentence(taylor.cloud_of(lab), taylor.orders_of(lab), taylor.order_of(lab), own, words)


@whole_page("taylor")
def page() -> None:
    """Show the whole page."""
    words, lab = session.words(), session.current()
    title = st.container()
    frame.problems(lab, words)
    sentence = show(lab, words)
    with title:
        frame.title(words("taylor.question"), sentence)
    close("taylor", lab, words, reproduction)


page()
