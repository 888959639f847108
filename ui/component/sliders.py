"""A few numbers that a page asks for, as sliders that answer while they move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from ui.component.mount import component
from ui.solve.kernels import PARAMETERS
from ui.words import Words


@dataclass(frozen=True)
class Dial:
    """One number: its name in what comes back, what stands above it, and where it may lie."""

    name: str
    word: str
    symbol: str
    low: float  # of the slider
    high: float
    value: float
    scale: str = "log"  # or "whole", or "linear"
    allowed: tuple[float, float] | None = None  # what may be typed; None: what the slider reaches


def parameter_dial(name: str, value: float, words: Words) -> Dial:
    """Return the dial of a parameter of the kernels: the same label, symbol and range on every page."""
    parameter = PARAMETERS[name]
    allowed = (parameter.low, parameter.high)
    shown = int(value) if parameter.whole else float(f"{value:.4g}")
    return Dial(name, words(f"panel.{name}"), parameter.symbol, *parameter.slider, shown, parameter.scale, allowed)


def sliders(
    key: str,
    dials: Sequence[Dial],
    base: int,
    words: Words,
    projector: bool,
    on_put: Callable[[], None],
    offers: str | None = None,
) -> None:
    """Mount the sliders; the callback reads "put" in `st.session_state[key]`: {"base", "seq", "values", "turn"}.

    `base` names the state that they were last given by something else than themselves: with another one they take over
    the values at once, and a message with an older one has no say. `offers` is the name under which the figures for
    other values can be asked for (`ui.page.early_figures`); "turn" is then the number of those that have been.
    """
    data = {
        "name": key,
        "dials": [{**vars(dial), "allowed": list(dial.allowed or (dial.low, dial.high))} for dial in dials],
        "base": base,
        "seq": heard(key),
        "offers": offers,
        "lang": words.lang,
        "words": words.subset(["sliders."]),
        "projector": projector,
    }
    component("sliders")(key=key, data=data, on_put_change=on_put)


def heard(key: str) -> int:
    """Return the number of the last message that came from a component that waits for its answers."""
    sent = (st.session_state.get(key) or {}).get("put")
    seq = sent.get("seq") if isinstance(sent, dict) else None
    return seq if isinstance(seq, int) else 0
