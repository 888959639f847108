"""The dual value along the run of SMO, with the steps whose curvature is not positive."""

from __future__ import annotations

import numpy as np

from core.topics.mercer.distances import few
from core.topics.mercer.view import RunCourse
from ui.plot.sketch import Sketch
from ui.plot.template import INK, VIOLET, axis
from ui.words import Words, number

HEIGHT = 300
MOST = 400  # steps that are drawn


def run_figure(run: RunCourse, words: Words) -> Sketch:
    """Return the dual value over the steps; a diamond marks a step along which the dual curves downwards."""
    drawn = Sketch(HEIGHT, margin={"l": 62, "r": 14, "t": 10, "b": 44})
    steps = few(run.steps + 1, MOST)
    value = -run.dual
    drawn.add_scatter(
        x=steps,
        y=value[steps],
        mode="lines",
        line={"color": INK, "width": 2},
        hovertemplate="%{x}: %{y:.4g}<extra></extra>",
    )
    flat = np.flatnonzero(run.curvature <= 0.0)
    if len(flat):
        chosen = flat[few(len(flat), MOST)]
        drawn.add_scatter(
            x=chosen + 1,
            y=value[chosen + 1],
            mode="markers",
            marker={"symbol": "diamond", "size": 8, "color": VIOLET},
            customdata=run.curvature[chosen],
            hovertemplate="η = %{customdata:.3g}<extra>%{x}</extra>",
        )
    low, high = min(0.0, float(value.min())), max(0.0, float(value.max()))
    room = 0.06 * (high - low) or 1.0
    drawn.update_layout(
        xaxis=axis(words("figure.mercer_run.x"), range=[-0.02 * run.steps - 0.2, 1.02 * run.steps + 0.2]),
        yaxis=axis(words("figure.mercer_run.y"), range=[low - room, high + room], exponentformat="power"),
    )
    return drawn


def run_text(run: RunCourse, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    return words("figure.mercer_run.alt", steps=run.steps, flat=run.flat, value=number(-float(run.dual[-1])))
