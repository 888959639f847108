"""The course of the solve: primal and dual approach the optimum from both sides, and the gap decreases."""

from __future__ import annotations

import numpy as np

from core.problem.arrays import Vector
from core.view import Curves
from ui.plot.ends import Curve
from ui.plot.sketch import Sketch
from ui.plot.template import INK, VIOLET, axis, end_label
from ui.words import Words, number

HEIGHT = 290


def solve_curves_figure(
    shown: Curves, words: Words, k: int | None = None, visits: bool = False, optimum: str = ""
) -> Sketch:
    """Return two panels over the steps (log axis of steps + 1): P and -D above, the gap on a log axis below.

    A line marks step k, if that is not the end; `visits`: the steps are visits of single coordinates; `optimum`: its
    proved digits, "" if none is proved.
    """
    drawn = Sketch(HEIGHT, margin={"l": 62, "r": 104, "t": 10, "b": 44})
    steps = (shown.step + 1).astype(np.float64)
    highest = float(shown.dual.max(initial=0.0))
    top = 2.2 * highest if highest > 0 else 1.0
    _line(drawn, Curve(steps, shown.primal, VIOLET, "dash", words("figure.curves.primal")))
    _line(drawn, Curve(steps, shown.dual, INK, "solid", words("figure.curves.dual")))
    positive = np.where(shown.gap > 0, shown.gap, np.nan)
    _line(drawn, Curve(steps, positive, INK, "solid", words("figure.curves.gap"), axes=("x", "y2")))
    last = float(np.log10(steps[-1]))
    _label_lines(drawn, shown, steps, top, optimum, words)
    if k is not None:
        line = {"color": INK, "width": 1, "dash": "dot"}
        drawn.add_shape(type="line", x0=k + 1, x1=k + 1, y0=0, y1=1, yref="paper", line=line)
    x_axis = axis(
        words("figure.curves.x.visits" if visits else "figure.curves.x"),
        type="log",
        range=[0, max(last, 0.3)],
        dtick=1,
        anchor="y2",
    )
    drawn.update_layout(
        xaxis=x_axis,
        yaxis=axis(words("figure.curves.y"), domain=[0.5, 1], range=[0, top], nticks=4),
        yaxis2=axis(words("figure.curves.y2"), domain=[0, 0.4], type="log", exponentformat="power", nticks=5),
    )
    return drawn


def _label_lines(drawn: Sketch, shown: Curves, steps: Vector, top: float, optimum: str, words: Words) -> None:
    """Label each line where the two are distinguishable, and their common value at the end."""
    in_sight = np.flatnonzero((shown.primal < top) & (shown.primal - shown.dual > 0.15 * top))
    if in_sight.size:
        k = int(in_sight[0])
        drawn.add_annotation(
            **end_label(np.log10(steps[k]), float(shown.primal[k]), words("figure.curves.primal"), VIOLET)
        )
    rising = np.flatnonzero((shown.dual > 0.1 * top) & (shown.dual < 0.8 * shown.dual[-1]))
    if rising.size:
        k = int(rising[-1])
        below = end_label(np.log10(steps[k]), float(shown.dual[k]), words("figure.curves.dual"), INK, yanchor="top")
        drawn.add_annotation(**below)
    end = words("figure.curves.both", value=optimum) if optimum else words("figure.curves.dual")
    drawn.add_annotation(**end_label(np.log10(steps[-1]), float(shown.dual[-1]), end, INK))


def _line(drawn: Sketch, curve: Curve) -> None:
    drawn.add_scatter(
        x=curve.x,
        y=np.where(np.isfinite(curve.y), curve.y, np.nan),
        mode="lines+markers" if len(curve.x) < 12 else "lines",
        line={"color": curve.color, "width": curve.width, "dash": curve.dash},
        marker={"size": 5, "color": curve.color},
        name=curve.name,
        yaxis=curve.axes[1],
        hovertemplate=f"{curve.name}: %{{y:.4g}}<extra></extra>",
    )


def solve_curves_text(shown: Curves, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    steps, dual = number(int(shown.step[-1])), number(float(shown.dual[-1]), 4)
    if not np.isfinite(shown.primal[-1]):
        return words("figure.curves.alt.broken", steps=steps, dual=dual)
    primal, gap = number(float(shown.primal[-1]), 4), number(float(shown.gap[-1]), 2)
    return words("figure.curves.alt", steps=steps, dual=dual, primal=primal, gap=gap)
