"""What stands below the tables: text against tables, table 1, the paper's figures, its formula, and runs made now."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.paper import progress, tables
from pages.paper import sentences as told
from pages.paper.figures.kernel import kernel_figure, kernel_text
from pages.paper.figures.sizes import error_figure, sizes_text, time_figure
from pages.paper.measurements import Selected
from pages.paper.printed import SIZED, sets_of
from pages.paper.question import Question
from ui.component.plot import Drawn
from ui.page import guard
from ui.page.showing import Showing


def below(asked: Question, showing: Showing) -> None:
    """Show the statements of the text, table 1, figures 1 to 4, the formula, and the runs on small sets."""
    found, words, task = asked.found, showing.words, asked.options.task
    taken = None if found is None else found.taken
    showing.heading("paper.claims.title")
    with st.container(key="paper-contradictions"):
        st.markdown(showing.once("contradictions", partial(told.contradictions, found, words), taken))
    showing.table("paper-claims", partial(tables.claims, found, words), taken)
    st.caption(words("paper.claims.hint"))
    showing.heading("paper.sets.title")
    with st.container(key="paper-rows"):
        showing.table("paper-sets", partial(tables.sets, found, task, words), taken, task)
    st.caption(words("paper.sets.hint"))
    if found is not None:
        _kernel(found, task, showing)
        _sizes(found, task, showing)
    showing.fold("now", partial(_now, asked, showing))


@guard.part
def _kernel(found: Selected, task: str, showing: Showing) -> None:
    """Show figures 1 and 2: the error of K' against D."""
    if not any(one.data in sets_of(task) for one in found.sets):
        return
    words, of = showing.words, (found.taken, task)
    showing.heading(f"paper.kernel.{task}")
    with st.container(key="paper-kernel-told"):
        st.markdown(showing.once("kernel", partial(told.kernel_sentence, found, task, words), *of))
    given = (found, task, words)
    showing.draw("paper-kernel", lambda: Drawn(kernel_figure(*given), kernel_text(*given)), *of)
    st.caption(words("paper.kernel.key"))


@guard.part
def _sizes(found: Selected, task: str, showing: Showing) -> None:
    """Show figures 3 and 4, and the formula of the cost beside what was measured."""
    if not any(one.data == SIZED[task] for one in found.sizes):
        return
    words, of = showing.words, (found.taken, task)
    showing.heading(f"paper.sizes.{task}")
    with st.container(key="paper-sizes-told"):
        st.markdown(showing.once("lead by size", partial(told.lead_sentence, found, task, words), *of))
    with st.container(key="figures-paper"):
        left, right = st.columns(2, gap="medium")
    given = (found, task, words)
    with left:
        showing.draw("paper-time", lambda: Drawn(time_figure(*given), sizes_text(found, task, "seconds", words)), *of)
    with right:
        showing.draw("paper-error", lambda: Drawn(error_figure(*given), sizes_text(found, task, "score", words)), *of)
    st.caption(words("paper.sizes.key", data=SIZED[task]))
    showing.heading("paper.formula.title")
    with st.container(key="paper-growth"):
        st.markdown(showing.once("growth", partial(told.growth_sentence, found, task, words), *of))
    showing.table("paper-terms", partial(tables.terms, found, task, words), *of)
    st.caption(words("paper.formula.hint"))


def _now(asked: Question, showing: Showing) -> None:
    """Run the four methods on a small set now."""
    progress.run_now(asked, showing)
