"""A model from a file: its support vectors over the field of f, with the boundary."""

from __future__ import annotations

import numpy as np

from core.estimators import SVC, SVR, NuSVC, NuSVR
from core.problem.arrays import single
from core.view.isolines import isolines
from pages.architecture.answers import GivenModel, ModelPicture
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import GREY, INK, NEGATIVE, PAPER, POSITIVE, axis
from ui.words import Words, number

HEIGHT = 460
MARKS = ((0, NEGATIVE, "triangle-up"), (1, POSITIVE, "circle"))


def model_figure(given: GivenModel, picture: ModelPicture, words: Words) -> Sketch:
    """Return the field with the line f = 0, or of several classes with the lines between them."""
    drawn = Sketch(HEIGHT, margin={"l": 44, "r": 8, "t": 8, "b": 40})
    count, field = _classes(given), picture.field
    several = count > 2
    most = float(count - 1) if several else 2.0 if count else float(np.abs(field).max()) or 1.0
    drawn.add_heatmap(
        x=picture.x1,
        y=picture.x2,
        z=in_bytes(single(field)),
        zmin=0.0 if several else -most,
        zmax=most,
        colorscale=[[0, PAPER], [1, GREY]] if several else [[0, NEGATIVE], [0.5, PAPER], [1, POSITIVE]],
        opacity=0.5,
        hovertemplate="f = %{z:.3g}<extra></extra>",
        hoverinfo="skip" if several else "all",
        showscale=False,
    )
    for level in _levels(given, count):
        line = isolines(field - level, picture.x1, picture.x2)
        drawn.add_scatter(x=line[:, 0], y=line[:, 1], mode="lines", line={"color": INK, "width": 2.5}, hoverinfo="skip")
    _points(drawn, given, picture, several, count)
    low, high = float(picture.x1[0]), float(picture.x1[-1])
    drawn.update_layout(
        showlegend=False,
        xaxis=axis("x₁", range=[low, high], constrain="domain"),
        yaxis=axis("x₂", range=[float(picture.x2[0]), float(picture.x2[-1])], scaleanchor="x", constrain="domain"),
    )
    return drawn


def _classes(given: GivenModel) -> int:
    """Return the number of classes; 0 for a machine without any."""
    return len(given.machine.classes_) if isinstance(given.machine, SVC | NuSVC) else 0


def _levels(given: GivenModel, count: int) -> list[float]:
    """Return the values at which a line is drawn; a regression has no boundary."""
    if count > 2:
        return [place + 0.5 for place in range(count - 1)]
    return [] if isinstance(given.machine, SVR | NuSVR) else [0.0]


def _points(drawn: Sketch, given: GivenModel, picture: ModelPicture, several: bool, count: int) -> None:
    x, y = picture.support[:, 0], picture.support[:, 1]
    if several and isinstance(given.machine, SVC | NuSVC):
        text = [str(given.machine.classes_[place]) for place in picture.classes]
        drawn.add_text(x.tolist(), y.tolist(), text, textfont={"color": INK, "size": 13, "weight": 700})
        return
    for place, color, symbol in MARKS if count else ((0, INK, "circle-open"),):
        own = picture.classes == place
        drawn.add_scatter(
            x=x[own],
            y=y[own],
            mode="markers",
            marker={"symbol": symbol, "size": 10, "color": color, "line": {"width": 1.5, "color": INK}},
            hovertemplate="%{x:.3g}, %{y:.3g}<extra></extra>",
        )


def model_text(given: GivenModel, picture: ModelPicture, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    field = picture.field
    low, high = number(float(field.min())), number(float(field.max()))
    return words("figure.architecture_model.alt", count=number(len(picture.support)), low=low, high=high)
