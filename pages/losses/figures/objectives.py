"""Li's theorem 7.4: min 1/2 |w|^2 + C sum xi as a line over C, and C times the least hinge objective as marks."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from core.solver import RegularisationPath
from core.topics.margin.view import sampled
from pages.losses.answers import BETWEEN, Compared
from ui.plot.sketch import Sketch
from ui.plot.template import INK, VIOLET, axis
from ui.words import Words, at_most, number

HEIGHT = 280
STEPS = 60
BELOW = 0.78  # top of the line at C, relative to the height: the names stand above it


def objectives_figure(path: RegularisationPath, C: float, points: Sequence[Compared], words: Words) -> Sketch:
    """Return the objective along the path (-D at its optimum) as a line, and the minima by a library as marks."""
    drawn = Sketch(HEIGHT, margin={"l": 60, "r": 16, "t": 12, "b": 46})
    at = sampled(path, STEPS, *BETWEEN)
    value = np.array([-path.objective(float(one)) for one in at])
    drawn.add_scatter(x=at, y=value, mode="lines", line={"color": INK, "width": 2}, hoverinfo="skip")
    found = [one for one in points if one.least is not None]
    drawn.add_scatter(
        x=[one.C for one in found],
        y=[one.scaled for one in found],
        mode="markers",
        marker={"symbol": "circle-open", "size": 11, "color": VIOLET, "line": {"width": 2.5, "color": VIOLET}},
        text=[number(1.0 / (2.0 * one.C)) for one in found],
        hovertemplate="λ = %{text}: %{y:.6g}<extra></extra>",
    )
    if BETWEEN[0] <= C <= BETWEEN[1]:
        drawn.add_shape(
            name="C", type="line", x0=C, x1=C, y0=0, y1=BELOW, yref="y domain", line={"color": INK, "width": 1.5}
        )
    seen = value[(value > 0.0) & np.isfinite(value)]  # near the limits of float64 rounding may leave no positive value
    low, high = (math.log10(float(end(seen))) for end in (np.min, np.max)) if seen.size else (0.0, 1.0)
    room = 0.1 * (high - low) or 0.3
    powers = {"type": "log", "exponentformat": "power"}
    drawn.update_layout(
        xaxis=axis(words("figure.losses.path.x"), range=[math.log10(end) for end in BETWEEN], dtick=1, **powers),
        yaxis=axis(words("figure.losses.objectives.y"), range=[low - room, high + 4.5 * room], **powers),
    )
    top, left = {"xref": "x domain", "yref": "y domain", "showarrow": False}, {"xanchor": "left", "yanchor": "top"}
    for k, (name, color) in enumerate((("primal", INK), ("hinge", VIOLET))):
        label = words(f"figure.losses.objectives.{name}")
        drawn.add_annotation(x=0.02, y=0.98 - 0.11 * k, text=label, font={"color": color, "size": 13}, **top, **left)
    return drawn


def objectives_text(points: Sequence[Compared], words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    found = [one for one in points if one.least is not None]
    worst = max((one.apart for one in found), default=0.0)
    return words("figure.losses.objectives.alt", count=len(found), apart=at_most(worst, 2))
