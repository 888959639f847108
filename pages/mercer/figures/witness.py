"""The points with the weights of the witness: area by size, shape and colour by sign."""

from __future__ import annotations

import numpy as np

from core.problem.arrays import Vector
from core.topics.mercer.theory import MatrixJudgement
from pages.mercer.question import Question
from ui.plot.sketch import Sketch
from ui.plot.template import INK, VIOLET, axis
from ui.words import Words, number

HEIGHT = 520
LEAST, MOST = 4.0, 34.0  # pixels of the marker of weight 0, and of the largest
SIGNS = ((1.0, INK, "circle"), (-1.0, VIOLET, "diamond"))


def witness_figure(question: Question, found: MatrixJudgement, words: Words) -> Sketch:
    """Return a marker for each point, whose area is its weight."""
    drawn = Sketch(HEIGHT, margin={"l": 44, "r": 8, "t": 8, "b": 40})
    add_weights(drawn, question, found.witness, words)
    plane_axes(drawn, question, words)
    return drawn


def add_weights(drawn: Sketch, question: Question, a: Vector, words: Words, most: float = MOST) -> None:
    """Add the points with weights, those of each sign as one trace."""
    X, largest = question.points, float(np.abs(a).max()) or 1.0
    size = LEAST + (most - LEAST) * np.sqrt(np.abs(a) / largest)
    for sign, color, symbol in SIGNS:
        rows = np.flatnonzero((a >= 0.0) if sign > 0 else (a < 0.0))
        text = [words("figure.mercer_witness.hover", i=question.rows[i] + 1, a=number(float(a[i]))) for i in rows]
        drawn.add_scatter(
            x=X[rows, 0],
            y=X[rows, 1],
            mode="markers",
            text=text,
            marker={
                "symbol": symbol,
                "size": size[rows],
                "color": color,
                "opacity": 0.7,
                "line": {"width": 1, "color": "var(--lab-paper)"},
            },
            hovertemplate="%{text}<extra></extra>",
        )


def plane_axes(drawn: Sketch, question: Question, words: Words) -> None:
    """Set the axes of the window, with equal units."""
    x0, y0, side = question.square
    x, y = question.board.axes(words)
    drawn.update_layout(
        xaxis=axis(x, range=[x0, x0 + side], constrain="domain"),
        yaxis=axis(y, range=[y0, y0 + side], scaleanchor="x", constrain="domain"),
    )


def witness_text(question: Question, found: MatrixJudgement, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    a = found.witness
    order = np.argsort(-np.abs(a), kind="stable")[:5]
    listed = ", ".join(f"{question.rows[i] + 1}: {number(float(a[i]))}" for i in order)
    plus, minus = int((a > 0).sum()), int((a < 0).sum())
    return words("figure.mercer_witness.alt", plus=plus, minus=minus, listed=listed, value=number(found.form.value))
