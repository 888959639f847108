"""Tables: the three methods, the runs from random starts, moved points, and new points."""

from __future__ import annotations

import numpy as np
import pandas as pd

from core.topics.margin.experiment import FromAStart
from core.topics.margin.tolerance import OnNewPoints
from pages.margins.answers import Routes, Tolerance
from pages.margins.sentences import mean_error
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


def moved_table(shown: Tolerance, words: Words) -> pd.DataFrame:
    """Return one row per line: its margin, and how often it still separates, by the length of the moves."""
    names = [words("margins.moved.widest"), *(words("margins.moved.other", k=k) for k in range(1, len(shown.margins)))]
    rows = [
        {
            words("margins.column.line"): name,
            words("margins.column.margin"): number(margin),
            **{
                words("margins.column.moved", radius=number(radius)): number(int(count))
                for radius, count in zip(shown.radii, counts, strict=True)
            },
        }
        for name, margin, counts in zip(names, shown.margins, shown.kept, strict=True)
    ]
    return pd.DataFrame(rows).set_index(words("margins.column.line"))


def new_points_table(shown: OnNewPoints, words: Words) -> pd.DataFrame:
    """Return one row per kind of line: its mean error at new points with its interval, and the largest."""
    rows = [
        {
            words("margins.column.line"): words(f"margins.new.name.{name}"),
            words("margins.column.error"): mean_error(errors, words),
            words("margins.column.worst"): number(100.0 * float(errors.max()), 3),
        }
        for name, errors in zip(("widest", "halfway", "anywhere"), shown.errors.T, strict=True)
    ]
    return pd.DataFrame(rows).set_index(words("margins.column.line"))
