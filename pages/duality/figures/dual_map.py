"""theta_D over both multipliers as contour lines: the current multipliers, and the maximum."""

from __future__ import annotations

from core.problem.arrays import Vector, single
from core.topics.duality.theory import Toy
from core.topics.duality.view import AtPlace, DualMap
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import GREY, INK, PAPER, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 360
LINE = {"color": GREY, "width": 1}
SHADE = {"fillcolor": GREY, "opacity": 0.13, "line": {"width": 0}, "layer": "below"}


def dual_map_figure(shown: DualMap, place: AtPlace, toy: Toy, words: Words) -> Sketch:
    """Return the map; the region that violates lambda >= 0 is shaded."""
    drawn = Sketch(HEIGHT, margin={"l": 56, "r": 14, "t": 8, "b": 44})
    low, high = toy.multiplier
    drawn.add_shape(type="rect", x0=low, x1=min(0.0, high), y0=low, y1=high, **SHADE)
    drawn.add_shape(type="rect", x0=0.0, x1=high, y0=low, y1=min(0.0, high), **SHADE)
    x_lines, y_lines = (in_bytes(single(each)) for each in shown.lines.T)
    drawn.add_scatter(x=x_lines, y=y_lines, mode="lines", line=LINE, opacity=0.6, hoverinfo="skip")
    edges = {"color": INK, "width": 1.5}
    drawn.add_scatter(x=[0, 0, high], y=[high, 0, 0], mode="lines", line=edges, hoverinfo="skip")
    if shown.best is not None:
        at = shown.best.at
        ring = {"size": 22, "color": "rgba(0,0,0,0)", "line": {"color": INK, "width": 3}}
        drawn.add_scatter(x=[at[0]], y=[at[1]], mode="markers", marker=ring, hoverinfo="skip")
        name = words("figure.duality.levels.d", value=number(shown.best.value))
        _name(drawn, at, f"{name}\u2003", "bottom left", INK)
    dot = {"size": 13, "color": VIOLET, "line": {"color": PAPER, "width": 2}}
    one, other = place.multipliers
    drawn.add_scatter(x=[one], y=[other], mode="markers", marker=dot, hoverinfo="skip")
    if not place.closed:
        _name(drawn, place.multipliers, "\u2002λ", "top right", VIOLET)
    side = {"range": [low, high], "constrain": "domain"}
    drawn.update_layout(xaxis=still_axis("λ₁", **side), yaxis=still_axis("λ₂", scaleanchor="x", **side))
    return drawn


def _name(drawn: Sketch, at: Vector, text: str, place: str, color: str) -> None:
    drawn.add_text([at[0]], [at[1]], [text], textposition=place, textfont={"color": color, "size": 14})


def dual_map_text(shown: DualMap, place: AtPlace, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    values = {"multipliers": ", ".join(number(float(each)) for each in place.multipliers), "dual": number(place.dual)}
    if shown.best is None:
        return words("figure.duality.map.alt.none", **values)
    at = ", ".join(number(float(each)) for each in shown.best.at)
    return words("figure.duality.map.alt", at=at, d=number(shown.best.value), **values)
