"""Numbers of a page as sliders that answer while they move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from core.selection import penalty_of
from ui.component.mount import component
from ui.solve.kernels import PARAMETERS, PENALTY
from ui.solve.limits import LAMBDA, LANDMARKS_TAKEN, LARGEST_C
from ui.words import Words


@dataclass(frozen=True)
class Dial:
    """One number: its name in messages, its label, and its range."""

    name: str
    word: str
    symbol: str
    low: float  # of the slider
    high: float
    value: float
    scale: str = "log"  # or "whole", or "linear"
    allowed: tuple[float, float] | None = None  # range of typed values; None: that of the slider


@dataclass(frozen=True)
class Grip:
    """A draggable handle in a figure: its coordinates are the values of two sliders."""

    figure: str  # key of its component
    x: str  # names of the dials
    y: str
    cells: tuple[Sequence[float], Sequence[float]] = ((), ())  # values of x and of y: a click chooses the nearest


@dataclass(frozen=True)
class Asking:
    """How a component with live values sends them to the page, and requests figures before the page runs.

    `base` names the last state that something other than the component itself gave to the values: under a new base the
    component adopts them at once, and a message sent before the current base is ignored. `on_put` reads "put" in
    `st.session_state[key]`: {"base", "seq", "values", "turn"}. `offers` is the name for requests of the figures for
    other values (`ui.page.early_figures`); "turn" is then the number of the last request.
    """

    base: int
    on_put: Callable[[], None]
    offers: str | None = None

    def header(self, key: str) -> dict[str, object]:
        """Return the header fields for the browser; "seq" is the number of the last message received."""
        sent = (st.session_state.get(key) or {}).get("put")
        seq = sent.get("seq") if isinstance(sent, dict) else None
        return {"base": self.base, "seq": seq if isinstance(seq, int) else 0, "offers": self.offers}


def parameter_dial(name: str, value: float, words: Words) -> Dial:
    """Return the dial of a kernel parameter: the same label, symbol and range on every page."""
    parameter = PARAMETERS[name]
    allowed = (parameter.low, parameter.high)
    shown = int(value) if parameter.whole else float(f"{value:.4g}")
    return Dial(name, words(f"panel.{name}"), parameter.symbol, *parameter.slider, shown, parameter.scale, allowed)


def landmark_dials(landmarks: int, kept: int | None, words: Words) -> list[Dial]:
    """Return the dials of the number of Nyström landmarks, and of the number of eigenpairs `kept`; None: all.

    The second is named "rank" among the values of a page.
    """
    dials, most = [parameter_dial("landmarks", landmarks, words)], (1, LANDMARKS_TAKEN)
    if landmarks > 1:
        dials.append(Dial("rank", words("panel.rank"), "k", 1, landmarks, kept or landmarks, "whole", most))
    return dials


def penalty_dial(C: float, words: Words) -> Dial:
    """Return the dial of C, with the same label and range as in the panel of a board."""
    low, high = PENALTY.slider
    return Dial("C", words("panel.C"), PENALTY.symbol, min(low, C), max(high, C), C, PENALTY.scale, (low, LARGEST_C))


def lambda_dial(C: float, words: Words) -> Dial:
    """Return the dial of ridge regression's lambda for this C; its messages set C (`ui.page.updates`)."""
    penalty, (low, high) = float(f"{penalty_of(C):.4g}"), (penalty_of(end) for end in reversed(PENALTY.slider))
    return Dial("lambda", words("panel.lambda"), "λ", min(low, penalty), max(high, penalty), penalty, "log", LAMBDA)


def sliders(
    key: str,
    dials: Sequence[Dial],
    asking: Asking,
    words: Words,
    projector: bool,
    board: str | None = None,
    grips: Sequence[Grip] = (),
) -> None:
    """Mount the sliders; the board with their values in its kernel, given by its key, follows them at once.

    The `grips` are an additional way to move two of them; every number also has a slider for the keyboard.
    """
    data = {
        "board": board,
        "name": key,
        "grips": [vars(grip) for grip in grips],
        "dials": [{**vars(dial), "allowed": list(dial.allowed or (dial.low, dial.high))} for dial in dials],
        **asking.header(key),
        "lang": words.lang,
        "words": words.subset(["slider."]),
        "projector": projector,
    }
    component("form/sliders")(key=key, data=data, on_put_change=asking.on_put)
