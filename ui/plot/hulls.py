"""The hulls of both classes in their window, and the nearest points of the two."""

from __future__ import annotations

import numpy as np

from core.problem.arrays import Matrix, Vector
from core.topics.margin.experiment import outline
from core.view.grid import Square
from ui.plot.sketch import Sketch
from ui.plot.template import NEGATIVE, POSITIVE, VIOLET, still_axis

PIXELS = 380  # along the side of the window, more or less


def hulls_in_window(height: int, X: Matrix, y: np.ndarray, bound: float, window: Square) -> Sketch:
    """Return the window with the points (n, 2) and the hulls in which none of them weighs more than `bound`."""
    x0, y0, size = window
    drawn = Sketch(height, margin={"l": 44, "r": 8, "t": 30, "b": 40})
    for label, color, symbol in ((1, POSITIVE, "circle"), (-1, NEGATIVE, "triangle-up")):
        corners = outline(X[y == label], bound)
        closed = np.vstack([corners, corners[:1]])
        line = {"color": color, "width": 1.5}
        drawn.add_scatter(
            x=closed[:, 0], y=closed[:, 1], mode="lines", fill="toself", line=line, opacity=0.45, hoverinfo="skip"
        )
        drawn.add_dots(X[y == label], symbol, 8, size / PIXELS, color)
    drawn.update_layout(
        xaxis=still_axis("x₁", range=[x0, x0 + size], showgrid=False, constrain="domain"),
        yaxis=still_axis("x₂", range=[y0, y0 + size], showgrid=False, scaleanchor="x", constrain="domain"),
    )
    return drawn


def add_nearest(drawn: Sketch, plus: Vector, minus: Vector) -> None:
    """Add the nearest points of both hulls, (2,) each, and the line between them."""
    pair = np.array([plus, minus])
    drawn.add_scatter(
        x=pair[:, 0], y=pair[:, 1], mode="lines+markers", line={"color": VIOLET, "width": 3},
        marker={"size": 11, "symbol": "diamond", "color": VIOLET},
        hovertemplate="(%{x:.3g}, %{y:.3g})<extra></extra>",
    )  # fmt: skip
