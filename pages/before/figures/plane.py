"""A machine on the window: its classes as a tint, its boundary, and the points."""

from __future__ import annotations

import numpy as np

from core.problem.arrays import Matrix, Vector, single
from core.topics.before.scaling import MachineInUnit
from core.view import isolines
from pages.before.answers import Explained
from pages.before.question import Question
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import GREY, INK, NEGATIVE, PAPER, POSITIVE, VIOLET, axis
from ui.words import Words, number

HEIGHT, SMALL = 340, 270
FRAME = {"l": 40, "r": 6, "t": 8, "b": 36}  # pixels around the window
CLIPPED = 2.0  # of |f|, beyond which the tint stays

Field = tuple[Vector, Vector, Matrix]  # both axes, and f on the cells


def threshold_figure(question: Question, plain: Field, words: Words) -> Sketch:
    """Return the machine with one C: the boundary f = t, and dashed f = 0 if that is another line."""
    t = question.options.threshold
    drawn = _window(question, plain, HEIGHT, t, words)
    if t != 0.0:
        _line(drawn, plain, 0.0, GREY, "dash", 1.5)
    _line(drawn, plain, t, INK, "solid", 2.5)
    return drawn


def threshold_text(question: Question, told: str, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    return words("figure.before_threshold.alt", t=number(question.options.threshold), told=told)


def scale_figure(question: Question, shown: Field, resolved: bool, words: Words) -> Sketch:
    """Return the machine of a unit, drawn in the original one, without a boundary that is finer than the cells."""
    drawn = _window(question, shown, SMALL, 0.0, words)
    if resolved:
        _line(drawn, shown, 0.0, INK, "solid", 2.5)
    return drawn


def scale_text(machine: MachineInUnit, title: str, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    vectors, n = machine.vectors, len(machine.alpha)
    return words("figure.before_scale.alt", title=title, vectors=vectors, n=n, steps=machine.steps)


def point_figure(question: Question, shown: Field, found: Explained, words: Words) -> Sketch:
    """Return the window with the place, the largest terms as lines to their points, and each feature's move."""
    drawn = _window(question, shown, HEIGHT, 0.0, words)
    _line(drawn, shown, 0.0, INK, "solid", 2.5)
    x1, x2 = found.place.tolist()
    largest = max((abs(float(found.terms[i])) for i in found.largest), default=1.0)
    for i in found.largest:
        value = float(found.terms[i])
        drawn.add_scatter(
            x=[x1, float(question.X[i, 0])],
            y=[x2, float(question.X[i, 1])],
            mode="lines",
            line={"color": POSITIVE if value > 0 else NEGATIVE, "width": 1.0 + 5.0 * abs(value) / largest},
            hoverinfo="skip",
        )
    for move in found.moves:
        if move.to is None:
            continue
        end = [move.to if k == move.feature else at for k, at in enumerate((x1, x2))]
        drawn.add_scatter(
            x=[x1, end[0]],
            y=[x2, end[1]],
            mode="lines+markers",
            line={"color": VIOLET, "dash": "dot", "width": 2.5},
            marker={"symbol": "x", "size": [0, 11], "color": VIOLET},
            hoverinfo="skip",
        )
    return drawn


def point_text(found: Explained, told: str, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    x1, x2 = (number(at) for at in found.place.tolist())
    return words("figure.before_point.alt", x1=x1, x2=x2, told=told)


def _window(question: Question, shown: Field, height: int, t: float, words: Words) -> Sketch:
    """Return the window with its axes, the tint of f - t and the points."""
    x0, y0, side = question.board.square
    drawn, pixels = Sketch(height, margin=FRAME), height - FRAME["t"] - FRAME["b"]
    drawn.add_heatmap(
        x=shown[0],
        y=shown[1],
        z=in_bytes(single(np.clip(shown[2] - t, -CLIPPED, CLIPPED))),
        zmin=-CLIPPED,
        zmax=CLIPPED,
        colorscale=[[0, NEGATIVE], [0.5, PAPER], [1, POSITIVE]],
        opacity=0.4,
        showscale=False,
        hoverinfo="skip",
    )
    for label, color, symbol in ((1, POSITIVE, "circle"), (-1, NEGATIVE, "triangle-up")):
        drawn.add_dots(question.X[question.y == label], symbol, 8, side / pixels, color)
    across, up = question.board.axes(words)
    drawn.update_layout(
        xaxis=axis(across, range=[x0, x0 + side], showgrid=False, constrain="domain"),
        yaxis=axis(up, range=[y0, y0 + side], showgrid=False, scaleanchor="x", constrain="domain"),
    )
    return drawn


def _line(drawn: Sketch, shown: Field, level: float, color: str, dash: str, width: float) -> None:
    along = isolines(shown[2] - level, shown[0], shown[1]).astype(np.float32)
    x, y = in_bytes(along[:, 0]), in_bytes(along[:, 1])
    drawn.add_scatter(x=x, y=y, mode="lines", line={"color": color, "dash": dash, "width": width}, hoverinfo="skip")
