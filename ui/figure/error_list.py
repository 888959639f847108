"""Platt's list of E: who is how wrong, who is free, and who was chosen for whom."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from core.problem.arrays import Vector
from ui.figure.template import GREY, INK, axis, figure
from ui.text import Words, number

HEIGHT = 300
PICKED_I, PICKED_J = "var(--lab-i)", "var(--lab-j)"


def error_list(errors: Vector, free: np.ndarray, i: int, j: int, words: Words) -> go.Figure:
    """Return bars of E_t for all points (n,): free vectors in ink, the others grey, the pair in its colours."""
    drawn = figure(HEIGHT, margin={"l": 60, "r": 12, "t": 10, "b": 44})
    colors = np.where(free, INK, GREY).astype(object)
    colors[i], colors[j] = PICKED_I, PICKED_J
    points = np.arange(1, len(errors) + 1)
    drawn.add_bar(
        x=points,
        y=errors,
        marker={"color": colors.tolist()},
        hovertemplate=words("figure.errors.hover") + "<extra></extra>",
    )
    for t, letter, color in ((i, "i", PICKED_I), (j, "j", PICKED_J)):
        drawn.add_annotation(
            x=t + 1,
            y=float(errors[t]),
            text=f"<b>{letter}</b>",
            showarrow=False,
            yshift=10 if errors[t] >= 0 else -10,
            font={"color": color, "size": 15},
        )
    drawn.update_xaxes(axis(words("figure.alpha.x"), showgrid=False, range=[0.3, len(errors) + 0.7]))
    drawn.update_yaxes(axis(words("figure.errors.y")))
    return drawn


def error_list_text(errors: Vector, i: int, j: int, words: Words) -> str:
    """Return the same in words."""
    return words(
        "figure.errors.alt", i=i + 1, j=j + 1, error_i=number(float(errors[i])), error_j=number(float(errors[j]))
    )
