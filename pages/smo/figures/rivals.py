"""Runs from the same start compared: the objective by step, and the decrease in every single step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from core.view import Score
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, STROKES, VIOLET, axis, end_label
from ui.words import Words, number

HEIGHT = 300
STYLES = ((INK, "solid", 3), (VIOLET, "solid", 2), (GREY, "dash", 2), (GREY, "dot", 2))
ROOM = 170  # pixels on the right for the names of the lines
SMALLEST = 1e-12  # relative to the dual: smaller decreases are drawn at the lower end of the log axis


def objective_race(scores: Mapping[str, Score], words: Words) -> Sketch:
    """Return -D of every run over its steps, the steps on a log axis."""
    drawn = Sketch(HEIGHT, margin={"l": 62, "r": ROOM, "t": 10, "b": 46})
    ends = []
    longest = max([2, *(found.steps for found in scores.values())])
    for (name, found), (color, dash, width) in reversed(list(zip(scores.items(), STYLES, strict=False))):
        drawn.add_scatter(
            x=np.arange(1, found.steps + 1),
            y=found.dual[1:],
            mode="lines+markers" if found.steps < 3 else "lines",
            line={"color": color, "dash": dash, "width": width},
            name=name,
            hovertemplate=words("figure.rivals.hover") + f"<extra>{name}</extra>",
        )
        if found.steps**2 > longest:
            ends.append((float(found.dual[-1]), f"{STROKES[dash]} {name}", color))
        elif found.steps:  # a line that ends inside the figure has its name at its end
            at = float(np.log10(found.steps)), float(found.dual[-1])
            drawn.add_annotation(**end_label(*at, f"<b>{name}</b>", color, yshift=-10))
    _name_ends(drawn, ends)
    drawn.update_layout(
        xaxis=axis(words("figure.rivals.step"), type="log", range=[0, np.log10(longest)], **_steps(longest)),
        yaxis=axis(words("figure.rivals.dual"), rangemode="tozero"),
    )
    return drawn


def _steps(longest: int) -> dict[str, Any]:
    """Return the ticks of the step axis: a short run ends before the second power of ten."""
    return {"dtick": 1} if longest >= 100 else {"tickvals": [1, 2, 5, 10, 20, 50]}


def _name_ends(drawn: Sketch, ends: list[tuple[float, str, str]]) -> None:
    """Write the names to the right of the figure at the heights of the line ends, spaced to avoid overlaps."""
    top = max((end[0] for end in ends), default=1.0) or 1.0
    room, floor = 0.075, 2.0
    for value, name, color in sorted(ends, key=lambda end: -end[0]):
        floor = min(value / top * 0.96, floor - room)
        place = {"x": 1, "y": max(floor, 0.0), "xref": "paper", "yref": "paper", "yanchor": "middle"}
        drawn.add_annotation(**end_label(1, 0, name, color) | place)


def decrease_race(scores: Mapping[str, Score], k: int, words: Words) -> Sketch:
    """Return the decrease of D in every step, on a log axis, with a line at step k."""
    drawn = Sketch(HEIGHT, margin={"l": 62, "r": ROOM, "t": 10, "b": 46})
    marks = (("circle", INK), ("diamond-open", VIOLET))
    foot = SMALLEST * max((float(np.abs(found.dual).max()) for found in scores.values()), default=0.0) or SMALLEST
    for row, ((name, found), (symbol, color)) in enumerate(zip(scores.items(), marks, strict=False)):
        drawn.add_scatter(
            x=np.arange(found.steps),
            y=np.maximum(np.diff(found.dual), foot),
            mode="markers",
            marker={"color": color, "symbol": symbol, "size": 5, "opacity": 0.8},
            name=name,
            hovertemplate=words("figure.rivals.fall") + f"<extra>{name}</extra>",
        )
        place = {"y": 0.95 - 0.09 * row, "xref": "paper", "yref": "paper"}
        drawn.add_annotation(**end_label(1, 0, f"{'●' if row == 0 else '◇'} {name}", color) | place)
    drawn.add_shape(type="line", x0=k, x1=k, y0=0, y1=1, yref="paper", line={"color": "var(--lab-i)", "width": 2})
    drawn.update_layout(
        xaxis=axis(words("figure.rivals.linear"), rangemode="tozero"),
        yaxis=axis(words("figure.rivals.decrease"), type="log", dtick=2, exponentformat="power"),
    )
    return drawn


def race_text(scores: Mapping[str, Score], words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    parts = [
        words("figure.rivals.alt", name=name, steps=number(found.steps), dual=number(float(found.dual[-1]), 4))
        for name, found in scores.items()
    ]
    return " ".join(parts)
