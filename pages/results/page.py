"""The layout of the page: the ratios and every row of them, then time against n, a paper's tables, and growth."""

from __future__ import annotations

from typing import Final

import streamlit as st

from pages.results import figures, sentences, tables
from pages.results.answers import FAMILIES
from pages.results.measurements import Growth, Paper, Ratios
from pages.results.question import GROWTHS, RIVALS, Question
from ui.page.measured.report import MeasuredReport
from ui.page.showing import Showing
from ui.words import number

PROJECTED: Final = 590  # pixels of the main figure in projector mode: it fits in a window of 720


def stage(question: Question, showing: Showing) -> str:
    """Show the ratios to the chosen rival; the sentence under the title says what was not measured."""
    ratios, rivalries, rival = question.measured.ratios, question.rivalries, question.options.rival
    report = MeasuredReport(showing, (ratios and ratios.taken,))
    if ratios is not None:
        solvers = {run.solver for row in ratios.rows for run in row.rivals}
        with st.container(key="rivals"):
            showing.either("rival", [family for family in RIVALS if solvers & set(FAMILIES[family])], rival)
        if rivalries:
            _ratios(ratios, question, report)
    return report.text("lead", sentences.lead, ratios, rivalries, rival)


def _ratios(ratios: Ratios, question: Question, report: MeasuredReport) -> None:
    """Show the main figure, the legend of its marks, and a table of all rows."""
    draw, describe = figures.ratios_figure, figures.ratios_text
    report.figure("results-ratios", draw, describe, question.rivalries, projected=PROJECTED)
    st.caption(report.text("key", sentences.key_of_ratios, question.rivalries))
    st.caption(sentences.when(ratios.taken, report.showing.words))
    if ratios.absent:
        report.caption("results.absent", rows=report.showing.words("language.comma").join(ratios.absent))

    def rows() -> None:  # of every rival on every workload
        report.caption("results.rows.hint", tolerance=number(ratios.tolerance), cache=ratios.cache_megabytes)
        report.table("results-rows", tables.workloads, question.rivalries)
        st.caption(sentences.versions(ratios.taken, report.showing.words))

    report.showing.fold("rows", rows)


def below(question: Question, showing: Showing) -> None:
    """Show time over n, the paper's tables, and the growth of time and memory."""
    growth, paper, words = question.measured.growth, question.measured.paper, showing.words
    showing.heading("results.growth.title")
    if growth is None or not growth.series:
        st.markdown(words("results.missing.growth"))
    else:
        report = MeasuredReport(showing, (growth.taken,))
        report.sentence("growth", sentences.growth_sentence, growth)
        report.figure("results-time", figures.growth_figure, figures.growth_text, growth, "seconds", "n")
        report.caption("results.growth.key", seconds=number(growth.most_seconds))
    showing.heading("results.paper.title")
    if paper is None or not paper.present:
        st.markdown(words("results.missing.paper"))
    else:
        _paper(paper, MeasuredReport(showing, (paper.taken,)))
    if growth is not None and growth.series:
        _growth(growth, question.options.growth, MeasuredReport(showing, (growth.taken,)))


def _paper(paper: Paper, report: MeasuredReport) -> None:
    """Show the paper's tables beside ours, and figure 1 of Liu14 with our runs and a verdict on each claim."""
    words = report.showing.words
    report.sentence("paper", sentences.paper_sentence, paper)
    report.figure("results-paper", figures.paper_figure, figures.paper_text, paper)
    report.caption("results.paper.key")
    report.table("results-cells", tables.cells, paper)
    st.caption(sentences.paper_hint(paper, words))
    report.showing.heading("results.claims.title")
    report.sentence("claims", sentences.claims_sentence, paper)
    report.figure("results-iterations", figures.iterations_figure, figures.iterations_text, paper)
    report.caption("results.iterations.key", epochs=paper.epochs)
    report.table("results-claims", tables.claims, paper)
    st.caption(sentences.claims_hint(paper, words))
    report.sentence("maps", sentences.maps_sentence, paper)
    st.markdown(words("results.paper.sets"))
    report.table("results-sets", tables.sets, paper)
    report.caption("results.paper.legible")
    st.caption(sentences.when(paper.taken, words))


def _growth(growth: Growth, choice: str, report: MeasuredReport) -> None:
    """Show memory over n, or time or memory over d, and the exponents."""
    report.showing.heading("results.growing.title")
    report.showing.either("growth", GROWTHS, choice)
    quantity, _, against = choice.partition("-")
    report.figure("results-growing", figures.growth_figure, figures.growth_text, growth, quantity, against)
    report.table("results-exponents", tables.exponents, growth)
    report.caption("results.growing.hint")
    st.caption(sentences.when(growth.taken, report.showing.words))
