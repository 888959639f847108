"""Lines that separate: three found by the perceptron, and the one of largest margin."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.problem import Problem
from core.problem.arrays import single
from core.topics.perceptron.experiment import CYCLIC, Separator
from core.view import field, grid_axes, isolines
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import INK, NEGATIVE, POSITIVE, STROKES, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 440
CELLS = 90  # along each axis of the window
PIXELS = 330  # approximate side of the window
DASHES = ("dash", "dot", "dashdot")


def lines_figure(
    problem: Problem,
    found: Sequence[Separator],
    widest: Separator | None,
    window: tuple[float, float, float],
    words: Words,
    C: float | None = None,
) -> Sketch:
    """Return the window with the boundaries of at most three perceptrons and, if it exists, of the SVM.

    With a nonlinear kernel these are curves. With C the SVM has a soft margin.
    """
    x0, y0, size = window
    axes = grid_axes((x0, y0), size, CELLS)
    drawn = Sketch(HEIGHT, margin={"l": 44, "r": 8, "t": 66, "b": 40})
    for label, color, symbol in ((1, POSITIVE, "circle"), (-1, NEGATIVE, "triangle-up")):
        drawn.add_dots(problem.X[problem.y == label], symbol, 8, size / PIXELS, color)
    name_of_svm = words("figure.perceptron.lines.widest")
    if C is not None:
        name_of_svm = words("figure.perceptron.lines.soft", C=number(C))
    named = [] if widest is None else [(widest, INK, "solid", name_of_svm)]
    for one, dash in zip(found, DASHES, strict=False):
        named.append((one, VIOLET, dash, _name(one, words)))
    for place, (one, color, dash, name) in enumerate(named):
        along = isolines(field(problem, one.alpha, one.b, *axes), *axes)
        x, y = (in_bytes(single(along[:, side])) for side in (0, 1))
        line = {"color": color, "dash": dash, "width": 3 if dash == "solid" else 2}
        drawn.add_scatter(x=x, y=y, mode="lines", line=line, hoverinfo="skip")
        drawn.add_annotation(
            xref="paper", yref="paper", x=0.5 * (place % 2), y=1.035 + 0.055 * (1 - place // 2), xanchor="left",
            yanchor="bottom", text=f"{STROKES[dash]} {name}", showarrow=False, font={"color": color, "size": 13},
        )  # fmt: skip
    drawn.update_layout(
        xaxis=still_axis("x₁", range=[x0, x0 + size], showgrid=False, constrain="domain"),
        yaxis=still_axis(
            "x₂", range=[y0, y0 + size], showgrid=False, scaleanchor="x", constrain="domain"
        ),
    )  # fmt: skip
    return drawn


def _name(one: Separator, words: Words) -> str:
    cyclic = one.seed == CYCLIC
    return words("figure.perceptron.lines.cyclic" if cyclic else "figure.perceptron.lines.seed", seed=one.seed)


def lines_text(found: Sequence[Separator], widest: Separator | None, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    told = [
        words(
            "figure.perceptron.lines.alt",
            which=_name(one, words),
            angle=number(float(np.degrees(one.angle))),
            margin=number(one.margin),
        )
        for one in found
    ]
    svm = [] if widest is None else [words("figure.perceptron.lines.alt.widest", margin=number(widest.margin))]
    return words.joined([*svm, *told])
