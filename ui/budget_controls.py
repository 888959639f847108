"""What the page of equal budgets asks: the budget, gamma, the points, and the seed of what is drawn by lot."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.view.budget import budget, largest_order
from ui import hands, session
from ui.budget import changed, gamma_of, options_of, setting_of
from ui.component.sliders import Dial, sliders
from ui.options.budget import DATA, HIGHEST_GAMMA, LOWEST_GAMMA
from ui.session import Lab
from ui.text import Words

LARGEST_SEED = 9999
GAMMAS = (1e-3, 1e3)  # of the slider
PAGE, DIALS = "budget", "budget-dials"


def choose_budget(lab: Lab, d: int, offers: str | None, words: Words) -> None:
    """Show the row of choices above the boards."""
    with st.container(key="budget-options"):
        left, middle, right = st.columns([9, 3, 11], gap="medium", vertical_alignment="top")
    with left:
        base, take = hands.base_of(PAGE, lab), partial(hands.take, PAGE, DIALS, changed)
        sliders(DIALS, _dials(lab, d, words), base, words, lab.shared.projector, take, offers)
    with middle:
        _seed(lab, words)
    if "data" not in lab.shared.hidden:
        with right:
            _data(lab, words)


def _dials(lab: Lab, d: int, words: Words) -> list[Dial]:
    largest = largest_order(d)
    order = min(options_of(lab).order, largest)
    dials = [Dial("order", words("budget.order", features=budget(order, d)), "m", 0, largest, order, "whole")]
    if "gamma" not in lab.shared.hidden:
        gamma, allowed = float(f"{gamma_of(lab):.4g}"), (LOWEST_GAMMA, HIGHEST_GAMMA)
        dials.append(Dial("gamma", words("budget.gamma"), "γ", *GAMMAS, gamma, "log", allowed))
    return dials


def _seed(lab: Lab, words: Words) -> None:
    name, seed = "budget-seed", options_of(lab).seed
    key = session.widget_key(name, seed)
    st.number_input(
        words("budget.seed"),
        min_value=0,
        max_value=LARGEST_SEED,
        value=seed,
        key=key,
        on_change=_take,
        args=("seed", name, key),
    )


def _data(lab: Lab, words: Words) -> None:
    name, data = f"budget-data-{words.lang}", options_of(lab).data
    key = session.widget_key(name, data)
    st.segmented_control(
        words("budget.data"),
        DATA,
        format_func=lambda name: words(f"budget.data.{name}"),
        default=data,
        key=key,
        required=True,
        on_change=_take,
        args=("data", name, key),
    )


def _take(option: str, name: str, key: str) -> None:
    """Take over one option; a late word of a widget that is no longer on the page has no say."""
    value = st.session_state[key]
    if value is None or not session.is_newest(name, key):
        return
    session.put_options(options_of(session.current())._replace(**{option: value}))
    if option == "data":
        _fit_budget()


def _fit_budget() -> None:
    """Lower the order where other points have so many coordinates that it no longer fits."""
    lab = session.current()
    options, d = options_of(lab), setting_of(lab).X.shape[1]
    session.put_options(options._replace(order=min(options.order, largest_order(d))))
