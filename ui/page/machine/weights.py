"""The class weights of C-SVC: C+ = w+ C bounds alpha in the class +1, and C- = w- C in the class -1."""

from __future__ import annotations

import streamlit as st

from ui.component.sliders import Dial
from ui.page import frame
from ui.page.beats import open_beat
from ui.page.showing import Showing
from ui.solve.limits import CLASS_WEIGHT
from ui.solve.machine.table import EQUAL, MINUS, PLUS, ClassWeights
from ui.state import session
from ui.state.change import balance_of, with_weights
from ui.state.widget import contained
from ui.words import Words, number

WEIGHTS = "weights"  # the name of the fold


def choose_weights(showing: Showing, board: str) -> None:
    """Show the two weights, folded, and what they make of C; `board` is the key of one that follows the sliders.

    A link that hides C hides the choice, too. While a beat is open, which is about one C, there is nothing to choose.
    """
    if open_beat() is not None:
        return
    words, shared = showing.words, session.current().shared

    def show() -> None:
        st.caption(words("class_weights.help"))
        own = ((PLUS, "w₊"), (MINUS, "w₋"))
        dials = [
            Dial(name, words(f"class_weights.{name}"), symbol, *CLASS_WEIGHT, weight)
            for (name, symbol), weight in zip(own, shared.weights, strict=True)
        ]
        showing.sliders(f"{showing.page.name}-weights", dials, board)
        balanced = balance_of(session.current())
        with st.container(horizontal=True, key="weights-buttons"):
            if balanced is not None:
                _button("balanced", balanced, shared.weights, words)
            _button("equal", EQUAL, shared.weights, words)

    with st.container(key="class-weights"):
        if showing.sees("C"):
            frame.fold(WEIGHTS, words("class_weights.fold"), words, show)  # under another label it would close
        if shared.weights != EQUAL:  # below, so that no slider moves away from a hand
            st.caption(_sentence(shared.C, shared.weights, words))


def say_equal(words: Words, soft: bool = False) -> None:
    """Say that a page, or its solver, gives both classes one C, if the visitor has chosen two that bound alpha.

    `soft`: the page shows a soft margin even if the hard one is chosen, which no weight changes.
    """
    shared = session.current().shared
    if shared.weights != EQUAL and (soft or shared.C is not None):
        st.caption(words("class_weights.alike", **_values(shared.weights)))


def _button(name: str, weights: ClassWeights, now: ClassWeights, words: Words) -> None:
    """Offer a choice of both weights, with its numbers."""
    st.button(
        words(f"class_weights.{name}", **_values(weights)),
        key=f"weights-{name}",
        on_click=contained(session.apply),
        args=(with_weights, weights),
        disabled=weights == now,
    )


def _sentence(C: float | None, weights: ClassWeights, words: Words) -> str:
    """Say what stands for C while the weights differ from 1."""
    if C is None:
        return words("class_weights.hard")
    plus, minus = (number(weight * C) for weight in weights)
    return words("class_weights.own", C=number(C), above=plus, below=minus, **_values(weights))


def _values(weights: ClassWeights) -> dict[str, str]:
    return {"plus": number(weights[0]), "minus": number(weights[1])}
