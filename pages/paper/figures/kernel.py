"""Figures 1 and 2 of the paper: the error of K' against D on each set, with the line c / D, a panel a set."""

from __future__ import annotations

import math

from pages.paper.answers import rows_of_set
from pages.paper.measurements import RowsOfSet, Selected
from pages.paper.printed import MARKS, sets_of
from ui.plot.sketch import Sketch
from ui.plot.template import GRID, INK, VIOLET, axis
from ui.words import Words, number

HEIGHT, GAP = 250, 0.02


def kernel_figure(found: Selected, task: str, words: Words) -> Sketch:
    """Return the panels side by side; the range of D in which the paper sees the error converged is shaded."""
    shown = [own for data in sets_of(task) if (own := rows_of_set(found, data)) is not None]
    drawn = Sketch(HEIGHT, margin={"l": 64, "r": 14, "t": 30, "b": 48})
    width = (1 - GAP * (len(shown) - 1)) / max(len(shown), 1)
    values = [mse for own in shown for mse in own.mse if mse > 0] or [1.0]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    D, layout = found.components, dict[str, object]()
    for k, own in enumerate(shown):
        mark, left = "" if k == 0 else str(k + 1), k * (width + GAP)
        _panel(drawn, D, own, mark)
        drawn.add_annotation(
            **{"x": left + width / 2, "y": 1, "xref": "paper", "yref": "paper", "xanchor": "center"},
            **{"text": own.data, "showarrow": False, "yanchor": "bottom", "yshift": 4},
        )
        layout[f"xaxis{mark}"] = axis(
            words("figure.paper.kernel.x"),
            **{"type": "log", "range": [math.log10(D[0]) - 0.1, math.log10(D[-1]) + 0.1], "dtick": 1},
            **{"domain": [left, left + width], "anchor": f"y{mark}", "exponentformat": "power"},
        )
        layout[f"yaxis{mark}"] = axis(
            words("figure.paper.kernel.y") if k == 0 else "",
            **{"type": "log", "range": [low, high], "dtick": 1, "exponentformat": "power"},
            **{"anchor": f"x{mark}", "showticklabels": k == 0},
        )
    drawn.update_layout(**layout)
    return drawn


def _panel(drawn: Sketch, D: tuple[int, ...], own: RowsOfSet, mark: str) -> None:
    axes = {"xaxis": f"x{mark}", "yaxis": f"y{mark}"}
    drawn.add_shape(
        **{"type": "rect", "x0": MARKS[0], "x1": MARKS[1], "y0": 0, "y1": 1, "xref": f"x{mark}"},
        **{"yref": f"y{mark} domain", "layer": "below", "fillcolor": GRID, "opacity": 0.5, "line": {"width": 0}},
    )
    drawn.add_scatter(
        x=list(D),
        y=[own.constant / each for each in D],
        mode="lines",
        line={"color": VIOLET, "width": 2.5, "dash": "dash"},
        hoverinfo="skip",
        **axes,
    )
    drawn.add_scatter(
        x=list(D),
        y=list(own.mse),
        mode="lines+markers",
        line={"color": INK, "width": 1.5},
        marker={"symbol": "circle", "size": 6, "color": INK},
        hovertemplate="D = %{x}: %{y:.3g}<extra></extra>",
        **axes,
    )


def kernel_text(found: Selected, task: str, words: Words) -> str:
    """Return the constant of every set, and the error at the first and the last D, in words."""
    parts = [words("figure.paper.kernel.alt")]
    for data in sets_of(task):
        own = rows_of_set(found, data)
        if own is not None:
            ends = {"least": found.components[0], "most": found.components[-1]}
            values = {"first": number(own.mse[0]), "last": number(own.mse[-1]), "c": number(own.constant)}
            parts.append(words("figure.paper.kernel.alt.one", data=data, **ends, **values))
    return " ".join(parts)
