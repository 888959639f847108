"""What is folded below the stories: rho_k to choose, the space of the kernel, the printed example, the counts."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from core.problem import InputError
from core.view import sparsity_count, taylor_example
from ui import frame, guard, session, taylor
from ui.component.plot import plot
from ui.figure.taylor_space import monomial, taylor_space_figure, taylor_space_text
from ui.options.taylor import FACTORS
from ui.session import Lab
from ui.taylor_sentence import space_sentence, space_table
from ui.text import Words, number

MOST_ATTRIBUTES = 60
PRINTED_AT = (np.array([1.0, 1.0]), np.array([1.0, 0.8]), 0.25)  # x, y and gamma where the printed kernel is above 1


@guard.part
def folds(lab: Lab, words: Words) -> None:
    """Show all of them, each made when it is opened."""
    for name, show in (("rho", _rho), ("space", _space), ("example", _example), ("counts", _counts)):
        frame.fold(f"taylor-{name}", words(f"taylor.fold.{name}"), words, partial(show, lab, words))


# ---- rho_k ----


def _rho(lab: Lab, words: Words) -> None:
    """Let rho_k be edited, in place of sigma_0^k."""
    order, gamma, factors = taylor.order_of(lab), taylor.gamma_of(lab), taylor.options_of(lab).factors
    powers = [(2.0 * gamma) ** -k for k in range(order + 1)]
    known = (*factors, *[1.0] * (order + 1))
    shown = pd.DataFrame(
        {
            "k": range(order + 1),
            "power": powers,
            "rho": [factor * power for factor, power in zip(known, powers, strict=False)],
        }
    )
    st.caption(words("taylor.rho.hint", low=number(FACTORS[0]), high=number(FACTORS[1])))
    key = f"taylor-rho-{lab.revision}-{order}-{hash(factors)}"
    plain = st.column_config.NumberColumn
    st.data_editor(
        shown,
        hide_index=True,
        disabled=["k", "power"],
        key=key,
        on_change=_take_rho,
        args=(key, tuple(powers), factors),
        column_config={
            "k": plain("k"),
            "power": plain("σ₀^k", format="%.4g"),
            "rho": plain("ρ_k", format="%.4g", required=True),
        },
    )
    if factors and st.button(words("taylor.rho.reset"), on_click=_forget_rho):
        return


def _take_rho(key: str, powers: tuple[float, ...], before: tuple[float, ...]) -> None:
    options = taylor.options_of(session.current())
    if options.factors != before:  # a late word about another table
        return
    factors = [*options.factors, *[1.0] * (len(powers) - len(options.factors))]
    for row, changed in st.session_state[key]["edited_rows"].items():
        value = changed.get("rho")
        if isinstance(value, (int, float)) and math.isfinite(value) and int(row) < len(powers):
            factor = float(value) / powers[int(row)]
            if FACTORS[0] <= factor <= FACTORS[1]:
                factors[int(row)] = float(f"{factor:.6g}")
    last = max((k for k, factor in enumerate(factors) if factor != 1.0), default=-1)
    session.put_options(options._replace(factors=tuple(factors[: last + 1])))


def _forget_rho() -> None:
    session.put_options(taylor.options_of(session.current())._replace(factors=()))


# ---- the space ----


def _space(lab: Lab, words: Words) -> None:
    """Show the trained f by its monomials, its norm along three ways, and the reproducing property."""
    try:
        space = taylor.space_of(lab)
    except InputError as error:
        frame.refuse(error, words)
        return
    st.markdown(words.texts["taylor.space.theory"])
    plot("taylor-space", taylor_space_figure(space, words), taylor_space_text(space, words), lab.shared.projector)
    st.markdown(space_table(space, words))
    st.caption(space_sentence(space, words))


# ---- the printed example, and the counts ----


def _example(lab: Lab, words: Words) -> None:
    """Show the six features as printed and as they must be, for the pair that shows it and for the visitor's own."""
    st.markdown(words.texts["taylor.example.theory"])
    own = (*taylor.pair_of(lab), taylor.gamma_of(lab))
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


def _counts(lab: Lab, words: Words) -> None:
    """Show how many features a point of n attributes has, z of them zero, counted, by formula and as printed."""
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
