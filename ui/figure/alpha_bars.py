"""The multipliers as bars: who carries the boundary, and who has reached C."""

from __future__ import annotations

import math

import numpy as np
import plotly.graph_objects as go

from core.view import Solution
from ui.figure.template import GREY, NEGATIVE, PAPER, POSITIVE, axis, figure
from ui.text import Words, number

HEIGHT = 290


def alpha_bars(found: Solution, y: np.ndarray, C: float | None, words: Words) -> go.Figure:
    """Return bars of alpha (n,) by point number in the colours of the classes, and C as a line where it is in sight."""
    drawn = figure(HEIGHT, barmode="overlay")
    points = np.arange(1, len(y) + 1)
    for sign, color, pattern in ((1, POSITIVE, ""), (-1, NEGATIVE, "/")):
        of_class = np.asarray(y) == sign
        drawn.add_bar(
            x=points[of_class],
            y=found.alpha[of_class],
            ids=points[of_class].astype(str),
            marker={
                "color": color,
                "pattern": {"shape": pattern, "fgcolor": PAPER, "bgcolor": color, "size": 4, "solidity": 0.2},
            },
            name=words("figure.class.plus" if sign > 0 else "figure.class.minus"),
            hovertemplate=words("figure.alpha.hover") + "<extra></extra>",
        )
    highest = max(float(found.alpha.max(initial=0.0)), 1e-300)
    top = highest
    if C is not None and math.isfinite(C) and highest > 0.4 * C:
        top = C
        drawn.add_hline(y=C, line={"color": GREY, "width": 1.25, "dash": "dash"})
        drawn.add_annotation(
            x=1, xref="paper", y=C, text=f"C = {number(C)}", showarrow=False, yanchor="bottom", xanchor="right"
        )
    drawn.update_xaxes(axis(words("figure.alpha.x"), range=[0.3, len(y) + 0.7], showgrid=False))
    drawn.update_yaxes(axis(words("figure.alpha.y"), range=[0, 1.16 * top]))
    return drawn


def alpha_text(found: Solution, y: np.ndarray, words: Words) -> str:
    """Return the same in words, for those who listen."""
    order = np.argsort(-found.alpha, kind="stable")[:3]
    largest = ", ".join(f"{i + 1}: {number(float(found.alpha[i]))}" for i in order if found.alpha[i] > 0)
    return words(
        "figure.alpha.alt", n=len(y), free=found.free, bounded=found.bounded, largest=largest or words("figure.none")
    )
