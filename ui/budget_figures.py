"""The boards of the equal budgets, the table of their numbers, and the curves that fill in point by point."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pandas as pd
import streamlit as st

from core.view.budget import Choice, Entry, Spent, budget, largest_order
from ui import frame, guard, hands
from ui.budget import (
    Comparison,
    choices,
    entries_of,
    exact_of,
    jobs,
    known_of,
    options_of,
    question_key,
    setting_of,
    work,
)
from ui.budget_controls import PAGE
from ui.budget_sentence import milliseconds, percent, remarks
from ui.component.plot import Drawn, plot
from ui.figure.budget_boards import budget_board, budget_board_text
from ui.figure.budget_curves import QUANTITIES, budget_curves, budget_curves_text
from ui.session import Lab
from ui.text import Words, at_most, number

TICK = 0.2  # seconds between two rounds of work on the curves
ROUND = 0.15  # seconds that a round takes, about: whatever the visitor does waits no longer than that
CALM = 0.7  # seconds without a change before the rounds go on: a moving slider waits for none of them
STOPPED, INLINE, CHANGED = "budget-stopped", "budget-inline", "budget-changed"

Known = dict[Choice | None, Spent]


def board_figures(lab: Lab, words: Words) -> Iterator[tuple[str, Drawn]]:
    """Yield the board of every machine as soon as it is trained; `InputError` where nothing can be solved."""
    setting = setting_of(lab)
    for entry in entries_of(lab):
        figure = budget_board(entry, exact_of(setting), setting, words)
        yield f"budget-{entry.name}", Drawn(figure, budget_board_text(entry, setting, words))


def boards(lab: Lab, shown: Comparison, words: Words) -> None:
    """Show the five machines side by side."""
    everyone = (shown.exact.entry, *shown.entries)
    with st.container(key="budget-boards"):
        columns = st.columns(len(everyone), gap="small")
    for column, entry, (key, drawn) in zip(columns, everyone, board_figures(lab, words), strict=True):
        with column:
            st.markdown(_board_title(entry, shown, words))
            hands.show(PAGE, key, drawn, lab)
    st.caption(words("budget.boards.plane" if shown.plane else "budget.boards.points"))


def _board_title(entry: Entry, shown: Comparison, words: Words) -> str:
    name = words(f"budget.name.{entry.name}", order=shown.order)
    if not entry.found:
        return f"**{name}**  \n{words('budget.board.none')}"
    if entry.name == "exact":
        return f"**{name}**  \n{words('budget.board.exact', vectors=number(entry.features))}"
    values = {"features": number(entry.features), "value": percent(entry.disagreement)}
    return f"**{name}**  \n{words('budget.board.map', **values)}"


def follow(lab: Lab, shown: Comparison, words: Words) -> None:
    """Show table and curves as far as they are known, and go on with them unless somebody has said stop."""
    options, key = options_of(lab), question_key(shown.setting, options_of(lab).order, options_of(lab).seed)
    wanted = jobs(shown.setting, shown.order, options.seed, "figures" not in lab.shared.hidden)
    over = len(known_of(shown.setting, wanted)) == len(wanted) or st.session_state.get(STOPPED) == key
    st.session_state[INLINE], st.session_state[CHANGED] = True, time.monotonic()
    # The same fragment with and without its clock: a late tick of the clock still finds it.
    st.fragment(_rounds, run_every=None if over else TICK)(lab, shown, wanted, key, words)


@guard.part
def _rounds(lab: Lab, shown: Comparison, wanted: tuple[Choice | None, ...], key: str, words: Words) -> None:
    """Work for a while, show what has come of it, and come again; with the rest of the page it only shows."""
    if not st.session_state.pop(INLINE, False):
        if st.session_state.get(STOPPED) != key and time.monotonic() - st.session_state[CHANGED] > CALM:
            work(shown.setting, wanted, ROUND)
        if st.session_state.get(STOPPED) == key or len(known_of(shown.setting, wanted)) == len(wanted):
            st.rerun()  # the page without this clock
    _all(lab, shown, wanted, key, words)


def _all(lab: Lab, shown: Comparison, wanted: tuple[Choice | None, ...], key: str, words: Words) -> None:
    known = known_of(shown.setting, wanted)
    _table(shown, known, options_of(lab).seed, words)
    for remark in remarks(shown, words):
        st.caption(remark)
    if "figures" in lab.shared.hidden:
        return
    frame.heading(words("figure.budget.title"))
    with st.container(key="budget-progress", horizontal=True, vertical_alignment="center"):
        _progress(len(known), len(wanted), key, words)
    _curves(lab, shown, known, words)


def _progress(done: int, of: int, key: str, words: Words) -> None:
    """Show how far the curves are, and the button that stops them or goes on; the room is kept when they are done."""
    stopped = st.session_state.get(STOPPED) == key
    if done == of:
        st.caption(words("budget.progress.done", of=number(of)))
        return
    said = "budget.progress.stopped" if stopped else "budget.progress.running"
    st.progress(done / of, words(said, done=number(done), of=number(of)), width=420)
    label = "budget.progress.go_on" if stopped else "budget.progress.stop"
    st.button(words(label), key=f"budget-{'go-on' if stopped else 'stop'}", on_click=_turn, args=(key, not stopped))


def _turn(key: str, stop: bool) -> None:
    st.session_state[STOPPED] = key if stop else None


def _table(shown: Comparison, known: Known, seed: int, words: Words) -> None:
    everyone = (shown.exact.entry, *shown.entries)
    points = [known.get(choice) for choice in (None, *choices(shown.order, seed))]
    differs = "budget.column.plane" if shown.plane else "budget.column.points"
    table = pd.DataFrame(
        {
            words("budget.column.name"): [words(f"budget.name.{e.name}", order=shown.order) for e in everyone],
            words("budget.column.features"): [_features(entry, words) for entry in everyone],
            words("budget.column.held_out"): [_unseen(e, p) for e, p in zip(everyone, points, strict=True)],
            words("budget.column.training"): [_of(entry, percent(entry.training)) for entry in everyone],
            words(differs): [_of(entry, percent(entry.disagreement)) for entry in everyone],
            words("budget.column.kernel_error"): [at_most(entry.kernel_error) for entry in everyone],
            words("budget.column.train"): [milliseconds(entry.train_seconds) for entry in everyone],
            words("budget.column.predict"): [milliseconds(entry.predict_seconds) for entry in everyone],
            words("budget.column.multiplications"): [number(entry.multiplications) for entry in everyone],
        }
    )
    with st.container(key="budget-table"):
        st.table(table.set_index(words("budget.column.name")))


def _features(entry: Entry, words: Words) -> str:
    if entry.name == "exact":
        return words("budget.vectors", vectors=number(entry.features))
    return number(entry.features)


def _unseen(entry: Entry, point: Spent | None) -> str:
    return "…" if point is None else _of(entry, percent(point.held_out))


def _of(entry: Entry, text: str) -> str:
    return text if entry.found else "–"


def _curves(lab: Lab, shown: Comparison, known: Known, words: Words) -> None:
    """Show a figure a quantity, and beside the last what they have in common."""
    seed, d = options_of(lab).seed, shown.setting.X.shape[1]
    most = budget(largest_order(d), d)
    with st.container(key="budget-curves"):
        columns = st.columns(len(QUANTITIES) + 1, gap="small")  # the style sheet breaks them into rows
    for column, quantity in zip(columns, QUANTITIES, strict=False):
        with column:
            st.markdown(f"**{words(f'figure.budget.{quantity.name}.title')}**")
            figure = budget_curves(quantity, known, seed, shown.features, most, words)
            alt = budget_curves_text(quantity, known, seed, words)
            plot(f"budget-curve-{quantity.name}", figure, alt, lab.shared.projector)
    with columns[-1]:
        st.markdown(words("budget.key.plane" if shown.plane else "budget.key.points", p=shown.features))
