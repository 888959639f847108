"""What a threshold does: the ROC curve with its dot, and the confusion matrix."""

from __future__ import annotations

from core.topics.probabilities.theory import Confusion, Roc
from ui.plot.sketch import Sketch
from ui.plot.template import GRID, INK, NEGATIVE, PAPER, POSITIVE, VIOLET, axis
from ui.words import Words, number

HEIGHT, LOW = 320, 270


def roc_figure(shown: Roc, at: Confusion, words: Words) -> Sketch:
    """Return the curve of all thresholds, with a dot at the chosen one."""
    drawn = Sketch(HEIGHT, margin={"l": 56, "r": 12, "t": 8, "b": 44})
    drawn.add_scatter(x=[0, 1], y=[0, 1], mode="lines", line={"color": GRID, "width": 2}, hoverinfo="skip")
    drawn.add_scatter(
        x=shown.false_rate,
        y=shown.recall,
        mode="lines",
        line={"color": INK, "width": 2.5, "shape": "linear"},
        hovertemplate="%{x:.2f}, %{y:.2f}<extra></extra>",
    )
    mark = {"size": 15, "color": VIOLET, "line": {"width": 2, "color": PAPER}}
    drawn.add_scatter(x=[at.false_rate], y=[at.recall], mode="markers", marker=mark, hoverinfo="skip")
    drawn.update_layout(
        xaxis=axis(words("figure.probabilities_roc.x"), range=[-0.03, 1.03]),
        yaxis=axis(words("figure.probabilities_roc.y"), range=[-0.03, 1.03]),
    )
    return drawn


def roc_text(shown: Roc, at: Confusion, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    values = {"area": number(shown.area), "recall": number(at.recall), "false": number(at.false_rate)}
    return words("figure.probabilities_roc.alt", **values)


def confusion_figure(at: Confusion, words: Words) -> Sketch:
    """Return the four counts as squares: a row for each class, a column for each prediction."""
    drawn = Sketch(LOW, margin={"l": 96, "r": 8, "t": 54, "b": 8})
    cells = [[at.rejections, at.alarms], [at.misses, at.hits]]
    most = max(max(row) for row in cells) or 1
    for row, color in enumerate((NEGATIVE, POSITIVE)):
        for column in (0, 1):
            depth = 0.12 + 0.55 * cells[row][column] / most
            place = {"x0": column - 0.48, "x1": column + 0.48, "y0": row - 0.48, "y1": row + 0.48}
            right = row == column
            line = {"width": 2.5 if right else 1, "color": INK, "dash": "solid" if right else "dot"}
            drawn.add_shape(type="rect", fillcolor=color, opacity=depth, line={"width": 0}, layer="below", **place)
            drawn.add_shape(type="rect", fillcolor="rgba(0,0,0,0)", line=line, **place)
    x, y = [0, 1, 0, 1], [0, 0, 1, 1]
    text = [str(cells[row][column]) for column, row in zip(x, y, strict=True)]
    drawn.add_text(x, y, text, textfont={"size": 24, "color": INK})
    names = [words("figure.class.minus"), words("figure.class.plus")]
    ticks = {"tickvals": [0, 1], "ticktext": names, "showgrid": False, "ticks": "", "fixedrange": True}
    drawn.update_layout(
        xaxis=axis(words("figure.probabilities_confusion.x"), range=[-0.5, 1.5], side="top", **ticks),
        yaxis=axis("", range=[-0.5, 1.5], **ticks),
    )
    return drawn


def confusion_text(at: Confusion, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    return words(
        "figure.probabilities_confusion.alt",
        hits=at.hits,
        misses=at.misses,
        alarms=at.alarms,
        rejections=at.rejections,
    )
