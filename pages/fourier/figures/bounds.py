"""The largest error of many rolls over D, and every bound for it: proved, printed, measured."""

from __future__ import annotations

import math

import numpy as np

from core.problem.arrays import Vector
from core.topics.fourier.view import Bounds, ErrorCurves
from pages.fourier.figures.mse import log_axis, many_lines, standing_line
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, end_label
from ui.words import Words, number

HEIGHT = 380
LOW, HIGH = math.log10(0.03), math.log10(30.0)
APART = 0.17  # smallest distance in decades between two names

PROVED = {"color": VIOLET, "width": 2, "dash": "dash"}  # each bound has its own dashes: phones show no names
PRINTED = {"color": GREY, "width": 2.5, "dash": "dot"}


def fourier_bounds(measured: ErrorCurves, claimed: Bounds, place: int, words: Words) -> Sketch:
    """Return all curves on log axes, each with its name at its end."""
    drawn = Sketch(HEIGHT, margin={"l": 60, "r": 92, "t": 10, "b": 46})
    D = measured.components
    vacuous = {"xref": "x domain", "x0": 0, "x1": 1, "y0": 1, "y1": 10**HIGH, "layer": "below"}
    drawn.add_shape(type="rect", fillcolor=GREY, opacity=0.1, line={"width": 0}, **vacuous)
    many_lines(drawn, D, measured.worst)
    middle = np.median(measured.worst, axis=0)
    of_pairs = PROVED if claimed.paired else PRINTED
    rows = [
        (claimed.ball, PROVED, "ball"),
        (claimed.proposition, {**of_pairs, "dash": "10px,3px,2px,3px,2px,3px"}, "proposition"),
        (claimed.solved, {**of_pairs, "dash": "dashdot"}, "solved"),
        (claimed.hoeffding, {**PROVED, "dash": "longdash"}, "hoeffding"),
        (claimed.bernstein, {**PROVED, "dash": "longdashdot"}, "bernstein"),
        (claimed.printed, PRINTED, "printed"),
        (middle, {"color": INK, "width": 3}, "measured"),
    ]
    for values, style, name in rows:
        told = words(f"fourier.bound.{name}")
        hover = f"{told}: %{{y:.3g}}<extra>D = %{{x}}</extra>"
        label = words(f"figure.fourier_bounds.{name}")
        drawn.add_scatter(x=D, y=values, mode="lines", line=style, name=label, hovertemplate=hover)
    for (_, style, name), y in zip(rows, _apart([row[0] for row in rows]), strict=True):
        text, color = words(f"figure.fourier_bounds.{name}"), str(style["color"])
        drawn.add_annotation(**end_label(math.log10(D[-1]), y, text, color))
    standing_line(drawn, float(D[place]))
    note = {"xref": "x domain", "x": 0.99, "xanchor": "right", "y": HIGH, "yanchor": "top"}
    drawn.add_annotation(
        text=words("figure.fourier_bounds.vacuous"), showarrow=False, font={"color": GREY, "size": 13}, **note
    )
    drawn.update_layout(
        xaxis=log_axis(words("figure.fourier_bounds.x"), math.log10(D[0]), math.log10(D[-1])),
        yaxis=log_axis(words("figure.fourier_bounds.y"), LOW, HIGH),
    )
    return drawn


def _apart(curves: list[Vector]) -> list[float]:
    """Return the heights of the names at the ends of the curves, log10, in the order of the ends, without overlaps."""
    ends = [math.log10(max(float(values[-1]), 10**LOW)) for values in curves]
    placed, below = [0.0] * len(ends), -math.inf
    for k in sorted(range(len(ends)), key=ends.__getitem__):
        placed[k] = below = max(ends[k], below + APART)
    return placed


def fourier_bounds_text(measured: ErrorCurves, claimed: Bounds, place: int, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    return words(
        "figure.fourier_bounds.alt",
        D=int(measured.components[place]),
        rolls=len(measured.worst),
        measured=number(float(np.median(measured.worst[:, place]))),
        printed=number(float(claimed.printed[place])),
        proposition=number(float(claimed.proposition[place])),
        solved=number(float(claimed.solved[place])),
        ball=number(float(claimed.ball[place])),
        hoeffding=number(float(claimed.hoeffding[place])),
        bernstein=number(float(claimed.bernstein[place])),
    )
