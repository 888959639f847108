"""Regression on a line: ridge with the exact kernel, Fourier features and landmarks, and epsilon-SVR."""

from __future__ import annotations

import numpy as np

from core.problem import Role
from core.topics.ridge.experiment import Smooths, Tube
from ui.plot.ends import Curve, draw
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, still_axis
from ui.words import Words, at_most, number

HEIGHT = 320
FOOT = 0.023  # height of the landmarks, relative to the figure


def line_figure(shown: Smooths, beside: Tube | None, names: tuple[str, str], D: int, words: Words) -> Sketch:
    """Return points, curves, landmarks, and the support vectors of SVR; `names` are those of the axes."""
    drawn = Sketch(HEIGHT, margin={"l": 52, "r": 92, "t": 10, "b": 44})
    low, high = float(shown.z.min()), float(shown.z.max())
    room = 0.35 * (high - low) or 1.0
    ends = (low - room, high + room)
    first, last = float(shown.axis[0]), float(shown.axis[-1])
    count = len(shown.landmarks)
    marks = {"mode": "markers", "hoverinfo": "skip"}
    points = {"size": 6, "color": GREY, "opacity": 0.75}
    drawn.add_scatter(x=shown.x, y=shown.z, marker=points, **marks)
    feet = {"size": 9, "symbol": "triangle-up", "color": VIOLET}
    drawn.add_scatter(x=shown.landmarks, y=np.full(count, ends[0] + FOOT * (ends[1] - ends[0])), marker=feet, **marks)
    curves = [
        Curve(shown.axis, shown.fourier.curve, VIOLET, "dash", words("figure.ridge.line.fourier", D=D)),
        Curve(shown.axis, shown.nystroem.curve, VIOLET, "dot", words("figure.ridge.line.nystroem", L=count)),
        Curve(shown.axis, shown.exact.curve, INK, "solid", words("figure.ridge.line.exact"), 2.5),
    ]
    if beside is not None and beside.proved:
        _tube(drawn, beside, shown)
        curves.append(Curve(beside.axis, beside.curve, INK, "longdash", words("figure.ridge.line.svr"), 2.0))
    draw(drawn, curves, 0.085 * (ends[1] - ends[0]), ends)
    drawn.update_layout(
        xaxis=still_axis(names[0], range=[first, last], showgrid=False),
        yaxis=still_axis(names[1], range=list(ends)),
    )
    return drawn


def _tube(drawn: Sketch, beside: Tube, shown: Smooths) -> None:
    """Draw the edges of the tube, one ring around each support vector, and a second one around bounded ones."""
    for edge in (beside.epsilon, -beside.epsilon):
        line = {"color": GREY, "width": 1, "dash": "dot"}
        drawn.add_scatter(x=beside.axis, y=beside.curve + edge, mode="lines", line=line, hoverinfo="skip")
    free = beside.fitted.role == Role.FREE
    for own, sizes in ((beside.carrying & free, (10,)), (beside.carrying & ~free, (10, 15))):
        for size in sizes:
            ring = {"symbol": "circle-open", "size": size, "color": INK, "line": {"width": 1.5, "color": INK}}
            drawn.add_scatter(x=shown.x[own], y=shown.z[own], mode="markers", marker=ring, hoverinfo="skip")


def line_text(shown: Smooths, beside: Tube | None, D: int, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    text = words(
        "figure.ridge.line.alt",
        n=len(shown.x),
        D=D,
        L=len(shown.landmarks),
        error=number(shown.exact.error(shown.z)),
        fourier=at_most(shown.apart(shown.fourier.curve), 2),
        nystroem=at_most(shown.apart(shown.nystroem.curve), 2),
    )
    if beside is None or not beside.proved:
        return text
    values = {"C": number(beside.C), "epsilon": number(beside.epsilon), "vectors": int(beside.carrying.sum())}
    apart = at_most(shown.apart(beside.curve), 2)
    return words.joined([text, words("figure.ridge.line.alt.svr", apart=apart, n=len(shown.x), **values)])
