"""The box of a pair: the feasible line, its minimum, its clipped end, and the parabola along it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from core.problem.arrays import Vector
from core.view import BoxView, Region
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, PAPER, TITLE, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 262
PICKED_I, PICKED_J = "var(--lab-i)", "var(--lab-j)"
Ends = tuple[float, float]
SLIDING = "sliding"  # names of traces that the browser moves while the visitor drags the pair, here and on the parabola


def pair_box(box: BoxView, k: int, words: Words) -> Sketch:
    """Return the box [0, C_i] x [0, C_j] of step k on the left, and the dual along its line on the right."""
    drawn = Sketch(HEIGHT, margin={"l": 58, "r": 18, "t": 24, "b": 42})
    # The visible part of an axis: the box, or if it is unbounded, the range of the step.
    side_i = box.C_i if math.isfinite(box.C_i) else 1.5 * max(box.old[0], box.new[0], 1e-12)
    side_j = box.C_j if math.isfinite(box.C_j) else 1.5 * max(box.old[1], box.new[1], 1e-12)
    _draw_box(drawn, box, side_i, side_j, words)
    _draw_parabola(drawn, box, k, words)
    name_i, name_j = f"α<sub>i</sub>, i = {box.i + 1}", f"α<sub>j</sub>, j = {box.j + 1}"
    drawn.update_layout(
        xaxis=_named(name_i, PICKED_I, domain=[0, 0.37], range=[-0.12 * side_i, 1.12 * side_i]),
        yaxis=_named(name_j, PICKED_J, range=[-0.12 * side_j, 1.12 * side_j]),
        xaxis2=_named(name_j, PICKED_J, domain=[0.52, 1], anchor="y2"),
    )
    return drawn


def _named(name: str, color: str, **more: object) -> dict[str, object]:
    """Return an axis with its title in the colour of its point."""
    base = still_axis(name, **more)
    return {**base, "title": {**base["title"], "font": {"size": TITLE, "color": color}}}


def _draw_box(drawn: Sketch, box: BoxView, side_i: float, side_j: float, words: Words) -> None:
    corners = [(0.0, 0.0), (side_i, 0.0), (side_i, side_j), (0.0, side_j), (0.0, 0.0)]
    if math.isinf(box.C_i):  # a hard margin has no upper bounds: the box is a quadrant
        corners = [(0.0, 1.12 * side_j), (0.0, 0.0), (1.12 * side_i, 0.0)]
    _line(drawn, corners, {"color": INK, "width": 1.5}, "x", "y")
    low, high = box.low, box.point_at(min(box.H, box.L + 4 * (side_i + side_j)))
    reach = side_i + side_j
    far_low, far_high = box.point_at(box.L - reach), box.point_at(min(box.H, side_j) + reach)
    _line(drawn, (far_low, far_high), {"color": GREY, "width": 1, "dash": "dot"}, "x", "y")
    _line(drawn, (low, high), {"color": INK, "width": 3}, "x", "y")
    _marks(drawn, box, lambda point: point, words, "x", "y")
    _sliding(drawn, SLIDING, ([], []), "x", "y")
    drawn.add_text(
        [-0.12 * side_i],
        [1.12 * side_j],
        [words(f"figure.box.region.{box.region.name}")],
        textposition="top right",
    )


def _draw_parabola(drawn: Sketch, box: BoxView, k: int, words: Words) -> None:
    # The range of alpha_j for the parabola: all marks on it, and a margin.
    marks = [value for value in (box.old[1], box.new[1], box.free[1], box.L, box.H) if math.isfinite(value)]
    beyond = 0.12 * max(max(marks) - min(marks), 1e-12)
    grid = np.linspace(min(marks) - beyond, max(marks) + beyond, 81)
    values = np.array([box.dual_at(float(value)) for value in grid])
    inside = np.where((grid >= box.L) & (grid <= box.H), values, np.nan)
    _line(drawn, list(zip(grid, values, strict=True)), {"color": GREY, "width": 1, "dash": "dot"}, "x2", "y2")
    _line(drawn, list(zip(grid, inside, strict=True)), {"color": INK, "width": 2.5}, "x2", "y2")
    low, high = float(values.min()), float(values.max())
    room = 0.06 * max(high - low, 1e-12 * max(abs(high), abs(low)), 1e-300)
    low, high = low - room, high + room
    _ends(drawn, box, grid, low, high)
    _marks(drawn, box, lambda point: (point[1], box.dual_at(point[1])), words, "x2", "y2")
    place = [box.old[1]], [box.objective]
    _sliding(drawn, f"{SLIDING}-dual", place, "x2", "y2", line_of(box) | {"k": k, "label": words("figure.box.along")})
    drawn.update_layout(yaxis2=still_axis(words("figure.box.dual"), anchor="x2", nticks=4, range=[low, high]))


def _sliding(
    drawn: Sketch, name: str, place: tuple[list[float], list[float]], x_axis: str, y_axis: str, meta: object = None
) -> None:
    """Add the mark that the browser moves; `meta` contains the numbers needed for that."""
    mark = {"size": 12, "color": PAPER, "line": {"color": INK, "width": 2}}
    x, y = place
    more = {"xaxis": x_axis, "yaxis": y_axis, "hoverinfo": "skip"} | ({} if meta is None else {"meta": meta})
    drawn.add_scatter(x=x, y=y, mode="markers", name=name, marker=mark, **more)


def line_of(box: BoxView) -> dict[str, object]:
    """Return the numbers needed to drag a pair; in an unbounded box, it can move twice as far as the step."""
    reach = 2.0 * abs(box.new[1] - box.old[1]) + 1e-12
    high = box.H if math.isfinite(box.H) else box.old[1] + reach
    place = {"i": box.i, "j": box.j, "low": box.L, "high": high, "old": list(box.old), "same": box.same_label}
    return {**place, "dual": list(box.coefficients)}


def _ends(drawn: Sketch, box: BoxView, grid: Vector, low: float, high: float) -> None:
    """Mark the ends of the feasible line on the parabola; the labels of two close ends are placed outside them."""
    close = 0.4 * (grid[-1] - grid[0]) > box.H - box.L
    ends = [(box.L, "L", "top left"), (box.H, "H", "top right")]
    known = [(value, f"{name} = {number(value)}", side) for value, name, side in ends if math.isfinite(value)]
    drawn.add_text(
        [place for value, _, _ in known for place in (value, value, None)],
        [place for _ in known for place in (low, high, None)],
        [text for _, name, _ in known for text in ("", name, "")],
        mode="lines+text",
        line={"color": GREY, "width": 1, "dash": "dash"},
        textposition=[side if close else "top center" for _, _, side in known for _ in range(3)],
        xaxis="x2",
        yaxis="y2",
    )


def _line(drawn: Sketch, ends: Sequence[Ends], line: dict[str, object], x_axis: str, y_axis: str) -> None:
    drawn.add_scatter(
        x=[end[0] for end in ends],
        y=[end[1] for end in ends],
        mode="lines",
        line=line,
        xaxis=x_axis,
        yaxis=y_axis,
        hoverinfo="skip",
    )


def _marks(drawn: Sketch, box: BoxView, place: Callable[[Ends], Ends], words: Words, x_axis: str, y_axis: str) -> None:
    """Mark the old, the unclipped and the new position in one trace, since each trace costs a millisecond."""
    marks = [(box.old, "circle-open", INK, "old"), (box.free, "x", VIOLET, "free"), (box.new, "circle", INK, "new")]
    if box.region is Region.INSIDE:
        del marks[1]
    places = [place(mark[0]) for mark in marks]
    drawn.add_scatter(
        x=[x for x, _ in places],
        y=[y for _, y in places],
        mode="markers",
        marker={"symbol": [mark[1] for mark in marks], "size": 11, "color": [mark[2] for mark in marks]}
        | {"line": {"width": 2}},
        text=[words(f"figure.box.{mark[3]}") for mark in marks],
        xaxis=x_axis,
        yaxis=y_axis,
        hovertemplate="%{text}: %{x:.4g}, %{y:.4g}<extra></extra>",
    )


def pair_box_text(box: BoxView, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    return words(
        "figure.box.alt",
        i=box.i + 1,
        j=box.j + 1,
        old_i=number(box.old[0]),
        old_j=number(box.old[1]),
        new_i=number(box.new[0]),
        new_j=number(box.new[1]),
        region=words(f"figure.box.region.{box.region.name}"),
    )
