"""The Taylor wall: how far from the origin the explicit approximation of the Gaussian kernel still works."""

import streamlit as st

from ui import controls, frame, session, taylor, taylor_stories
from ui.closing import close
from ui.taylor_code import reproduction
from ui.taylor_folds import folds
from ui.taylor_sentence import lead_sentence
from ui.text import Words


def show(lab: session.Lab, words: Words) -> str:
    """Show the stories in their order; return the page's sentence."""
    pair, orders = taylor.the_pair(lab), taylor.orders_of(lab)
    cloud = taylor.cloud_of(lab) if len(lab.points.y) else None
    seen = "figures" not in lab.shared.hidden
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        taylor_stories.plane(lab, words)
    with right:
        if seen:
            taylor_stories.beside(lab, pair, cloud, orders, words)
    controls.choose_problem(words)
    if seen:
        with st.container(key="figures"):
            taylor_stories.enough(lab, orders, pair, words)
            taylor_stories.boundary(lab, words)
        folds(lab, words)
    return lead_sentence(cloud, orders, taylor.order_of(lab), taylor.kernel_of(lab).rho is not None, words)


@st.fragment
def page() -> None:
    """Show the whole page."""
    words, lab = session.words(), session.current()
    title = st.container()
    frame.problems(lab, words)
    sentence = show(lab, words)
    with title:
        frame.title(words("taylor.question"), sentence)
    close("taylor", lab, words, reproduction(lab))


page()
