"""The best validation error found by each strategy, over its time in seconds."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from pages.choosing.names import BRUSHES
from pages.choosing.walked import Walked
from ui.plot.ends import Curve, draw
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, axis
from ui.words import Words, number

HEIGHT = 290
FIRST = 1e-4  # seconds at the left end


def clock_figure(walked: Sequence[Walked], spent: float, words: Words) -> Sketch:
    """Return a step line for each strategy; `spent` is the time budget, inf for none."""
    drawn = Sketch(HEIGHT, margin={"l": 58, "r": 118, "t": 10, "b": 46})
    found = [(each, *each.steps()) for each in walked if each.looks]
    last = max((times[-1] for _, times, _ in found), default=1.0)
    errors = [100.0 * error for _, _, own in found for error in own] or [0.0, 1.0]
    room = 0.08 * (max(errors) - min(errors)) or 1.0
    ends = (max(0.0, min(errors) - room), max(errors) + room)
    curves = []
    for each, times, own in found:
        brush = BRUSHES[each.name]
        x, y = np.repeat([*times, last], 2)[1:-1], 100.0 * np.repeat(own, 2)
        curves.append(Curve(np.maximum(x, FIRST), y, brush.color, brush.dash, words(f"choosing.short.{each.name}")))
        mark = {"color": brush.color, "size": 9, "symbol": brush.symbol}
        if each.complete:
            drawn.add_scatter(x=[times[-1]], y=[100.0 * own[-1]], mode="markers", marker=mark, hoverinfo="skip")
    draw(drawn, curves, 0.1 * (ends[1] - ends[0]), ends)
    if math.isfinite(spent):
        line = {"color": GREY, "width": 1, "dash": "dot"}
        drawn.add_shape(type="line", x0=spent, x1=spent, y0=0, y1=1, yref="paper", layer="below", line=line)
    reach = [math.log10(FIRST), math.log10(max(last, 10 * FIRST)) + 0.05]
    drawn.update_layout(
        xaxis=axis(words("figure.choosing.clock.x"), type="log", exponentformat="power", dtick=1, range=reach),
        yaxis=axis(words("figure.choosing.clock.y"), range=list(ends)),
    )
    return drawn


def clock_text(walked: Sequence[Walked], words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    sentences = [words("figure.choosing.clock.alt")]
    for each in walked:
        if each.looks:
            values = {"seconds": number(each.seconds, 2), "error": number(100 * each.steps()[1][-1], 3)}
            sentences.append(
                words("figure.choosing.clock.alt.one", name=words(f"choosing.short.{each.name}"), **values)
            )
    return words.joined(sentences)
