"""What the lift shows, in sentences made from checked numbers."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.view import Lift, Light, Solution
from ui.options.phi import PhiOptions, dimension
from ui.solving import Solved
from ui.text import Words, at_least, at_most, number


def lift_sentence(shown: Lift, part: Solution, whole: Solution, options: PhiOptions, words: Words) -> str:
    """Say what the plane in the chosen coordinates does, and what the other coordinates would have done."""
    return _joined([_plane(shown, part, words), _lost(part, whole, options, words)], words)


def _plane(shown: Lift, part: Solution, words: Words) -> str:
    values = {"n": len(part.alpha), "errors": part.errors, "plane": words(f"phi.noun.{len(shown.low)}")}
    if part.light is Light.IMPOSSIBLE:
        return words("phi.plane.impossible")
    if part.light is not Light.PROVED:
        return words("phi.plane.open", **values)
    seen = len(shown.border) > 0  # the boundary runs through the window of the board
    if part.errors == 0:
        return words("phi.plane.clean" if seen else "phi.plane.clean.away", **values)
    return words("phi.plane.some" if seen else "phi.plane.some.away", **values)


def _lost(part: Solution, whole: Solution, options: PhiOptions, words: Words) -> str:
    """Compare with all coordinates of the map; counts are only compared where both planes are proved."""
    p = dimension(options)
    if p <= 3:
        return words("phi.lost.none", p=p)
    if whole.light is Light.IMPOSSIBLE:
        return words("phi.lost.impossible", p=p)
    if Light.IMPOSSIBLE is part.light:
        return words("phi.lost.possible" if whole.light is Light.PROVED else "phi.lost.open", p=p, errors=whole.errors)
    if whole.light is not Light.PROVED or part.light is not Light.PROVED:
        return words("phi.lost.open", p=p, errors=whole.errors)
    if whole.errors == part.errors:
        return words("phi.lost.same.clean" if whole.errors == 0 else "phi.lost.same", p=p)
    if whole.errors == 0:
        return words("phi.lost.all", p=p, errors=part.errors)
    return words("phi.lost.fewer" if whole.errors < part.errors else "phi.lost.more", p=p, errors=whole.errors)


def point_sentence(shown: Lift, part: Solution, picked: int, words: Words) -> str:
    """Say where the marked point has been lifted to, and how far it lies from the plane."""
    place = ", ".join(number(float(value)) for value in shown.points[picked])
    if part.light is Light.IMPOSSIBLE:
        return words("phi.point.place", i=picked + 1, place=place)
    f, length = float(part.decision[picked]), float((shown.w @ shown.w) ** 0.5)
    if length == 0.0:
        return words("phi.point.place", i=picked + 1, place=place)
    return words("phi.point", i=picked + 1, place=place, f=number(f), distance=number(abs(f) / length))


def truncation_sentence(options: PhiOptions, miss: float, words: Words) -> str:
    """Say what cutting the Gaussian off costs."""
    return words("phi.truncation", m=options.order, p=dimension(options), error=at_most(miss, 2))


def comparison(options: PhiOptions, shown: Lift, part: Solved, whole: Solved, words: Words) -> None:
    """Show the answer in the chosen coordinates beside the one in all of them, each with what it is proved by."""
    rows = [(words("phi.row.part", k=len(shown.low)), part.solution, shown.share)]
    if len(shown.low) < dimension(options):
        rows.append((words("phi.row.whole", p=dimension(options)), whole.solution, 1.0))
    table = pd.DataFrame(
        {
            words("phi.column.which"): [name for name, _, _ in rows],
            words("phi.column.margin"): [_or_none(found, number(found.margin_width)) for _, found, _ in rows],
            words("phi.column.errors"): [
                _or_none(found, f"{found.errors} / {len(found.alpha)}") for _, found, _ in rows
            ],
            words("phi.column.vectors"): [_or_none(found, str(found.vectors)) for _, found, _ in rows],
            words("phi.column.share"): [number(100.0 * share) + " %" for _, _, share in rows],
            words("phi.column.optimum"): [_or_none(found, _proof(found)) for _, found, _ in rows],
        }
    )
    st.table(table.set_index(words("phi.column.which")))


def _or_none(found: Solution, text: str) -> str:
    return "–" if found.light is Light.IMPOSSIBLE else text


def _proof(found: Solution) -> str:
    low, high = -found.certificate.dual, found.certificate.primal
    return f"{at_least(low, 5)} … {at_most(high, 5)}"


def _joined(sentences: list[str], words: Words) -> str:
    return ("" if words.lang == "zh" else " ").join(sentences)
