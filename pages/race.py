"""The race: SMO and dual coordinate descent on the same points, each towards its own proved optimum."""

import streamlit as st

from core.problem import InputError
from ui import controls, descent, frame, guard, session
from ui.closing import close, whole_page
from ui.component.plot import plot
from ui.descent_controls import choose_descent
from ui.descent_sentence import race_counting, race_sentence
from ui.figure.race import race_figure, race_text
from ui.optima import optima_table
from ui.text import Words


@guard.part
def show(lab: session.Lab, words: Words) -> None:
    """Show both runs, how their work is counted, and the two optima with their certificates."""
    run = descent.race_of(lab)
    frame.heading(words("figure.race.title"))
    plot("race", race_figure(run, words), race_text(run, words), lab.shared.projector)
    st.caption(race_counting(run, words))
    frame.heading(words("race.optima"))
    with st.container(key="optima"):
        optima_table(run.optima, descent.origin_of(lab), words)


@whole_page("race")
def page() -> None:
    """Show the whole page."""
    words, lab = session.words(), session.current()
    title = st.container()
    frame.problems(lab, words)
    choose_descent(lab, words)
    try:
        both = descent.offsets_of(lab)
        why_not = descent.nothing_to_compare(both)
        sentence = words(f"race.{why_not}") if why_not else race_sentence(descent.race_of(lab), words)
    except InputError as error:
        with title:
            frame.title(words("race.question"), words("board.sentence.refused"))
            frame.refuse(error, words)
    else:
        with title:
            frame.title(words("race.question"), sentence)
        if why_not is None:
            show(lab, words)
    controls.choose_problem(words)
    close("race", lab, words, descent.race_reproduction)


page()
