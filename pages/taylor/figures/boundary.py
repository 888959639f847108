"""The boundary of order m over the exact one, and the region where they disagree."""

from __future__ import annotations

import math

import numpy as np

from core.problem.arrays import Matrix
from core.topics.taylor.experiment import TaylorSweep
from core.view import isolines
from ui.component.plot import Drawn
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import INK, NEGATIVE, POSITIVE, VIOLET, still_axis
from ui.words import Words, at_most

PIXELS = 330  # approximate side of the window
HEIGHT = 470


def boundary_drawn(
    shown: TaylorSweep, order: int, X: Matrix, y: np.ndarray, window: tuple[float, float, float], words: Words
) -> Drawn:
    """Return the figure with its text."""
    drawn = taylor_boundary_figure(shown, order, X, y, window, words)
    return Drawn(drawn, taylor_boundary_text(shown, order, words))


def taylor_boundary_figure(
    shown: TaylorSweep, order: int, X: Matrix, y: np.ndarray, window: tuple[float, float, float], words: Words
) -> Sketch:
    """Return the window with both boundaries; `order` is one of the sweep."""
    x0, y0, size = window
    drawn = Sketch(HEIGHT, margin={"l": 44, "r": 8, "t": 30, "b": 40})
    place = {"x": shown.x_axis, "y": shown.y_axis}
    differs = in_bytes(((shown.fields[order] >= 0) != (shown.exact >= 0)).astype(np.uint8))
    tint = {"colorscale": [[0, "rgba(0,0,0,0)"], [1, VIOLET]], "opacity": 0.28, "zmin": 0, "zmax": 1}
    drawn.add_heatmap(z=differs, showscale=False, hoverinfo="skip", **tint, **place)
    for label, color, symbol in ((1, POSITIVE, "circle"), (-1, NEGATIVE, "triangle-up")):
        drawn.add_dots(X[y == label], symbol, 8, size / PIXELS, color)
    for field, color, dash in ((shown.exact, INK, "solid"), (shown.fields[order], VIOLET, "dash")):
        along = isolines(field, shown.x_axis, shown.y_axis).astype(np.float32)
        line = {"color": color, "dash": dash, "width": 2.5, "shape": "spline", "smoothing": 0.6}
        x, y_along = in_bytes(along[:, 0]), in_bytes(along[:, 1])
        drawn.add_scatter(x=x, y=y_along, mode="lines", line=line, hoverinfo="skip")
    for at, name, color in ((0.0, "exact", INK), (0.5, "order", VIOLET)):
        text = words(f"figure.taylor.boundary.{name}", m=order)
        drawn.add_annotation(
            xref="x domain", yref="y domain", x=at, y=1, xanchor="left", yanchor="bottom", text=text, showarrow=False,
            font={"color": color, "size": 13}
        )  # fmt: skip
    drawn.update_layout(
        xaxis=still_axis("x₁", range=[x0, x0 + size], showgrid=False, constrain="domain"),
        yaxis=still_axis(
            "x₂", range=[y0, y0 + size], showgrid=False, scaleanchor="x", constrain="domain"
        ),
    )  # fmt: skip
    return drawn


def taylor_boundary_text(shown: TaylorSweep, order: int, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    share = float(shown.share[order])
    if math.isnan(share):
        return words("taylor.boundary.none", m=order)
    return words("figure.taylor.boundary.alt", m=order, share=at_most(100 * share))
