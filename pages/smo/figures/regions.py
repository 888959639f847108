"""Clipping to a box with two different bounds: LIBSVM's regions I to IV, and those of two equal labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.view import BoxView, Region
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 300
SEEN_I, SEEN_J = (-0.42, 1.42), (-0.36, 1.02)
SHORT: Final = {  # the label beside a minimum
    **{region: region.value for region in (Region.I, Region.II, Region.III, Region.IV)},
    Region.I_ABOVE: "αᵢ > Cᵢ",
    Region.J_BELOW: "αⱼ < 0",
    Region.J_ABOVE: "αⱼ > Cⱼ",
    Region.I_BELOW: "αᵢ < 0",
}
REACH = 0.3  # length of the lines between two regions, from their corner


def regions_figure(pairs: Sequence[BoxView], words: Words) -> Sketch:
    """Return the box twice, for different and for equal labels, with minima outside it and their clipped points."""
    drawn = Sketch(HEIGHT, margin={"l": 52, "r": 12, "t": 26, "b": 42})
    for same, x, y in ((False, "x", "y"), (True, "x2", "y2")):
        shown = [pair for pair in pairs if pair.same_label is same]
        _box(drawn, shown[0], x, y)
        _cuts(drawn, shown, x, y)
        title = words("figure.regions.equal" if same else "figure.regions.unlike")
        drawn.add_text([SEEN_I[0]], [SEEN_J[1]], [title], textposition="top right", xaxis=x, yaxis=y)
    drawn.update_layout(
        xaxis=still_axis("αᵢ", domain=[0, 0.46], range=list(SEEN_I), showgrid=False),
        yaxis=still_axis("αⱼ", range=list(SEEN_J), showgrid=False),
        xaxis2=still_axis("αᵢ", domain=[0.54, 1], range=list(SEEN_I), showgrid=False, anchor="y2"),
        yaxis2=still_axis("αⱼ", range=list(SEEN_J), showgrid=False, anchor="x2"),
    )
    return drawn


def _box(drawn: Sketch, pair: BoxView, x: str, y: str) -> None:
    """Draw the box, the lines between the regions from its corners, and "NA" where no line through the box leads."""
    C_i, C_j = pair.C_i, pair.C_j
    drawn.add_scatter(
        x=[0.0, C_i, C_i, 0.0, 0.0], y=[0.0, 0.0, C_j, C_j, 0.0], mode="lines", line={"color": INK, "width": 1.5},
        xaxis=x, yaxis=y, hoverinfo="skip",
    )  # fmt: skip
    slope = -1.0 if pair.same_label else 1.0
    corners = ((0.0, C_j), (C_i, 0.0)) if pair.same_label else ((0.0, 0.0), (C_i, C_j))
    for (at_i, at_j), side in zip(corners, (-REACH, REACH), strict=True):
        drawn.add_scatter(
            x=[at_i, at_i + side], y=[at_j, at_j + slope * side], mode="lines",
            line={"color": GREY, "width": 1, "dash": "dot"}, xaxis=x, yaxis=y, hoverinfo="skip",
        )  # fmt: skip
    never = ((-0.2, -0.2), (C_i + 0.2, C_j + 0.2)) if pair.same_label else ((-0.2, C_j + 0.2), (C_i + 0.2, -0.2))
    drawn.add_text(
        [at[0] for at in never], [at[1] for at in never], ["NA", "NA"], textfont={"color": GREY}, xaxis=x, yaxis=y
    )


def _cuts(drawn: Sketch, pairs: Sequence[BoxView], x: str, y: str) -> None:
    """Draw the line of each pair from its minimum to its clipped point, with the name of its region."""
    for pair in pairs:
        drawn.add_scatter(
            x=[pair.old[0], pair.new[0], pair.free[0]], y=[pair.old[1], pair.new[1], pair.free[1]], mode="lines",
            line={"color": GREY, "width": 1}, xaxis=x, yaxis=y, hoverinfo="skip",
        )  # fmt: skip
    places = [(pair.new, "circle", INK, "") for pair in pairs]
    places += [(pair.free, "x", VIOLET, SHORT[pair.region]) for pair in pairs]
    sides = ["top" if pair.free[1] > pair.new[1] else "bottom" for pair in pairs]
    drawn.add_scatter(
        x=[place[0] for place, _, _, _ in places],
        y=[place[1] for place, _, _, _ in places],
        mode="markers+text",
        marker={"symbol": [each[1] for each in places], "color": [each[2] for each in places], "size": 9},
        text=[each[3] for each in places],
        textposition=[f"{side} center" for side in [*sides, *sides]],
        xaxis=x,
        yaxis=y,
        hovertemplate="%{x:.3g}, %{y:.3g}<extra></extra>",
    )


def regions_text(pairs: Sequence[BoxView], words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    names = dict.fromkeys(words(f"figure.box.region.{pair.region.name}") for pair in pairs)
    values = {"first": number(pairs[0].C_i), "second": number(pairs[0].C_j), "count": number(len(pairs))}
    return words("figure.regions.alt", regions="; ".join(names), **values)
