"""Tables: the three methods, and the runs from random starts."""

from __future__ import annotations

import numpy as np
import pandas as pd

from core.topics.margin.experiment import FromAStart
from pages.margins.answers import Routes
from ui.words import Words, number

DIGITS = 8


def routes_table(found: Routes, words: Words) -> pd.DataFrame:
    """Return one row per method: w, b, the objective and the width of the street."""
    rows = [_row("smo", found.smo.w, found.smo.b, found.smo.objective, words)]
    if found.primal is not None:
        rows.append(_row("primal", found.primal.w, found.primal.b, found.primal.objective, words))
    if found.hulls is not None and found.hulls.bound == 1.0:
        w, b = found.hulls.bisector
        rows.append(_row("hulls", w, b, 0.5 * float(w @ w), words))
    return pd.DataFrame(rows).set_index(words("margins.column.route"))


def _row(name: str, w: np.ndarray, b: float, objective: float, words: Words) -> dict[str, str]:
    return {
        words("margins.column.route"): words(f"margins.route.{name}"),
        "w₁": number(float(w[0]), DIGITS),
        "w₂": number(float(w[1]), DIGITS),
        "b": number(b, DIGITS),
        words("margins.column.objective"): number(objective, DIGITS),
        "2/‖w‖": number(2.0 / float(np.hypot(*w)), DIGITS),
    }


def starts_table(runs: tuple[FromAStart, ...], words: Words) -> pd.DataFrame:
    """Return one row per start: the initial w, the steps, and the final w and b."""
    rows = [
        {
            words("margins.column.start"): str(k + 1),
            words("margins.column.before"): _place(run.first, 3),
            words("margins.column.steps"): number(run.steps),
            words("margins.column.after"): _place(run.w, DIGITS),
            "b": number(run.b, DIGITS),
        }
        for k, run in enumerate(runs)
    ]
    return pd.DataFrame(rows).set_index(words("margins.column.start"))


def _place(w: np.ndarray, digits: int) -> str:
    return f"({number(float(w[0]), digits)}, {number(float(w[1]), digits)})"
