"""The two bounds of the optimum as bars: theta_D from below, theta_P from above, and the gap between them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from core.topics.duality.view import AtPlace
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 215
WIDTH = 0.36  # half the width of a bar
DUAL, BETWEEN, PRIMAL, GAP = 0.0, 1.0, 2.0, 2.75  # positions on the axis
LAST = 3.9
BELOW, ABOVE = 0.13, 0.36  # space of a level below its line and, with its name, above it; relative to `reach`


def levels_figure(place: AtPlace, reach: float, words: Words) -> Sketch:
    """Return the bars around p*, which is in the middle of the axis."""
    drawn = Sketch(HEIGHT, margin={"l": 52, "r": 12, "t": 8, "b": 34})
    low, high = place.optimum.p - reach, place.optimum.p + reach
    bounds = (place.multipliers >= 0.0).all()
    _bar(drawn, DUAL, low, _within(place.dual, low, high), VIOLET, 0.28 if bounds else 0.07)
    _bar(drawn, PRIMAL, _within(place.primal, low, high), high, INK, 0.18)
    if low <= place.lagrangian <= high:
        marker = {"symbol": "diamond", "size": 11, "color": INK}
        drawn.add_scatter(x=[BETWEEN], y=[place.lagrangian], mode="markers", marker=marker, hoverinfo="skip")
    _optimum(drawn, place, words)
    _gap(drawn, place, low, high, words)
    names = [words(f"figure.duality.levels.{name}") for name in ("dual", "between", "primal")]
    values = (place.dual, place.lagrangian, place.primal)
    room = 0.3 * reach  # height of a bar that can contain its number
    struck = any(abs(place.lagrangian - value) < BELOW * reach for _, value in _levels(place))
    places = (
        "bottom center" if place.dual - low > room else "top center",
        "top right" if struck else "middle right",
        "top center" if high - place.primal > room else "bottom center",
    )
    for at, value, color, side in zip((DUAL, BETWEEN, PRIMAL), values, (VIOLET, INK, INK), places, strict=True):
        inside = _within(value, low + 0.16 * reach, high - 0.16 * reach)
        text = f"\u2002{number(_rounded(value))}" if at == BETWEEN else number(_rounded(value))
        font = {"color": color, "size": 14, "weight": "bold"}
        drawn.add_text([at], [inside], [text], textposition=side, textfont=font)
    drawn.update_layout(
        xaxis=still_axis(
            "", range=[-0.6, LAST], tickvals=[DUAL, BETWEEN, PRIMAL], ticktext=names, showgrid=False, ticks=""
        ),
        yaxis=still_axis("", range=[low, high]),
    )
    return drawn


def _bar(drawn: Sketch, at: float, low: float, high: float, color: str, opacity: float) -> None:
    """Fill from one level to another, with an edge at the end given by the value."""
    drawn.add_shape(
        type="rect", x0=at - WIDTH, x1=at + WIDTH, y0=low, y1=high, fillcolor=color, opacity=opacity, line={"width": 0}
    )
    edge = high if color == VIOLET else low
    line = {"color": color, "width": 3}
    drawn.add_scatter(x=[at - WIDTH, at + WIDTH], y=[edge, edge], mode="lines", line=line, hoverinfo="skip")


def _optimum(drawn: Sketch, place: AtPlace, words: Words) -> None:
    """Draw p* and, if it differs, d*."""
    for name, value in _levels(place):
        line = {"color": GREY, "width": 1.5, "dash": "dot"}
        drawn.add_scatter(x=[-0.6, LAST], y=[value, value], mode="lines", line=line, hoverinfo="skip")
        text = words(f"figure.duality.levels.{name}", value=number(_rounded(value)))
        drawn.add_text([LAST], [value], [text], textposition="top left", textfont={"color": GREY, "size": 13})


def _levels(place: AtPlace) -> list[tuple[str, float]]:
    return [("both", place.optimum.p)] if place.strong else [("p", place.optimum.p), ("d", place.optimum.d)]


def _gap(drawn: Sketch, place: AtPlace, low: float, high: float, words: Words) -> None:
    """Draw the distance of the two bounds, if both are finite."""
    if math.isnan(place.gap):
        return
    ends = [_within(place.dual, low, high), _within(place.primal, low, high)]
    line = {"color": INK, "width": 1.5}
    marker = {"symbol": "line-ew", "size": 9, "line": {"color": INK, "width": 1.5}}
    drawn.add_scatter(x=[GAP, GAP], y=ends, mode="lines+markers", line=line, marker=marker, hoverinfo="skip")
    text = words("figure.duality.levels.gap", gap=number(_rounded(place.gap)))
    height = clear_of([value for _, value in _levels(place)], 0.25 * ends[0] + 0.75 * ends[1], low, high)
    drawn.add_text([GAP], [height], ["\u2002" + text], textposition="middle right", textfont={"size": 13})


def clear_of(levels: Sequence[float], wanted: float, low: float, high: float) -> float:
    """Return the height between low and high, closest to `wanted`, at which a text overlaps no level and no name."""
    reach = 0.5 * (high - low)
    ends = [(value - BELOW * reach, value + ABOVE * reach) for value in levels]
    known = [wanted, *(end for both in ends for end in both)]
    free = [at for at in known if not any(start < at < end for start, end in ends)]
    seen = [at for at in free if low + BELOW * reach <= at <= high - BELOW * reach]
    return min(seen or free, key=lambda at: abs(at - wanted))


def _within(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


def _rounded(value: float) -> float:
    """Return a value without its rounding error."""
    return round(value, 9) + 0.0 if math.isfinite(value) else value


def levels_text(place: AtPlace, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    return words(
        "figure.duality.levels.alt",
        dual=number(place.dual),
        primal=number(place.primal),
        L=number(place.lagrangian),
        p=number(_rounded(place.optimum.p)),
        d=number(_rounded(place.optimum.d)),
        gap=number(_rounded(place.gap)),
    )
