"""The microscope: watch SMO choose a working pair and move it, step by step, on the solver that really runs."""

from functools import partial

import streamlit as st

from core.problem import InputError
from ui import commit, controls, frame, session, smo
from ui.component.board import panel
from ui.component.player import Showing, player
from ui.component.plot import plot
from ui.figure.pair_box import pair_box, pair_box_text
from ui.lessons import offer
from ui.link import RULES
from ui.pair_figures import why_this_pair
from ui.pair_sentence import pair_sentence
from ui.pair_theory import equations, kkt_table
from ui.recording import Recording
from ui.text import Words
from ui.theory import more

HEIGHT = 560


def choose_rule(lab: session.Lab, words: Words) -> None:
    """Show how a pair is chosen."""
    key = f"rule-{smo.rule_of(lab)}-{words.lang}"
    st.segmented_control(
        words("smo.rule"),
        RULES,
        format_func=lambda rule: words(f"smo.rule.{rule}"),
        default=smo.rule_of(lab),
        key=key,
        on_change=smo.take_rule,
        args=(key,),
    )


def explain(lab: session.Lab, run: Recording, k: int, words: Words) -> None:
    """Show why this pair, and its box."""
    box = smo.box_of(run, k)
    if box is None:
        return
    frame.heading(words("figure.pair.title"))
    why_this_pair(run.trace, k, lab, words)
    frame.heading(words("figure.box.title"))
    plot("box", pair_box(box, words), pair_box_text(box, words), lab.shared.projector)


def watch(lab: session.Lab, run: Recording, k: int, words: Words) -> None:
    """Show the player, what it stands on, and below it everything that can be changed."""
    showing = Showing(smo.run_name(lab, smo.rule_of(lab)), k, smo.seek(), smo.box_of(run, k))
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        take_step, take_commit = partial(smo.take_step, "smo"), partial(commit.take_commit, "smo")
        player("smo", lab, words, run.playback, showing, HEIGHT, take_step, take_commit, take_step)
    with right:
        explain(lab, run, k, words)


@st.fragment
def page() -> None:
    """Show the whole page."""
    words, lab = session.words(), session.current()
    title = st.container()
    frame.problems(lab, words)
    choose_rule(lab, words)
    try:
        run = smo.run_of(lab, smo.rule_of(lab))
    except InputError as error:
        frame.title(words("smo.question"), words("board.sentence.refused"))
        frame.refuse(error, words)
    else:
        k = smo.step_of(lab, run)
        with title:
            frame.title(words("smo.question"), pair_sentence(run.trace, k, words))
        watch(lab, run, k, words)
        if k < len(run.trace):
            with st.expander(words("smo.equations")):
                equations(run.trace, k, words)
        with st.expander(words("smo.kkt")):
            kkt_table(run, k, words)
    with st.container(key="choices"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        controls.choose_data(words)
    with right:
        panel(lab, words, "smo")
    offer("smo", words)
    more("smo", lab, words)
    session.write_link()


page()
