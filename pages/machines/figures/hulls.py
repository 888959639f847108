"""The reduced hulls of both classes, and their nearest points, which nu-SVC joins."""

from __future__ import annotations

import numpy as np

from core.experiment import Hulls, outline
from core.problem.arrays import Matrix
from ui.plot.sketch import Sketch
from ui.plot.template import NEGATIVE, POSITIVE, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 420
PIXELS = 360  # along the side of the window, more or less
Window = tuple[float, float, float]  # x0, y0, size


def hulls_figure(shown: Hulls | None, bound: float, X: Matrix, y: np.ndarray, window: Window, words: Words) -> Sketch:
    """Return the window with both hulls; `shown` is None where they meet."""
    x0, y0, size = window
    drawn = Sketch(HEIGHT, margin={"l": 44, "r": 8, "t": 12, "b": 40})
    for label, color, symbol in ((1, POSITIVE, "circle"), (-1, NEGATIVE, "triangle-up")):
        corners = outline(X[y == label], bound)
        closed = np.vstack([corners, corners[:1]])
        style = {"color": color, "width": 1.5}
        drawn.add_scatter(
            x=closed[:, 0], y=closed[:, 1], mode="lines", fill="toself", line=style, opacity=0.45, hoverinfo="skip"
        )
        drawn.add_dots(X[y == label], symbol, 7, size / PIXELS, color, 0.8)
    if shown is not None:
        pair = np.array([shown.plus, shown.minus])
        drawn.add_scatter(
            x=pair[:, 0], y=pair[:, 1], mode="lines+markers", line={"color": VIOLET, "width": 3},
            marker={"size": 10, "symbol": "diamond", "color": VIOLET},
            hovertemplate="(%{x:.3g}, %{y:.3g})<extra></extra>",
        )  # fmt: skip
    drawn.update_layout(
        xaxis=still_axis("x₁", range=[x0, x0 + size], showgrid=False, constrain="domain"),
        yaxis=still_axis("x₂", range=[y0, y0 + size], showgrid=False, scaleanchor="x", constrain="domain"),
    )
    return drawn


def hulls_text(shown: Hulls | None, bound: float, words: Words) -> str:
    """Return the same in words."""
    if shown is None:
        return words("figure.machines.hulls.alt.meet", bound=number(bound))
    return words("figure.machines.hulls.alt", bound=number(bound), distance=number(shown.distance))
