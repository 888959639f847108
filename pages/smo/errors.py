"""The fold about the list of errors: the terms that a step adds to every E, and the sum over the support vectors."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from core.trace import Trace
from core.view import ErrorUpdate, error_update
from pages.smo.latex import factor, latex
from ui.words import Words, at_most, number

ROWS = 10  # the pair, and the other points whose E changes most


def show_errors(trace: Trace, k: int, words: Words) -> None:
    """Show how step k + 1 of the run, which starts from the state after k steps, changes every E."""
    found = error_update(trace, k)
    st.markdown(words("smo.errors.step", step=number(k + 1), i=found.i + 1, j=found.j + 1))
    for line in error_equations(found):
        st.latex(line)
    table = errors_table(found, words)
    few_digits = st.column_config.NumberColumn(format="%.4g")  # the changes of a late step are small
    st.dataframe(table, hide_index=True, column_config={name: few_digits for name in table.columns[1:]})
    st.caption(words("smo.errors.note", shown=len(table), count=len(found.before)))
    st.markdown(errors_sentence(trace, found, words))


def error_equations(found: ErrorUpdate) -> list[str]:
    """Return the update with the numbers of the step, and the sum over the support vectors, in LaTeX."""
    return [  # short lines: a phone shows them whole
        r"E_t^{new} = E_t + y_i\Delta\alpha_i K_{ti} + y_j\Delta\alpha_j K_{tj} + \Delta b",
        rf"= E_t + {factor(found.towards_i)}\, K_{{ti}} + {factor(found.towards_j)}\, K_{{tj}}",
        rf"+\; {factor(found.shift)}",
        r"E_t^{new} = \sum_{s\in S} y_s\alpha_s^{new} K_{ts} + b^{new} - y_t",
        rf"|S| = {latex(found.support)}",
    ]


def errors_table(found: ErrorUpdate, words: Words) -> pd.DataFrame:
    """Return E and its terms: first the pair, then the points whose E changes most."""
    others = np.argsort(-np.abs(found.change), kind="stable")
    others = others[~np.isin(others, (found.i, found.j))]
    points = np.concatenate([[found.i, found.j], others])[:ROWS]
    marks = {found.i: " (i)", found.j: " (j)"}
    return pd.DataFrame(
        {
            words("smo.kkt.point"): [f"{t + 1}{marks.get(t, '')}" for t in points.tolist()],
            words("smo.errors.before"): found.before[points],
            "yᵢ Δαᵢ Kₜᵢ": found.from_i[points],
            "yⱼ Δαⱼ Kₜⱼ": found.from_j[points],
            "Δb": np.full(len(points), found.shift),
            words("smo.errors.after"): found.after[points],
            words("smo.errors.anew"): found.anew[points],
        }
    )


def errors_sentence(trace: Trace, found: ErrorUpdate, words: Words) -> str:
    """Say how far the update and the sum agree, what each reads, and where the list comes from."""
    n, largest = len(found.before), number(float(np.abs(found.anew).max()))
    key = "smo.errors.equal" if found.apart == 0.0 else "smo.errors.apart"
    agree = words(key, apart=at_most(found.apart, 2), largest=largest)
    reads = words("smo.errors.reads", update=number(2 * n), sum=number(n * found.support))
    return words.joined([agree, reads, "" if trace.stepper.name == "platt" else words("smo.errors.gradient")])
