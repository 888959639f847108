"""Over the order: the share of the window on which the boundaries disagree, the features, and the training time."""

from __future__ import annotations

import numpy as np

from core.topics.taylor.experiment import TaylorSweep, TaylorTimes
from ui.component.plot import Drawn
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, end_label, still_axis
from ui.words import Words, number

HEIGHT = 470
LEAST = 0.05  # lower end of the log axis in %


def sweep_drawn(shown: TaylorSweep, times: TaylorTimes, order: int, words: Words) -> Drawn:
    """Return the figure with its text."""
    return Drawn(taylor_sweep_figure(shown, times, order, words), taylor_sweep_text(shown, times, words))


def taylor_sweep_figure(shown: TaylorSweep, times: TaylorTimes, order: int, words: Words) -> Sketch:
    """Return three panels over the same m."""
    drawn = Sketch(HEIGHT, margin={"l": 74, "r": 84, "t": 12, "b": 44})
    orders = np.arange(len(shown.share))
    share = 100.0 * shown.share
    _panel(drawn, orders, np.maximum(share, LEAST), INK, "y", words("language.percent", value="%{y:.3g}"))
    _panel(drawn, orders, shown.dimension, INK, "y2", "%{y}")
    finished = times.ended
    milliseconds = 1e3 * times.seconds
    _panel(drawn, times.order, milliseconds, VIOLET, "y3", "%{y:.3g} ms", ["diamond" if x else "x" for x in finished])
    _level(drawn, 1.0, GREY, "y", words("language.percent", value="1"))
    _level(drawn, 1e3 * times.exact, INK, "y3", words("figure.taylor.sweep.exact"))
    if shown.smallest is not None:
        place = {"x": shown.smallest, "y": np.log10(max(share[shown.smallest], LEAST)), "yref": "y"}
        drawn.add_annotation(
            text=f"m = {shown.smallest}", showarrow=True, arrowcolor=INK, ax=28, ay=-26, font={"color": INK}, **place
        )
    drawn.add_shape(
        type="line", x0=order, x1=order, y0=0, y1=1, yref="paper", line={"color": INK, "width": 1, "dash": "dot"}
    )
    log = {"type": "log", "exponentformat": "none", "anchor": "x", "dtick": 1}
    drawn.update_layout(
        xaxis=still_axis(words("figure.taylor.m"), range=[-0.4, orders[-1] + 0.4], anchor="y3"),
        yaxis=still_axis(words("figure.taylor.sweep.share"), domain=[0.56, 1], range=[np.log10(LEAST), 2.2], **log),
        yaxis2=still_axis(words("figure.taylor.sweep.features"), domain=[0.29, 0.49], range=[-0.2, 2.6], **log),
        yaxis3=still_axis(words("figure.taylor.sweep.time"), domain=[0, 0.22], range=[-1.5, 3], **log),
    )
    return drawn


def _panel(
    drawn: Sketch, x: np.ndarray, y: np.ndarray, color: str, y_axis: str, told: str, symbol: object = "circle"
) -> None:
    drawn.add_scatter(
        x=x,
        y=y,
        mode="lines+markers",
        line={"color": color, "width": 2, "dash": "solid" if color == INK else "dash"},
        marker={"size": 7, "symbol": symbol, "color": color},
        yaxis=y_axis,
        hovertemplate=f"m = %{{x}}: {told}<extra></extra>",
    )


def _level(drawn: Sketch, value: float, color: str, y_axis: str, text: str) -> None:
    place = {"xref": "x domain", "yref": y_axis}
    line = {"color": color, "width": 1, "dash": "dot"}
    drawn.add_shape(type="line", name=text, x0=0, x1=1, y0=value, y1=value, line=line, **place)
    small = {"color": color, "size": 12}
    drawn.add_annotation(**end_label(1, float(np.log10(value)), text, color, font=small, **place))


def taylor_sweep_text(shown: TaylorSweep, times: TaylorTimes, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    rows = [
        words("figure.taylor.sweep.row", m=m, share=number(100 * float(shown.share[m])), p=int(shown.dimension[m]))
        for m in (0, 2, 4, 8, 12, 16, 20)
        if np.isfinite(shown.share[m])
    ]
    return " ".join([words("figure.taylor.sweep.alt", exact=number(1e3 * times.exact)), *rows])
