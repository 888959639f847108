"""The layout of the page: the ratios and every row of them; what stands below them is in `below`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import streamlit as st

from pages.results import sentences as told
from pages.results import tables
from pages.results.answers import FAMILIES, Rivalry
from pages.results.figures.ratios import ratios_figure, ratios_text
from pages.results.measurements import Ratios
from pages.results.question import RIVALS, Question
from ui.component.plot import Drawn
from ui.page.showing import Showing
from ui.words import Words, number

PROJECTED: Final = 590  # pixels of the big figure before a class: it ends within a window of 720


def stage(asked: Question, showing: Showing) -> str:
    """Show the ratios to the chosen rival; what was not measured is said in the sentence under the title."""
    shown = asked.measured.ratios
    if shown is not None:
        there = {run.solver for row in shown.rows for run in row.rivals}
        with st.container(key="rivals"):
            showing.either("rival", [family for family in RIVALS if there & set(FAMILIES[family])], asked.options.rival)
        if asked.found:
            _ratios(shown, asked, showing)
    say = partial(told.lead, shown, asked.found, asked.options.rival, showing.words)
    return showing.once("lead", say, None if shown is None else shown.taken)


def _ratios(shown: Ratios, asked: Question, showing: Showing) -> None:
    """Show the big figure, what its marks mean, and every row as a table."""
    found, words = asked.found, showing.words
    showing.draw("results-ratios", lambda: _drawn(found, words), shown.taken)
    st.caption(showing.once("key", partial(told.key_of_ratios, found, words), shown.taken))
    st.caption(told.when(shown.taken, words))
    if shown.absent:
        st.caption(words("results.absent", rows=words("language.comma").join(shown.absent)))
    showing.fold("rows", partial(_rows, shown, asked, showing))


def _drawn(found: Sequence[Rivalry], words: Words) -> Drawn:
    return Drawn(ratios_figure(found, words), ratios_text(found, words), PROJECTED)


def _rows(shown: Ratios, asked: Question, showing: Showing) -> None:
    """Show every rival on every workload."""
    words = showing.words
    st.caption(words("results.rows.hint", tolerance=number(shown.tolerance), cache=shown.cache_megabytes))
    showing.table("results-rows", partial(tables.workloads, asked.found, words), shown.taken)
    st.caption(told.versions(shown.taken, words))
