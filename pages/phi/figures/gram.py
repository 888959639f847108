"""The Gram matrix of the lifted points as a heat map, sorted by class, with one row and column highlighted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.problem.arrays import Matrix
from pages.phi.figures.lift import PICKED, packed
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, PAPER, TICK, TITLE, VIOLET
from ui.solve.board_problem import Labels
from ui.words import Words, number

HEIGHT = 400
MOST_ROWS = 240  # in a picture 350 pixels wide
Order = NDArray[np.int64]


def rows_of(order: Order, picked: int) -> Order:
    """Return the points whose rows are drawn: all, or an even selection that includes the marked point."""
    if len(order) <= MOST_ROWS:
        return order
    kept = np.zeros(len(order), dtype=np.bool_)
    kept[np.linspace(0, len(order) - 1, MOST_ROWS - 1).round().astype(int)] = True
    kept[np.flatnonzero(order == picked)] = True
    return order[kept]


def gram_figure(gram: Matrix, y: Labels, rows: Order, picked: int, words: Words) -> Sketch:
    """Return K as a heat map with the rows (and columns) `rows`."""
    m, shown = len(rows), gram[np.ix_(rows, rows)]
    least, most = float(shown.min()), float(np.abs(shown).max())
    drawn = Sketch(HEIGHT, margin={"l": 64, "r": 8, "t": 30, "b": 10})
    drawn.data.append(
        {
            "type": "heatmap",
            "z": packed(shown),
            "zmin": -most if least < 0 else 0.0,
            "zmax": most or 1.0,
            "colorscale": [[0, VIOLET], [0.5, PAPER], [1, INK]] if least < 0 else [[0, PAPER], [1, INK]],
            "hovertemplate": "K = %{z:.3g}<extra></extra>",
            "colorbar": {
                **{"thickness": 12, "outlinewidth": 0, "nticks": 5, "tickfont": {"size": TICK}},
                "title": {"text": "K", "side": "top", "font": {"size": TITLE}},
            },
        }
    )
    parts = int(np.count_nonzero(y[rows] > 0))
    for x0, x1, y0, y1 in ((parts, parts, 0, m), (0, m, parts, parts)):
        ends = {"x0": x0 - 0.5, "x1": x1 - 0.5, "y0": y0 - 0.5, "y1": y1 - 0.5}
        drawn.add_shape(type="line", line={"color": GREY, "width": 1, "dash": "dot"}, **ends)
    _cross(drawn, rows, picked)
    _axes(drawn, m, parts, words)
    drawn.layout["meta"] = {"group": "phi", "order": rows, "picked": picked}
    return drawn


def _cross(drawn: Sketch, rows: Order, picked: int) -> None:
    """Add row and column of the marked point, and those of all others in `meta`; a point without a row has none."""
    ends, gap = [-0.5, len(rows) - 0.5], None
    places: list[Any] = [[[None], [None]]] * (int(rows.max()) + 1)
    for at, i in enumerate(rows.tolist()):
        places[i] = [[*ends, gap, at, at], [at, at, gap, *ends]]
    x, y = places[picked]
    line = {"color": PICKED, "width": 2}
    drawn.add_scatter(x=x, y=y, mode="lines", line=line, meta=places, hoverinfo="skip")


def _axes(drawn: Sketch, m: int, parts: int, words: Words) -> None:
    middles = [middle for middle, size in (((parts - 1) / 2, parts), ((parts + m - 1) / 2, m - parts)) if size]
    names = [
        name for name, size in ((words("figure.gram.plus"), parts), (words("figure.gram.minus"), m - parts)) if size
    ]
    bare: dict[str, Any] = {
        "showgrid": False,
        "zeroline": False,
        "ticks": "",
        "tickmode": "array",
        "tickvals": middles,
        "ticktext": names,
        "constrain": "domain",
    }
    drawn.update_layout(
        xaxis={**bare, "range": [-0.5, m - 0.5], "side": "top"},
        yaxis={**bare, "range": [m - 0.5, -0.5], "scaleanchor": "x"},
    )


def gram_text(gram: Matrix, picked: int, names: Sequence[str], words: Words) -> str:
    """Say to which points the marked one is most similar."""
    row = gram[picked]
    others = np.flatnonzero(np.arange(len(row)) != picked)
    values = {"names": ", ".join(names), "n": len(row), "i": picked + 1, "own": number(float(row[picked]))}
    if not len(others):
        return words("figure.gram.alt.one", **values)
    best = int(others[np.argmax(row[others])])
    return words("figure.gram.alt", j=best + 1, most=number(float(row[best])), **values)
