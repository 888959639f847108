"""How dual coordinate descent is to run: the row of choices above its player, and above its race."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from ui.descent import options_of, take
from ui.descent_sentence import map_sentence
from ui.options.descent import HIGHEST_ORDER, LOSSES, MAPS, MOST_COMPONENTS, DescentOptions
from ui.session import Lab
from ui.text import Words

LARGEST_SEED = 9999


def choose_descent(lab: Lab, words: Words) -> None:
    """Show points, loss, appended constant, order, shrinking and seed; what has no effect now is not shown."""
    options = options_of(lab)
    with st.container(horizontal=True, vertical_alignment="top", gap="medium", key="descent-options"):
        _either("mapped", list(MAPS), lambda value: f"descent.mapped.{value}", options, lab.revision, words)
        if options.mapped == "taylor":
            _slider("taylor_order", 0, HIGHEST_ORDER, options, lab.revision, words)
        if options.mapped == "fourier":
            _slider("components", 1, MOST_COMPONENTS, options, lab.revision, words)
            _seed("waves", options, lab.revision, words)
        _either("loss", list(LOSSES), lambda value: f"descent.loss.{value}", options, lab.revision, words)
        _either("bias", [True, False], lambda value: f"descent.bias.{value}", options, lab.revision, words)
        _either("order", ["random", "cyclic"], lambda value: f"descent.order.{value}", options, lab.revision, words)
        _either("shrinking", [True, False], lambda value: f"descent.shrinking.{value}", options, lab.revision, words)
        if options.order == "random":
            _seed("seed", options, lab.revision, words)
    if options.mapped in ("taylor", "fourier"):
        st.caption(map_sentence(lab, words))


def _either(
    name: str,
    values: list[object],
    key_of: Callable[[object], str],
    options: DescentOptions,
    revision: int,
    words: Words,
) -> None:
    now = getattr(options, name)
    # Its key changes with what comes from elsewhere only: a control that is made anew at each click may lose the next.
    key = f"descent-{name}-{revision}-{words.lang}"
    st.segmented_control(
        words(f"descent.{name}"),
        values,
        format_func=lambda value: words(key_of(value)),
        default=now,
        key=key,
        required=True,
        on_change=take,
        args=(name, key, revision),
        width="content",
    )


def _slider(name: str, low: int, high: int, options: DescentOptions, revision: int, words: Words) -> None:
    key = f"descent-{name}-{revision}"
    st.slider(
        words(f"descent.{name}"),
        low,
        high,
        getattr(options, name),
        key=key,
        on_change=take,
        args=(name, key, revision),
        width=190,
    )


def _seed(name: str, options: DescentOptions, revision: int, words: Words) -> None:
    key = f"descent-{name}-{revision}"
    st.number_input(
        words(f"descent.{name}"),
        min_value=0,
        max_value=LARGEST_SEED,
        value=getattr(options, name),
        key=key,
        on_change=take,
        args=(name, key, revision),
        width=110,
    )
