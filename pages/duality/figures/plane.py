"""L over the plane of x for two multipliers: the feasible region, and the sum of multipliers times normals."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from core.problem.arrays import single
from core.topics.duality.theory import Toy
from core.topics.duality.view import AtPlace, PlaneOfX
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import GREY, INK, PAPER, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 620
LINE = {"color": GREY, "width": 1}


def plane_figure(shown: PlaneOfX, place: AtPlace, toy: Toy, words: Words) -> Sketch:
    """Return contour lines of L, both constraints, x, and 0 + lambda_1 a_1 + lambda_2 a_2."""
    drawn = Sketch(HEIGHT, margin={"l": 56, "r": 14, "t": 8, "b": 44})
    low, high = toy.x
    corners = {"x0": low, "x1": high, "y0": low, "y1": high, "layer": "below"}
    drawn.add_shape(type="rect", fillcolor=GREY, opacity=0.13, line={"width": 0}, **corners)
    drawn.add_scatter(
        x=shown.corner[:, 0], y=shown.corner[:, 1], mode="none", fill="toself", fillcolor=PAPER, hoverinfo="skip"
    )
    x_lines, y_lines = (in_bytes(single(each)) for each in shown.lines.T)
    drawn.add_scatter(x=x_lines, y=y_lines, mode="lines", line=LINE, opacity=0.6, hoverinfo="skip")
    for edge in shown.edges:
        _line(drawn, edge, INK, 1.5)
    _chain(drawn, shown.chain)
    _marks(drawn, place, words)
    side = {"range": [low, high], "constrain": "domain"}
    drawn.update_layout(
        xaxis=still_axis("x₁", **side),
        yaxis=still_axis("x₂", scaleanchor="x", **side),
    )
    return drawn


def _chain(drawn: Sketch, chain: np.ndarray) -> None:
    """Draw one arrow per multiplier, each starting where the last one ends."""
    for k, (start, end) in enumerate(pairwise(chain)):
        _line(drawn, np.array([start, end]), VIOLET, 3)
        if np.hypot(*(end - start)) > 1e-9:
            arrow = {"ax": start[0], "ay": start[1], "axref": "x", "ayref": "y", "showarrow": True, "text": ""}
            look = {"arrowhead": 2, "arrowwidth": 3, "arrowsize": 0.8, "arrowcolor": VIOLET}
            drawn.add_annotation(x=end[0], y=end[1], **arrow, **look)
            middle = 0.5 * (start + end)
            name = f"λ{'₁₂'[k]}a{'₁₂'[k]}"
            drawn.add_text(
                [middle[0]], [middle[1]], [name], textposition="bottom right", textfont={"color": VIOLET, "size": 14}
            )


def _marks(drawn: Sketch, place: AtPlace, words: Words) -> None:
    """Mark the visitor's x, and the x at which L is smallest."""
    x, inner = place.x, place.inner
    if inner is not None:
        ring = {"size": 15, "color": "rgba(0,0,0,0)", "line": {"color": VIOLET, "width": 3}}
        drawn.add_scatter(x=[inner[0]], y=[inner[1]], mode="markers", marker=ring, hoverinfo="skip")
    if place.closed:
        ring = {"size": 42, "color": "rgba(0,0,0,0)", "line": {"color": INK, "width": 3}}
        drawn.add_scatter(x=[x[0]], y=[x[1]], mode="markers", marker=ring, hoverinfo="skip")
    dot = {"size": 13, "color": INK, "line": {"color": PAPER, "width": 2}}
    drawn.add_scatter(x=[x[0]], y=[x[1]], mode="markers", marker=dot, hoverinfo="skip")
    drawn.add_text([x[0]], [x[1]], ["\u2002x"], textposition="top right", textfont={"color": INK, "size": 15})
    if inner is not None and not place.closed:
        name = words("figure.duality.plane.inner")
        drawn.add_text(
            [inner[0]],
            [inner[1]],
            ["\u2002" + name],
            textposition="middle right",
            textfont={"color": VIOLET, "size": 13},
        )


def _line(drawn: Sketch, ends: np.ndarray, color: str, width: float) -> None:
    line = {"color": color, "width": width}
    drawn.add_scatter(x=ends[:, 0], y=ends[:, 1], mode="lines", line=line, hoverinfo="skip")


def plane_text(place: AtPlace, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    inner = place.inner if place.inner is not None else np.full(2, np.nan)
    return words(
        "figure.duality.plane.alt",
        x=", ".join(number(float(each)) for each in place.x),
        multipliers=", ".join(number(float(each)) for each in place.multipliers),
        inner=", ".join(number(float(each)) for each in inner),
        primal=number(place.primal),
        dual=number(place.dual),
    )
