"""Figures 3 and 4 of the paper: time and error of the four methods against the number of training rows."""

from __future__ import annotations

import math

import numpy as np

from core.topics.choosing.experiment import Searched
from pages.paper.answers import at_sizes, score_of
from pages.paper.measurements import Selected
from pages.paper.printed import COLUMNS, SIZED
from ui.plot.ends import Curve, draw
from ui.plot.methods import METHODS
from ui.plot.sketch import Sketch
from ui.plot.template import axis
from ui.words import Words, number

HEIGHT = 300


def time_figure(found: Selected, task: str, words: Words) -> Sketch:
    """Return time against rows, both on log axes."""
    curves = _curves(found, task, "seconds")
    seen = [float(value) for curve in curves for value in curve.y] or [-1.0, 0.0]
    ends = (float(math.floor(min(seen))), float(math.ceil(max(seen))))
    drawn = _drawn(curves, ends, words, log=True)
    drawn.update_layout(
        yaxis=axis(words("figure.paper.time.y"), type="log", range=list(ends), dtick=1, exponentformat="power")
    )
    return drawn


def error_figure(found: Selected, task: str, words: Words) -> Sketch:
    """Return error or accuracy against rows."""
    curves = _curves(found, task, "score")
    seen = [float(value) for curve in curves for value in curve.y] or [0.0, 1.0]
    room = 0.1 * (max(seen) - min(seen)) or 1.0
    ends = (min(seen) - room, max(seen) + room)
    drawn = _drawn(curves, ends, words)
    drawn.update_layout(yaxis=axis(words(f"figure.paper.score.{task}"), range=list(ends)))
    return drawn


def _curves(found: Selected, task: str, quantity: str) -> list[Curve]:
    """Return a line for each method; times as their logarithms."""
    curves = []
    for method in COLUMNS:
        rows, values = _line(found, SIZED[task], method, quantity)
        if rows:
            look, y = METHODS[method], np.array(values)
            curves.append(
                Curve(
                    np.array(rows), np.log10(y) if quantity == "seconds" else y, look.color, look.dash, COLUMNS[method]
                )
            )
    return curves


def _drawn(curves: list[Curve], ends: tuple[float, float], words: Words, log: bool = False) -> Sketch:
    drawn = Sketch(HEIGHT, margin={"l": 64, "r": 96, "t": 10, "b": 46})
    draw(drawn, curves, 0.08 * (ends[1] - ends[0]), ends, log)
    rows = sorted({int(x) for curve in curves for x in curve.x}) or [1, 10]
    drawn.update_layout(
        xaxis=axis(
            words("figure.paper.sizes.x"),
            **{"type": "log", "range": [math.log10(rows[0]) - 0.05, math.log10(rows[-1]) + 0.05]},
            **{"tickvals": rows, "ticktext": [number(each) for each in rows]},
        )
    )
    return drawn


def _line(found: Selected, data: str, method: str, quantity: str) -> tuple[list[int], list[float]]:
    own = at_sizes(found, data, method)
    return [rows for rows, _ in own], [_value(data, run, quantity) for _, run in own]


def _value(data: str, run: Searched, quantity: str) -> float:
    return max(run.seconds, 1e-4) if quantity == "seconds" else score_of(data, run)


def sizes_text(found: Selected, task: str, quantity: str, words: Words) -> str:
    """Return where each line begins and ends, in words."""
    data, parts = SIZED[task], [words(f"figure.paper.sizes.alt.{quantity}", data=SIZED[task])]
    for method in COLUMNS:
        rows, values = _line(found, data, method, quantity)
        if rows:
            ends = {"least": rows[0], "most": rows[-1], "first": number(values[0]), "last": number(values[-1])}
            parts.append(words("figure.paper.sizes.alt.one", method=COLUMNS[method], **ends))
    return " ".join(parts)
