"""The kernel matrix as a heat map: points of negative weight first, then the others, both by their angle."""

from __future__ import annotations

import numpy as np

from core.problem.arrays import Matrix, single
from core.topics.mercer.distances import few
from core.topics.mercer.theory import MatrixJudgement
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import GREY, INK, PAPER, TICK, VIOLET
from ui.words import Words, number

HEIGHT = 290
MOST_ROWS = 200  # in a picture 250 pixels wide


def gram_figure(X: Matrix, found: MatrixJudgement, words: Words) -> Sketch:
    """Return K of the points X (n, 2) with a line between those of negative and of positive weight."""
    across, up = (X - X.mean(axis=0)).T
    order = np.lexsort((np.arctan2(up, across), found.witness >= 0.0))
    order = order[few(len(order), MOST_ROWS)]
    m, parted = len(order), int((found.witness[order] < 0.0).sum())
    shown = found.known.K[np.ix_(order, order)]
    most = float(np.abs(shown).max()) or 1.0
    negative = bool(shown.min() < 0.0)
    drawn = Sketch(HEIGHT, margin={"l": 8, "r": 8, "t": 26, "b": 8})
    drawn.add_heatmap(
        z=in_bytes(single(shown)),
        zmin=-most if negative else 0.0,
        zmax=most,
        colorscale=[[0, VIOLET], [0.5, PAPER], [1, INK]] if negative else [[0, PAPER], [1, INK]],
        hovertemplate="K = %{z:.3g}<extra></extra>",
        colorbar={"thickness": 10, "outlinewidth": 0, "nticks": 5, "tickfont": {"size": TICK}},
    )
    if 0 < parted < m:
        for x0, x1, y0, y1 in ((parted, parted, 0, m), (0, m, parted, parted)):
            ends = {"x0": x0 - 0.5, "x1": x1 - 0.5, "y0": y0 - 0.5, "y1": y1 - 0.5}
            drawn.add_shape(type="line", line={"color": GREY, "width": 1.5, "dash": "dot"}, **ends)
    middles = [((parted - 1) / 2, words("figure.mercer_gram.minus"), parted)]
    middles.append(((parted + m - 1) / 2, words("figure.mercer_gram.plus"), m - parted))
    seen = [each for each in middles if each[2]]
    bare = {"showgrid": False, "zeroline": False, "ticks": "", "tickmode": "array", "constrain": "domain"}
    named = {"tickvals": [each[0] for each in seen], "ticktext": [each[1] for each in seen]}
    drawn.update_layout(
        xaxis={**bare, **named, "range": [-0.5, m - 0.5], "side": "top"},
        yaxis={**bare, "tickvals": [], "range": [m - 0.5, -0.5], "scaleanchor": "x"},
    )
    return drawn


def gram_text(found: MatrixJudgement, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    K = found.known.K
    low, high, n = number(float(K.min())), number(float(K.max())), len(K)
    return words("figure.mercer_gram.alt", n=n, low=low, high=high, diagonal=number(float(K.diagonal().min())))
