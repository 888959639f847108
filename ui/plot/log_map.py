"""A map of two parameters, each evenly spaced in its logarithm: its cells, its axes and the colors of its errors."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.selection import penalty_of
from ui.plot.sketch import Sketch
from ui.plot.template import PAPER, still_axis

ERRORS = [[0, PAPER], [1, "var(--lab-wrong)"]]  # from the least error to the largest


def upward(Cs: Sequence[float], by_lambda: bool) -> tuple[list[float], list[float]]:
    """Return the C of each row of a map, from the bottom on, and its height: C, or the lambda that it stands for."""
    rows = sorted(Cs, reverse=by_lambda)
    return rows, [penalty_of(C) for C in rows] if by_lambda else rows


def log_axes(drawn: Sketch, across: Sequence[float], up: Sequence[float], name_x: str, name_y: str) -> None:
    """Give a map its axes, which end with the outer cells."""
    power = {"type": "log", "exponentformat": "power", "dtick": 1, "showgrid": False, "fixedrange": True}
    (left, right), (low, high) = ([math.log10(edges(values)[k]) for k in (0, -1)] for values in (across, up))
    drawn.update_layout(
        xaxis=still_axis(name_x, range=[left, right], **power),
        yaxis=still_axis(name_y, range=[low, high], **power),
        plot_bgcolor="var(--lab-well)",
        dragmode=False,
    )


def edges(values: Sequence[float]) -> list[float]:
    """Return the ends of the cells around values."""
    return parted(values, 1)


def parted(values: Sequence[float], parts: int) -> list[float]:
    """Return the ends of so many parts of the cell of each value."""
    logs: NDArray[np.float64] = np.log10(np.asarray(values, dtype=np.float64))
    half = 0.5 * (logs[-1] - logs[0]) / max(1, len(logs) - 1) or 0.5
    ends = np.linspace(logs[0] - half, logs[-1] + half, len(logs) * parts + 1)
    return [float(end) for end in 10.0**ends]
