"""The interval of valid offsets over C: a band where no point has 0 < alpha < C, and a line where one fixes b."""

from __future__ import annotations

import math

import numpy as np

from core.solver import RegularisationPath
from core.view import offsets_at, sampled
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import INK, VIOLET, axis
from ui.words import Words, number

HEIGHT = 280
STEPS = 200
WIDE = 1e-6  # an interval as long as this can be seen


def offset_figure(path: RegularisationPath, C: float, words: Words) -> Sketch:
    """Return the lowest and the highest valid b over C."""
    drawn = Sketch(HEIGHT, margin={"l": 60, "r": 16, "t": 12, "b": 46})
    at, ends = band(path)
    for k, fill in ((0, {}), (1, {"fill": "tonexty", "fillcolor": "var(--lab-violet-fill, rgba(123, 97, 196, 0.25))"})):
        drawn.add_scatter(
            x=in_bytes(at.astype(np.float32)),
            y=in_bytes(ends[:, k].astype(np.float32)),
            mode="lines",
            line={"color": VIOLET, "width": 1.8},
            hovertemplate="C = %{x:.3g}, b = %{y:.4g}<extra></extra>",
            **fill,
        )
    if path.low <= C <= path.high:
        drawn.add_shape(type="line", x0=C, x1=C, y0=0, y1=1, yref="y domain", line={"color": INK, "width": 1.5})
    limits = [math.log10(path.low), math.log10(path.high)]
    low, high = float(ends.min()), float(ends.max())
    room = 0.08 * (high - low) or 0.5
    powers = {"type": "log", "exponentformat": "power", "dtick": 1}
    drawn.update_layout(
        xaxis=axis(words("figure.losses.path.x"), range=limits, **powers),
        yaxis=axis("b", range=[low - room, high + room]),
    )
    return drawn


def band(path: RegularisationPath) -> tuple[np.ndarray, np.ndarray]:
    """Return values of C (k,) and the ends of the interval there (k, 2); one without a bound ends at the other end."""
    at = sampled(path, STEPS, path.low, path.high)
    ends = offsets_at(path, at)
    open_low, open_high = np.isinf(ends[:, 0]), np.isinf(ends[:, 1])
    ends[open_low, 0], ends[open_high, 1] = ends[open_low, 1], ends[open_high, 0]
    return at, ends


def widest(path: RegularisationPath) -> tuple[float, float]:
    """Return the largest length of the interval among those drawn, and the C where it is."""
    at, ends = band(path)
    length = ends[:, 1] - ends[:, 0]
    k = int(np.argmax(length))
    return float(length[k]), float(at[k])


def offset_text(path: RegularisationPath, C: float, words: Words) -> str:
    """Return the same in words."""
    length, where = widest(path)
    if length <= WIDE:
        return words("figure.losses.offset.alt.line")
    return words("figure.losses.offset.alt", length=number(length), C=number(where))
