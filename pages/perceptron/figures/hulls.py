"""The proof that no line separates: a point that is a weighted mean of each class."""

from __future__ import annotations

import numpy as np

from core.problem.arrays import Matrix, Vector
from ui.plot.sketch import Sketch
from ui.plot.template import INK, NEGATIVE, POSITIVE, still_axis
from ui.words import Words, number

HEIGHT = 400
PIXELS = 300  # approximate side of the window
LEAST = 1e-9  # smaller weights are rounding errors
TOLD = 8


def hulls_figure(X: Matrix, y: Vector, weights: Vector, common: Vector, window: tuple[float, float, float]) -> Sketch:
    """Return both hulls, and lines from the common point (2,) to the points it is a mean of, with width by weight."""
    x0, y0, size = window
    drawn = Sketch(HEIGHT, margin={"l": 44, "r": 8, "t": 8, "b": 40})
    for sign, color, symbol in ((1, POSITIVE, "circle"), (-1, NEGATIVE, "triangle-up")):
        own = X[y == sign]
        edge = hull_of(own)
        outline = {"mode": "lines", "line": {"color": color, "width": 1.5}, "hoverinfo": "skip"}
        drawn.add_scatter(x=edge[:, 0], y=edge[:, 1], fill="toself", opacity=0.35, **outline)
        for point, weight in zip(own, weights[y == sign], strict=True):
            if weight > LEAST:
                line = {"color": color, "width": 1.0 + 4.0 * float(weight)}
                ends = {"x": [point[0], common[0]], "y": [point[1], common[1]]}
                drawn.add_scatter(mode="lines", line=line, hoverinfo="skip", **ends)
        drawn.add_dots(own, symbol, 9, size / PIXELS, color)
    marker = {"symbol": "diamond", "size": 13, "color": INK}
    where = f"({number(float(common[0]))}, {number(float(common[1]))})<extra></extra>"
    drawn.add_scatter(x=[common[0]], y=[common[1]], mode="markers", marker=marker, hovertemplate=where)
    drawn.update_layout(
        xaxis=still_axis("x₁", range=[x0, x0 + size], showgrid=False, constrain="domain"),
        yaxis=still_axis("x₂", range=[y0, y0 + size], showgrid=False, scaleanchor="x", constrain="domain"),
    )
    return drawn


def hull_of(points: Matrix) -> Matrix:
    """Return the corners of the convex hull (k, 2), with the first repeated at the end; also of collinear points."""
    ordered = sorted(set(map(tuple, points.tolist())))
    if len(ordered) < 3:
        return np.array([*ordered, ordered[0]])
    halves = []
    for way in (ordered, ordered[::-1]):
        half: list[tuple[float, float]] = []
        for point in way:
            while len(half) > 1 and _turn(half[-2], half[-1], point) <= 0.0:
                half.pop()
            half.append(point)
        halves += half[:-1]
    return np.array([*halves, halves[0]])


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def hulls_text(y: Vector, weights: Vector, common: Vector, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    named = []
    for sign in (1, -1):
        own = [int(t) for t in np.flatnonzero((y == sign) & (weights > LEAST))]
        named.append(words.listed([str(t + 1) for t in own[:TOLD]]))
    x, above = (number(float(value)) for value in common)
    return words("figure.perceptron.hulls.alt", x=x, y=above, plus=named[0], minus=named[1])
