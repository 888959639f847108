"""The least eigenvalue of exp(-gamma d^p) over the exponent p, for three distances."""

from __future__ import annotations

import numpy as np

from core.topics.mercer.distances import LARGEST_EXPONENT, METRICS
from pages.mercer.answers import OverExponents
from pages.mercer.question import Options
from ui.plot.labels import apart
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, axis, end_label
from ui.solve.limits import EXPONENT
from ui.words import Words, number

HEIGHT = 330
LOOKS = dict(zip(METRICS, ((INK, "solid"), (VIOLET, "dash"), (GREY, "dot")), strict=True))


def exponents_figure(found: OverExponents, options: Options, words: Words) -> Sketch:
    """Return one line for each distance, with its name at its end, and the chosen exponent as a diamond."""
    drawn, curves = Sketch(HEIGHT, margin={"l": 60, "r": 96, "t": 12, "b": 46}), found.curves
    for metric, (color, dash) in LOOKS.items():
        drawn.add_scatter(
            x=curves.exponents,
            y=curves.least[metric],
            mode="lines",
            line={"color": color, "width": 3 if metric == options.metric else 2, "dash": dash},
            hovertemplate=f"{words(f'mercer.metric.{metric}')}: %{{y:.3g}}<extra>p = %{{x:.2g}}</extra>",
        )
    ends = sorted((float(curves.least[metric][-1]), metric) for metric in METRICS)
    lines = np.array(list(curves.least.values()))
    low, high = float(lines.min()), float(lines.max())
    room = 0.08 * (high - low) or 1.0
    places = apart([end for end, _ in ends], 0.09 * (high - low + 2 * room), high)
    for place, (_, metric) in zip(places, ends, strict=True):
        drawn.add_annotation(**end_label(EXPONENT[1], place, words(f"mercer.metric.{metric}"), LOOKS[metric][0]))
    drawn.add_shape(type="line", x0=EXPONENT[0], x1=EXPONENT[1], y0=0, y1=0, line={"color": INK, "width": 1})
    limit = LARGEST_EXPONENT[options.metric]
    line = {"color": GREY, "width": 1, "dash": "dot"}
    drawn.add_shape(type="line", x0=limit, x1=limit, y0=low - room, y1=high + room, line=line)
    marker = {"symbol": "diamond", "size": 13, "color": LOOKS[options.metric][0], "line": {"width": 2, "color": INK}}
    drawn.add_scatter(x=[options.exponent], y=[found.judged.least], mode="markers", marker=marker, hoverinfo="skip")
    drawn.update_layout(
        xaxis=axis(words("figure.mercer_distances.x"), range=[EXPONENT[0], EXPONENT[1]], dtick=0.5),
        yaxis=axis(words("figure.mercer_distances.y"), range=[low - room, high + room]),
    )
    return drawn


def exponents_text(found: OverExponents, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    curves = found.curves
    listed = []
    for metric in METRICS:
        below = np.flatnonzero(curves.least[metric] < -curves.noise)
        key = "figure.mercer_distances.fails" if len(below) else "figure.mercer_distances.holds"
        p = number(float(curves.exponents[below[0]])) if len(below) else number(EXPONENT[1])
        listed.append(words(key, name=words(f"mercer.metric.{metric}"), p=p))
    return words("figure.mercer_distances.alt", n=found.count, listed=words.joined(listed))
