"""The largest margin in every direction of w: a curve with one peak, and the hand-set line on it or below."""

from __future__ import annotations

import numpy as np

from core.topics.margin.view import Directions, HandLine
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 340
BESIDE = 8.0  # degrees from the mark of the line to its name
NEAR, FAR = 4.0, 90.0  # degrees from the peak


def around_figure(shown: Directions, mine: HandLine, words: Words) -> Sketch:
    """Return the curve over the angle between w and that of the widest street."""
    drawn = Sketch(HEIGHT, margin={"l": 60, "r": 14, "t": 14, "b": 44})
    turn = shown.angles - shown.top
    drawn.add_scatter(
        x=turn, y=shown.margins, mode="lines", line={"color": INK, "width": 2.5},
        hovertemplate=f"%{{x:.0f}}°: %{{y:.3g}}<extra>{words('figure.margins.around.most')}</extra>",
    )  # fmt: skip
    low, high = float(shown.margins.min()), float(shown.margins.max())
    rim = 0.12 * (high - low) or 1.0
    at = (mine.direction - shown.top + 180.0) % 360.0 - 180.0
    height = min(max(mine.smallest, low - rim), high + rim)
    drawn.add_scatter(
        x=[at, at], y=[shown.margin_at(mine.direction), height], mode="lines", hoverinfo="skip",
        line={"color": VIOLET, "width": 1.5, "dash": "dot"},
    )  # fmt: skip
    drawn.add_scatter(
        x=[at], y=[height], mode="markers", marker={"size": 13, "color": VIOLET, "symbol": "diamond"},
        hovertemplate=f"{words('figure.margins.around.mine')}: %{{y:.3g}}<extra></extra>",
    )  # fmt: skip
    # The line's name stands above it on the slope, and below it near the peak and far from it.
    side, level = "left" if at >= 0.0 else "right", "top" if abs(at) < NEAR else "bottom"
    if abs(at) > FAR:
        side, level = "right" if at > 0.0 else "left", "top"
    drawn.add_annotation(
        x=at + (BESIDE if side == "left" else -BESIDE), y=height, text=words("figure.margins.around.mine"),
        showarrow=False, xanchor=side, yanchor=level, font={"color": VIOLET, "size": 13}
    )  # fmt: skip
    if shown.best > 0.0:
        drawn.add_annotation(
            x=0, y=shown.best, text=words("figure.margins.around.best", margin=number(shown.best)), showarrow=False,
            xanchor="center", yanchor="bottom", font={"color": INK, "size": 13}
        )  # fmt: skip
    line = {"color": GREY, "width": 1, "dash": "dot"}
    drawn.add_shape(type="line", x0=0, x1=1, xref="x domain", y0=0, y1=0, line=line)
    drawn.update_layout(
        xaxis=still_axis(words("figure.margins.around.x"), range=[-180, 180], tickvals=[-180, -90, 0, 90, 180]),
        yaxis=still_axis(words("figure.margins.around.y"), range=[low - rim, high + 1.5 * rim]),
    )
    return drawn


def around_text(shown: Directions, mine: HandLine, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    values = {"mine": number(mine.smallest), "allowed": number(shown.margin_at(mine.direction))}
    best = max(shown.best, float(shown.margins.max()))
    if not best > 0.0:
        return words("figure.margins.around.alt.none", **values)
    share = number(100.0 * float(np.mean(shown.margins > 0.0)))
    return words("figure.margins.around.alt", best=number(best), share=share, **values)
