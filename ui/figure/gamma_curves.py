"""Against gamma: how many points carry the boundary, what it gets wrong, and how alike the points look."""

from __future__ import annotations

import math
from collections.abc import Sequence

import plotly.graph_objects as go

from core.selection import LeaveOneOut
from core.view import Light, Panel
from ui.figure.taylor_ends import apart
from ui.figure.template import GREY, INK, VIOLET, axis, end_label, figure
from ui.text import Words, number

HEIGHT = 300

Series = Sequence[float | None]


def gamma_curves(panels: Sequence[Panel], left_out: Sequence[LeaveOneOut | None], words: Words) -> go.Figure:
    """Return two panels over gamma (log axis): shares of the points on the left, entries of K on the right."""
    drawn = figure(HEIGHT, margin={"l": 60, "r": 96, "t": 12, "b": 48})
    gammas = [shown.gamma for shown in panels]
    vectors, errors, left = shares(panels, left_out)
    labelled = [
        (vectors, INK, "solid", "circle", words("figure.gamma.vectors"), "x", "y"),
        (left, VIOLET, "dash", "diamond", words("figure.gamma.left_out"), "x", "y"),
        (errors, GREY, "dot", "square", words("figure.gamma.errors"), "x", "y"),
        ([shown.mean_k for shown in panels], INK, "solid", "circle", words("figure.gamma.mean"), "x2", "y2"),
        ([shown.smallest_k for shown in panels], VIOLET, "dash", "diamond", words("figure.gamma.min"), "x2", "y2"),
    ]
    for values, color, dash, symbol, name, x_axis, y_axis in labelled:
        drawn.add_scatter(
            x=gammas,
            y=values,
            mode="lines+markers",
            line={"color": color, "width": 2, "dash": dash},
            marker={"symbol": symbol, "size": 8, "color": color},
            name=name,
            xaxis=x_axis,
            yaxis=y_axis,
            hovertemplate=f"{name}: %{{y:.3g}}<extra>γ = %{{x:.3g}}</extra>",
        )
    first, last = math.log10(gammas[0]), math.log10(gammas[-1])
    edge = 0.06 * (last - first) or 0.5
    _label_ends(drawn, labelled, last + edge)
    sides = {"type": "log", "exponentformat": "power", "dtick": 1, "range": [first - edge, last + edge]}
    drawn.update_layout(
        xaxis=axis(words("figure.gamma.x"), domain=[0, 0.4], **sides),
        yaxis=axis(words("figure.gamma.share"), range=[-3, 103], ticksuffix=" %"),
        xaxis2=axis(words("figure.gamma.x"), domain=[0.62, 1], anchor="y2", **sides),
        yaxis2=axis(words("figure.gamma.kernel"), range=[-0.03, 1.03], anchor="x2"),
    )
    return drawn


def shares(panels: Sequence[Panel], left_out: Sequence[LeaveOneOut | None]) -> tuple[Series, Series, Series]:
    """Return the percentages of support vectors, of training errors and of leave-one-out errors, one for each gamma.

    None where there is nothing to count: a hard margin that does not exist, a leave-one-out error not asked for.
    """
    count = len(panels[0].problem.y)
    solutions = [None if shown.solution.light is Light.IMPOSSIBLE else shown.solution for shown in panels]
    vectors = [None if found is None else 100 * found.vectors / count for found in solutions]
    errors = [None if found is None else 100 * found.errors / count for found in solutions]
    left = [100 * found.errors / count if found is not None and found.complete else None for found in left_out]
    return vectors, errors, left


def _label_ends(drawn: go.Figure, labelled: Sequence[tuple], last: float) -> None:  # type: ignore[type-arg]
    """Name each line at its end, and keep the names of one panel apart."""
    for y_axis, spread, top in (("y", 9.0, 100.0), ("y2", 0.09, 1.0)):
        ends = [row for row in labelled if row[6] == y_axis and row[0][-1] is not None]
        ends.sort(key=lambda row: float(row[0][-1]))
        for place, row in zip(apart([float(row[0][-1]) for row in ends], spread, top), ends, strict=True):
            drawn.add_annotation(end_label(last, place, row[4], row[1], xref=row[5], yref=y_axis))


def gamma_curves_text(panels: Sequence[Panel], words: Words) -> str:
    """Return the same in words."""
    rows = [
        words(
            "figure.gamma.row",
            gamma=number(shown.gamma),
            vectors=shown.solution.vectors,
            errors=shown.solution.errors,
            mean=number(shown.mean_k),
        )
        for shown in panels
        if shown.solution.light is not Light.IMPOSSIBLE
    ]
    return words("figure.gamma.alt") + " " + " ".join(rows)
