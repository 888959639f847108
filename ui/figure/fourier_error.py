"""K' of one roll against K: the cloud, its quantiles, the band that the variance allows, and the worst pair."""

from __future__ import annotations

import numpy as np

from core.view.fourier_error import Roll
from ui.figure.sketch import Sketch
from ui.figure.template import GREY, INK, VIOLET, axis
from ui.text import Words, number

HEIGHT = 276
LOWEST, HIGHEST = -0.8, 1.8  # of K' that is shown: two standard deviations at D = 5


def fourier_error(shown: Roll, words: Words) -> Sketch:
    """Return the cloud of pairs (K, K'), its quantiles, and the band of two standard deviations by their formula."""
    drawn = Sketch(HEIGHT, margin={"l": 56, "r": 16, "t": 8, "b": 44})
    faint = {"size": 5, "color": VIOLET, "symbol": "circle-open", "line": {"width": 1}, "opacity": 0.45}
    hover = {"hovertemplate": "K = %{x:.3g}, K′ = %{y:.3g}<extra></extra>"}
    drawn.add_scatter(
        x=np.round(shown.kernel, 4), y=np.round(shown.approximate, 4), mode="markers", marker=faint, **hover
    )
    for side in (-2.0, 2.0):
        band = shown.grid + side * shown.deviation
        drawn.add_scatter(
            x=shown.grid, y=band, mode="lines", line={"color": GREY, "width": 1.25, "dash": "dot"}, hoverinfo="skip"
        )
    drawn.add_scatter(x=[0, 1], y=[0, 1], mode="lines", line={"color": INK, "width": 1.5}, hoverinfo="skip")
    _quantiles(drawn, shown, words)
    K, near = shown.worst_at
    ring = {"size": 12, "symbol": "square-open", "color": INK, "line": {"width": 2}}
    drawn.add_scatter(x=[K], y=[near], mode="markers", marker=ring, hoverinfo="skip")
    drawn.add_annotation(
        x=K,
        y=min(max(near, LOWEST), HIGHEST),
        text=words("figure.fourier_error.worst", worst=number(shown.worst)),
        ax=90 if K < 0.5 else -90,  # beside the cloud, where there is room
        ay=-38 if near > K else 38,
        arrowcolor=INK,
        arrowwidth=1,
        arrowhead=0,
        standoff=7,
        font={"color": INK, "size": 14},
    )
    drawn.update_layout(
        xaxis=axis(words("figure.fourier_error.x"), range=[-0.03, 1.05], automargin=False),
        yaxis=axis(words("figure.fourier_error.y"), range=[LOWEST, HIGHEST], automargin=False),
    )
    return drawn


def _quantiles(drawn: Sketch, shown: Roll, words: Words) -> None:
    """Draw from 5 % to 95 % of K' in each bin of K, and a dot at the median."""
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


def fourier_error_text(shown: Roll, words: Words) -> str:
    """Return the same in words."""
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
