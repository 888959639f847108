"""The eigenvalues of two matrices and of what a rule makes of them, as three rows of dots on one axis."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.topics.mercer.theory import MatrixJudgement
from pages.mercer.figures.spectrum import DECADES, heights, signed_axis, top_of
from ui.plot.sketch import Sketch
from ui.plot.template import INK, VIOLET, axis
from ui.words import Words, number

ROW = 74  # pixels


def spectra_figure(named: Sequence[tuple[str, MatrixJudgement]], words: Words) -> Sketch:
    """Return a row for each matrix: a tick for each eigenvalue, negative ones as violet diamonds on the left."""
    drawn = Sketch(ROW * len(named) + 60, margin={"l": 8, "r": 14, "t": 8, "b": 44})
    top = max(top_of(found.eigenvalues) for _, found in named)
    for row, (_, found) in enumerate(named):
        values = np.where(np.abs(found.eigenvalues) > found.noise, found.eigenvalues, 0.0)
        x = heights(values, top)
        for color, symbol, rows in ((INK, "line-ns-open", values >= 0.0), (VIOLET, "diamond", values < 0.0)):
            if rows.any():
                drawn.add_scatter(
                    x=x[rows],
                    y=np.full(int(rows.sum()), row),
                    mode="markers",
                    marker={"symbol": symbol, "size": 12 if color == VIOLET else 16, "color": color, "opacity": 0.6},
                    customdata=values[rows],
                    hovertemplate="λ = %{customdata:.3g}<extra></extra>",
                )
    low = -DECADES if any(found.below for _, found in named) else 0
    drawn.update_layout(
        xaxis=signed_axis(words("figure.mercer_rules.x"), top, low - 0.4, DECADES + 0.4),
        yaxis=axis(
            "",
            range=[len(named) - 0.5, -0.5],
            tickmode="array",
            tickvals=list(range(len(named))),
            ticktext=[name for name, _ in named],
            showgrid=False,
            ticks="",
        ),
    )
    return drawn


def spectra_text(named: Sequence[tuple[str, MatrixJudgement]], words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    listed = "; ".join(
        words("figure.mercer_rules.row", name=name, least=number(found.least), below=found.below)
        for name, found in named
    )
    return words("figure.mercer_rules.alt", listed=listed)
