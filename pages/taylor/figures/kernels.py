"""K_m and K_gauss over the inner product: all values that this pair can have when rotated, at fixed lengths."""

from __future__ import annotations

import math

import numpy as np

from core.topics.taylor.view import TaylorPair
from ui.component.plot import Drawn
from ui.plot.ends import Curve, draw
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 230
RANGE = (-0.38, 1.12)
ROUND = (1.25, 1.6, 2.0, 2.5, 3.2, 4.0, 5.0, 6.4, 8.0, 10.0, 12.5)  # possible ends of the axis, times a power of 10


def reach_of(shown: TaylorPair, farthest: float) -> float:
    """Return the largest |t| of an axis: a round number, so that it does not change while the pair moves a little."""
    most = max(farthest, float(shown.grid[-1]), 1e-3)
    power = 10.0 ** math.floor(math.log10(most))
    return next(m * power for m in ROUND if m * power >= 1.02 * most)


def kernels_drawn(shown: TaylorPair, words: Words) -> Drawn:
    """Return the figure with its text."""
    return Drawn(taylor_kernels_figure(shown, words), taylor_kernels_text(shown, words))


def taylor_kernels_figure(shown: TaylorPair, words: Words) -> Sketch:
    """Return the kernels over t, for all rotations of this pair."""
    drawn = Sketch(HEIGHT, margin={"l": 64, "r": 118, "t": 14, "b": 40})
    reach = reach_of(shown, 0.0)
    curves = [
        Curve(shown.grid, shown.gauss, INK, "solid", words("figure.taylor.gauss")),
        Curve(shown.grid, shown.approximate, VIOLET, "dash", words("figure.taylor.order_m")),
    ]
    if shown.own is not None:
        curves.append(Curve(shown.grid, shown.own, GREY, "dashdot", words("figure.taylor.own")))
    draw(drawn, curves, 0.115, RANGE)
    own, order_m, gauss = shown.values
    values = [gauss, order_m] if shown.own is None else [gauss, order_m, own]
    symbols, colors = ["circle", "diamond", "square"], [INK, VIOLET, GREY]
    drawn.add_scatter(
        x=np.full(len(values), shown.t),
        y=values,
        mode="markers",
        marker={"size": 11, "symbol": symbols[: len(values)], "color": colors[: len(values)]},
        hovertemplate="%{y:.4g}<extra></extra>",
    )
    drawn.update_layout(
        xaxis=still_axis(words("figure.taylor.t"), range=[-reach, reach]),
        yaxis=still_axis(words("figure.taylor.k"), range=list(RANGE), nticks=5),
    )
    return drawn


def taylor_kernels_text(shown: TaylorPair, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    own, order_m, gauss = map(number, shown.values)
    return words("figure.taylor.kernels.alt", t=number(shown.t), gauss=gauss, order_m=order_m, own=own)
