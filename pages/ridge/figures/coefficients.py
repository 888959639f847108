"""The coefficient of each point in f, in ridge regression and in the SVM, one above the other."""

from __future__ import annotations

import math

import numpy as np

from core.problem.arrays import Vector
from pages.ridge.answers import Both
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import GREY, INK, NEGATIVE, POSITIVE, VIOLET, still_axis
from ui.words import Words, number, told_apart

HEIGHT = 290
WIDEST, ACROSS = 8.0, 420.0  # largest width of a stem and approximate width of the axis in pixels
STEMS = "stems"  # kind of figure that the browser updates itself (assets/js/plot/moving_lines.js)
POINTED_AT = 200  # largest number of points with a tooltip each
STEPS = (1.0, 2.0, 5.0, 10.0)  # ends of the axis, times a power of ten: it rarely changes while a slider moves


def coefficients_figure(shown: Both, words: Words) -> Sketch:
    """Return the coefficient of every point in f, upper panel ridge regression, lower panel the SVM."""
    drawn = Sketch(HEIGHT, margin={"l": 60, "r": 12, "t": 34, "b": 42})
    y = shown.ridge.z
    sides = {"range": [0.3, len(y) + 0.7], "showgrid": False}
    axes: dict[str, dict[str, object]] = {}
    for k, (name, values, color, domain) in enumerate(_panels(shown)):
        own = str(k + 1) if k else ""
        look = {"xaxis": f"x{own}", "yaxis": f"y{own}"}
        _stems(drawn, values, y, min(WIDEST, 0.7 * ACROSS / len(y)), words, look)
        top = _end(float(np.abs(values).max(initial=0.0)))
        lower = k == 1
        axes[f"xaxis{own}"] = still_axis(
            words("figure.ridge.coefficients.x") if lower else "", anchor=f"y{own}", showticklabels=lower, **sides
        )
        axes[f"yaxis{own}"] = still_axis("", range=[-top, top], domain=domain, anchor=f"x{own}", nticks=3)
        zero = {"x0": 0, "x1": 1, "xref": f"x{own} domain", "y0": 0, "y1": 0, "yref": f"y{own}"}
        drawn.add_shape(type="line", line={"color": GREY, "width": 1}, **zero)
        label = words(f"figure.ridge.coefficients.{name}")
        place = {"xref": "paper", "yref": "paper", "x": 0, "y": domain[1], "xanchor": "left", "yanchor": "bottom"}
        drawn.add_annotation(text=label, showarrow=False, font={"color": color, "size": 13}, **place)
    drawn.update_layout(**axes)
    return drawn


def _stems(drawn: Sketch, values: Vector, y: Vector, width: float, words: Words, look: dict[str, str]) -> None:
    """Draw a vertical line for each point; many points are drawn as a single path without hover targets."""
    numbers = np.arange(1, len(y) + 1)
    if len(y) <= POINTED_AT:
        colors = [POSITIVE if sign > 0 else NEGATIVE for sign in y]
        hover = words("figure.ridge.coefficients.hover") + "<extra></extra>"
        told = {"hovertemplate": hover, **look}
        drawn.add_stems(
            numbers.tolist(), values.tolist(), numbers.tolist(), colors, (POSITIVE, NEGATIVE), width, **told
        )
        return
    for sign, color in ((1, POSITIVE), (-1, NEGATIVE)):
        own = (y > 0) == (sign > 0)
        x, height = np.repeat(numbers[own], 3).astype(np.float32), np.zeros((int(own.sum()), 3), np.float32)
        height[:, 1] = values[own]
        line = {"color": color, "width": width, "simplify": False}
        one = {"mode": "lines", "hoverinfo": "skip", "meta": STEMS, **look}
        drawn.add_scatter(x=in_bytes(x), y=in_bytes(height.ravel()), line=line, **one)


def _panels(shown: Both) -> list[tuple[str, Vector, str, list[float]]]:
    svm = shown.svm.solution.alpha * shown.ridge.z if shown.exists else np.zeros(len(shown.ridge.z))
    return [
        ("ridge" if shown.ridge.regular else "least", shown.ridge.alpha, VIOLET, [0.57, 1.0]),
        ("svm" if shown.exists else "none", svm, INK, [0.0, 0.41]),
    ]


def _end(largest: float) -> float:
    """Return the end of an axis for this value, with a small margin."""
    if largest <= 0.0:
        return 1.0
    unit = 10.0 ** math.floor(math.log10(1.05 * largest))
    return next(step * unit for step in STEPS if 1.05 * largest <= step * unit * (1.0 + 1e-9))


def coefficients_text(shown: Both, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    size = np.abs(shown.ridge.alpha)
    largest, smallest = told_apart(float(shown.ridge.alpha[size.argmax()]), float(size.min()), 3)
    text = words(
        "figure.ridge.coefficients.alt",
        n=len(size),
        carrying=shown.carrying,
        point=int(size.argmax()) + 1,
        largest=largest,
        smallest=smallest,
    )
    if not shown.exists:
        return text
    solution = shown.svm.solution
    most = number(float(solution.alpha.max()))
    svm = words("figure.ridge.coefficients.alt.other", vectors=solution.vectors, most=most)
    return words.joined([text, svm])
