"""The landscape of L over (x, lambda), with theta_P above it and theta_D beside it."""

from __future__ import annotations

import math

import numpy as np

from core.problem.arrays import Vector, single
from core.topics.duality.theory import Toy
from core.topics.duality.view import AtPlace, Landscape
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import GREY, INK, PAPER, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 620
ACROSS, UP = 0.74, 0.72  # the landscape's share of width and height; theta_P is above it, theta_D to its right
BESIDE = "x3"  # not x2: in a narrow window, figures with a second x axis are stacked, and this one must not be
GUIDE = {"color": GREY, "width": 1, "dash": "dot"}
LINE = {"color": GREY, "width": 1}
SHADE = {"fillcolor": GREY, "opacity": 0.13, "line": {"width": 0}, "layer": "below"}


def landscape_figure(shown: Landscape, place: AtPlace, toy: Toy, words: Words) -> Sketch:
    """Return contour lines of L with the current point, and both functions that bound the optimum."""
    drawn = Sketch(HEIGHT, margin={"l": 56, "r": 14, "t": 8, "b": 44})
    x, multiplier = float(place.x[0]), float(place.multipliers[0])
    middle = place.optimum.p
    values = (middle - toy.reach, middle + toy.reach)
    _shade(drawn, shown, toy)
    x_lines, y_lines = (in_bytes(single(each)) for each in shown.lines.T)
    drawn.add_scatter(x=x_lines, y=y_lines, mode="lines", line=LINE, opacity=0.6, hoverinfo="skip")
    x_labels, y_labels, heights = shown.labels.T  # some contour lines have their value
    numbers = [number(float(height)) for height in heights]
    drawn.add_text(x_labels.tolist(), y_labels.tolist(), numbers, textfont={"color": GREY, "size": 11})
    _curve(drawn, shown.valley[:, 0], shown.valley[:, 1], VIOLET, "dash")
    _curve(drawn, shown.x, _clipped(shown.primal, values), INK, "solid", yaxis="y2")
    _curve(drawn, _clipped(shown.dual, values), shown.multiplier, VIOLET, "dash", xaxis=BESIDE)
    _guides(drawn, place, values, toy)
    _infinite(drawn, shown, toy, values, words)
    if place.closed:
        _mark(drawn, x, multiplier, 42, "rgba(0,0,0,0)", 3)
    _mark(drawn, x, multiplier, 13, INK, 2, PAPER)
    drawn.update_layout(
        xaxis=still_axis(words("figure.duality.x"), domain=[0, ACROSS], range=list(toy.x)),
        yaxis=still_axis(words("figure.duality.multiplier"), domain=[0, UP], range=list(toy.multiplier)),
        yaxis2=still_axis(words("figure.duality.primal"), domain=[UP + 0.05, 1], range=list(values), nticks=3),
        xaxis3=still_axis(words("figure.duality.dual"), domain=[ACROSS + 0.04, 1], range=list(values), nticks=3),
    )
    return drawn


def _shade(drawn: Sketch, shown: Landscape, toy: Toy) -> None:
    """Shade what violates the constraint, in the landscape and above it, and negative multipliers."""
    low = toy.x[0]
    for start, end in (*shown.feasible, (toy.x[1], toy.x[1])):
        for axis in ("y", "y2"):
            drawn.add_shape(type="rect", x0=low, x1=start, y0=0, y1=1, yref=f"{axis} domain", **SHADE)
        for side in (start, end):
            if toy.x[0] < side < toy.x[1]:
                drawn.add_shape(
                    type="line", x0=side, x1=side, y0=0, y1=1, yref="y domain", line={"color": INK, "width": 1.5}
                )
        low = end
    drawn.add_shape(type="rect", x0=0, x1=1, xref="x domain", y0=toy.multiplier[0], y1=0, **SHADE)
    drawn.add_shape(type="rect", x0=0, x1=1, xref=f"{BESIDE} domain", y0=toy.multiplier[0], y1=0, **SHADE)


def _infinite(drawn: Sketch, shown: Landscape, toy: Toy, values: tuple[float, float], words: Words) -> None:
    """Label the widest infeasible part: theta_P is infinite there."""
    ends = [toy.x[0], *(end for part in shown.feasible for end in part), toy.x[1]]
    low, high = max(zip(ends[::2], ends[1::2], strict=True), key=lambda part: part[1] - part[0])
    if high - low > 0.2 * (toy.x[1] - toy.x[0]):
        text, middle = words("figure.duality.infinite"), 0.5 * (values[0] + values[1])
        font = {"color": GREY, "size": 13}
        drawn.add_text([0.5 * (low + high)], [middle], [text], textfont=font, yaxis="y2")


def _guides(drawn: Sketch, place: AtPlace, values: tuple[float, float], toy: Toy) -> None:
    """Draw lines from the current point up to theta_P, and to the right to theta_D."""
    x, multiplier = float(place.x[0]), float(place.multipliers[0])
    ends = {"mode": "lines", "line": GUIDE, "hoverinfo": "skip"}
    drawn.add_scatter(x=[x, x], y=[multiplier, toy.multiplier[1]], **ends)
    drawn.add_scatter(x=[x, toy.x[1]], y=[multiplier, multiplier], **ends)
    if values[0] <= place.primal <= values[1]:
        drawn.add_scatter(x=[x, x], y=[values[0], place.primal], yaxis="y2", **ends)
        _mark(drawn, x, place.primal, 10, INK, 1, yaxis="y2")
    if values[0] <= place.dual <= values[1]:
        drawn.add_scatter(x=[values[0], place.dual], y=[multiplier, multiplier], xaxis=BESIDE, **ends)
        _mark(drawn, place.dual, multiplier, 10, VIOLET, 1, xaxis=BESIDE)


def _curve(drawn: Sketch, x: Vector, y: Vector, color: str, dash: str, **axes: str) -> None:
    drawn.add_scatter(
        x=in_bytes(single(x)),
        y=in_bytes(single(y)),
        mode="lines",
        line={"color": color, "width": 2.5, "dash": dash},
        hoverinfo="skip",
        **axes,
    )


def _mark(drawn: Sketch, x: float, y: float, size: int, color: str, width: int, edge: str = INK, **axes: str) -> None:
    marker = {"size": size, "color": color, "line": {"color": edge, "width": width}}
    drawn.add_scatter(x=[x], y=[y], mode="markers", marker=marker, hoverinfo="skip", cliponaxis=False, **axes)


def _clipped(values: Vector, ends: tuple[float, float]) -> Vector:
    """Return values with nan for those that exceed the range by more than its length."""
    far = ends[1] - ends[0]
    return np.where((values > ends[0] - far) & (values < ends[1] + far), values, math.nan)


def landscape_text(shown: Landscape, place: AtPlace, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    return words(
        "figure.duality.landscape.alt",
        step=number(shown.step),
        x=number(float(place.x[0])),
        multiplier=number(float(place.multipliers[0])),
        L=number(place.lagrangian),
        primal=number(place.primal),
        dual=number(place.dual),
    )
