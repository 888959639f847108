"""Tables of the page: the same machine with either parameter, and the pair of a step."""

from __future__ import annotations

import pandas as pd

from core.problem import Formulation
from core.topics.machines.experiment import Twin
from core.topics.machines.view import MachineFit, PairStep
from ui.solve.machine.message import DIGITS, b_ends, r_ends, written
from ui.words import Words, number


def twin_table(found: MachineFit, other: Twin, words: Words) -> pd.DataFrame:
    """Return the numbers of both machines, each solved separately, one row per number."""
    both = (found, other.fitted)
    rows = {
        "offset": [written(one.b, b_ends(one)) for one in both],
        "norm": [number(one.norm, DIGITS) for one in both],
        "vectors": [number(one.vectors) for one in both],
        "beyond": [number(one.beyond) for one in both],
    }
    if found.regression:
        rows["tube"] = [written(one.r, r_ends(one)) for one in both]
    columns = [words(f"machines.name.{machine_name(one.formulation)}") for one in both]
    return pd.DataFrame(list(rows.values()), [words(f"machines.row.{name}") for name in rows], columns)


def pairs_table(shown: PairStep, count: int, words: Words) -> pd.DataFrame:
    """Return alpha of the pair and the sum over each sign, before and after the step."""
    names = [
        words("machines.row.pair", letter=letter, i=k % count + 1) for letter, k in (("i", shown.i), ("j", shown.j))
    ]
    sums = [words(f"machines.row.sum.{sign}") for sign in ("plus", "minus")]
    before, after = (*shown.before, *shown.sums), (*shown.after, *shown.sums_after)
    columns = [words("machines.column.before"), words("machines.column.after")]
    values = [[number(old, DIGITS), number(new, DIGITS)] for old, new in zip(before, after, strict=True)]
    return pd.DataFrame(values, [*names, *sums], columns)


def machine_name(formulation: Formulation) -> str:
    """Return the catalogue name of a machine."""
    return formulation.value.replace("_", "-")
