"""The mean square error of many rolls over D, and the line c / D of its expectation."""

from __future__ import annotations

import math

import numpy as np

from core.problem.arrays import Indices, Matrix, Vector
from core.topics.fourier.view import ErrorCurves, Roll
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, end_label, still_axis
from ui.words import Words, number

HEIGHT = 276


def fourier_mse(shown: ErrorCurves, place: int, own: Roll, words: Words) -> Sketch:
    """Return the mean square error of every roll over D on log axes, the line c / D, and the visitor's own roll."""
    drawn = Sketch(HEIGHT, margin={"l": 64, "r": 92, "t": 16, "b": 44})
    D = shown.components
    many_lines(drawn, D, shown.mse)
    drawn.add_scatter(
        x=D, y=shown.constant / D, mode="lines", line={"color": VIOLET, "width": 2.5, "dash": "dash"}, hoverinfo="skip"
    )
    mark = {"size": 11, "color": INK, "symbol": "circle"}
    drawn.add_scatter(
        x=[D[place]], y=[own.mse], mode="markers", marker=mark, hovertemplate="D = %{x}: %{y:.3g}<extra></extra>"
    )
    standing_line(drawn, float(D[place]))
    low, high = log_range(np.concatenate([shown.mse.ravel(), shown.constant / D]))
    last = shown.constant / D[-1]
    end = math.log10(last) if last > 0 else low + 0.2 * (high - low)  # 0 if all pairs are exact: no line, only names
    ends = [
        (words("figure.fourier_mse.line", c=number(shown.constant)), VIOLET, end - 0.12 * (high - low)),
        (words("figure.fourier_bounds.rolls", rolls=len(shown.mse)), INK, end + 0.02 * (high - low)),
    ]
    for text, color, y in ends:
        drawn.add_annotation(**end_label(math.log10(D[-1]), y, text, color))
    drawn.update_layout(
        xaxis=log_axis(words("figure.fourier_bounds.x"), math.log10(D[0]), math.log10(D[-1])),
        yaxis=log_axis(words("figure.fourier_mse.y"), low, high),
    )
    return drawn


def log_axis(title: str, low: float, high: float) -> dict[str, object]:
    """Return an axis over decades, from 10^low to 10^high, with fixed margins, since measuring them is slow."""
    return still_axis(title, type="log", range=[low, high], exponentformat="power", dtick=1)


def many_lines(drawn: Sketch, D: Indices, errors: Matrix) -> None:
    """Draw one thin line per roll, (rolls, m) over D (m,), as one trace."""
    gap = np.full((len(errors), 1), np.nan)
    y = np.hstack([errors, gap]).ravel()
    x = np.tile(np.append(np.asarray(D, dtype=float), np.nan), len(errors))
    drawn.add_scatter(x=x, y=y, mode="lines", line={"color": INK, "width": 1}, opacity=0.35, hoverinfo="skip")


def standing_line(drawn: Sketch, D: float) -> None:
    """Mark the D of the slider."""
    line = {"color": GREY, "width": 1.5, "dash": "dot"}
    drawn.add_shape(type="line", x0=D, x1=D, y0=0, y1=1, yref="y domain", line=line, layer="below")


def log_range(values: Vector) -> tuple[float, float]:
    """Return the range of a log axis for all positive values: whole decades and a small margin."""
    positive = values[values > 0]
    if not positive.size:
        return -1.0, 1.0
    return math.floor(math.log10(float(positive.min()))) - 0.05, math.ceil(math.log10(float(positive.max()))) + 0.05


def fourier_mse_text(shown: ErrorCurves, place: int, own: Roll, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    return words(
        "figure.fourier_mse.alt",
        rolls=len(shown.mse),
        D=int(shown.components[place]),
        mean=number(float(shown.mse[:, place].mean())),
        expected=number(float(shown.constant / shown.components[place])),
        own=number(own.mse),
    )
