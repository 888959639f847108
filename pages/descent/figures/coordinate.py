"""One unknown: the parabola of the dual in alpha_i, the box that clips it, and below it the whole box."""

from __future__ import annotations

import math

import numpy as np

from core.topics.descent.view import CoordinateView
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, TITLE, VIOLET, axis
from ui.words import Words, number

HEIGHT = 330
PICKED = "var(--lab-i)"
OUTSIDE = "var(--lab-grid)"  # values outside the box
LEAST = 0.004  # smallest visible part of the box


def coordinate_figure(shown: CoordinateView, words: Words) -> Sketch:
    """Return D along alpha_i around the step, and a strip with the whole box [0, U]."""
    drawn = Sketch(HEIGHT, margin={"l": 66, "r": 14, "t": 30, "b": 40})
    low, high = _lens(shown)
    _parabola(drawn, shown, low, high, words)
    _strip(drawn, shown, words)
    length = _length(shown)
    values = _change(shown, np.linspace(low, high, 101))
    room = 0.12 * max(float(np.ptp(values)), 1e-12)
    heights = [float(values.min()) - room, float(values.max()) + room]
    drawn.update_layout(
        xaxis=axis("", range=[low, high], anchor="y", nticks=7),
        yaxis=axis(words("figure.coordinate.y"), domain=[0.36, 1], nticks=4, range=heights),
        xaxis2={**axis("", range=[-0.06 * length, 1.06 * length], anchor="y2"), "title": _name(shown)},
        yaxis2=axis("", domain=[0, 0.13], range=[-1, 1], showgrid=False, showticklabels=False, ticks="", anchor="x2"),
    )
    return drawn


def _name(shown: CoordinateView) -> dict[str, object]:
    """Return the title of an axis of alpha_i, in the colour of its point."""
    return {"text": f"α<sub>i</sub>, i = {shown.i + 1}", "standoff": 6, "font": {"size": TITLE, "color": PICKED}}


def _length(shown: CoordinateView) -> float:
    """Return the end of the strip: U, or if that is far away, a little more than the run ever used."""
    used = 1.25 * max(shown.seen, shown.old, 1e-12)
    return shown.upper if shown.upper <= 8.0 * used else used


def _lens(shown: CoordinateView) -> tuple[float, float]:
    """Return the range of alpha_i around the step; a minimum far outside only has a label."""
    marks = [shown.old, shown.new]
    if math.isfinite(shown.free):
        marks.append(min(max(shown.free, -0.3 * _length(shown)), 1.3 * _length(shown)))
    margin = max(0.35 * (max(marks) - min(marks)), LEAST * _length(shown))
    return min(marks) - margin, max(marks) + margin


def _change(shown: CoordinateView, alpha_i: np.ndarray) -> np.ndarray:
    return np.asarray(shown.dual_at(alpha_i)) - shown.objective


def _parabola(drawn: Sketch, shown: CoordinateView, low: float, high: float, words: Words) -> None:
    grid = np.linspace(low, high, 161)
    values = _change(shown, grid)
    inside = np.where((grid >= 0) & (grid <= shown.upper), values, np.nan)
    wall = {
        "fillcolor": OUTSIDE,
        "opacity": 0.45,
        "line": {"width": 0},
        "xref": "x",
        "yref": "y domain",
        "layer": "below",
    }
    for start, end in ((low, 0.0), (shown.upper, high)):
        if start < end:
            drawn.add_shape(type="rect", x0=start, x1=end, y0=0, y1=1, **wall)
    if low <= 0:
        _bound(drawn, 0.0, "0")
    if shown.upper <= high:
        _bound(drawn, shown.upper, f"U = {number(shown.upper)}")
    _line(drawn, grid, values, {"color": GREY, "width": 1.5, "dash": "dot"})
    _line(drawn, grid, inside, {"color": INK, "width": 2.5})
    reach = 0.22 * (high - low)
    tangent = np.array([shown.old - reach, shown.old + reach])
    _line(drawn, tangent, shown.slope * (tangent - shown.old), {"color": PICKED, "width": 1.5})
    _marks(drawn, shown, low, high, words)
    text = f"G = {number(shown.slope)}   PG = {number(shown.projected)}"
    corner = {"xref": "paper", "yref": "paper", "x": 1, "y": 1.005, "xanchor": "right", "yanchor": "bottom"}
    drawn.add_annotation(text=text, showarrow=False, font={"color": PICKED}, **corner)


def _marks(drawn: Sketch, shown: CoordinateView, low: float, high: float, words: Words) -> None:
    if math.isfinite(shown.free) and shown.clipped:
        if low < shown.free < high:
            _mark(drawn, shown, shown.free, "x", VIOLET, words("figure.coordinate.free"))
        else:
            _beyond(drawn, shown, low, high, words)
    _mark(drawn, shown, shown.old, "circle-open", INK, words("figure.coordinate.old"))
    _mark(drawn, shown, shown.new, "circle", PICKED, words("figure.coordinate.new"))


def _beyond(drawn: Sketch, shown: CoordinateView, low: float, high: float, words: Words) -> None:
    """Point to a minimum that is too far away to be shown."""
    right = shown.free > high
    label = words("figure.coordinate.beyond", free=number(shown.free))
    drawn.add_annotation(
        x=high if right else low,
        y=0.5,
        yref="y domain",
        xanchor="right" if right else "left",
        text=f"{label} →" if right else f"← {label}",
        font={"color": VIOLET},
        showarrow=False,
    )


def _strip(drawn: Sketch, shown: CoordinateView, words: Words) -> None:
    """Draw the whole box with the old and the new alpha_i."""
    line, place = {"color": INK, "width": 1.5}, {"xref": "x2", "yref": "y2"}
    drawn.add_shape(type="rect", x0=0, x1=_length(shown), y0=-0.5, y1=0.5, line=line, **place)
    drawn.add_scatter(
        x=[shown.old, shown.new],
        y=[0, 0],
        mode="markers",
        marker={"symbol": ["circle-open", "circle"], "size": 10, "color": [INK, PICKED], "line": {"width": 2}},
        xaxis="x2",
        yaxis="y2",
        text=[words("figure.coordinate.old"), words("figure.coordinate.new")],
        hovertemplate="%{text}: %{x:.4g}<extra></extra>",
    )


def _bound(drawn: Sketch, value: float, text: str) -> None:
    place = {"xref": "x", "yref": "y domain"}
    drawn.add_shape(type="line", x0=value, x1=value, y0=0, y1=1, line={"color": INK, "width": 1.5}, **place)
    drawn.add_annotation(x=value, y=1, yanchor="bottom", text=text, showarrow=False, **place)


def _line(drawn: Sketch, x: np.ndarray, y: np.ndarray, line: dict[str, object]) -> None:
    drawn.add_scatter(x=x, y=y, mode="lines", line=line, hoverinfo="skip")


def _mark(drawn: Sketch, shown: CoordinateView, alpha_i: float, symbol: str, color: str, name: str) -> None:
    drawn.add_scatter(
        x=[alpha_i],
        y=_change(shown, np.array([alpha_i])),
        mode="markers",
        marker={"symbol": symbol, "size": 12, "color": color, "line": {"width": 2}},
        yaxis="y",
        hovertemplate=f"{name}: %{{x:.4g}}<extra></extra>",
    )


def coordinate_text(shown: CoordinateView, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    return words(
        "figure.coordinate.alt",
        i=shown.i + 1,
        old=number(shown.old),
        free=number(shown.free),
        new=number(shown.new),
        upper=number(shown.upper),
    )
