"""The eigenvalues as signed bars, on an axis that is logarithmic in both directions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from core.problem.arrays import Vector
from core.topics.mercer.theory import MatrixJudgement
from ui.plot.sketch import Sketch
from ui.plot.template import INK, PAPER, VIOLET, axis
from ui.words import Words, number

HEIGHT = 290
DECADES = 6  # below the largest size, where a bar has no height any more


def heights(values: Vector, top: int) -> Vector:
    """Return signed heights: 1 for each factor of ten above 10^(top - DECADES), 0 up to there."""
    with np.errstate(divide="ignore"):
        above = np.log10(np.abs(values)) - (top - DECADES)
    return np.asarray(np.sign(values) * np.maximum(above, 0.0))


def top_of(values: Vector) -> int:
    """Return the power of ten at the end of the axis."""
    largest = float(np.abs(values).max())
    return math.ceil(math.log10(largest)) if largest > 0.0 else 0


def spectrum_figure(found: MatrixJudgement, words: Words) -> Sketch:
    """Return one bar for each eigenvalue, in ascending order, the negative ones violet and hatched."""
    values = found.eigenvalues
    drawn, top = Sketch(HEIGHT, margin={"l": 62, "r": 8, "t": 8, "b": 38}), top_of(values)
    shown, n = heights(values, top), len(values)
    bars = np.where(np.abs(values) > found.noise, shown, 0.0)
    for negative in (True, False):
        rows = np.flatnonzero(values < 0.0) if negative else np.flatnonzero(values >= 0.0)
        marker: dict[str, object] = {"color": VIOLET if negative else INK, "line": {"width": 0}}
        if negative and n <= 100:
            marker["pattern"] = {"shape": "/", "fgcolor": PAPER, "bgcolor": VIOLET, "size": 4, "solidity": 0.2}
        drawn.add_bar(
            x=rows + 1,
            y=bars[rows],
            width=0.85,
            marker=marker,
            customdata=values[rows],
            hovertemplate="λ<sub>%{x}</sub> = %{customdata:.3g}<extra></extra>",
        )
    ends = [DECADES if (bars > 0).any() else 0.4, -DECADES if (bars < 0).any() else -0.4]
    drawn.update_layout(
        barmode="overlay",
        xaxis=axis(words("figure.mercer_spectrum.x"), range=[0.3, n + 0.7], nticks=8),
        yaxis=signed_axis(words("figure.mercer_spectrum.y"), top, ends[1] - 0.2, ends[0] + 0.2),
    )
    return drawn


def signed_axis(title: str, top: int, low: float, high: float) -> dict[str, Any]:
    """Return the axis of `heights`, with an eigenvalue at every second power of ten."""
    marks = range(-DECADES, DECADES + 1, 2)
    sizes = [power_of_ten(top - DECADES + abs(mark)) for mark in marks]
    named = ["0" if mark == 0 else f"−{size}" if mark < 0 else size for mark, size in zip(marks, sizes, strict=True)]
    ticks = {"tickmode": "array", "tickvals": list(marks), "ticktext": named}
    return axis(title, range=[low, high], zeroline=True, zerolinecolor=INK, **ticks)


def power_of_ten(exponent: int) -> str:
    """Write a power of ten in the HTML of a figure."""
    return f"10<sup>{exponent}</sup>".replace("-", "−")


def spectrum_text(found: MatrixJudgement, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    values = {"least": number(found.least), "largest": number(found.largest), "noise": number(found.noise, 2)}
    return words("figure.mercer_spectrum.alt", n=len(found.eigenvalues), below=found.below, rank=found.rank, **values)
