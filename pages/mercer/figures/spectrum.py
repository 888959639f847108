"""The eigenvalues as signed bars, on an axis that is logarithmic in both directions."""

from __future__ import annotations

import math

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


def spectrum_figure(found: MatrixJudgement, words: Words, height: int = HEIGHT) -> Sketch:
    """Return one bar for each eigenvalue, in ascending order, the negative ones violet and hatched."""
    values = found.eigenvalues
    drawn, top = Sketch(height, margin={"l": 62, "r": 8, "t": 8, "b": 38}), top_of(values)
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
    marks = [power for power in range(-DECADES, DECADES + 1, 2) if min(ends) <= power <= max(ends)]
    drawn.update_layout(
        barmode="overlay",
        xaxis=axis(words("figure.mercer_spectrum.x"), range=[0.3, n + 0.7], nticks=8),
        yaxis=axis(
            words("figure.mercer_spectrum.y"),
            range=[ends[1] - 0.2, ends[0] + 0.2],
            tickmode="array",
            tickvals=marks,
            ticktext=["0" if power == 0 else _mark(power, top) for power in marks],
            zeroline=True,
            zerolinecolor=INK,
        ),
    )
    return drawn


def _mark(height: int, top: int) -> str:
    """Write the eigenvalue at a height of the axis."""
    sign = "−" if height < 0 else ""
    return f"{sign}10<sup>{top - DECADES + abs(height)}</sup>".replace("<sup>-", "<sup>−")


def spectrum_text(found: MatrixJudgement, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    values = {"least": number(found.least), "largest": number(found.largest), "noise": number(found.noise, 2)}
    return words("figure.mercer_spectrum.alt", n=len(found.eigenvalues), below=found.below, rank=found.rank, **values)
