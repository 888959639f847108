"""What stands below the ratios: time against n, the paper's experiment beside our own, and how it all grows."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.results import sentences as told
from pages.results import tables
from pages.results.answers import NEAR, present
from pages.results.figures.growth import growth_figure, growth_text
from pages.results.figures.iterations import iterations_figure, iterations_text
from pages.results.figures.paper import paper_figure, paper_text
from pages.results.measurements import Growth, Paper
from pages.results.question import GROWTHS, Question
from ui.component.plot import Drawn
from ui.page.showing import Showing
from ui.words import number


def below(asked: Question, showing: Showing) -> None:
    """Show time against n, the paper's tables, and how time and memory grow."""
    measured = asked.measured
    _times(measured.growth, showing)
    _paper(measured.paper, showing)
    if measured.growth is not None and measured.growth.series:
        _growth(measured.growth, asked, showing)


def _times(shown: Growth | None, showing: Showing) -> None:
    """Show time against n."""
    words = showing.words
    showing.heading("results.growth.title")
    if shown is None or not shown.series:
        st.markdown(words("results.missing.growth"))
        return
    with st.container(key="results-growth"):
        st.markdown(showing.once("growth", partial(told.growth_sentence, shown, words), shown.taken))
    against_n = (shown, "seconds", "n", words)
    showing.draw("results-time", lambda: Drawn(growth_figure(*against_n), growth_text(*against_n)), shown.taken)
    st.caption(words("results.growth.key", seconds=number(shown.most_seconds)))


def _paper(shown: Paper | None, showing: Showing) -> None:
    """Show the paper's tables beside ours."""
    words = showing.words
    showing.heading("results.paper.title")
    if shown is None or not present(shown):
        st.markdown(words("results.missing.paper"))
        return
    with st.container(key="results-paper-told"):
        st.markdown(showing.once("paper", partial(told.paper_sentence, shown, words), shown.taken))
    showing.draw("results-paper", lambda: Drawn(paper_figure(shown, words), paper_text(shown, words)), shown.taken)
    st.caption(words("results.paper.key"))
    showing.table("results-cells", partial(tables.cells, shown, words), shown.taken)
    st.caption(told.paper_hint(shown, words))
    _claims(shown, showing)
    st.markdown(words("results.paper.sets"))
    showing.table("results-sets", partial(tables.sets, shown, words), shown.taken)
    st.caption(words("results.paper.legible"))
    st.caption(told.when(shown.taken, words))


def _claims(shown: Paper, showing: Showing) -> None:
    """Show figure 1 of Liu14 by our runs, and its five claims with a verdict each."""
    words = showing.words
    showing.heading("results.claims.title")
    with st.container(key="results-claims-told"):
        st.markdown(showing.once("claims", partial(told.claims_sentence, shown, words), shown.taken))
    given = (shown, words)
    showing.draw("results-iterations", lambda: Drawn(iterations_figure(*given), iterations_text(*given)), shown.taken)
    st.caption(words("results.iterations.key", epochs=shown.epochs))
    showing.table("results-claims", partial(tables.claims, shown, words), shown.taken)
    st.caption(words("results.claims.hint", points=number(NEAR)))


def _growth(shown: Growth, asked: Question, showing: Showing) -> None:
    """Show memory against n, or time or memory against d, and the exponents."""
    words = showing.words
    showing.heading("results.growing.title")
    with st.container(key="results-choice"):
        showing.either("growth", GROWTHS, asked.options.growth)
    quantity, _, against = asked.options.growth.partition("-")
    chosen = (shown, quantity, against, words)
    showing.draw("results-growing", lambda: Drawn(growth_figure(*chosen), growth_text(*chosen)), shown.taken)
    showing.table("results-exponents", partial(tables.exponents, shown, words), shown.taken)
    st.caption(words("results.growing.hint"))
    st.caption(told.when(shown.taken, words))
