"""s(alpha_1, alpha_2) of three points as contour lines: its stationary point, its two edges, and the run."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from core.problem.arrays import single
from core.topics.duality.experiment import ThreePoints
from core.topics.duality.theory import Spot
from pages.duality.sentences import numbers
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import GREY, INK, PAPER, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 480
NUMBERED = 3  # steps with a number
CLEARLY = {"middle left": 0.5, "bottom center": 0.3, "top right": 0.8}  # place of a number along its step
CLEAR = 0.025  # distance of the value of s from the minimum of an edge, relative to the window
LINE = {"color": GREY, "width": 1}
SHADE = {"fillcolor": GREY, "opacity": 0.13, "line": {"width": 0}, "layer": "below"}


def edges_figure(shown: ThreePoints, words: Words) -> Sketch:
    """Return the dual over the plane of alpha_1 and alpha_2; the region that violates alpha >= 0 is shaded."""
    drawn = Sketch(HEIGHT, margin={"l": 56, "r": 14, "t": 8, "b": 44})
    x, y, side = shown.window
    drawn.add_shape(type="rect", x0=x, x1=0, y0=y, y1=y + side, **SHADE)
    drawn.add_shape(type="rect", x0=0, x1=x + side, y0=y, y1=0, **SHADE)
    x_lines, y_lines = (in_bytes(single(each)) for each in shown.lines.T)
    drawn.add_scatter(x=x_lines, y=y_lines, mode="lines", line=LINE, opacity=0.6, hoverinfo="skip")
    drawn.add_scatter(
        x=[0, 0, x + side], y=[y + side, 0, 0], mode="lines", line={"color": INK, "width": 3}, hoverinfo="skip"
    )
    _run(drawn, shown)
    for spot in shown.dual.edges:
        if spot is not None:
            _spot(drawn, spot, CLEAR * side)
    _stationary(drawn, shown, words)
    if (best := shown.dual.best) is not None:
        ring = {"size": 20, "color": "rgba(0,0,0,0)", "line": {"color": INK, "width": 3}}
        drawn.add_scatter(x=[best.at[0]], y=[best.at[1]], mode="markers", marker=ring, hoverinfo="skip")
    drawn.update_layout(
        xaxis=still_axis("α₁", range=[x, x + side], constrain="domain"),
        yaxis=still_axis("α₂", range=[y, y + side], constrain="domain", scaleanchor="x"),
    )
    return drawn


def _run(drawn: Sketch, shown: ThreePoints) -> None:
    """Draw the steps of the solver from 0."""
    if not len(shown.path):
        return
    drawn.add_scatter(
        x=shown.path[:, 0],
        y=shown.path[:, 1],
        mode="lines+markers",
        line={"color": VIOLET, "width": 3},
        marker={"size": 8, "color": VIOLET},
        hoverinfo="skip",
    )
    for k, (start, end) in enumerate(pairwise(shown.path[: NUMBERED + 1])):
        across, up = np.abs(end - start)
        side = "top right"  # position at which the number does not touch the step
        if up > 3.0 * across:
            side = "middle left"
        elif across > 3.0 * up:
            side = "bottom center"
        middle = start + CLEARLY[side] * (end - start)
        font = {"color": VIOLET, "size": 14, "weight": "bold"}
        drawn.add_text(
            [float(middle[0])], [float(middle[1])], [_away(str(k + 1), side)], textposition=side, textfont=font
        )


def _stationary(drawn: Sketch, shown: ThreePoints, words: Words) -> None:
    """Mark the stationary point, if it is in the window."""
    still = shown.dual.stationary
    x, y, side = shown.window
    if still is None or not (np.abs(still.at - [x + 0.5 * side, y + 0.5 * side]) < 0.5 * side).all():
        return
    cross = {"symbol": "x", "size": 12, "color": INK, "line": {"color": PAPER, "width": 1}}
    drawn.add_scatter(x=[still.at[0]], y=[still.at[1]], mode="markers", marker=cross, hoverinfo="skip")
    text = words("figure.duality.edges.still", at=_at(still))
    beside = "middle left" if still.at[0] > x + 0.5 * side else "middle right"
    drawn.add_text(
        [still.at[0]], [still.at[1]], [_away(text, beside)], textposition=beside, textfont={"color": INK, "size": 13}
    )


def _spot(drawn: Sketch, spot: Spot, away: float) -> None:
    """Mark the minimum of an edge, with the value of s at its upper right, away from the edge and the ring."""
    marker = {"size": 9, "color": INK, "line": {"color": PAPER, "width": 1}}
    x, y = spot.at
    drawn.add_scatter(x=[x], y=[y], mode="markers", marker=marker, hoverinfo="skip")
    text, font = f"s = {number(spot.value)}", {"color": INK, "size": 13}
    drawn.add_text([x + away], [y + away], [text], textposition="top right", textfont=font)


def _away(text: str, place: str) -> str:
    """Return a text with a space between it and its mark."""
    return f"{text}\u2002" if place.endswith("left") else f"\u2002{text}"


def _at(spot: Spot) -> str:
    return numbers(spot.at)


def edges_text(shown: ThreePoints, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    spots = [
        words("figure.duality.edges.spot", at=_at(spot), s=number(spot.value)) for spot in shown.dual.edges if spot
    ]
    still = shown.dual.stationary
    if still is not None:
        spots.append(words("figure.duality.edges.still", at=_at(still)))
    return words("figure.duality.edges.alt", steps=max(0, len(shown.path) - 1), spots=words.listed(spots))
