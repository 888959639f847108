"""The folds below the page: the choice of rho_k, the space of the kernel, the printed example, the counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd
import streamlit as st

from core.problem import InputError
from core.topics.taylor.view import sparsity_count, taylor_example
from pages.taylor import answers
from pages.taylor.figures.space import monomial, taylor_space_figure, taylor_space_text
from pages.taylor.question import Question, change, read, trimmed
from pages.taylor.sentences import cut_sentence, space_sentence
from pages.taylor.tables import space_table
from ui.component.plot import Drawn
from ui.page.showing import Showing
from ui.solve.limits import FACTOR_OF_RHO
from ui.state import session
from ui.state.widget import contained
from ui.words import number

MOST_ATTRIBUTES = 60
PRINTED_AT = (np.array([1.0, 1.0]), np.array([1.0, 0.8]), 0.25)  # x, y and gamma for which the printed kernel exceeds 1


# ---- rho_k ----


def _rho(question: Question, showing: Showing) -> None:
    """Show a table in which rho_k can be edited, with sigma_0^k as default."""
    words, order, gamma, factors = showing.words, question.order, question.gamma, question.options.factors
    powers = [(2.0 * gamma) ** -k for k in range(order + 1)]
    known = (*factors, *[1.0] * (order + 1))
    shown = pd.DataFrame(
        {
            "k": range(order + 1),
            "power": powers,
            "rho": [factor * power for factor, power in zip(known, powers, strict=False)],
        }
    )
    st.caption(words("taylor.rho.hint", low=number(FACTOR_OF_RHO[0]), high=number(FACTOR_OF_RHO[1])))
    key = f"taylor-rho-{question.board.revision}-{order}-{hash(factors)}"
    plain = st.column_config.NumberColumn
    st.data_editor(
        shown,
        hide_index=True,
        disabled=["k", "power"],
        key=key,
        on_change=contained(_take_rho),
        args=(key, tuple(powers), factors),
        column_config={
            "k": plain("k"),
            "power": plain("σ₀^k", format="%.4g"),
            "rho": plain("ρ_k", format="%.4g", required=True),
        },
    )
    if factors:
        taken = (change, "factors", ())
        st.button(words("taylor.rho.reset"), on_click=contained(session.apply), args=taken)


def _take_rho(key: str, powers: tuple[float, ...], before: tuple[float, ...]) -> None:
    options = session.ask(read).options
    if options.factors != before:  # a stale callback from a replaced table
        return
    factors = [*options.factors, *[1.0] * (len(powers) - len(options.factors))]
    for row, changed in st.session_state[key]["edited_rows"].items():
        value = changed.get("rho")
        if isinstance(value, (int, float)) and math.isfinite(value) and int(row) < len(powers):
            factor = float(value) / powers[int(row)]
            if FACTOR_OF_RHO[0] <= factor <= FACTOR_OF_RHO[1]:
                factors[int(row)] = float(f"{factor:.6g}")
    session.apply(change, "factors", trimmed(tuple(factors)))


# ---- the space ----


def _space(question: Question, showing: Showing) -> None:
    """Show the trained f by its monomials, its norm by three methods, and the reproducing property."""
    words = showing.words
    try:
        space = answers.space(question)
    except InputError as error:
        showing.refuse(error)
        return
    st.markdown(words.texts["taylor.space.theory"])
    if space.norm_by_kernel == 0.0:  # no hard margin, or every K(x, x) is 0 in float64
        st.markdown(words("taylor.boundary.none" if question.C is None else "taylor.space.zero", m=question.order))
        return
    showing.draw("taylor-space", lambda: Drawn(taylor_space_figure(space, words), taylor_space_text(space, words)))
    st.markdown(space_table(space, words))
    st.caption(space_sentence(space, words))
    st.markdown(cut_sentence(answers.views(question).plane, question.order, question.plain, words))


# ---- the printed example, and the counts ----


def _example(question: Question, showing: Showing) -> None:
    """Show the six features as printed and corrected, for a pair that reveals the error and for the visitor's own."""
    words = showing.words
    st.markdown(words.texts["taylor.example.theory"])
    own = (*question.pair, question.gamma)
    for name, (x, z, gamma) in (("printed", PRINTED_AT), ("own", own)):
        found = taylor_example(x, z, gamma)
        a, b, c, d = (number(float(part)) for part in (*x, *z))
        st.markdown(words(f"taylor.example.{name}", a=a, b=b, c=c, d=d, sigma=number(0.5 / gamma)))
        names = [monomial(power) for power in ((0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2))]
        rows = ["| | " + " | ".join(names) + " | K(x, y) |", "|---" * 8 + "|"]
        for row, features, value in (
            ("as_printed", found.printed[0], found.printed_value),
            ("correct", found.correct[0], found.correct_value),
        ):
            cells = " | ".join(number(float(feature)) for feature in features)
            rows.append(f"| {words(f'taylor.example.{row}')} | {cells} | {number(value, 4)} |")
        rows.append(f"| {words('taylor.example.gauss')} | | | | | | | {number(found.gauss, 4)} |")
        st.markdown("\n".join(rows))


def _counts(question: Question, showing: Showing) -> None:
    """Show the number of features of a point of n attributes, z of them zero: counted, by formula and as printed."""
    words = showing.words
    left, middle, _ = st.columns([1, 1, 2])
    n = left.number_input(words("taylor.counts.n"), 1, MOST_ATTRIBUTES, 20, key=f"taylor-n-{words.lang}")
    z = middle.number_input(words("taylor.counts.z"), 0, n, min(5, n), key=f"taylor-z-{words.lang}")
    count = sparsity_count(n, z)
    st.markdown(
        words("taylor.counts.told", dimension=count.dimension, zeros=count.zeros, measured=count.measured)
        + " "
        + words("taylor.counts.printed", printed=number(count.printed))
    )
    st.markdown(words.texts["taylor.counts.theory"])


FOLDS: Mapping[str, Callable[[Question, Showing], None]] = {
    "rho": _rho,
    "space": _space,
    "example": _example,
    "counts": _counts,
}
