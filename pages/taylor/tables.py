"""Numbers of the page about the Taylor kernel as Markdown tables."""

from __future__ import annotations

import math

from core.topics.taylor.experiment import TaylorSpace
from core.topics.taylor.view import TaylorPair
from ui.plot.ends import in_powers
from ui.words import Words, number

ROUNDING = 1e-12


def pair_table(pair: TaylorPair, words: Words) -> str:
    """Return the numbers of the pair as a table: error and bounds, each bound above 1 marked as vacuous."""
    rows = [words("taylor.pair.head"), "|---|---|---|"]
    names = ("measured", "tight", "without", "printed")
    for name, part in zip(names, pair.here, strict=True):
        if pair.own is not None and name != "measured":
            continue
        decades = float(part[0])
        vacuous = words("taylor.pair.vacuous") if name != "measured" and decades > ROUNDING else ""
        told = in_powers(decades) if math.isfinite(decades) else "0"
        rows.append(f"| {words(f'taylor.pair.{name}')} | {told} | {vacuous} |")
    return "\n".join(rows)


def space_table(space: TaylorSpace, words: Words) -> str:
    """Return the norm and the value by three methods each, to twelve digits."""
    a, b = (number(float(part)) for part in space.at)
    rows = [words("taylor.space.head", a=a, b=b), "|---|---|---|"]
    for way in ("coefficients", "inner", "kernel"):
        norm = {"coefficients": "norm_by_coefficients", "inner": "norm_by_weights", "kernel": "norm_by_kernel"}[way]
        value = getattr(space, f"value_by_{way}")
        rows.append(f"| {words(f'taylor.space.{way}')} | {number(getattr(space, norm), 12)} | {number(value, 12)} |")
    return "\n".join(rows)
