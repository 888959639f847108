"""Uniqueness: all lines from the hand-set one to the widest street separate, and 1/2 |w|^2 only decreases."""

from __future__ import annotations

from pages.margins.answers import Between
from ui.plot.sketch import Sketch
from ui.plot.template import INK, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 300


def between_figure(shown: Between, words: Words) -> Sketch:
    """Return 1/2 |w|^2 on the way between the two lines."""
    drawn = Sketch(HEIGHT, margin={"l": 60, "r": 14, "t": 14, "b": 44})
    drawn.add_scatter(
        x=shown.share, y=shown.half_norm, mode="lines", line={"color": INK, "width": 2.5},
        hovertemplate="½‖w‖² = %{y:.4g}<extra></extra>",
    )  # fmt: skip
    ends = ((0, VIOLET, "mine", "left"), (-1, INK, "widest", "right"))
    top = float(shown.half_norm.max())
    for k, color, name, side in ends:
        x, y = float(shown.share[k]), float(shown.half_norm[k])
        drawn.add_scatter(
            x=[x], y=[y], mode="markers", hoverinfo="skip", marker={"size": 12, "symbol": "diamond", "color": color}
        )
        drawn.add_annotation(
            x=x + 0.02 if k == 0 else x - 0.02, y=y + 0.04 * top if k == 0 else y - 0.04 * top, showarrow=False,
            text=words(f"figure.margins.between.{name}", value=number(y)), xanchor=side,
            yanchor="bottom" if k == 0 else "top", font={"color": color, "size": 13}
        )  # fmt: skip
    drawn.update_layout(
        xaxis=still_axis(words("figure.margins.between.x"), range=[-0.03, 1.03]),
        yaxis=still_axis("½‖w‖²", range=[-0.15 * top, 1.2 * top]),
    )
    return drawn


def between_text(shown: Between, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    first, last = (number(float(shown.half_norm[k])) for k in (0, -1))
    return words("figure.margins.between.alt", first=first, last=last, least=number(float(shown.smallest.min())))
