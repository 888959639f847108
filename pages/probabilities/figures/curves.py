"""The probability as a function of f: fitted to held-out values, to training values, and isotonic."""

from __future__ import annotations

import numpy as np

from core.estimators.probability import sigmoid
from core.problem.arrays import Vector
from core.topics.probabilities.experiment import HELD_OUT, ISOTONIC, METHODS, TRAINING, CalibrationCurves
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, NEGATIVE, POSITIVE, STROKES, VIOLET, axis
from ui.words import Words, number

HEIGHT = 260
STYLES = {HELD_OUT: (INK, "solid"), TRAINING: (VIOLET, "dash"), ISOTONIC: (GREY, "dot")}
PLACES = 200


def span(found: CalibrationCurves) -> Vector:
    """Return places on the axis of f, a little beyond all values."""
    values = np.concatenate([found.f, found.own, [-1.0, 1.0]])
    low, high = np.quantile(values, [0.01, 0.99])
    room = 0.08 * float(high - low)
    return np.linspace(low - room, high + room, PLACES)


def curves_figure(found: CalibrationCurves, words: Words) -> Sketch:
    """Return the three curves, with the held-out values of each class at the height of its label."""
    drawn = Sketch(HEIGHT, margin={"l": 52, "r": 12, "t": 8, "b": 44})
    u = span(found)
    for sign, height, color, symbol in ((1, 1.05, POSITIVE, "circle"), (-1, -0.05, NEGATIVE, "triangle-up")):
        own = found.f[found.y == sign]
        mark = {"symbol": symbol, "size": 6, "color": color, "opacity": 0.6}
        drawn.add_scatter(
            x=own, y=np.full(len(own), height), mode="markers", marker=mark, hovertemplate="f = %{x:.3g}<extra></extra>"
        )
    last = found.of_training
    heights = {
        HELD_OUT: sigmoid(u, found.A, found.B),
        TRAINING: sigmoid(u, last.A, last.B),
        ISOTONIC: found.isotonic(u),
    }
    for method in METHODS:
        color, dash = STYLES[method]
        name = words(f"probabilities.method.{method}")
        drawn.add_scatter(
            x=u,
            y=heights[method],
            mode="lines",
            line={"color": color, "dash": dash, "width": 2.5 if method == HELD_OUT else 2},
            hovertemplate=f"{name}: %{{y:.3f}}<extra>f = %{{x:.3g}}</extra>",
        )
    legend(drawn, words, 0.02, 0.9)
    drawn.update_layout(
        xaxis=axis(words("figure.probabilities_curves.x"), range=[float(u[0]), float(u[-1])]),
        yaxis=axis("p", range=[-0.12, 1.12], tickvals=[0, 0.5, 1]),
    )
    return drawn


def legend(drawn: Sketch, words: Words, x: float, y: float, step: float = 0.11) -> None:
    """Name the three curves, one below the other, from a place relative to the figure."""
    place = {"xref": "x domain", "yref": "y domain", "showarrow": False, "xanchor": "left", "yanchor": "top"}
    for k, method in enumerate(METHODS):
        color, dash = STYLES[method]
        text = f"{STROKES[dash]} {words(f'probabilities.method.{method}')}"
        drawn.add_annotation(x=x, y=y - step * k, text=text, font={"color": color, "size": 13}, **place)


def curves_text(found: CalibrationCurves, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    last = found.of_training
    own = {"A": number(found.A), "B": number(found.B), "A1": number(last.A), "B1": number(last.B)}
    return words("figure.probabilities_curves.alt", corners=len(found.isotonic.f), n=len(found.y), **own)
