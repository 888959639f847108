"""Dual coordinate descent: no equality constraint, hence no pair; one multiplier moves at a time."""

from functools import partial

import streamlit as st

from core.problem import InputError
from ui import controls, descent, express, frame, guard, session, smo
from ui.closing import close, whole_page
from ui.component.player import Showing, player
from ui.descent_controls import choose_descent
from ui.descent_figures import compare, explain, figures_of
from ui.descent_sentence import visit_sentence
from ui.recording import Recording
from ui.text import Words

HEIGHT = 560  # pixels of the board's side at most


@guard.part
def watch(lab: session.Lab, run: Recording, k: int, words: Words) -> None:
    """Show the player and what it stands on."""
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    seen = "figures" not in lab.shared.hidden
    with left:
        name, figures = descent.run_name(lab), figures_of(lab, run)
        offers = express.offer_steps(descent.seen_name(lab), figures, lab.shared.projector) if seen else None
        step, showing = partial(smo.take_step, "descent"), Showing(name, k, smo.seek(), offers=offers)
        player("descent", descent.drawn(lab), words, run.playback, showing, HEIGHT, step, nothing, nothing)
    with right:
        if seen:
            explain(lab, run, k, figures, words)


def nothing() -> None:
    """Take nothing over: there is no pair to pick here, and no panel."""


@whole_page("descent")
def page() -> None:
    """Show the whole page."""
    words, lab = session.words(), session.current()
    title = st.container()
    frame.problems(lab, words)
    choose_descent(lab, words)
    try:
        run = descent.run_of(lab)
    except InputError as error:
        with title:
            frame.title(words("descent.question"), words("board.sentence.refused"))
            frame.refuse(error, words)
    else:
        k = smo.step_of(lab, run)
        with title:
            frame.title(words("descent.question"), visit_sentence(run.trace, k, words))
        watch(lab, run, k, words)
        if "figures" not in lab.shared.hidden:
            compare(lab, words)
    controls.choose_problem(words)
    close("descent", lab, words, descent.reproduction)


page()
