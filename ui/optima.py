"""The two optima of a race with their certificates, as a table."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.view import Offsets
from ui.text import Words, at_least, at_most, number

DIGITS = 6


def optima_table(both: Offsets, zeta: float, words: Words) -> None:
    """Show each optimum between its dual and its primal value, by what it is proved, and its constant part f(0).

    `zeta` is the constant feature of the map, 0 where the points are taken as they are.
    """
    sides = (both.free, both.appended)
    table = pd.DataFrame(
        {
            words("race.column.which"): [words("race.side.free"), words("race.side.appended")],
            words("race.column.dual"): [at_least(side.optimum, DIGITS) for side in sides],
            words("race.column.primal"): [at_most(side.proof.primal, DIGITS) for side in sides],
            words("race.column.gap"): [at_most(side.proof.relative_gap, 2) for side in sides],
            words("race.column.b"): [number(side.b + zeta * float(side.w[0])) for side in sides],
            words("race.column.steps"): [number(side.steps) for side in sides],
        }
    )
    st.table(table.set_index(words("race.column.which")))
