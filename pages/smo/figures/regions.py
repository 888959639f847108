"""The plane of a pair, where its box clips a step: the regions for both cases of labels, and the hand's point."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from core.view import BoxView, Cut, Region
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 330
REGIONS = "smo-regions"  # the key of its component
BEYOND = 0.45  # of the box, seen on each of its sides
ALIKE = 4.0  # bounds up to this ratio are drawn to one scale
FIRST, SECOND = [0.0, 0.6], [0.72, 1.0]  # widths of this step's plane, and of the example
HAND = "var(--lab-i)"
SHORT: Final = {  # the name of a region in the plane
    **{region: region.value for region in (Region.I, Region.II, Region.III, Region.IV)},
    Region.I_ABOVE: "αᵢ > Cᵢ",
    Region.J_BELOW: "αⱼ < 0",
    Region.J_ABOVE: "αⱼ > Cⱼ",
    Region.I_BELOW: "αᵢ < 0",
}
UNLIKE_SIDES: Final = (Region.I, Region.II, Region.III, Region.IV)  # right, above, below and left of the box
EQUAL_SIDES: Final = (Region.I_ABOVE, Region.J_ABOVE, Region.J_BELOW, Region.I_BELOW)

Point = tuple[float, float]
Range = tuple[float, float]


class PlaneSpan(NamedTuple):
    """The visible part of the plane of a pair."""

    i: Range
    j: Range

    def holds(self, point: Point) -> bool:
        """Tell whether a point is visible."""
        return self.i[0] <= point[0] <= self.i[1] and self.j[0] <= point[1] <= self.j[1]


def window_of(box: BoxView | Cut) -> PlaneSpan:
    """Return the box with a margin on each side; an unbounded one is as large as needed for the pair."""
    reach = max(*box.free, *box.new, 1e-12)
    sides = [C if math.isfinite(C) else 1.2 * reach for C in (box.C_i, box.C_j)]
    if max(sides) <= ALIKE * min(sides):
        sides = [max(sides)] * 2
    first, second = ((-BEYOND * side, (1.0 + BEYOND) * side) for side in sides)
    return PlaneSpan(first, second)


def visible(box: BoxView | Cut, window: PlaneSpan) -> Point:
    """Return the unclipped point, or where its line leaves the window: a point of the same region."""
    if window.holds(box.free):
        return box.free
    shares = [1.0]
    for start, end, (low, high) in zip(box.new, box.free, window, strict=True):
        if end != start:
            shares.append(((high if end > start else low) - start) / (end - start))
    share = max(0.0, min(shares))
    i, j = (start + share * (end - start) for start, end in zip(box.new, box.free, strict=True))
    return i, j


def regions_figure(box: BoxView, mine: Cut | Point | None, other: Sequence[BoxView], words: Words) -> Sketch:
    """Return this step and the hand's point in the plane of its pair, and beside it examples with the `other` labels.

    `mine` is the clip of the hand's point, the point itself where its line misses the box, None if there is none.
    """
    drawn, window = Sketch(HEIGHT, margin={"l": 58, "r": 12, "t": 30, "b": 42}), window_of(box)
    _plane(drawn, box, window, "x", "y", words)
    _cuts(drawn, [box], INK, "x", "y", words)
    if mine is not None:
        _cuts(drawn, [mine], HAND, "x", "y", words)
    beside = window_of(other[0])
    _plane(drawn, other[0], beside, "x2", "y2", words)
    _cuts(drawn, other, GREY, "x2", "y2", words)
    drawn.update_layout(
        xaxis=still_axis("αᵢ", domain=FIRST, range=list(window.i), showgrid=False, nticks=6),
        yaxis=still_axis("αⱼ", range=list(window.j), showgrid=False, nticks=6),
        xaxis2=still_axis("αᵢ", domain=SECOND, range=list(beside.i), showgrid=False, anchor="y2", nticks=4),
        yaxis2=still_axis("αⱼ", range=list(beside.j), showgrid=False, anchor="x2", nticks=4),
    )
    return drawn


def _plane(drawn: Sketch, box: BoxView, window: PlaneSpan, x: str, y: str, words: Words) -> None:
    """Draw the box, the lines that part the regions, and their names; "NA" where no line through the box leads."""
    C_i, C_j = (min(C, 2.0 * end) for C, (_, end) in zip((box.C_i, box.C_j), window, strict=True))  # inf: out of sight
    slope = -1.0 if box.same_label else 1.0
    far = 2.0 * max(window.i[1] - window.i[0], window.j[1] - window.j[0])
    corners = ((0.0, 0.0), (C_i, 0.0), (C_i, C_j), (0.0, C_j))
    apart: list[tuple[float | None, float | None]] = []
    for at_i, at_j in corners:
        side = -1.0 if at_i == 0.0 else 1.0
        # The lines that just touch the box part "NA" from the regions on both sides of it; the others end at the box.
        touches = (at_i == 0.0) == (at_j == 0.0) if box.same_label else (at_i == 0.0) != (at_j == 0.0)
        back = far if touches else 0.0
        start, end = -side * back, side * far
        apart += [(at_i + start, at_j + slope * start), (at_i + end, at_j + slope * end), (None, None)]
    drawn.add_scatter(
        x=[at for at, _ in apart], y=[at for _, at in apart], mode="lines",
        line={"color": GREY, "width": 1, "dash": "dot"}, xaxis=x, yaxis=y, hoverinfo="skip",
    )  # fmt: skip
    drawn.add_scatter(
        x=[0.0, C_i, C_i, 0.0, 0.0], y=[0.0, 0.0, C_j, C_j, 0.0], mode="lines", line={"color": INK, "width": 1.5},
        xaxis=x, yaxis=y, hoverinfo="skip",
    )  # fmt: skip
    names = _names(box, window)
    drawn.add_text(
        [at[0] for at, _ in names], [at[1] for at, _ in names], [name for _, name in names],
        textfont={"color": GREY}, xaxis=x, yaxis=y,
    )  # fmt: skip
    title = words("figure.regions.equal" if box.same_label else "figure.regions.unlike")
    top = {"xref": f"{x} domain", "yref": f"{y} domain", "x": 0, "y": 1.0, "xanchor": "left", "yanchor": "bottom"}
    drawn.add_annotation(text=title, showarrow=False, **top)


def _names(box: BoxView, window: PlaneSpan) -> list[tuple[Point, str]]:
    """Return the name of each region that the window shows, with its place beside the box."""
    ends, bounded = [(0.0, 0.0), (0.0, 0.0)], [math.isfinite(C) for C in (box.C_i, box.C_j)]
    for k, C in enumerate((box.C_i, box.C_j)):
        ends[k] = (0.5 * window[k][0], 0.5 * (C + window[k][1]) if bounded[k] else math.nan)
    middle = [0.5 * (C if math.isfinite(C) else window[k][1]) for k, C in enumerate((box.C_i, box.C_j))]
    (left, right), (below, above) = ends
    sides = EQUAL_SIDES if box.same_label else UNLIKE_SIDES
    places: list[Point] = [(right, middle[1]), (middle[0], above), (middle[0], below), (left, middle[1])]
    names = list(zip(places, (SHORT[region] for region in sides), strict=True))
    names += [
        (at, "NA") for at in (((left, below), (right, above)) if box.same_label else ((left, above), (right, below)))
    ]
    return [(at, name) for at, name in names if not any(map(math.isnan, at))]


def _cuts(drawn: Sketch, cuts: Sequence[BoxView | Cut | Point], color: str, x: str, y: str, words: Words) -> None:
    """Draw the line of each cut in the box and up to its unclipped point (cross), and its clipped point (dot)."""
    lines: list[tuple[float | None, float | None]] = []
    marks: list[tuple[Point, str, str, str]] = []
    for cut in cuts:
        if isinstance(cut, tuple):  # its line misses the box
            marks.append((cut, "x", color, words("figure.regions.never")))
            continue
        if math.isfinite(cut.high[1]):
            lines += [cut.low, cut.high, cut.new, cut.free, (None, None)]
        else:
            lines += [cut.low, cut.free, cut.new, (None, None)]
        marks += [(cut.free, "x", VIOLET if color == INK else color, words("figure.box.free"))]
        marks += [(cut.new, "circle", color, words("figure.box.new"))]
        if isinstance(cut, BoxView) and color == INK:
            marks += [(cut.old, "circle-open", color, words("figure.box.old"))]
    drawn.add_scatter(
        x=[at for at, _ in lines], y=[at for _, at in lines], mode="lines", line={"color": color, "width": 1.25},
        xaxis=x, yaxis=y, hoverinfo="skip",
    )  # fmt: skip
    drawn.add_scatter(
        x=[at[0] for at, *_ in marks],
        y=[at[1] for at, *_ in marks],
        mode="markers",
        marker={"symbol": [each[1] for each in marks], "color": [each[2] for each in marks], "size": 9}
        | {"line": {"width": 2}},
        text=[each[3] for each in marks],
        xaxis=x,
        yaxis=y,
        hovertemplate="%{text}: %{x:.4g}, %{y:.4g}<extra></extra>",
    )


def regions_text(box: BoxView, mine: Cut | Point | None, other: Sequence[BoxView], words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    region = words(f"figure.box.region.{box.region.name}")
    values = {"i": box.i + 1, "j": box.j + 1, "first": number(box.C_i), "second": number(box.C_j), "region": region}
    told = [words("figure.regions.alt", count=number(len(other)), **values)]
    if mine is not None:
        free, key = (mine, "figure.regions.never") if isinstance(mine, tuple) else (mine.free, "")
        where = words(key) if isinstance(mine, tuple) else words(f"figure.box.region.{mine.region.name}")
        told.append(words("figure.regions.alt.hand", at_i=number(free[0]), at_j=number(free[1]), region=where))
    return words.joined(told)
