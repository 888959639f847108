"""The range of the polynomial kernel's values over its degree, in powers of ten."""

from __future__ import annotations

import math

from core.topics.kernels.view import EPS, HighDegree
from ui.plot.ends import Curve, draw
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, GRID, INK, VIOLET, axis
from ui.words import Words, number

HEIGHT = 320


def degree_figure(shown: HighDegree, chosen: int, words: Words) -> Sketch:
    """Return smallest, median and largest |K|; shaded is what is rounding beside the largest value."""
    drawn = Sketch(HEIGHT, margin={"l": 56, "r": 128, "t": 12, "b": 44})
    low, high = min(0.0, float(shown.lowest.min())), max(0.0, float(shown.highest.max()))
    room = 0.06 * (high - low) or 1.0
    ends = (low - room, high + room)
    floor = [max(ends[0], float(each) + math.log10(EPS)) for each in shown.highest]
    drawn.add_scatter(
        x=[*map(float, shown.degrees), float(shown.degrees[-1]), float(shown.degrees[0])],
        y=[*floor, ends[0], ends[0]],
        mode="none",
        fill="toself",
        fillcolor=GRID,
        opacity=0.5,
        hoverinfo="skip",
    )
    curves = [
        Curve(shown.degrees, shown.highest, INK, "solid", words("figure.kernels_degree.highest"), 2.5),
        Curve(shown.degrees, shown.middle, GREY, "dot", words("figure.kernels_degree.middle")),
        Curve(shown.degrees, shown.lowest, VIOLET, "dash", words("figure.kernels_degree.lowest"), 2.5),
    ]
    draw(drawn, curves, 0.08 * (ends[1] - ends[0]), ends)
    line = {"color": GREY, "width": 1.5, "dash": "dot"}
    drawn.add_shape(type="line", x0=chosen, x1=chosen, y0=0, y1=1, yref="y domain", line=line)
    drawn.update_layout(
        xaxis=axis(words("figure.kernels_degree.x"), range=[1, float(shown.degrees[-1])]),
        yaxis=axis(words("figure.kernels_degree.y"), range=list(ends)),
    )
    return drawn


def degree_text(shown: HighDegree, chosen: int, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    low, high = (number(float(line[chosen - 1])) for line in (shown.lowest, shown.highest))
    return words("figure.kernels_degree.alt", last=len(shown.degrees), degree=chosen, low=low, high=high)
