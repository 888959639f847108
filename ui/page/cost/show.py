"""The figure and the sentences about the error of an approximation; nothing if the kernel is exact.

While a slider of the panel moves, the figure and the sentences with the worst error and the share of the window are
sent before the page: the panel requests them with its new kernel and C. The search follows with the page.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

import streamlit as st

from core.view.grid import Square
from ui.component.plot import Drawing, Drawn
from ui.component.said import Sentence, said
from ui.page import early_figures, guard
from ui.page.cost.figure import cost_figure, cost_text
from ui.page.cost.sentences import boundary_sentence, enough_sentence, measure_of, worst_sentence
from ui.page.showing import Showing
from ui.page.work import FirstPicture, PageWork, follow
from ui.solve.approximation import enough
from ui.solve.approximation.enough import Enough, parameter_of
from ui.solve.approximation.errors import KernelErrors, kernel_errors
from ui.solve.approximation.overlay import differing_share
from ui.solve.board_problem import BoardProblem, content_key
from ui.solve.kernels import KernelSpec, exact_of, kernel_of, real
from ui.solve.limits import POINTS_TWICE
from ui.solve.memory import SharedResults
from ui.state.visitor import visitor
from ui.words import Words

COST, WORST, BOUNDARY = "cost-errors", "cost-worst", "cost-boundary"  # the keys of the figure and its sentences
TICK = 0.2  # seconds between two polls of the search

_errors: SharedResults[KernelErrors] = SharedResults()


def published(question: BoardProblem, square: Square, showing: Showing, counted: bool = True) -> str | None:
    """Register them for other kernels and C; return the name for requests, None if nothing is shown.

    `counted` as in `boundary_sentence`.
    """
    if not _is_shown(question, showing):
        return None

    def figures(values: early_figures.Values, words: Words) -> early_figures.Ahead:
        spec: KernelSpec = {name: value for name, value in values.items() if name != "C"}  # type: ignore[misc]
        if (kernel_of(spec) and exact_of(spec) is None) or "points" in values:  # other points come with the page
            return COST, ()
        other = question.tuned(values)
        return _content(other), _ahead(other, square, words, counted)

    name = f"{COST} {content_key(question.X, question.y, question.machine, question.options, square, counted)}"
    return early_figures.publish(name, figures, showing.projector)


def show_cost(
    question: BoardProblem, square: Square, showing: Showing, beside: str = "board", counted: bool = True
) -> None:
    """Show the approximation's error, the share of the window, and from which value on both agree.

    `beside` names the board or the player next to it; `counted` as in `boundary_sentence`.
    """
    if not _is_shown(question, showing):
        return
    with st.container(key="cost"):
        _figure(question, showing)
        _told(question, square, showing, beside, counted)


def _is_shown(question: BoardProblem, showing: Showing) -> bool:
    return exact_of(question.kernel) is not None and showing.sees("figures") and len(question.X) > 0


@guard.part
def _figure(question: BoardProblem, showing: Showing) -> None:
    drawn = showing.figures([_drawing(question, showing.words)], _content(question))
    showing.heading("cost.title")
    showing.figure(COST, drawn[COST])


def _drawing(question: BoardProblem, words: Words) -> Drawing:
    def draw() -> Drawn:
        errors = errors_of(question)
        return Drawn(cost_figure(errors, parameter_of(question), words), cost_text(errors, words))

    return Drawing(COST, draw)


def _ahead(question: BoardProblem, square: Square, words: Words, counted: bool) -> Iterator[Drawing]:
    """Yield what is sent before the page; a training on many points would delay the next figure."""
    yield _drawing(question, words)
    yield _worst(question, words)
    if counted and len(question.X) <= POINTS_TWICE:
        yield _boundary(question, square, words, counted)


def errors_of(question: BoardProblem) -> KernelErrors:
    """Return the errors of the kernel over the pairs of the points, cached for all visitors."""
    gamma = real(question.kernel["gamma"])
    return _errors.get(_content(question), lambda: kernel_errors(question.seen, question.core_kernel, gamma))


def _content(question: BoardProblem) -> str:
    """Return a key of the figure's content: 1 and 1.0 are the same number."""
    numbers = sorted((name, value if name == "name" else float(value)) for name, value in question.kernel.items())
    return f"{COST} {content_key(question.seen, question.y[:0], numbers)}"


# ---- the sentences; the last one needs a search ----


def _told(question: BoardProblem, square: Square, showing: Showing, beside: str, counted: bool) -> None:
    words = showing.words
    drawn = showing.figures([_worst(question, words), _boundary(question, square, words, counted)], _content(question))
    with st.container(key="cost-told"):
        for key in (WORST, BOUNDARY):
            said(key, drawn[key], beside, showing.projector)
        flat = question.graph and not question.ranges  # both curves are equal, and the range is 0
        if not flat and not math.isnan(differing_share(question, square)):
            _follow(question, square, words)


def _worst(question: BoardProblem, words: Words) -> Drawing:
    def say() -> Sentence:
        return Sentence(worst_sentence(errors_of(question), words, question.graph), question.sent_kernel, question.C)

    return Drawing(WORST, say, (question.C, question.machine))


def _boundary(question: BoardProblem, square: Square, words: Words, counted: bool) -> Drawing:
    def say() -> Sentence:
        share = differing_share(question, square)
        return Sentence(boundary_sentence(share, question, words, counted), question.sent_kernel, question.C)

    return Drawing(
        BOUNDARY,
        say,
        (content_key(question.X, question.y, question.C, question.machine, question.options, square, counted),),
    )


def _follow(question: BoardProblem, square: Square, words: Words) -> None:
    """Report from which value on both agree, as far as it is known, and search on while the visitor stays.

    There is no button to stop it: a search takes a second or two, six at most; changing the kernel ends the current
    training, and the search ends by itself when the visitor leaves.
    """

    def show(found: Enough) -> None:
        st.markdown(enough_sentence(found, words, measure_of(question)))

    work = searching(question, square)
    follow(work, work.soon(), show, words)


def searching(question: BoardProblem, square: Square) -> PageWork[Enough]:
    """Return the search for the value from which on both agree; the first poll after the first picture begins it."""
    known = partial(enough.enough, question, square)
    return PageWork(
        "cost",
        enough.name(question, square),
        lambda: enough.follow(question, square, visitor()),
        known,
        partial(enough.leave, question, square),
        lambda found: (found.done, found.of),
        partial(enough.is_over, question, square),
        FirstPicture(known, drawn=0.0),
        TICK,
    )
