"""The stage of the page: the board with its weights, and beside it a threshold, another unit, or a prediction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import streamlit as st

from core.topics.before.scaling import MachineInUnit, window_values
from pages.before import answers, sentences
from pages.before.figures import (
    GRAM,
    GRAM_STANDARD,
    GRAM_UNIT,
    ONE_C,
    OTHER_UNIT,
    POINT,
    STANDARD,
)
from pages.before.figures.gram import gram_figure, gram_text
from pages.before.figures.plane import (
    point_figure,
    point_text,
    scale_figure,
    scale_text,
    threshold_figure,
    threshold_text,
)
from pages.before.question import BOARD, FEATURES, TOPICS, Cure, Question, change
from ui.component.board import Linked, small_board
from ui.component.marks import legend, marks
from ui.component.plot import Drawn
from ui.component.sliders import Dial, Grip
from ui.page.showing import Showing
from ui.solve.limits import FARTHEST, THRESHOLD, THRESHOLD_SLIDER, UNIT_FACTOR, UNIT_FACTOR_SLIDER
from ui.solve.request import solution_parts
from ui.state import session
from ui.state.board_events import take_points
from ui.state.widget import contained

CLICKS = 200  # places along each side of the figure
SIDE = 520  # pixels of the board's side at most
PROJECTED = 520  # pixels of a picture in projector mode


def stage(question: Question, showing: Showing) -> str:
    """Show the board, and beside it the part that is chosen."""
    found, words = answers.machine(question), showing.words
    exists = answers.exists(question)
    with st.container(key="stage"):
        left, right = st.columns([12, 13], gap="medium")
    with left:
        if not showing.projector:  # there the switch is in the bar, so that the board is large
            showing.either("topic", TOPICS, question.options.topic)
            showing.heading(f"before.board.{question.options.topic}")
        linked = Linked(question.problem.sent_kernel, "", SIDE, on_commit=partial(take_points, BOARD))
        small_board(BOARD, question.board, words, solution_parts(found.solution, words), linked)
        legend("marks", question.board, words, marks(question.C is not None, "slack"), session.is_untouched())
        if exists:
            _weights(question, showing)
    if not exists:
        with right:
            st.markdown(words("before.impossible"))
            showing.soften_button("before")
        return words("before.impossible")
    if showing.sees("figures"):
        with right, st.container(key="told"):
            SHOWN[question.options.topic](question, showing)
    return sentences.lead_sentence(question, words)


def _weights(question: Question, showing: Showing) -> None:
    """Report the machine of the board, and offer balanced weights."""
    words = showing.words
    with st.container(key="told-board"):
        st.caption(sentences.board_sentence(question, words))
    if question.options.topic == "scales" and showing.sees("figures") and not showing.projector:
        own, title = answers.as_is(question), words("before.board.scales")
        showing.draw(GRAM, lambda: Drawn(gram_figure(own), gram_text(own, title, words)))
    if question.options.topic == "classes" and question.C is not None and showing.sees("C"):
        balanced = answers.balance(question)
        done = question.board.machine.weights == balanced
        take = partial(session.apply, change, "cure", Cure("weights", weights=balanced))
        st.button(words("before.balance"), key="before-balance", disabled=done, on_click=contained(take))


def _classes(question: Question, showing: Showing) -> None:
    """Show the machine with one C and a threshold."""
    words = showing.words
    showing.heading("before.threshold.title")
    told = sentences.threshold_sentence(question, words)
    shown = answers.field_of(question.equal, question)
    drawn = partial(threshold_figure, question, shown, words)
    showing.draw(ONE_C, lambda: Drawn(drawn(), threshold_text(question, told, words), PROJECTED))
    t = question.options.threshold
    low, high = min(t, THRESHOLD_SLIDER[0]), max(t, THRESHOLD_SLIDER[1])
    dial = Dial("threshold", words("before.threshold"), "t", low, high, t, "linear", THRESHOLD)
    showing.sliders("before-threshold-dial", [dial])
    with st.container(key="told-threshold"):
        st.caption(told)
    best = float(f"{answers.recalls(question).curve.best:.6g}")
    take = partial(session.apply, change, "threshold", best)
    st.button(words("before.best"), key="before-best", disabled=t == best, on_click=contained(take))


def _scales(question: Question, showing: Showing) -> None:
    """Show the machine with one feature in another unit, and on standardised features."""
    words, options = showing.words, question.options
    pictures = ((OTHER_UNIT, GRAM_UNIT, "unit", False), (STANDARD, GRAM_STANDARD, "standard", True))
    # A projector shows one picture at a time beside the board.
    columns = [st.container(), st.container()] if showing.projector else st.columns(2, gap="small")
    for column, (key, gram, name, standardised) in zip(columns, pictures, strict=True):
        machine = answers.in_unit(question, standardised)
        with column:
            title = sentences.unit_title(question, name, words)
            with showing.claim(f"before-title-{name}"):
                st.markdown(f"**{title}**")
            _scaled(question, showing, key, gram, machine, title)
    showing.either("feature", FEATURES, options.feature)
    low, high = min(options.factor, UNIT_FACTOR_SLIDER[0]), max(options.factor, UNIT_FACTOR_SLIDER[1])
    showing.sliders(
        "before-unit-dial", [Dial("factor", words("before.factor"), "s", low, high, options.factor, "log", UNIT_FACTOR)]
    )


def _scaled(question: Question, showing: Showing, key: str, gram: str, machine: MachineInUnit, title: str) -> None:
    """Show a machine in its unit: boundary, kernel matrix and numbers."""
    words, n = showing.words, len(question.y)
    shown = window_values(machine, question.board.square)
    unseen = answers.unseen(question, machine, shown)
    resolved = unseen <= answers.UNRESOLVED * n
    drawn = partial(scale_figure, question, shown, resolved, words)
    showing.draw(key, lambda: Drawn(drawn(), scale_text(machine, title, words), PROJECTED))
    with st.container(key=f"told-{key}"):
        thin = "" if resolved else words("before.scaled.thin", count=unseen, n=n)
        st.caption(words.joined([sentences.scaled_sentence(machine, words), thin]))
    showing.draw(gram, lambda: Drawn(gram_figure(machine), gram_text(machine, title, words), PROJECTED))


def _point(question: Question, showing: Showing) -> None:
    """Show f at a place as its terms, and the moves that change the class."""
    words, found = showing.words, answers.explained(question)
    showing.heading("before.point.title")
    told = sentences.moves_sentence(found, words)
    shown = answers.field_of(question.problem, question)
    drawn = partial(point_figure, question, shown, found, words)
    showing.draw(POINT, lambda: Drawn(drawn(), point_text(found, told, words), PROJECTED))
    x0, y0, side = question.board.square
    dials = []
    for name, symbol, start, at in zip(FEATURES, ("x₁", "x₂"), (x0, y0), found.place.tolist(), strict=True):
        low, high = min(start, at), max(start + side, at)
        dials.append(Dial(name, words(f"before.{name}"), symbol, low, high, at, "linear", (-FARTHEST, FARTHEST)))
    showing.sliders("before-place", dials, grips=[Grip(POINT, *FEATURES, _cells(question))])
    with st.container(key="told-point"):
        st.caption(told)


def _cells(question: Question) -> tuple[Sequence[float], Sequence[float]]:
    """Return the places in the figure that a click can choose."""
    x0, y0, side = question.board.square
    across, up = ([float(f"{low + side * k / CLICKS:.4g}") for k in range(CLICKS + 1)] for low in (x0, y0))
    return across, up


SHOWN: Mapping[str, Callable[[Question, Showing], None]] = {"classes": _classes, "scales": _scales, "point": _point}
