"""The reliability diagram: the share of class +1 among points of about the same probability."""

from __future__ import annotations

import numpy as np

from core.topics.probabilities.experiment import HELD_OUT, METHODS, TRAINING, CalibrationCurves
from core.topics.probabilities.theory import reliability
from pages.probabilities.figures.curves import STYLES
from ui.plot.sketch import Sketch
from ui.plot.template import GRID, axis
from ui.words import Words, number

HEIGHT = 290
SYMBOLS = dict(zip(METHODS, ("circle", "diamond", "square"), strict=True))


def reliability_figure(found: CalibrationCurves, words: Words) -> Sketch:
    """Return a mark for each bin with points, whose area is their number; on the diagonal a probability is right."""
    drawn = Sketch(HEIGHT, margin={"l": 52, "r": 12, "t": 8, "b": 44})
    drawn.add_scatter(x=[0, 1], y=[0, 1], mode="lines", line={"color": GRID, "width": 2}, hoverinfo="skip")
    for method in METHODS:
        bins, (color, dash) = reliability(found.unseen[method], found.y), STYLES[method]
        drawn.add_scatter(
            x=bins.mean,
            y=bins.share,
            mode="lines+markers",
            line={"color": color, "dash": dash, "width": 1.5},
            marker={"symbol": SYMBOLS[method], "color": color, "size": 4.0 + 1.6 * np.sqrt(bins.count)},
            customdata=bins.count,
            hovertemplate="%{x:.2f} → %{y:.2f}<extra>%{customdata}</extra>",
        )
    drawn.update_layout(
        xaxis=axis(words("figure.probabilities_reliability.x"), range=[-0.04, 1.04]),
        yaxis=axis(words("figure.probabilities_reliability.y"), range=[-0.04, 1.04]),
    )
    return drawn


def reliability_text(found: CalibrationCurves, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    listed = []
    for method in (HELD_OUT, TRAINING):
        bins = reliability(found.unseen[method], found.y)
        pairs = ", ".join(f"{number(p)} → {number(q)}" for p, q in zip(bins.mean, bins.share, strict=True))
        listed.append(f"{words(f'probabilities.method.{method}')}: {pairs}")
    return words("figure.probabilities_reliability.alt", listed="; ".join(listed))
