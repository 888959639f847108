"""The probability of class +1 over the window, f = 0, the threshold, and where class and probability disagree."""

from __future__ import annotations

import numpy as np

from core.problem.arrays import single
from pages.probabilities import answers
from pages.probabilities.question import Question
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import INK, NEGATIVE, PAPER, POSITIVE, TICK, VIOLET, axis
from ui.words import Words, number

HEIGHT = 520
EVERY = 2  # of the cells in which a dot marks the disagreement
SIGNS = ((1.0, POSITIVE, "circle"), (-1.0, NEGATIVE, "triangle-up"))


def field_figure(question: Question, words: Words) -> Sketch:
    """Return the field of probabilities with the points."""
    shown, X, y = answers.probability_field(question), question.points, question.labels
    drawn = Sketch(HEIGHT, margin={"l": 44, "r": 8, "t": 8, "b": 40})
    x0, y0, side = question.square
    drawn.add_heatmap(
        x=shown.x,
        y=shown.y,
        z=in_bytes(single(shown.p)),
        zmin=0.0,
        zmax=1.0,
        zsmooth="fast",
        colorscale=[[0, NEGATIVE], [0.5, PAPER], [1, POSITIVE]],
        opacity=0.6,
        hovertemplate="p = %{z:.3f}<extra></extra>",
        colorbar={"thickness": 12, "outlinewidth": 0, "tickfont": {"size": TICK}, "title": {"text": "p"}},
    )
    rows, columns = np.nonzero(shown.disagree[::EVERY, ::EVERY])
    dots = np.column_stack([shown.x[::EVERY][columns], shown.y[::EVERY][rows]])
    drawn.add_dots(dots, "circle", 3.0, side / 450.0, INK)
    line = {"mode": "lines", "hoverinfo": "skip"}
    for lines, color, dash in ((shown.boundary, INK, "solid"), (answers.threshold_line(question), VIOLET, "dash")):
        x, up = (in_bytes(single(lines[:, k])) for k in (0, 1))
        drawn.add_scatter(x=x, y=up, line={"color": color, "width": 2.5, "dash": dash}, **line)
    for sign, color, symbol in SIGNS:
        own = X[y == sign]
        mark = {"symbol": symbol, "size": 8, "color": color, "line": {"width": 1, "color": PAPER}}
        drawn.add_scatter(x=own[:, 0], y=own[:, 1], mode="markers", marker=mark, hoverinfo="skip")
    across, up_name = question.board.axes(words)
    drawn.update_layout(
        xaxis=axis(across, range=[x0, x0 + side], constrain="domain", showgrid=False),
        yaxis=axis(up_name, range=[y0, y0 + side], scaleanchor="x", constrain="domain", showgrid=False),
    )
    return drawn


def field_text(question: Question, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    shown = answers.probability_field(question)
    values = {"low": number(float(shown.p.min())), "high": number(float(shown.p.max()))}
    above = number(100.0 * float((shown.p >= question.options.threshold).mean()))
    at = number(question.options.threshold)
    share = number(100.0 * shown.share)
    return words("figure.probabilities_field.alt", above=above, threshold=at, share=share, **values)
