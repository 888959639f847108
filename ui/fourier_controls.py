"""The dice cup: which map, how many components, which gamma, which roll; and what the bounds are about."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.view.fourier_error import COMPONENTS
from ui import session
from ui.fourier import LARGEST_SEED, gamma_of, options_of, put_gamma, put_options
from ui.options.fourier import CASES, DELTAS
from ui.session import Lab
from ui.text import Words, number

GAMMAS = (*(float(f"{step}e{power}") for power in range(-4, 4) for step in (1, 2, 5)), 1e4)


def choose_roll(lab: Lab, words: Words) -> None:
    """Show the map, D, gamma, the seed, and the button that rolls again."""
    options, hidden = options_of(lab), lab.shared.hidden
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium", key="dice"):
        _either("paired", (False, True), words)
        _slide("components", words("fourier.D"), COMPONENTS, options.components)
        if "gamma" not in hidden:
            _slide("gamma", words("fourier.gamma"), GAMMAS, gamma_of(lab))
        _seed(options.seed, words)
        st.button(words("fourier.again"), type="primary", key=f"fourier-again-{words.lang}", on_click=_again)


def choose_bounds(lab: Lab, words: Words) -> None:
    """Show what the bounds are about, and how often they may fail."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium", key="bounded"):
        _either("case", CASES, words)
        _slide("delta", words("fourier.delta"), DELTAS, options_of(lab).delta)


def _either(name: str, values: Sequence[object], words: Words) -> None:
    """Show a choice between two; its list sends words, so it is another one in another language."""
    now = getattr(options_of(session.current()), name)
    widget = f"fourier-{name}-{words.lang}"
    key = session.widget_key(widget, now)
    st.segmented_control(
        words(f"fourier.{name}"),
        values,
        format_func=lambda value: words(f"fourier.{name}.{value}"),
        default=now,
        key=key,
        required=True,
        on_change=_take,
        args=(name, widget, key),
        width="content",
    )


def _slide(name: str, label: str, usual: Sequence[float], now: float) -> None:
    """Show a slider over values that are round on a log axis, and the one that a link has brought."""
    widget = f"fourier-{name}"
    key = session.widget_key(widget, now)
    st.select_slider(
        label,
        sorted({*usual, now}, reverse=name == "delta"),
        value=now,
        format_func=number,
        key=key,
        on_change=_take,
        args=(name, widget, key),
        width=230 if name != "delta" else 180,
    )


def _seed(now: int, words: Words) -> None:
    key = session.widget_key("fourier-seed", now)
    st.number_input(
        words("fourier.seed"),
        min_value=0,
        max_value=LARGEST_SEED,
        value=now,
        key=key,
        on_change=_take,
        args=("seed", "fourier-seed", key),
        width=120,
    )


def _take(name: str, widget: str, key: str) -> None:
    """Take over one value; a late one, of a widget that is no longer on the page, has no say."""
    value = st.session_state[key]
    if value is None or not session.is_newest(widget, key):
        return
    if name == "gamma":
        put_gamma(float(value))
    else:
        put_options(options_of(session.current())._replace(**{name: value}))


def _again() -> None:
    options = options_of(session.current())
    put_options(options._replace(seed=(options.seed + 1) % (LARGEST_SEED + 1)))
