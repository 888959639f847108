"""The layout of the page: speed-up over the full grid with its table, text against tables, figures, live runs."""

from __future__ import annotations

from functools import partial
from typing import Final

import streamlit as st

from pages.paper import figures, now, sentences, tables
from pages.paper.answers import NEAR, rows_of
from pages.paper.measurements import Experiments
from pages.paper.now import RunNow
from pages.paper.printed import SIZED, TASKS
from pages.paper.question import Question
from ui.component.plot import Drawing, Drawn
from ui.page import guard
from ui.page.measured.report import MeasuredReport
from ui.page.showing import Showing
from ui.page.work import PageWork, follow
from ui.solve.queue.long_work import Progress
from ui.state.visitor import visitor
from ui.words import number

PROJECTED: Final = 400  # pixels of the main figure in projector mode: it fits in a window of 720
SPEED, TURN = "paper-speed", "paper-speed-told"  # the figure, and the part of the page with it and its legend


def _report(question: Question, showing: Showing) -> MeasuredReport:
    experiments = question.reading.content
    taken = None if experiments is None else experiments.taken
    return MeasuredReport(showing, (taken, question.options.task, question.reading.why))


def stage(question: Question, showing: Showing) -> str:
    """Show the time ratios and every cell of the table; the sentence above says what was not measured."""
    experiments, task, report = question.reading.content, question.options.task, _report(question, showing)
    with st.container(key="paper-task"):
        showing.either("task", TASKS, task)
    with st.container(key="projected"):
        _speed(experiments, task, report)
        st.caption(report.text("key", sentences.protocol, experiments))
        st.caption(sentences.near_sentence(task, showing.words))
        showing.heading(f"paper.table.{task}")
        with st.container(key="paper-table"):
            report.table("paper-cells", tables.cells, experiments, task)
        if experiments is not None:
            st.caption(sentences.when(experiments.taken, showing.words))
    return report.text("lead", sentences.lead, question.reading, task)


def _speed(experiments: Experiments | None, task: str, report: MeasuredReport) -> None:
    """Show the figure with the legend of its marks: in projector mode both are visible together."""
    given, showing = (experiments, task, report.showing.words), report.showing
    drawing = Drawing(
        SPEED, lambda: Drawn(figures.speed_figure(*given), figures.speed_text(*given), PROJECTED), report.of
    )
    with st.container(key=TURN):
        showing.picture(SPEED, showing.figures([drawing])[SPEED])
        report.caption("paper.speed.key")
    showing.take_turns(TURN)


def below(question: Question, showing: Showing) -> None:
    """Show the statements of the text, table 1, figures 1 to 4, the formula, and the runs on small sets."""
    experiments, task, report = question.reading.content, question.options.task, _report(question, showing)
    showing.heading("paper.claims.title")
    report.sentence("contradictions", sentences.contradictions, experiments)
    report.table("paper-claims", tables.claims, experiments)
    report.caption("paper.claims.hint", limit=number(NEAR["classification"]))
    showing.heading("paper.sets.title")
    report.table("paper-sets", tables.sets, experiments, task)
    report.caption("paper.sets.hint")
    if experiments is not None:
        _kernel(experiments, task, report)
        _sizes(experiments, task, report)
    showing.fold("now", partial(_now, question.options.small, showing))


@guard.part
def _kernel(experiments: Experiments, task: str, report: MeasuredReport) -> None:
    """Show figures 1 and 2: the error of K' against D."""
    if rows_of(experiments, task):
        report.showing.heading(f"paper.kernel.{task}")
        report.sentence("kernel", sentences.kernel_sentence, experiments, task)
        report.figure("paper-kernel", figures.kernel_figure, figures.kernel_text, experiments, task)
        report.caption("paper.kernel.key")


@guard.part
def _sizes(experiments: Experiments, task: str, report: MeasuredReport) -> None:
    """Show figures 3 and 4, and the formula of the cost beside our measurements."""
    if not any(one.data == SIZED[task] for one in experiments.sizes):
        return
    report.showing.heading(f"paper.sizes.{task}")
    report.sentence("lead by size", sentences.lead_sentence, experiments, task)
    with st.container(key="figures-paper"):
        columns = st.columns(2, gap="medium")
    for column, name, quantity in zip(columns, ("paper-time", "paper-error"), ("seconds", "score"), strict=True):
        with column:
            report.figure(name, figures.sizes_figure, figures.sizes_text, experiments, task, quantity)
    report.caption("paper.sizes.key", data=SIZED[task])
    report.showing.heading("paper.formula.title")
    report.sentence("growth", sentences.growth_sentence, experiments, task)
    report.table("paper-terms", tables.terms, experiments, task)
    report.caption("paper.formula.hint")


# ---- live runs ----


def running(name: str) -> PageWork[Progress[RunNow]]:
    """Return the runs of every method on a small set."""
    return PageWork(
        "paper-now",
        name,
        lambda: now.follow(name, visitor()),
        partial(now.known, name),
        partial(now.leave, name),
        lambda progress: (len(progress.found), len(now.wanted())),
        lambda progress: progress.over,
    )


def _now(name: str, showing: Showing) -> None:
    """Show the choice of a small set, and the results on it until all are known."""
    words, task = showing.words, now.task_of(name)
    showing.either("small", now.SMALL_SETS, name)
    n, t = len(task.choosing.X), len(task.judging.X) - len(task.choosing.X)
    st.markdown(words(f"paper.small.{name}.told", n=number(n), t=number(t), d=task.choosing.X.shape[1]))
    work = running(name)

    def show(progress: Progress[RunNow]) -> None:
        if progress.failed:
            st.warning(words("paper.now.failed"), icon=":material/error:")
        report = MeasuredReport(showing, (name, len(progress.found)))
        report.table("paper-now", tables.made_now, progress.found, name)

    follow(work, work.soon(), show, words, "paper.now.progress")
