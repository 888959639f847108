"""The losses over the margin y f (Li, figure 7.6), and each point of the board as a dot on the hinge."""

from __future__ import annotations

import math

import numpy as np

from core.problem.arrays import Vector
from core.topics.margin.view import LOSSES_OF_A_MARGIN
from pages.losses.answers import MachineAtC
from ui.plot.labels import GAP
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, NEGATIVE, POSITIVE, VIOLET, axis
from ui.words import Words, number

HEIGHT = 350
GROUP = "losses"  # a point under the pointer is highlighted in all figures of this group
PICKED = "var(--lab-i)"
LEFT, RIGHT = (-4.0, -2.0), (3.0, 5.0)  # bounds on the lower and the upper end of the margin axis
LOOKS = {  # colour, width and dash of each curve, and the margin at which its name stands, and on which side
    "squared_hinge": (GREY, 1.5, "dash", -0.62, "middle right"),
    "logistic": (VIOLET, 1.5, "dot", 1.5, "top right"),
    "zero_one": (GREY, 2.0, "solid", -1.62, "bottom center"),
    "perceptron": (VIOLET, 2.0, "dash", -0.6, "bottom left"),
    "hinge": (INK, 2.5, "solid", -1.4, "top right"),
}
CLEAR = 0.05  # distance of a name from its curve, in units of the loss


def reach(margin: Vector) -> tuple[float, float]:
    """Return the ends of the margin axis: integers, so that it does not change while C moves a little."""
    low, high = math.floor(float(margin.min())), math.ceil(float(margin.max()))
    return min(max(low, LEFT[0]), LEFT[1]), max(min(high, RIGHT[1]), RIGHT[0])


def loss_figure(found: MachineAtC, picked: int, words: Words) -> Sketch:
    """Return five losses as curves, and the points on the hinge; points beyond an end are drawn at that end."""
    drawn = Sketch(HEIGHT, margin={"l": 52, "r": 14, "t": 10, "b": 46})
    low, high = reach(found.margin)
    top = 1.0 - low + 0.4
    for name, (color, width, dash, at, side) in LOOKS.items():
        _curve(drawn, name, (low, high), {"color": color, "width": width, "dash": dash}, words)
        height = float(LOSSES_OF_A_MARGIN[name](np.array([at]))[0])
        place = {"textposition": side, "textfont": {"color": color, "size": 13}}
        level, _, across = side.partition(" ")
        height += {"top": CLEAR, "bottom": -CLEAR, "middle": 0.0}[level]
        label = words(f"losses.loss.{name}")
        text = {"right": f"{GAP}{label}", "left": f"{label}{GAP}", "center": label}[across]
        drawn.add_text([at], [height], [text], **place)
    _points(drawn, found, picked, (low, high), words)
    drawn.update_layout(
        xaxis=axis(words("figure.losses.loss.x"), range=[low - 0.15, high + 0.15], dtick=1),
        yaxis=axis(words("figure.losses.loss.y"), range=[-0.3, top], dtick=1),
    )
    order = np.argsort(found.margin, kind="stable")
    follows = ["margin", low, high]  # what the browser updates while C moves
    drawn.layout["meta"] = {"group": GROUP, "keeps": True, "picked": picked, "walk": order, "follows": follows}
    return drawn


def _curve(drawn: Sketch, name: str, ends: tuple[float, float], line: dict[str, object], words: Words) -> None:
    if name == "zero_one":
        x, height = [ends[0], 0.0, 0.0, ends[1]], [1.0, 1.0, 0.0, 0.0]
    else:
        at = np.linspace(*ends, 20 * int(ends[1] - ends[0]) + 1)
        x, height = at.tolist(), LOSSES_OF_A_MARGIN[name](at).tolist()
    drawn.add_scatter(x=x, y=height, mode="lines", line=line, name=words(f"losses.loss.{name}"), hoverinfo="skip")


def _points(drawn: Sketch, found: MachineAtC, picked: int, ends: tuple[float, float], words: Words) -> None:
    """Add the points of both classes, and the mark of one; the browser moves it using the positions in `meta`."""
    at = np.clip(found.margin, *ends)
    height = LOSSES_OF_A_MARGIN["hinge"](at)
    for sign, color, symbol in ((1, POSITIVE, "circle"), (-1, NEGATIVE, "triangle-up")):
        rows = np.flatnonzero(found.problem.y == sign)
        drawn.add_scatter(
            x=at[rows],
            y=height[rows],
            mode="markers",
            ids=[str(i + 1) for i in rows],
            text=[_told(found, int(i), words) for i in rows],
            marker={"symbol": symbol, "size": 9, "color": color, "opacity": 0.85, "line": {"width": 1, "color": INK}},
            hovertemplate="%{text}<extra></extra>",
        )
    places = [[[float(x)], [float(y)]] for x, y in zip(at, height, strict=True)]
    marker = {"symbol": "square-open", "size": 18, "color": PICKED, "line": {"width": 3, "color": PICKED}}
    x, y = places[picked]
    drawn.add_scatter(x=x, y=y, mode="markers", marker=marker, meta=places, hoverinfo="skip")


def _told(found: MachineAtC, i: int, words: Words) -> str:
    xi = number(float(found.slack[i]))
    return words("figure.losses.loss.point", i=i + 1, m=number(float(found.margin[i])), xi=xi)


def loss_text(found: MachineAtC, picked: int, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    m = found.margin[picked : picked + 1]
    costs = {name: number(float(loss(m)[0])) for name, loss in LOSSES_OF_A_MARGIN.items()}
    with_slack = int(np.count_nonzero(found.slack > 0.0))
    total = number(found.total)
    return words(
        "figure.losses.loss.alt", n=len(found.margin), some=with_slack, total=total, i=picked + 1,
        m=number(float(m[0])), **costs,
    )  # fmt: skip
