"""What the page of equal budgets asks: the budget, the points, gamma, and the seed of what is drawn by lot."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.view.budget import budget, largest_order
from ui import session
from ui.budget import gamma_of, options_of, put_options, setting_of
from ui.options.budget import DATA, HIGHEST_GAMMA, LOWEST_GAMMA
from ui.session import Lab
from ui.text import Words

LARGEST_SEED = 9999


def choose_budget(lab: Lab, d: int, words: Words) -> None:
    """Show the row of choices above the boards."""
    with st.container(horizontal=True, vertical_alignment="top", gap="medium", key="budget-options"):
        _order(lab, d, words)
        if "gamma" not in lab.shared.hidden:
            _gamma(lab, words)
        _seed(lab, words)
        if "data" not in lab.shared.hidden:
            _data(lab, words)


def _order(lab: Lab, d: int, words: Words) -> None:
    options, largest = options_of(lab), largest_order(d)
    key = f"budget-order-{options.data}-{lab.revision}-{words.lang}"
    st.select_slider(
        words("budget.order"),
        range(largest + 1),
        value=min(options.order, largest),
        format_func=lambda order: words("budget.order.value", order=order, features=budget(order, d)),
        key=key,
        on_change=_take,
        args=("order", key, lab.revision),
        width=420,
    )


def _seed(lab: Lab, words: Words) -> None:
    key = f"budget-seed-{lab.revision}"
    st.number_input(
        words("budget.seed"),
        min_value=0,
        max_value=LARGEST_SEED,
        value=options_of(lab).seed,
        key=key,
        on_change=_take,
        args=("seed", key, lab.revision),
        width=150,
    )


def _data(lab: Lab, words: Words) -> None:
    key = f"budget-data-{lab.revision}-{words.lang}"
    st.segmented_control(
        words("budget.data"),
        DATA,
        format_func=lambda name: words(f"budget.data.{name}"),
        default=options_of(lab).data,
        key=key,
        required=True,
        on_change=_take,
        args=("data", key, lab.revision),
        width="content",
    )


def _gamma(lab: Lab, words: Words) -> None:
    gamma = gamma_of(lab)
    key = f"budget-gamma-{options_of(lab).data}-{lab.revision}"
    st.number_input(
        words("budget.gamma"),
        min_value=LOWEST_GAMMA,
        max_value=HIGHEST_GAMMA,
        value=gamma,
        format="%g",
        step=gamma / 10,
        key=key,
        on_change=_take_gamma,
        args=(key, lab.revision),
        width=150,
    )


def _take(name: str, key: str, revision: int) -> None:
    """Take over one option from a widget; one of an older revision is no longer on the page and has no say."""
    lab, value = session.current(), st.session_state[key]
    if value is None or revision != lab.revision:
        return
    put_options(options_of(lab)._replace(**{name: value}))
    if name == "data":
        _fit_budget()


def _fit_budget() -> None:
    """Lower the order where other points have so many coordinates that it no longer fits."""
    lab = session.current()
    options, d = options_of(lab), setting_of(lab).X.shape[1]
    put_options(options._replace(order=min(options.order, largest_order(d))))


def _take_gamma(key: str, revision: int) -> None:
    """Take over gamma: for the points on the board it is the board's own."""
    lab, value = session.current(), st.session_state[key]
    if value is None or revision != lab.revision:
        return
    if options_of(lab).data == "board":
        session.revise(replace(lab.shared, kernel={"name": "gaussian", "gamma": float(value)}))
    else:
        put_options(options_of(lab)._replace(gamma=float(value)))
