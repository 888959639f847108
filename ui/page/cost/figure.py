"""|K - K_gauss| over the sorted pairs of the points, with its printed or proved bounds."""

from __future__ import annotations

import numpy as np

from ui.plot.ends import Curve, draw, in_powers, vacuous
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, still_axis
from ui.solve.approximation.errors import KernelErrors
from ui.words import Words, at_most, number

HEIGHT = 232
RANGE = {
    "order": (-10.0, 4.0),
    "components": (-5.0, 2.0),
    "landmarks": (-9.0, 1.0),
}  # decades, by rank parameter
SPREAD = 0.095  # share of the axis height between two labels
STYLES = {  # of the bounds: color, dash, width
    "printed": (GREY, "dot", 2.5),
    "without": (VIOLET, "dashdot", 1.5),
    "tight": (VIOLET, "dash", 2.0),
    "corollary": (GREY, "dot", 2.5),
    "proved": (VIOLET, "dash", 2.0),
}


def cost_figure(shown: KernelErrors, parameter: str, words: Words) -> Sketch:
    """Return the sorted errors and their bounds, each labelled at its end."""
    drawn, (low, top) = Sketch(HEIGHT, margin={"l": 62, "r": 100, "t": 14, "b": 42}), RANGE[parameter]
    if shown.bounds:
        vacuous(drawn, top, words("cost.vacuous"), at=0.66)
    percent = 100.0 * shown.share
    curves = []
    for bound in shown.bounds:
        color, dash, width = STYLES[bound.name]
        curves.append(Curve(percent, bound.values, color, dash, words(f"cost.bound.{bound.name}"), width))
    curves.append(Curve(percent, shown.measured, INK, "solid", words("cost.measured"), 2.5))
    draw(drawn, curves, SPREAD * (top - low), (low, top), log=True)
    drawn.data[0]["meta"] = "curves"  # the browser moves them by itself (assets/js/plot/moving_lines.js)
    scale = {"type": "log", "exponentformat": "power", "dtick": 4 if top - low > 8 else 2}
    drawn.update_layout(
        xaxis=still_axis(words("cost.x"), range=[0, 100]),
        yaxis=still_axis(words("cost.y"), range=[low, top], **scale),
    )
    return drawn


def cost_text(shown: KernelErrors, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    middle = min(int(np.searchsorted(shown.share, 0.5)), len(shown.share) - 1)  # the share of one pair is below it
    half = float(shown.measured[middle])
    told = [words("cost.alt", pairs=number(shown.pairs), half=in_powers(half), worst=at_most(shown.worst))]
    for bound in shown.bounds:
        name, largest = words(f"cost.bound.{bound.name}"), in_powers(float(bound.values[-1]))
        told.append(words("cost.alt.bound", name=name, largest=largest))
    return words.joined(told)
