"""The change of f over the change of the kernel matrix, with every bound for it."""

from __future__ import annotations

import math

import numpy as np

from pages.ridge.answers import Stability
from ui.plot.ends import Curve, draw
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, still_axis
from ui.words import Words, at_most, number

HEIGHT = 380
LEAST = 1e-12  # smaller numbers are rounding errors


def stability_figure(shown: Stability, change: str, words: Words) -> Sketch:
    """Return measured changes and bounds over the shift of a point, or over D (log); the y axis is logarithmic."""
    drawn = Sketch(HEIGHT, margin={"l": 66, "r": 128, "t": 10, "b": 46})
    found, wide = shown.changes, change == "features"
    at = np.log10(found.at) if wide else found.at
    curves = [
        Curve(found.at, _decades(found.corrected), VIOLET, "dashdot", words("figure.ridge.stability.corrected")),
        Curve(found.at, _decades(found.proved), VIOLET, "dash", words("figure.ridge.stability.proved")),
        Curve(found.at, _decades(found.printed), GREY, "dot", words("figure.ridge.stability.printed"), 2.5),
        Curve(found.at, _decades(found.exact), INK, "solid", words("figure.ridge.stability.exact"), 2.5),
    ]
    low = math.floor(min(float(curve.y.min()) for curve in curves) - 0.1)
    high = math.ceil(max(float(curve.y.max()) for curve in curves) + 0.1)
    own, measured = float(found.at[shown.place]), max(float(found.exact[shown.place]), LEAST)
    low = max(low, min(high - 8, math.floor(math.log10(measured) - 0.1)))  # keep the current measured value visible
    draw(drawn, curves, 0.058 * (high - low), (low, high), log=True)
    line = {"color": INK, "width": 1.25, "dash": "dot"}
    drawn.add_shape(type="line", x0=own, x1=own, y0=0, y1=1, yref="y domain", line=line)
    worst = max(measured, 10.0**low)
    marker = {"size": 10, "color": INK}
    drawn.add_scatter(x=[own], y=[worst], mode="markers", marker=marker, hoverinfo="skip")
    ends = [float(at[0]), float(at[-1])] if wide else [0.0, float(at[-1])]
    scale = {"type": "log", "exponentformat": "power", "dtick": 1} if wide else {}
    drawn.update_layout(
        xaxis=still_axis(words(f"figure.ridge.stability.x.{change}"), range=ends, **scale),
        yaxis=still_axis(
            words("figure.ridge.stability.y"), type="log", range=[low, high], dtick=1, exponentformat="power"
        ),
    )
    return drawn


def _decades(values: np.ndarray) -> np.ndarray:
    return np.asarray(np.log10(np.maximum(values, LEAST)))


def stability_text(shown: Stability, change: str, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    found, k = shown.changes, shown.place
    return words(
        f"figure.ridge.stability.alt.{change}",
        at=number(float(found.at[k])),
        exact=number(float(found.exact[k])),
        printed=at_most(float(found.printed[k])),
        proved=at_most(float(found.proved[k])),
        corrected=at_most(float(found.corrected[k])),
    )
