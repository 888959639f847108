"""The layout of the page: the ratios, time against n, the paper's experiment beside our own, and how it all grows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pandas as pd
import streamlit as st

from pages.results import sentences as told
from pages.results import tables
from pages.results.answers import FAMILIES, present
from pages.results.figures.growth import growth_figure, growth_text
from pages.results.figures.paper import paper_figure, paper_text
from pages.results.figures.ratios import ratios_figure, ratios_text
from pages.results.measurements import Growth, Occasion, Paper, Ratios
from pages.results.question import GROWTHS, RIVALS, Question
from ui.component.plot import Drawn
from ui.page.showing import Showing
from ui.words import number


def stage(asked: Question, showing: Showing) -> str:
    """Show the ratios to the chosen rival; what was not measured is said in the sentence under the title."""
    shown = asked.record.ratios
    if shown is not None:
        there = {run.solver for row in shown.rows for run in row.rivals}
        showing.either("rival", [family for family in RIVALS if there & set(FAMILIES[family])], asked.options.rival)
        if asked.found:
            _ratios(shown, asked, showing)
    say = partial(told.lead, shown, asked.found, asked.options.rival, showing.words)
    return showing.once("lead", say, None if shown is None else shown.taken)


def below(asked: Question, showing: Showing) -> None:
    """Show time against n, the paper's tables, and how time and memory grow."""
    record = asked.record
    _times(record.growth, showing)
    _paper(record.paper, showing)
    if record.growth is not None and record.growth.series:
        _growth(record.growth, asked, showing)


def _ratios(shown: Ratios, asked: Question, showing: Showing) -> None:
    """Show the big figure, what its marks mean, and every row as a table."""
    found, words = asked.found, showing.words
    showing.draw("results-ratios", lambda: Drawn(ratios_figure(found, words), ratios_text(found, words)), shown.taken)
    st.caption(showing.once("key", partial(told.key_of_ratios, found, words), shown.taken))
    st.caption(told.when(shown.taken, words))
    if shown.absent:
        st.caption(words("results.absent", rows=words("budget.comma").join(shown.absent)))
    showing.fold("rows", partial(_rows, shown, asked, showing))


def _rows(shown: Ratios, asked: Question, showing: Showing) -> None:
    """Show every rival on every workload."""
    words = showing.words
    st.caption(words("results.rows.hint", tolerance=number(shown.tolerance), cache=shown.cache_megabytes))
    _table("results-rows", partial(tables.workloads, asked.found, words), shown.taken, showing)
    st.caption(told.versions(shown.taken, words))


def _table(key: str, make: Callable[[], pd.DataFrame], taken: Occasion, showing: Showing) -> None:
    """Show a table in a box that scrolls where the window is narrow."""
    with st.container(key=key):
        showing.table(key, make, taken)


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
    _table("results-cells", partial(tables.cells, shown, words), shown.taken, showing)
    st.caption(told.paper_hint(shown, words))
    st.markdown(words("results.paper.sets"))
    _table("results-sets", partial(tables.sets, shown, words), shown.taken, showing)
    st.caption(words("results.paper.legible"))
    st.caption(told.when(shown.taken, words))


def _growth(shown: Growth, asked: Question, showing: Showing) -> None:
    """Show memory against n, or time or memory against d, and the exponents."""
    words = showing.words
    showing.heading("results.growing.title")
    with st.container(key="results-choice"):
        showing.either("growth", GROWTHS, asked.options.growth)
    quantity, _, against = asked.options.growth.partition("-")
    chosen = (shown, quantity, against, words)
    showing.draw("results-growing", lambda: Drawn(growth_figure(*chosen), growth_text(*chosen)), shown.taken)
    _table("results-exponents", partial(tables.exponents, shown, words), shown.taken, showing)
    st.caption(words("results.growing.hint"))
    st.caption(told.when(shown.taken, words))
