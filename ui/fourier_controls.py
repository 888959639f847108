"""The dice cup: which map, how many features, which gamma, which roll; and what the bounds are about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import streamlit as st

from core.view.fourier_error import COMPONENTS
from ui import fourier, hands, session
from ui.component.sliders import Dial, sliders
from ui.link import RANGES
from ui.options.fourier import CASES, DELTAS
from ui.session import Lab
from ui.text import Words, number

PAGE, DIALS = "fourier", "fourier-dials"
GAMMAS = (1e-4, 1e4)  # what the slider reaches; a link or a typed number may go further


def choose_roll(lab: Lab, offers: str | None, words: Words) -> None:
    """Show the map, D, gamma, the seed, and the button that rolls again."""
    with st.container(key="dice"):
        left, middle, right = st.columns([3, 10, 5], gap="medium", vertical_alignment="bottom")
    with left:
        _either("paired", (False, True), words)
    with middle:
        base, take = hands.base_of(PAGE, lab), partial(hands.take, PAGE, DIALS, fourier.changed)
        sliders(DIALS, _dials(lab, words), base, words, lab.shared.projector, take, offers)
    with right, st.container(horizontal=True, vertical_alignment="bottom"):
        _seed(fourier.options_of(lab).seed, words)
        st.button(words("fourier.again"), key=f"fourier-again-{words.lang}", on_click=_again)


def _dials(lab: Lab, words: Words) -> list[Dial]:
    options, gamma = fourier.options_of(lab), fourier.gamma_of(lab)
    least = 2 if options.paired else 1
    high, most = COMPONENTS[-1], fourier.MOST_COMPONENTS
    dials = [Dial("components", words("fourier.D"), "D", 2, high, options.components, "log", (least, most))]
    if "gamma" not in lab.shared.hidden:
        allowed = (RANGES["gamma"].low, RANGES["gamma"].high)
        dials.append(Dial("gamma", words("fourier.gamma"), "γ", *GAMMAS, float(f"{gamma:.4g}"), "log", allowed))
    return dials


def choose_bounds(words: Words) -> None:
    """Show what the bounds are about, and how often they may fail."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium", key="bounded"):
        _either("case", CASES, words)
        _either("delta", DELTAS, words)


def _either(name: str, values: Sequence[Any], words: Words) -> None:
    """Show a choice between a few; its list sends words, so it is another one in another language."""
    now = getattr(fourier.options_of(session.current()), name)
    widget = f"fourier-{name}-{words.lang}"
    key = session.widget_key(widget, now)
    st.segmented_control(
        words(f"fourier.{name}"),
        values,
        format_func=lambda value: number(value) if name == "delta" else words(f"fourier.{name}.{value}"),
        default=now,
        key=key,
        required=True,
        on_change=_take,
        args=(name, widget, key),
        width="content",
    )


def _seed(now: int, words: Words) -> None:
    key = session.widget_key("fourier-seed", now)
    st.number_input(
        words("fourier.seed"),
        min_value=0,
        max_value=fourier.LARGEST_SEED,
        value=now,
        key=key,
        on_change=_take,
        args=("seed", "fourier-seed", key),
        width=150,
    )


def _take(name: str, widget: str, key: str) -> None:
    """Take over one choice; a late one, of a widget that is no longer on the page, has no say."""
    value = st.session_state[key]
    if value is not None and session.is_newest(widget, key):
        session.put_options(fourier.options_of(session.current())._replace(**{name: value}))


def _again() -> None:
    options = fourier.options_of(session.current())
    session.put_options(options._replace(seed=(options.seed + 1) % (fourier.LARGEST_SEED + 1)))
