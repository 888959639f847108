"""K' of one roll over K: the cloud, its quantiles, the band given by the variance, and the worst pair."""

from __future__ import annotations

import math

import numpy as np

from core.topics.fourier.view import Roll
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 276
PIXEL = (0.0017, 0.0116)  # approximate size, in units of the axes
LOWEST, HIGHEST = -0.8, 1.8  # range of K' on the axis: two standard deviations at D = 5


def fourier_error(shown: Roll, words: Words) -> Sketch:
    """Return the cloud of pairs (K, K'), its quantiles, and the band of two standard deviations by their formula."""
    drawn = Sketch(HEIGHT, margin={"l": 56, "r": 16, "t": 16, "b": 44})
    drawn.add_dots(np.column_stack([shown.kernel, shown.approximate]), "circle", 4, PIXEL, VIOLET, 0.55)
    drawn.add_scatter(
        x=[*shown.grid, math.nan, *shown.grid],
        y=[*(shown.grid - 2.0 * shown.deviation), math.nan, *(shown.grid + 2.0 * shown.deviation)],
        mode="lines",
        line={"color": GREY, "width": 1.25, "dash": "dot"},
        hoverinfo="skip",
    )
    drawn.add_scatter(x=[0, 1], y=[0, 1], mode="lines", line={"color": INK, "width": 1.5}, hoverinfo="skip")
    _quantiles(drawn, shown, words)
    _worst(drawn, shown, words)
    drawn.update_layout(
        xaxis=still_axis(words("figure.fourier_error.x"), range=[-0.03, 1.05]),
        yaxis=still_axis(words("figure.fourier_error.y"), range=[LOWEST, HIGHEST], nticks=7),
    )
    return drawn


def _quantiles(drawn: Sketch, shown: Roll, words: Words) -> None:
    """Draw the range from 5 % to 95 % of K' in each bin of K, and a dot at the median."""
    low, middle, high = shown.quantiles
    drawn.add_scatter(
        x=shown.middle,
        y=middle,
        mode="markers",
        marker={"size": 7, "color": INK},
        error_y={
            "type": "data",
            "symmetric": False,
            "array": high - middle,
            "arrayminus": middle - low,
            "color": INK,
            "width": 4,
            "thickness": 1.5,
        },
        hovertemplate=words("figure.fourier_error.quantiles") + ": %{y:.3g}<extra></extra>",
    )


def _worst(drawn: Sketch, shown: Roll, words: Words) -> None:
    """Mark the pair with the largest error, and label it beside the cloud, where there is space."""
    K, near = shown.worst_at
    right, above = K < 0.5, near > K
    seen = min(max(near, LOWEST), HIGHEST)
    ring = {"size": [12, 0], "symbol": "square-open", "color": INK, "line": {"width": 2}}
    drawn.add_text(
        [K, K + (0.12 if right else -0.12)],
        [near, min(max(seen + (0.4 if above else -0.4), LOWEST + 0.15), HIGHEST - 0.15)],
        ["", words("figure.fourier_error.worst", worst=number(shown.worst))],
        mode="lines+markers+text",
        line={"color": INK, "width": 1},
        marker=ring,
        textposition="middle right" if right else "middle left",
        textfont={"color": INK, "size": 14},
    )


def fourier_error_text(shown: Roll, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    K, near = shown.worst_at
    return words(
        "figure.fourier_error.alt",
        points=shown.points,
        mse=number(shown.mse),
        expected=number(shown.expected),
        worst=number(shown.worst),
        K=number(K),
        near=number(near),
    )
