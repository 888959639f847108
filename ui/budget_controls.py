"""What the page of equal budgets asks: the budget, gamma, the points, and the seed of what is drawn by lot."""

from __future__ import annotations

import math
from dataclasses import replace

import streamlit as st

from core.view.budget import budget, largest_order
from ui import session
from ui.budget import gamma_of, options_of, put_options, setting_of
from ui.component.sliders import Dial, sliders
from ui.options.budget import DATA, HIGHEST_GAMMA, LOWEST_GAMMA
from ui.session import Lab
from ui.text import Words

LARGEST_SEED = 9999
GAMMAS = (1e-3, 1e3)  # of the slider
DIALS = "budget-dials"


def choose_budget(lab: Lab, d: int, words: Words) -> None:
    """Show the row of choices above the boards."""
    with st.container(key="budget-options"):
        left, middle, right = st.columns([9, 3, 11], gap="medium", vertical_alignment="top")
    with left:
        sliders(DIALS, _dials(lab, d, words), base_of(lab), words, lab.shared.projector, take_dials)
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


def base_of(lab: Lab) -> int:
    """Return the revision at which something else than this page's own sliders last changed the lab."""
    if st.session_state.get("budget-known") != lab.revision:
        st.session_state["budget-known"] = st.session_state["budget-base"] = lab.revision
    return int(st.session_state["budget-base"])


def take_dials() -> None:
    """Take over what a slider sent; a message about an older state has no say."""
    sent = st.session_state[DIALS].get("put")
    if not isinstance(sent, dict) or sent.get("base") != base_of(session.current()):
        return
    values = sent.get("values")
    for name, value in (values if isinstance(values, dict) else {}).items():
        if not isinstance(value, (int, float)) or not math.isfinite(value):
            continue
        lab = session.current()
        if name == "order" and value in range(largest_order(setting_of(lab).X.shape[1]) + 1):
            put_options(options_of(lab)._replace(order=int(value)))
        elif name == "gamma" and LOWEST_GAMMA <= value <= HIGHEST_GAMMA:
            _put_gamma(lab, float(value))


def _put_gamma(lab: Lab, gamma: float) -> None:
    """Replace gamma: for the points on the board it is the board's own, which counts as a change there."""
    if options_of(lab).data != "board":
        put_options(options_of(lab)._replace(gamma=gamma))
        return
    session.revise(replace(lab.shared, kernel={"name": "gaussian", "gamma": gamma}))
    st.session_state["budget-known"] = session.current().revision


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
    put_options(options_of(session.current())._replace(**{option: value}))
    if option == "data":
        _fit_budget()


def _fit_budget() -> None:
    """Lower the order where other points have so many coordinates that it no longer fits."""
    lab = session.current()
    options, d = options_of(lab), setting_of(lab).X.shape[1]
    put_options(options._replace(order=min(options.order, largest_order(d))))
