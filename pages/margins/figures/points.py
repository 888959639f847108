"""Functional and geometric margin of every point, side by side: scaling w changes only the former."""

from __future__ import annotations

import numpy as np

from core.topics.margin.view import HandLine
from ui.plot.sketch import Sketch
from ui.plot.template import INK, NEGATIVE, POSITIVE, still_axis
from ui.solve.limits import LENGTH_OF_W
from ui.words import Words, number

HEIGHT = 300
FOLLOWS = "margins"  # assets/js/plot/margins.js moves the marks of both classes, functional before geometric
SIDES = (("x", "y", (0.0, 0.44)), ("x2", "y2", (0.56, 1.0)))


def points_figure(shown: HandLine, y: np.ndarray, words: Words) -> Sketch:
    """Return both margins of all points, the worst point first."""
    drawn = Sketch(HEIGHT, margin={"l": 56, "r": 12, "t": 26, "b": 44})
    order = np.argsort(shown.geometric, kind="stable")
    rank = np.arange(1, len(order) + 1)
    for values, (x_axis, y_axis, _) in zip((shown.functional, shown.geometric), SIDES, strict=True):
        for label, color, symbol in ((1, POSITIVE, "circle"), (-1, NEGATIVE, "triangle-up")):
            of = y[order] == label
            names = [str(i + 1) for i in order[of]]
            drawn.add_scatter(
                x=rank[of], y=values[order][of], ids=names, text=names, mode="markers", xaxis=x_axis, yaxis=y_axis,
                meta=FOLLOWS,
                marker={"size": 8, "symbol": symbol, "color": color},
                hovertemplate=f"{words('figure.margins.point')} %{{text}}: %{{y:.3g}}<extra></extra>",
            )  # fmt: skip
        zero = {"type": "line", "x0": 0, "x1": 1, "y0": 0, "y1": 0}
        drawn.add_shape(xref=f"{x_axis} domain", yref=y_axis, line={"color": INK, "width": 2}, **zero)
    low, high = min(0.0, float(shown.geometric.min())), max(0.0, float(shown.geometric.max()))
    rim = 0.08 * (high - low) or 1.0
    low, high = low - rim, high + rim
    axes = {}
    parts = (max(LENGTH_OF_W[1], float(np.hypot(*shown.w))), 1.0)
    for name, (x_axis, y_axis, domain), part in zip(("functional", "geometric"), SIDES, parts, strict=True):
        axes[f"xaxis{x_axis[1:]}"] = still_axis(
            words("figure.margins.rank"), domain=list(domain), range=[0, len(order) + 1], anchor=y_axis
        )
        axes[f"yaxis{y_axis[1:]}"] = still_axis("", range=[part * low, part * high], anchor=x_axis)
        drawn.add_annotation(
            x=0, y=1, xref=f"{x_axis} domain", yref=f"{y_axis} domain", xanchor="left", yanchor="bottom",
            text=words(f"figure.margins.{name}"), showarrow=False, font={"color": INK, "size": 13}
        )  # fmt: skip
    drawn.update_layout(**axes)
    return drawn


def points_text(shown: HandLine, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    return words(
        "figure.margins.points.alt",
        n=len(shown.functional),
        functional=number(float(shown.functional.min())),
        geometric=number(shown.smallest),
        errors=shown.errors,
    )
