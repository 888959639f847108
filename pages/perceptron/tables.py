"""Tables: the plane of each order, and the optimisation problem equation by equation."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from core.problem import Problem
from core.topics.perceptron.experiment import CYCLIC, Separator
from core.view import Solution
from pages.perceptron.answers import TwoRates
from ui.words import Words, interval, number

NONE = "–"


def orders_table(found: Sequence[Separator], widest: Separator | None, words: Words) -> pd.DataFrame:
    """Return one row for each order, and one for the SVM, whose numbers do not depend on the order."""
    rows = [_row(_name(one, words), one, widest, words) for one in found]
    if widest is not None:
        own = _row(words("perceptron.row.widest"), widest, widest, words)
        rows.append({**own, words("perceptron.column.mistakes"): NONE, words("perceptron.column.angle"): "0°"})
    return pd.DataFrame(rows).set_index(words("perceptron.column.order"))


def _name(one: Separator, words: Words) -> str:
    return words("perceptron.row.cyclic") if one.seed == CYCLIC else words("perceptron.row.seed", seed=one.seed)


def _row(name: str, one: Separator, widest: Separator | None, words: Words) -> dict[str, str]:
    there = one.ended and one.margin > 0.0
    share = angle = NONE
    if widest is not None and there:
        share = words("language.percent", value=number(100.0 * one.margin / widest.margin))
        angle = number(math.degrees(one.angle)) + "°"
    return {
        words("perceptron.column.order"): name,
        words("perceptron.column.mistakes"): number(one.mistakes) if one.ended else f"> {number(one.mistakes)}",
        words("perceptron.column.margin"): number(one.margin) if there else NONE,
        words("perceptron.column.share"): share,
        words("perceptron.column.angle"): angle,
    }


def rates_table(shown: TwoRates, eta: float, words: Words) -> str:
    """Return the results of both runs, and each number of the second as a multiple of the first.

    `eta` is that of the board.
    """
    runs = (shown.one, shown.other)
    heads = [
        words("perceptron.eta.board" if run.eta == eta else "perceptron.eta.run", eta=number(run.eta)) for run in runs
    ]
    head = " | ".join([words("perceptron.eta.head"), *heads, words("perceptron.eta.times")])
    lines = [f"| {head} |", "|---|---:|---:|---:|"]
    for name in ("mistakes", "largest", "length", "b", "distance"):
        one, other = (float(getattr(run, name)) for run in runs)
        times = number(round(other / one, 9)) if one != 0.0 else NONE
        lines.append(f"| {words(f'perceptron.eta.{name}')} | {number(one)} | {number(other)} | {times} |")
    return "\n".join(lines)


def machine_table(problem: Problem, shown: Solution, words: Words) -> str:
    """Return each statement about the optimisation problem with its two sides, computed from the SVM on the board."""
    f, y, alpha = shown.decision, problem.y, shown.alpha
    coefficients = alpha * y
    length = math.sqrt(float(coefficients @ problem.gram @ coefficients))
    near = [float(np.abs(f[y == sign]).min()) / length for sign in (1, -1)]
    slack = float(np.abs(alpha * (y * f - 1.0)).max())
    rows = [
        ("distance", number(near[0] + near[1], 5), number(2.0 / length, 5)),
        ("sides", number(float((y * f).min()), 5), "1"),
        ("balance", number(float(alpha @ y), 2), "0"),
        ("dual", *interval(*shown.value)),
        ("kkt", number(slack, 2), "0"),
    ]
    head = [words("perceptron.machine.head"), "|---|---|---|"]
    return "\n".join(
        [*head, *(f"| {words(f'perceptron.machine.{key}')} | {is_} | {must} |" for key, is_, must in rows)]
    )
