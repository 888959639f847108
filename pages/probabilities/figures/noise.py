"""The noise of a regression: its held-out residuals under Laplace's density, and the interval around f."""

from __future__ import annotations

import math

import numpy as np

from core.topics.probabilities.experiment import Noise
from pages.probabilities.question import Question
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, GRID, INK, VIOLET, axis
from ui.words import Words, number

HEIGHT = 320
BARS, PLACES = 25, 121


def histogram_figure(found: Noise, width: float, words: Words) -> Sketch:
    """Return the residuals as a histogram with unit area, the density, and the interval."""
    drawn = Sketch(HEIGHT, margin={"l": 56, "r": 12, "t": 8, "b": 44}, bargap=0.06)
    reach = 1.08 * float(np.abs(found.residuals).max()) or 1.0
    heights, ends = np.histogram(found.residuals, BARS, (-reach, reach), density=True)
    bar = {"color": GREY, "opacity": 0.55}
    drawn.add_bar(
        x=(ends[1:] + ends[:-1]) / 2.0, y=heights, marker=bar, hovertemplate="%{x:.3g}: %{y:.3g}<extra></extra>"
    )
    top = float(heights.max())
    if found.s > 0.0:
        z = np.linspace(-reach, reach, PLACES)
        density = np.exp(-np.abs(z) / found.s) / (2.0 * found.s)
        drawn.add_scatter(x=z, y=density, mode="lines", line={"color": VIOLET, "width": 2.5}, hoverinfo="skip")
        top = max(top, 0.5 / found.s)
    band = {"x0": -width, "x1": width, "y0": 0, "y1": 1, "yref": "y domain"}
    drawn.add_shape(type="rect", fillcolor=GRID, opacity=0.5, line={"width": 0}, layer="below", **band)
    far = found.residuals[~found.kept]
    mark = {"symbol": "x-thin", "size": 12, "line": {"width": 3, "color": INK}}
    drawn.add_scatter(x=far, y=np.full(len(far), 0.04 * top), mode="markers", marker=mark, hoverinfo="skip")
    drawn.update_layout(
        xaxis=axis(words("figure.probabilities_histogram.x"), range=[-reach, reach]),
        yaxis=axis(words("figure.probabilities_histogram.y"), range=[0.0, 1.1 * top]),
    )
    return drawn


def histogram_text(found: Noise, width: float, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    inside = int((np.abs(found.residuals) <= width).sum())
    values = {"n": len(found.residuals), "inside": inside, "width": number(width), "scale": number(found.s)}
    return words("figure.probabilities_histogram.alt", far=int((~found.kept).sum()), **values)


def interval_figure(question: Question, found: Noise, words: Words) -> Sketch:
    """Return the points, f, its tube and the interval around it."""
    drawn = Sketch(HEIGHT, margin={"l": 52, "r": 12, "t": 8, "b": 44})
    (x0, y0, side), X = question.square, question.points
    x = np.linspace(x0, x0 + side, len(found.line))
    width, epsilon = question.options.width, question.options.epsilon
    ends = np.concatenate([found.line + width, (found.line - width)[::-1]])
    drawn.add_scatter(
        x=np.concatenate([x, x[::-1]]),
        y=ends,
        mode="none",
        fill="toself",
        fillcolor=GRID,
        opacity=0.6,
        hoverinfo="skip",
    )
    for shift, line in ((0.0, {"color": INK, "width": 2.5}), (epsilon, None), (-epsilon, None)):
        style = line or {"color": GREY, "width": 1.25, "dash": "longdash"}
        drawn.add_scatter(x=x, y=found.line + shift, mode="lines", line=style, hoverinfo="skip")
    outside = np.abs(found.residuals) > width
    for chosen, color, symbol in ((~outside, GREY, "circle"), (outside, VIOLET, "diamond")):
        mark = {"size": 7, "color": color, "symbol": symbol}
        drawn.add_scatter(x=X[chosen, 0], y=X[chosen, 1], mode="markers", marker=mark, hoverinfo="skip")
    across, up = question.board.axes(words)
    low, high = (float(end) for end in (min(X[:, 1].min(), y0), max(X[:, 1].max(), y0 + side)))
    drawn.update_layout(
        xaxis=axis(across, range=[x0, x0 + side], showgrid=False), yaxis=axis(up, range=[low, high], showgrid=False)
    )
    return drawn


def interval_text(question: Question, found: Noise, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    outside = int((np.abs(found.residuals) > question.options.width).sum())
    values = {"epsilon": number(question.options.epsilon), "n": len(found.residuals)}
    spread = number(math.sqrt(2.0) * found.s)
    return words(
        "figure.probabilities_interval.alt",
        width=number(question.options.width),
        outside=outside,
        deviation=spread,
        **values,
    )
