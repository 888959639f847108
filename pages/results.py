"""The results: how fast ours is beside the rivals, how it grows, and a paper's experiment beside our own."""

import streamlit as st

from ui import frame, guard, session
from ui.results import measured, standings
from ui.results_figures import choose_rival, close, growing, growth, options_of, paper, ratios
from ui.results_sentence import lead


@guard.fragment
def page() -> None:
    """Show the whole page; what was not measured is said in one sentence, where it would stand."""
    words, lab, record = session.words(), session.current(), measured()
    options = options_of(lab)
    found = standings(record.ratios, options.rival) if record.ratios else []
    title = st.container()
    frame.problems(lab, words)
    with title:
        frame.title(words("results.question"), lead(record.ratios, found, options.rival, words))
    if record.ratios:
        choose_rival(record.ratios, words)
    if record.ratios and found:
        ratios(record.ratios, found, lab, words)
    growth(record.growth, lab, words)
    paper(record.paper, lab, words)
    growing(record.growth, lab, words)
    close(lab, words)


page()
