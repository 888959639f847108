"""The figures of the page with their texts: speed-up over the full grid, error of K', time and error by size."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from pages.paper.answers import against_grid, at_sizes, rows_of, score_of
from pages.paper.measurements import Experiments, RowsOfSet
from pages.paper.printed import COLUMNS, MARKS, SIZED, sets_of
from ui.page.measured.figures import (
    AxesOfPanel,
    FigurePanel,
    equal_times,
    log_axis,
    marks,
    rows_axis,
    side_by_side,
    times_axis,
)
from ui.plot.ends import Curve, draw
from ui.plot.methods import METHODS
from ui.plot.sketch import Sketch
from ui.plot.template import GRID, INK, VIOLET, axis
from ui.words import Words, number

# ---- speed-up of each method over the full grid: one line per set ----

SIDES = {"rffdg-rbf": 0.2, "nystroem": 0.0, "median": -0.2}


def speed_figure(experiments: Experiments | None, task: str, words: Words) -> Sketch:
    """Return the figure: the paper's values are hollow marks, ours filled ones."""
    sets = sets_of(task)[::-1]
    drawn = Sketch(48 * len(sets) + 84, margin={"l": 84, "r": 20, "t": 26, "b": 46})
    both = {ours: against_grid(experiments, task, ours) for ours in (False, True)}
    seen = [1.0, *(one.times for rows in both.values() for one in rows)]
    low, high = min(seen) / 1.5, 1.5 * max(seen)
    equal_times(drawn, low, words("figure.paper.speed.equal"))
    for ours, rows in both.items():
        for method in COLUMNS:
            own, look = [one for one in rows if one.method == method], METHODS[method]
            if own:
                places = [(one.times, sets.index(one.data) + SIDES[method]) for one in own]
                hover = f"%{{text}}, {COLUMNS[method]} ({_whose(ours, words)}): %{{x:.3g}}×"
                symbol = look.symbol if ours else f"{look.symbol}-open"
                marks(drawn, places, (look.color, symbol), hover, text=[one.data for one in own])
    drawn.update_layout(xaxis=times_axis(words("figure.paper.speed.x"), low, high, (1, 3)), yaxis=rows_axis(sets))
    return drawn


def _whose(ours: bool, words: Words) -> str:
    return words("paper.ours" if ours else "paper.printed")


def speed_text(experiments: Experiments | None, task: str, words: Words) -> str:
    """Return the ratios of every set and method, in words."""
    parts = [words("figure.paper.speed.alt")]
    for ours in (False, True):
        for one in against_grid(experiments, task, ours):
            names = {"data": one.data, "method": COLUMNS[one.method], "whose": _whose(ours, words)}
            parts.append(f"{words('figure.paper.speed.alt.one', **names)} {number(one.times)}.")
    return " ".join(parts)


# ---- figures 1 and 2 of the paper: the error of K' over D, one panel per set ----


def kernel_figure(experiments: Experiments, task: str, words: Words) -> Sketch:
    """Return the panels with the line c / D; the range of D where the paper calls the error converged is shaded."""
    own, D = rows_of(experiments, task), experiments.components
    drawn = Sketch(250, margin={"l": 64, "r": 14, "t": 30, "b": 48})
    values = [mse for one in own.values() for mse in one.mse if mse > 0] or [1.0]
    x = log_axis(words("figure.paper.kernel.x"), math.log10(D[0]) - 0.1, math.log10(D[-1]) + 0.1)
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    y = log_axis(words("figure.paper.kernel.y"), low, high)
    panels = [FigurePanel(data, x, y, partial(_errors, drawn, D, one)) for data, one in own.items()]
    side_by_side(drawn, panels, gap=0.02)
    return drawn


