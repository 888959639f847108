"""Controls for the points: the list of data sets, a file or pasted text, and the table of all points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from core.problem import InputError
from datasets import (
    CATALOGUE,
    FIRST_PAIR,
    LABELS,
    MOST_MEGABYTES,
    Points,
    ReadError,
    Table,
    choose,
    distinct_labels,
    feature_columns,
    has_others,
    is_plane,
    label_column,
    make_points,
    read_table,
)
from ui.component.board import board
from ui.component.sliders import Dial, Grip, penalty_dial
from ui.page import frame, guard
from ui.page.formula_field import type_formula
from ui.page.showing import Showing
from ui.solve.kernels import KERNELS
from ui.solve.machine.table import FIRST
from ui.solve.request import refusal_parts, solution_parts
from ui.solve.solving import solved
from ui.state import session
from ui.state.board import axes_of
from ui.state.board_events import asked_answer, take_ask, take_points
from ui.state.lab import renamed
from ui.state.widget import wired
from ui.words import Words, class_words

OWN = "own"  # the list entry for the visitor's own points
POINTS = "points"  # the key of the board on pages whose own picture is not editable
SIDE = 360  # maximum side of that board in pixels


def choose_data(showing: Showing, look: str = "") -> None:
    """Show the list of data sets, a hint (`ui.page.hints`), and the import of own points, unless hidden."""
    if not showing.sees("data"):
        return
    words, lab = showing.words, session.current()
    shown = lab.shared.dataset or OWN
    names = [*CATALOGUE, *([] if lab.shared.dataset else [OWN])]
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    left.selectbox(
        words("controls.data"),
        names,
        index=names.index(shown),
        format_func=lambda name: words(f"dataset.{name}.title"),
        **wired(f"data-{words.lang}", shown, _open),
    )
    own = right.popover(words("controls.own"), width="stretch", key=f"own-{words.lang}", on_change="rerun")
    if frame.was_opened("own", own.open):
        with own:
            own_points(words)
    plus, minus = (frame.literal(_class_name(sign, words)) for sign in (1, -1))
    two = lab.points.classes[0] and not showing.page.every
    classes = words("own.classes", plus=plus, minus=minus) if two else ""
    with st.container(key="look"):
        told = words.joined([words(look) if look else "", classes])
        if told:
            st.caption(told)
        for remark in lab.points.notes:
            st.caption(frame.note(remark, words))


def _open(name: str) -> None:
    if name in CATALOGUE:
        session.set_aside()
        session.open_dataset(name)


def choose_kernel(showing: Showing, name: str, names: Sequence[str] = tuple(KERNELS)) -> None:
    """Show the list of kernels with the chosen one, or with the first if it is not in the list."""
    words = showing.words
    wiring = {"index": names.index(name) if name in names else 0, **showing.wired("kernel", name)}
    st.selectbox(words("panel.kernel"), names, format_func=lambda own: words(f"panel.kernel.{own}"), **wiring)
    type_formula(showing)


def choose_numbers(
    showing: Showing,
    dials: Sequence[Dial] = (),
    kernel: Callable[[], None] | None = None,
    own: Callable[[], None] | None = None,
    board: str | None = None,
    grips: Sequence[Grip] = (),
    machine: str = FIRST,
    penalty: Callable[[float, Words], Dial] = penalty_dial,
) -> None:
    """Show the controls below the data on a page whose board changes neither kernel nor C, in the order of the `panel`.

    They are the kernel if there is a choice, its sliders and that of C, the margin, and then the page's `own` controls.
    The `board` with this key follows the sliders before the page does; the `grips` are handles in figures that move two
    of them. A `machine` other than C-SVC has no choice of margin; its C is one of the `dials`. `penalty` is the dial of
    C if the page expresses it by another number.
    """
    words, C, margin = showing.words, session.current().shared.C, machine == FIRST
    if kernel is not None:
        with st.container(key="machine"):
            kernel()
    shown = [*dials, penalty(C, words)] if margin and C is not None and showing.sees("C") else dials
    if shown:
        showing.sliders(f"{showing.page.name}-dials", shown, board, grips)
    if margin and showing.sees("margin"):
        with st.container(key="margin-choice"):
            _margin(C, words)
    if own is not None:
        with st.container(key="own-choices"):
            own()


@guard.part
def draw_points(words: Words) -> None:
    """Show the points with the chosen kernel on an editable board."""
    lab = session.current()
    try:
        answer = solution_parts(solved(lab.problem).solution, words)
    except InputError as error:
        answer = refusal_parts(error, words)
    taken, asked = partial(take_points, POINTS), partial(take_ask, POINTS)
    st.caption(words("controls.draw"))
    board(POINTS, lab.board, words, asked_answer() or answer, SIDE, taken, asked)


def _margin(C: float | None, words: Words) -> None:
    margin = "hard" if C is None else "soft"

    def take(chosen: str) -> None:
        if chosen == "hard":
            session.revise(session.current().shared.with_penalty(None))
        else:
            session.soften()

    st.segmented_control(
        words("panel.margin"),
        ("soft", "hard"),
        format_func=lambda value: words(f"panel.{value}"),
        default=margin,
        required=True,
        width="stretch",
        **wired(f"margin-{words.lang}", margin, take),
    )


@guard.fragment
def own_points(words: Words) -> None:
    """Read a dropped file or pasted text, let the visitor choose two columns and a class, and put it on the board."""
    dropped = st.file_uploader(words("own.file"), key="own-file", max_upload_size=MOST_MEGABYTES)
    pasted = st.text_area(words("own.paste"), placeholder=words("own.paste.example"), max_chars=2_000_000, height=100)
    data = dropped.getvalue() if dropped is not None else pasted
    if not data:
        st.caption(words("own.hint"))
        return
    try:
        _choose_columns(read_table(data), words)
    except ReadError as error:
        frame.refuse(error, words)


def _choose_columns(table: Table, words: Words) -> None:
    for remark in table.notes:
        st.caption(frame.note(remark, words))
    guess = label_column(table)
    label = st.selectbox(words("own.label"), table.columns, index=table.columns.index(guess), key="own-label")
    features = feature_columns(table, label)
    first, second = st.columns(2)
    x = first.selectbox(words("own.x"), features, index=0, key="own-x")
    y = second.selectbox(words("own.y"), features, index=min(1, len(features) - 1), key="own-y")
    classes = distinct_labels(table, label)
    many = 2 < len(classes) <= len(LABELS)
    positive = st.selectbox(words("own.first" if many else "own.positive"), classes, key="own-positive")
    if len(classes) > 2:
        st.caption(words("own.several" if many else "own.rest", count=len(classes)))
    as_is = x != y and is_plane(table, x, y)
    standardised = st.toggle(words("own.standardise"), value=not as_is, key=f"own-standardise-{x}-{y}")
    points = choose(table, x, y, label, positive, standardised)
    if st.button(words("own.use"), type="primary", width="stretch"):
        session.set_aside()
        session.open_points(points)
        st.rerun()


def _class_name(y: object, words: Words) -> str:
    return words("figure.class.plus" if y == 1 else "figure.class.minus")


def _numbered(points: Points, y: int, words: Words) -> str:
    return class_words(words, points.classes, LABELS.index(y))


def table_of_points(words: Words) -> None:
    """Show all points as an editable table, for visitors who cannot see the board."""
    lab = session.current()
    points = lab.every
    x, y = axes_of(points, words)
    two = not has_others(points, FIRST_PAIR)
    st.caption(words("table.hint"))
    shown = pd.DataFrame({"x1": points.X[:, 0], "x2": points.X[:, 1], "y": points.y.astype(int)})
    edited = st.data_editor(
        shown,
        num_rows="dynamic",
        height=240,
        key=f"table-{lab.revision}-{len(shown)}",
        column_config={
            "x1": st.column_config.NumberColumn(frame.literal(x), required=True),
            "x2": st.column_config.NumberColumn(frame.literal(y), required=True),
            "y": st.column_config.SelectboxColumn(
                words("table.class"),
                options=list(FIRST_PAIR if two else LABELS),
                required=True,
                format_func=lambda y: (
                    _class_name(y, words) if two else class_words(words, points.classes, LABELS.index(y))
                ),
            ),
        },
    )
    if st.button(words("table.use")):
        try:
            complete = edited.dropna()
            values = complete[["x1", "x2"]].to_numpy(dtype=np.float64)
            window = points.window
            inside = (values >= window.corner) & (values <= window.corner + window.size - window.spacing)
            kept = window if inside.all() else None  # in the same window unedited points stay bit for bit
            made = make_points(values, complete["y"].to_numpy(dtype=np.int8), window=kept)
        except ReadError as error:
            frame.refuse(error, words)
            return
        session.set_aside()
        session.open_points(renamed(made, points), lab.shared.pair)
        st.rerun()
