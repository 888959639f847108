"""The hulls of both classes with their nearest points, the line between these, and the street."""

from __future__ import annotations

import numpy as np

from core.experiment import Hulls, Street, outline
from core.problem.arrays import Matrix, Vector
from ui.plot.sketch import Sketch
from ui.plot.template import INK, NEGATIVE, POSITIVE, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 470
PIXELS = 380  # along the side of the window, more or less
Window = tuple[float, float, float]  # x0, y0, size


def hulls_figure(shown: Hulls, street: Street, X: Matrix, y: np.ndarray, window: Window, words: Words) -> Sketch:
    """Return the window with both hulls."""
    x0, y0, size = window
    drawn = Sketch(HEIGHT, margin={"l": 44, "r": 8, "t": 30, "b": 40})
    for label, color, symbol in ((1, POSITIVE, "circle"), (-1, NEGATIVE, "triangle-up")):
        corners = outline(X[y == label], shown.bound)
        closed = np.vstack([corners, corners[:1]])
        line = {"color": color, "width": 1.5}
        drawn.add_scatter(
            x=closed[:, 0], y=closed[:, 1], mode="lines", fill="toself", line=line, opacity=0.45, hoverinfo="skip"
        )
        drawn.add_dots(X[y == label], symbol, 8, size / PIXELS, color)
    for shift, width, dash in ((0.0, 2.5, "solid"), (1.0, 1.25, "dash"), (-1.0, 1.25, "dash")):
        ends = ends_of(street.w, street.b - shift, window)
        style = {"color": INK, "width": width, "dash": dash}
        drawn.add_scatter(x=ends[:, 0], y=ends[:, 1], mode="lines", line=style, hoverinfo="skip")
    pair = np.array([shown.plus, shown.minus])
    drawn.add_scatter(
        x=pair[:, 0], y=pair[:, 1], mode="lines+markers", line={"color": VIOLET, "width": 3},
        marker={"size": 11, "symbol": "diamond", "color": VIOLET},
        hovertemplate="(%{x:.3g}, %{y:.3g})<extra></extra>",
    )  # fmt: skip
    middle = pair.mean(axis=0)
    drawn.add_annotation(
        x=float(middle[0]), y=float(middle[1]), text=number(shown.distance), showarrow=False, xanchor="left",
        xshift=10, yanchor="bottom", font={"color": VIOLET, "size": 15}
    )  # fmt: skip
    drawn.update_layout(
        xaxis=still_axis("x₁", range=[x0, x0 + size], showgrid=False, constrain="domain"),
        yaxis=still_axis("x₂", range=[y0, y0 + size], showgrid=False, scaleanchor="x", constrain="domain"),
    )
    return drawn


def ends_of(w: Vector, b: float, window: Window) -> Matrix:
    """Return two places (2, 2) on the line w.x + b = 0 on both sides of a window."""
    x0, y0, size = window
    centre = np.array([x0, y0]) + 0.5 * size
    length = float(np.hypot(*w))
    foot = centre - (w @ centre + b) / length * w / length
    along = np.array([-w[1], w[0]]) / length
    return np.array([foot - 1.5 * size * along, foot + 1.5 * size * along])


def hulls_text(shown: Hulls, words: Words) -> str:
    """Return the same in words."""
    places = {
        name: f"({number(float(at[0]))}, {number(float(at[1]))})"
        for name, at in (("plus", shown.plus), ("minus", shown.minus))
    }
    return words("figure.margins.hulls.alt", distance=number(shown.distance), bound=number(shown.bound), **places)
