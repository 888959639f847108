"""The optimum of the linear problem for pairs of a point of I_up and a point of I_low, as a heat map."""

from __future__ import annotations

import numpy as np

from core.problem.arrays import Indices, single
from core.view import WorkingSets
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import INK, PAPER, TICK, still_axis
from ui.words import Words, number

HEIGHT = 380
MOST = 60  # rows and columns
NAMED = 12  # of them at most with the number of their point
PICKED = "var(--lab-j)"


def violating_points(found: WorkingSets) -> tuple[Indices, Indices]:
    """Return the points of I_up above M and those of I_low below m: the rows and the columns with a negative value."""
    highest, lowest = found.score[found.up[0]], found.score[found.low[0]]
    return found.up[found.score[found.up] > lowest], found.low[found.score[found.low] < highest]


def drawn_points(found: WorkingSets) -> tuple[Indices, Indices]:
    """Return the violating points, or evenly spread ones and those of the marked pairs: rows and columns."""
    marked = [pair for pair in (found.first, found.second, found.taken) if pair is not None]
    up, low = violating_points(found)
    return _spread(up, [pair[0] for pair in marked]), _spread(low, [pair[1] for pair in marked])


def _spread(points: Indices, kept: list[int]) -> Indices:
    if len(points) <= MOST:
        return points
    places = np.round(np.linspace(0, len(points) - 1, MOST)).astype(int)
    return np.asarray(points[np.union1d(places, np.flatnonzero(np.isin(points, kept)))])


def values_map(found: WorkingSets, words: Words) -> Sketch:
    """Return the values below 0, the smallest at the top left, with marks on the pairs of the rules and of the step."""
    drawn = Sketch(HEIGHT, margin={"l": 58, "r": 8, "t": 16, "b": 46})
    rows, columns = drawn_points(found)
    drawn.add_heatmap(
        z=in_bytes(single(found.values(rows, columns))),
        zmin=min(found.least, -1e-12),
        zmax=0.0,
        colorscale=[[0, "var(--lab-violet)"], [1, PAPER]],
        customdata=[[[int(i) + 1, int(j) + 1] for j in columns] for i in rows],
        hovertemplate=words("figure.smo_linear.hover") + "<extra></extra>",
        colorbar={
            "thickness": 10,
            "outlinewidth": 0,
            "nticks": 5,
            "tickfont": {"size": TICK},
            "exponentformat": "power",
        },
    )
    marks = (
        (found.first, "square-open", INK, 18, "figure.smo_linear.first"),
        (found.second, "diamond-open", INK, 11, "figure.smo_linear.second"),
        (found.taken, "circle", PICKED, 7, "figure.smo_linear.taken"),
    )
    for pair, symbol, color, size, key in marks:
        if pair is None or pair[0] not in rows or pair[1] not in columns:
            continue
        drawn.add_scatter(
            x=[int(np.flatnonzero(columns == pair[1])[0])],
            y=[int(np.flatnonzero(rows == pair[0])[0])],
            mode="markers",
            cliponaxis=False,
            marker={"symbol": symbol, "color": color, "size": size, "line": {"width": 2, "color": color}},
            hovertemplate=words(key, i=pair[0] + 1, j=pair[1] + 1) + "<extra></extra>",
        )
    drawn.update_layout(
        xaxis=still_axis(words("figure.smo_linear.low"), **_numbers(columns), range=[-0.5, len(columns) - 0.5]),
        yaxis=still_axis(words("figure.smo_linear.up"), **_numbers(rows), range=[len(rows) - 0.5, -0.5]),
    )
    return drawn


def _numbers(points: Indices) -> dict[str, object]:
    places = range(0, len(points), 1 + (len(points) - 1) // NAMED)
    shown = {"tickvals": list(places), "ticktext": [str(points[place] + 1) for place in places]}
    return {**shown, "showgrid": False, "tickangle": 0}


def values_text(found: WorkingSets, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    values = {"up": number(len(found.up)), "low": number(len(found.low)), "least": number(found.least)}
    return words("figure.smo_linear.alt", i=int(found.up[0]) + 1, j=int(found.low[0]) + 1, **values)
