"""The hulls of both classes, their nearest points, the segment between these, and the street."""

from __future__ import annotations

import numpy as np

from core.problem.arrays import Matrix, Vector
from core.topics.margin.experiment import Hulls, Street
from core.view.grid import Square
from ui.plot.hulls import add_nearest, hulls_in_window
from ui.plot.sketch import Sketch
from ui.plot.template import INK, VIOLET
from ui.words import Words, number

HEIGHT = 470


def hulls_figure(shown: Hulls, street: Street, X: Matrix, y: np.ndarray, window: Square) -> Sketch:
    """Return the window with both hulls."""
    drawn = hulls_in_window(HEIGHT, X, y, shown.bound, window)
    for shift, width, dash in ((0.0, 2.5, "solid"), (1.0, 1.25, "dash"), (-1.0, 1.25, "dash")):
        ends = ends_of(street.w, street.b - shift, window)
        style = {"color": INK, "width": width, "dash": dash}
        drawn.add_scatter(x=ends[:, 0], y=ends[:, 1], mode="lines", line=style, hoverinfo="skip")
    add_nearest(drawn, shown.plus, shown.minus)
    middle = 0.5 * (shown.plus + shown.minus)
    drawn.add_annotation(
        x=float(middle[0]), y=float(middle[1]), text=number(shown.distance), showarrow=False, xanchor="left",
        xshift=10, yanchor="bottom", font={"color": VIOLET, "size": 15}
    )  # fmt: skip
    return drawn


def ends_of(w: Vector, b: float, window: Square) -> Matrix:
    """Return two points (2, 2) of the line w.x + b = 0 on both sides of a window."""
    x0, y0, size = window
    centre = np.array([x0, y0]) + 0.5 * size
    length = float(np.hypot(*w))
    foot = centre - (w @ centre + b) / length * w / length
    along = np.array([-w[1], w[0]]) / length
    return np.array([foot - 1.5 * size * along, foot + 1.5 * size * along])


def hulls_text(shown: Hulls, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    places = {
        name: f"({number(float(at[0]))}, {number(float(at[1]))})"
        for name, at in (("plus", shown.plus), ("minus", shown.minus))
    }
    return words("figure.margins.hulls.alt", distance=number(shown.distance), bound=number(shown.bound), **places)
