"""Platt's list of E: the error of each point, the free points, and the chosen pair."""

from __future__ import annotations

import numpy as np

from core.problem.arrays import Vector
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, axis
from ui.words import Words, number

HEIGHT = 400
PICKED_I, PICKED_J = "var(--lab-i)", "var(--lab-j)"


def error_list(errors: Vector, free: np.ndarray, i: int, j: int, words: Words) -> Sketch:
    """Return bars of E_t for all points (n,): free vectors in ink, others grey, the pair (-1: none) in its colours."""
    drawn = Sketch(HEIGHT, margin={"l": 60, "r": 12, "t": 10, "b": 44})
    colors = np.where(free, INK, GREY).astype(object)
    pair = [(t, letter, color) for t, letter, color in ((i, "i", PICKED_I), (j, "j", PICKED_J)) if t >= 0]
    for t, _, color in pair:
        colors[t] = color
    points = list(range(1, len(errors) + 1))
    drawn.add_stems(
        points,
        errors.tolist(),
        points,
        colors.tolist(),
        (GREY, INK, PICKED_I, PICKED_J),
        width=max(1.5, min(8.0, 320.0 / len(points))),
        hovertemplate=words("figure.errors.hover") + "<extra></extra>",
    )
    for t, letter, color in pair:
        drawn.add_annotation(
            x=t + 1,
            y=float(errors[t]),
            text=f"<b>{letter}</b>",
            showarrow=False,
            yshift=10 if errors[t] >= 0 else -10,
            font={"color": color, "size": 15},
        )
    drawn.update_layout(
        xaxis=axis(words("figure.alpha.x"), showgrid=False, range=[0.3, len(errors) + 0.7]),
        yaxis=axis(words("figure.errors.y")),
    )
    return drawn


def error_list_text(errors: Vector, i: int, j: int, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    if i < 0:
        return words("smo.nobody")
    return words(
        "figure.errors.alt", i=i + 1, j=j + 1, error_i=number(float(errors[i])), error_j=number(float(errors[j]))
    )
