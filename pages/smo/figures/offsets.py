"""b1, b2 and their middle, the interval [m, M] of valid offsets, and the b of the run, on one line."""

from __future__ import annotations

import math

from core.view import OffsetRule, PairStanding
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, still_axis
from ui.words import Words, number

HEIGHT = 216
PICKED_I, PICKED_J = "var(--lab-i)", "var(--lab-j)"
VALID, EMPTY = "var(--lab-green-tint)", "var(--lab-amber-tint)"
LANES = ("b", "b₂", "½(b₁ + b₂)", "b₁", "[m, M]")  # from below
LEAST = 0.02  # of the largest number: the least width of the picture


def offset_line(shown: PairStanding, words: Words) -> Sketch:
    """Return a lane for each quantity; a band from m to M is green if it is the interval of valid b, else amber."""
    drawn = Sketch(HEIGHT, margin={"l": 84, "r": 16, "t": 8, "b": 42})
    m, M, last = shown.m, shown.M, shown.last
    top = len(LANES) - 1
    numbers = [shown.b, m, M, *(() if last is None else (last.b_i, last.b_j))]
    seen = [value for value in numbers if math.isfinite(value)]
    low, high = min(seen), max(seen)
    room, middle = max(high - low, LEAST * max(abs(low), abs(high)), 1e-9), 0.5 * (low + high)
    if math.isfinite(m) and math.isfinite(M):
        drawn.add_shape(
            type="rect", x0=min(m, M), x1=max(m, M), y0=-0.5, y1=top + 0.5,
            fillcolor=VALID if m <= M else EMPTY, line={"width": 0}, layer="below",
        )  # fmt: skip
        drawn.add_scatter(
            x=[m, M], y=[top, top], mode="lines+markers+text", text=["m", "M"],
            textposition=[f"middle {side}" for side in (("left", "right") if m <= M else ("right", "left"))],
            line={"color": INK, "width": 2, "dash": "solid" if m <= M else "dot"},
            marker={"symbol": "line-ns", "size": 12, "line": {"width": 2, "color": INK}},
            hovertemplate="%{text} = %{x:.5g}<extra></extra>",
        )  # fmt: skip
    if last is not None:
        places = {OffsetRule.FIRST: (last.b_i, 3, PICKED_I), OffsetRule.SECOND: (last.b_j, 1, PICKED_J)}
        places[OffsetRule.BETWEEN] = (last.middle, 2, GREY)
        drawn.add_scatter(x=[last.b_i, last.middle, last.b_j], y=[3, 2, 1], mode="lines", hoverinfo="skip",
                          line={"color": GREY, "width": 1, "dash": "dot"})  # fmt: skip
        for rule, (value, lane, color) in places.items():
            drawn.add_scatter(
                x=[value], y=[lane], mode="markers", marker={"color": color, "size": 10},
                hovertemplate=f"{LANES[lane]} = %{{x:.5g}}<extra></extra>",
            )  # fmt: skip
            if rule is last.rule:
                side = "left" if value > middle else "right"
                drawn.add_scatter(
                    x=[value], y=[lane], mode="markers+text", text=[words("figure.smo_offsets.chosen")],
                    textposition=f"middle {side}", hoverinfo="skip",
                    marker={"symbol": "circle-open", "size": 19, "color": INK, "line": {"width": 2}},
                )  # fmt: skip
    drawn.add_scatter(
        x=[shown.b], y=[0], mode="markers", marker={"symbol": "diamond", "color": INK, "size": 12},
        hovertemplate="b = %{x:.5g}<extra></extra>",
    )  # fmt: skip
    drawn.update_layout(
        xaxis=still_axis(words("figure.smo_offsets.x"), range=[middle - 0.72 * room, middle + 0.72 * room]),
        yaxis=still_axis("", range=[-0.5, top + 0.5], tickvals=list(range(len(LANES))), ticktext=list(LANES), ticks=""),
    )
    return drawn


def offset_line_text(shown: PairStanding, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    values = {"m": number(shown.m), "M": number(shown.M), "b": number(shown.b)}
    if shown.last is None:
        return words("figure.smo_offsets.alt.none", **values)
    both = {"b_i": number(shown.last.b_i), "b_j": number(shown.last.b_j), "middle": number(shown.last.middle)}
    return words("figure.smo_offsets.alt", **values, **both)