def _errors(drawn: Sketch, D: tuple[int, ...], own: RowsOfSet, axes: AxesOfPanel) -> None:
    place = {"x0": MARKS[0], "x1": MARKS[1], "y0": 0, "y1": 1, "xref": axes["xaxis"], "yref": f"{axes['yaxis']} domain"}
    drawn.add_shape(type="rect", layer="below", fillcolor=GRID, opacity=0.5, line={"width": 0}, **place)
    drawn.add_scatter(
        x=list(D),
        y=[own.constant / each for each in D],
        mode="lines",
        line={"color": VIOLET, "width": 2.5, "dash": "dash"},
        hoverinfo="skip",
        **axes,
    )
    drawn.add_scatter(
        x=list(D),
        y=list(own.mse),
        mode="lines+markers",
        line={"color": INK, "width": 1.5},
        marker={"symbol": "circle", "size": 6, "color": INK},
        hovertemplate="D = %{x}: %{y:.3g}<extra></extra>",
        **axes,
    )


def kernel_text(experiments: Experiments, task: str, words: Words) -> str:
    """Return the constant of every set, and the error at the first and the last D, in words."""
    parts = [words("figure.paper.kernel.alt")]
    for data, own in rows_of(experiments, task).items():
        ends = {"least": experiments.components[0], "most": experiments.components[-1]}
        values = {"first": number(own.mse[0]), "last": number(own.mse[-1]), "c": number(own.constant)}
        parts.append(words("figure.paper.kernel.alt.one", data=data, **ends, **values))
    return " ".join(parts)


# ---- figures 3 and 4: time and error of the four methods over the number of training rows ----


def sizes_figure(experiments: Experiments, task: str, quantity: str, words: Words) -> Sketch:
    """Return "seconds", on a log axis, or "score", error or accuracy, over rows on a log axis."""
    log, curves = quantity == "seconds", []
    for method, (rows, values) in _lines(experiments, task, quantity).items():
        look, y = METHODS[method], np.array(values)
        curves.append(Curve(np.array(rows), np.log10(y) if log else y, look.color, look.dash, COLUMNS[method]))
    seen = [float(value) for curve in curves for value in curve.y] or [0.0, 1.0]
    room = 0.1 * (max(seen) - min(seen)) or 1.0
    low, high = min(seen) - room, max(seen) + room
    if log:
        low, high = float(math.floor(min(seen))), float(math.ceil(max(seen)))
    drawn = Sketch(300, margin={"l": 64, "r": 96, "t": 10, "b": 46})
    draw(drawn, curves, 0.08 * (high - low), (low, high), log)
    rows = sorted({int(x) for curve in curves for x in curve.x}) or [1, 10]
    ends = [math.log10(rows[0]) - 0.05, math.log10(rows[-1]) + 0.05]
    ticks = {"tickvals": rows, "ticktext": [number(each) for each in rows]}
    drawn.update_layout(
        xaxis=axis(words("figure.paper.sizes.x"), type="log", range=ends, **ticks),
        yaxis=log_axis(words("figure.paper.time.y"), low, high)
        if log
        else axis(words(f"figure.paper.score.{task}"), range=[low, high]),
    )
    return drawn


def _lines(experiments: Experiments, task: str, quantity: str) -> dict[str, tuple[list[int], list[float]]]:
    """Return rows and values of each measured method."""
    lines = {}
    for method in COLUMNS:
        runs = at_sizes(experiments, SIZED[task], method)
        values = [max(run.seconds, 1e-4) if quantity == "seconds" else score_of(task, run) for _, run in runs]
        if runs:
            lines[method] = [rows for rows, _ in runs], values
    return lines


def sizes_text(experiments: Experiments, task: str, quantity: str, words: Words) -> str:
    """Return the ends of each line, in words."""
    parts = [words(f"figure.paper.sizes.alt.{quantity}", data=SIZED[task])]
    for method, (rows, values) in _lines(experiments, task, quantity).items():
        ends = {"least": rows[0], "most": rows[-1], "first": number(values[0]), "last": number(values[-1])}
        parts.append(words("figure.paper.sizes.alt.one", method=COLUMNS[method], **ends))
    return " ".join(parts)
