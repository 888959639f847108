"""The largest error over the order, with Liu14's remark 1 as printed and corrected, down to float64 precision."""

from __future__ import annotations

import math

import numpy as np

from core.topics.taylor.view import TaylorOrders
from ui.component.plot import Drawn
from ui.plot.ends import Curve, draw, in_powers, vacuous
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 330
LOWEST, TOP = -17.0, 6.0  # decades
MOST_MARKS = 41


def orders_drawn(shown: TaylorOrders, order: int, plain: bool, words: Words) -> Drawn:
    """Return the figure with its text."""
    return Drawn(taylor_orders_figure(shown, order, plain, words), taylor_orders_text(shown, order, words))


def taylor_orders_figure(shown: TaylorOrders, order: int, plain: bool, words: Words) -> Sketch:
    """Return the curves over m; `plain`: rho_k = sigma_0^k, without which nothing is proved."""
    drawn = Sketch(HEIGHT, margin={"l": 64, "r": 128, "t": 16, "b": 44})
    vacuous(drawn, TOP, words("figure.taylor.vacuous"))
    last = shown.end_with(order)
    along = shown.order[: last + 1]
    with np.errstate(divide="ignore"):
        sup, measured = np.log10(shown.sup[: last + 1]), np.log10(shown.measured[: last + 1])
    curves = [
        Curve(along, shown.printed[: last + 1], GREY, "dot", words("figure.taylor.printed"), 2.5),
        Curve(along, shown.corrected[: last + 1], VIOLET, "dash", words("figure.taylor.corrected")),
        Curve(along, sup, INK, "solid", words("figure.taylor.ball")),
    ]
    if plain:
        draw(drawn, curves, 1.7, (LOWEST, TOP), log=True)
    if shown.measured.size:
        every = math.ceil(len(along) / MOST_MARKS)
        drawn.add_scatter(
            x=along[::every],
            y=10.0 ** np.maximum(measured[::every], -40.0),
            mode="markers",
            marker={"size": 6, "symbol": "circle-open", "color": INK, "line": {"width": 1.5}},
            hovertemplate=f"m = %{{x}}, {words('figure.taylor.data')}: %{{y:.2e}}<extra></extra>",
        )
    line = {"color": INK, "width": 1, "dash": "dot"}
    drawn.add_shape(type="line", x0=order, x1=order, y0=0, y1=1, yref="paper", line=line)
    drawn.add_shape(type="line", x0=0, x1=1, xref="paper", y0=2.0**-52, y1=2.0**-52, line={**line, "color": GREY})
    drawn.add_annotation(
        x=0.012, xref="paper", y=-15.65, text=words("figure.taylor.float"), showarrow=False, xanchor="left",
        yanchor="bottom", font={"color": GREY, "size": 12}
    )  # fmt: skip
    drawn.update_layout(
        xaxis=still_axis(words("figure.taylor.m"), range=[-0.4, last + 0.4]),
        yaxis=still_axis(
            words("figure.taylor.largest"), type="log", range=[LOWEST, TOP], dtick=4, exponentformat="power",
        ),
    )  # fmt: skip
    return drawn


def taylor_orders_text(shown: TaylorOrders, order: int, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    return words(
        "figure.taylor.orders.alt",
        m=order,
        radius=number(shown.radius),
        sup=number(float(shown.sup[order])),
        corrected=in_powers(float(shown.corrected[order])),
        printed=in_powers(float(shown.printed[order])),
    )
