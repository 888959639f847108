"""Newton's method for the sigmoid: the cross-entropy over A and B with its steps, and the curve of a step."""

from __future__ import annotations

import math

import numpy as np

from core.estimators.probability import sigmoid
from core.topics.probabilities.experiment import CalibrationCurves
from pages.probabilities.answers import ObjectiveMap
from pages.probabilities.figures.curves import span
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, NEGATIVE, PAPER, POSITIVE, VIOLET, axis
from ui.words import Words, number

HEIGHT = 300


def map_figure(found: CalibrationCurves, surface: ObjectiveMap, k: int, words: Words) -> Sketch:
    """Return the objective over the plane of (A, B), dark where it is large, with the steps up to k."""
    drawn = Sketch(HEIGHT, margin={"l": 56, "r": 12, "t": 8, "b": 44})
    path = np.array([[step.A, step.B] for step in found.steps])
    across, up, values = surface.A, surface.B, surface.values
    drawn.add_heatmap(
        x=across,
        y=up,
        z=np.sqrt(values - values.min()),
        zsmooth="best",
        showscale=False,
        colorscale=[[0, PAPER], [1, GREY]],
        hoverinfo="skip",
    )
    marks = {"size": 7, "color": INK}
    drawn.add_scatter(
        x=path[: k + 1, 0],
        y=path[: k + 1, 1],
        mode="lines+markers",
        line={"color": INK, "width": 2},
        marker=marks,
        hovertemplate="A = %{x:.4g}, B = %{y:.4g}<extra></extra>",
    )
    mark = {"size": 15, "color": VIOLET, "line": {"width": 2, "color": PAPER}}
    drawn.add_scatter(x=[path[k, 0]], y=[path[k, 1]], mode="markers", marker=mark, hoverinfo="skip")
    drawn.update_layout(
        xaxis=axis("A", range=[across[0], across[-1]], showgrid=False),
        yaxis=axis("B", range=[up[0], up[-1]], showgrid=False),
    )
    return drawn


def map_text(found: CalibrationCurves, k: int, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    listed = "; ".join(f"{number(step.A, 4)}, {number(step.B, 4)}" for step in found.steps[: k + 1])
    return words("figure.probabilities_map.alt", listed=listed)


def step_figure(found: CalibrationCurves, k: int, words: Words) -> Sketch:
    """Return the sigmoid of a step among the points at their targets."""
    drawn = Sketch(HEIGHT, margin={"l": 52, "r": 12, "t": 8, "b": 44})
    u, step, (upper, lower) = span(found), found.steps[k], found.targets
    for sign, target, color, symbol in ((1, upper, POSITIVE, "circle"), (-1, lower, NEGATIVE, "triangle-up")):
        own = found.f[found.y == sign]
        mark = {"symbol": symbol, "size": 7, "color": color, "opacity": 0.6}
        drawn.add_scatter(x=own, y=np.full(len(own), target), mode="markers", marker=mark, hoverinfo="skip")
    drawn.add_scatter(
        x=u, y=sigmoid(u, step.A, step.B), mode="lines", line={"color": VIOLET, "width": 3}, hoverinfo="skip"
    )
    drawn.update_layout(
        xaxis=axis(words("figure.probabilities_curves.x"), range=[float(u[0]), float(u[-1])]),
        yaxis=axis("p", range=[-0.06, 1.06], tickvals=[lower, 0.5, upper], ticktext=["t₋", "½", "t₊"]),
    )
    return drawn


def step_text(found: CalibrationCurves, k: int, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    upper, lower = found.targets
    values = {"upper": number(upper), "lower": number(lower), "A": number(found.steps[k].A)}
    return words("figure.probabilities_step.alt", B=number(found.steps[k].B), entropy=_nats(found, k), **values)


def _nats(found: CalibrationCurves, k: int) -> str:
    value = found.steps[k].objective
    return number(value, 5) if math.isfinite(value) else "–"
