"""Points of two classes with a line w.x + b = 0 and its two margins, for the small planes of the page."""

from __future__ import annotations

import numpy as np

from core.problem.arrays import Indices, Matrix, Vector
from ui.plot.sketch import Sketch
from ui.plot.template import INK, NEGATIVE, POSITIVE, still_axis

LONG = 40.0  # length of a line in the units of the points: it crosses every window


def empty_plane(height: int, window: tuple[float, float]) -> Sketch:
    """Return a square plane."""
    drawn = Sketch(height, margin={"l": 48, "r": 14, "t": 8, "b": 44})
    side = {"range": list(window), "constrain": "domain"}
    drawn.update_layout(xaxis=still_axis("x⁽¹⁾", **side), yaxis=still_axis("x⁽²⁾", scaleanchor="x", **side))
    return drawn


def draw_line(drawn: Sketch, w: Vector, b: float, color: str = INK, dash: str = "solid", margins: bool = True) -> None:
    """Draw w.x + b = 0, and with long dashes w.x + b = 1 and -1; nothing for w = 0."""
    length = float(w @ w)
    if length == 0.0:
        return
    along = LONG * np.array([-w[1], w[0]]) / np.sqrt(length)
    for level in (0.0, 1.0, -1.0) if margins else (0.0,):
        foot = (level - b) / length * w
        ends = np.array([foot - along, foot + along])
        style = {"color": color, "width": 2.5 if level == 0.0 else 1.25, "dash": dash if level == 0.0 else "longdash"}
        drawn.add_scatter(x=ends[:, 0], y=ends[:, 1], mode="lines", line=style, hoverinfo="skip")


def draw_points(drawn: Sketch, X: Matrix, y: Vector, ringed: Indices) -> None:
    """Draw the points with their numbers; a ring around those in `ringed`, indices counted from 0."""
    for sign, symbol, color in ((1, "circle", POSITIVE), (-1, "triangle-up", NEGATIVE)):
        own = X[y == sign]
        marker = {"symbol": symbol, "size": 14, "color": color}
        drawn.add_scatter(x=own[:, 0], y=own[:, 1], mode="markers", marker=marker, hoverinfo="skip")
    ring = {"size": 24, "color": "rgba(0,0,0,0)", "line": {"color": INK, "width": 2}}
    chosen = X[ringed]
    drawn.add_scatter(x=chosen[:, 0], y=chosen[:, 1], mode="markers", marker=ring, hoverinfo="skip")
    names = [f"\u2003x{'₁₂₃₄₅'[k]}" for k in range(len(X))]
    drawn.add_text(
        X[:, 0].tolist(), X[:, 1].tolist(), names, textposition="top right", textfont={"color": INK, "size": 14}
    )
