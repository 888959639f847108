"""The interval of valid offsets over C: a band where no point has 0 < alpha < C, and a line where b is unique."""

from __future__ import annotations

import math

from core.problem.arrays import single
from core.topics.margin.view import Band
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import INK, VIOLET, axis
from ui.words import Words, number

HEIGHT = 280
WIDE = 1e-6  # the shortest visible interval


def offset_figure(shown: Band, C: float, words: Words) -> Sketch:
    """Return the lowest and the highest valid b over C."""
    drawn = Sketch(HEIGHT, margin={"l": 60, "r": 16, "t": 12, "b": 46})
    (at, ends), low_C, high_C = shown, float(shown.at[0]), float(shown.at[-1])
    for k, fill in ((0, {}), (1, {"fill": "tonexty", "fillcolor": "var(--lab-violet-fill, rgba(123, 97, 196, 0.25))"})):
        drawn.add_scatter(
            x=in_bytes(single(at)),
            y=in_bytes(single(ends[:, k])),
            mode="lines",
            line={"color": VIOLET, "width": 1.8},
            hovertemplate="C = %{x:.3g}, b = %{y:.4g}<extra></extra>",
            **fill,
        )
    if low_C <= C <= high_C:
        drawn.add_shape(
            name="C", type="line", x0=C, x1=C, y0=0, y1=1, yref="y domain", line={"color": INK, "width": 1.5}
        )
    limits = [math.log10(low_C), math.log10(high_C)]
    low, high = float(ends.min()), float(ends.max())
    room = 0.08 * (high - low) or 0.5
    powers = {"type": "log", "exponentformat": "power", "dtick": 1}
    drawn.update_layout(
        xaxis=axis(words("figure.losses.path.x"), range=limits, **powers),
        yaxis=axis("b", range=[low - room, high + room]),
    )
    return drawn


def offset_text(shown: Band, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    length, where = shown.longest
    if length <= WIDE:
        return words("figure.losses.offset.alt.line")
    return words("figure.losses.offset.alt", length=number(length), C=number(where))
