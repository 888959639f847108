"""Over gamma: the number of support vectors, the errors, and the entries of K."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from core.selection import LeaveOneOut
from core.topics.gamma.experiment import AtGamma
from core.view import Light
from ui.plot.labels import apart
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, axis, end_label
from ui.words import Words, number

HEIGHT = 300

Heights = Sequence[float | None]


class Line(NamedTuple):
    """One line over gamma, with its name and its axes."""

    values: Heights
    color: str
    dash: str
    symbol: str
    name: str
    x_axis: str
    y_axis: str


def gamma_curves(panels: Sequence[AtGamma], left_out: Sequence[LeaveOneOut | None], words: Words) -> Sketch:
    """Return two panels over gamma (log axis): shares of the points on the left, entries of K on the right."""
    drawn = Sketch(HEIGHT, margin={"l": 60, "r": 96, "t": 12, "b": 48})
    gammas = [shown.gamma for shown in panels]
    vectors, errors, left = shares(panels, left_out)
    lines = [
        Line(vectors, INK, "solid", "circle", words("figure.gamma.vectors"), "x", "y"),
        Line(left, VIOLET, "dash", "diamond", words("figure.gamma.left_out"), "x", "y"),
        Line(errors, GREY, "dot", "square", words("figure.gamma.errors"), "x", "y"),
        Line([shown.mean_k for shown in panels], INK, "solid", "circle", words("figure.gamma.mean"), "x2", "y2"),
        Line([shown.smallest_k for shown in panels], VIOLET, "dash", "diamond", words("figure.gamma.min"), "x2", "y2"),
    ]
    for line in lines:
        _draw(drawn, gammas, line)
    first, last = math.log10(gammas[0]), math.log10(gammas[-1])
    edge = 0.06 * (last - first) or 0.5
    _label_ends(drawn, lines, last + edge)
    sides = {"type": "log", "exponentformat": "power", "dtick": 1, "range": [first - edge, last + edge]}
    drawn.update_layout(
        xaxis=axis(words("figure.gamma.x"), domain=[0, 0.4], **sides),
        yaxis=axis(words("figure.gamma.share"), range=[-3, 103], ticksuffix=words("language.percent", value="")),
        xaxis2=axis(words("figure.gamma.x"), domain=[0.62, 1], anchor="y2", **sides),
        yaxis2=axis(words("figure.gamma.kernel"), range=[-0.03, 1.03], anchor="x2"),
    )
    return drawn


def shares(panels: Sequence[AtGamma], left_out: Sequence[LeaveOneOut | None]) -> tuple[Heights, Heights, Heights]:
    """Return the percentages of support vectors, of training errors and of leave-one-out errors, one for each gamma.

    None if there is no value: a hard margin that does not exist, or a leave-one-out error not requested.
    """
    count = len(panels[0].problem.y)
    solutions = [None if shown.solution.light is Light.IMPOSSIBLE else shown.solution for shown in panels]
    vectors = [None if found is None else 100 * found.vectors / count for found in solutions]
    errors = [None if found is None else 100 * found.errors / count for found in solutions]
    left = [100 * found.errors / count if found is not None and found.complete else None for found in left_out]
    return vectors, errors, left


def _draw(drawn: Sketch, gammas: Sequence[float], line: Line) -> None:
    drawn.add_scatter(
        x=gammas,
        y=line.values,
        mode="lines+markers",
        line={"color": line.color, "width": 2, "dash": line.dash},
        marker={"symbol": line.symbol, "size": 8, "color": line.color},
        name=line.name,
        xaxis=line.x_axis,
        yaxis=line.y_axis,
        hovertemplate=f"{line.name}: %{{y:.3g}}<extra>γ = %{{x:.3g}}</extra>",
    )


def _label_ends(drawn: Sketch, lines: Sequence[Line], last: float) -> None:
    """Label each line at its end, with the names of one panel kept apart."""
    for y_axis, spread, top in (("y", 9.0, 100.0), ("y2", 0.09, 1.0)):
        ends = [(end, line) for line in lines if line.y_axis == y_axis and (end := line.values[-1]) is not None]
        ends.sort(key=lambda pair: pair[0])
        for place, (_, line) in zip(apart([end for end, _ in ends], spread, top), ends, strict=True):
            drawn.add_annotation(**end_label(last, place, line.name, line.color, xref=line.x_axis, yref=y_axis))


def gamma_curves_text(panels: Sequence[AtGamma], words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
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
