"""f along a horizontal line through a point, over the terms that add up to it."""

from __future__ import annotations

import numpy as np

from core.problem.arrays import single
from core.topics.kernels.view import Slice
from pages.kernels.boards import GROUP
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import GREY, INK, NEGATIVE, POSITIVE, VIOLET, axis
from ui.words import Words, number

HEIGHT = 300
DRAWN = 40  # terms, the largest on the line


def slice_figure(shown: Slice, picked: int, place: float, y: np.ndarray, words: Words) -> Sketch:
    """Return f, the unchanged f if it differs, and the terms; that of the picked point is drawn above the others."""
    drawn = Sketch(HEIGHT, margin={"l": 52, "r": 12, "t": 12, "b": 44})
    size = np.abs(shown.terms).max(axis=1) if len(shown.terms) else np.empty(0)
    largest = np.argsort(-size, kind="stable")[:DRAWN]
    gap = np.full((len(largest), 1), np.nan)
    for sign, color in ((1, POSITIVE), (-1, NEGATIVE)):
        own = [k for k in largest if y[shown.which[k]] == sign and shown.which[k] != picked]
        x = np.hstack([np.tile(shown.along, (len(own), 1)), gap[: len(own)]]).ravel()
        heights = np.hstack([shown.terms[own], gap[: len(own)]]).ravel()
        _line(drawn, x, heights, {"color": color, "width": 1.25}, opacity=0.55)
    if not np.array_equal(shown.f, shown.whole):
        _line(drawn, shown.along, shown.whole, {"color": GREY, "width": 1.5, "dash": "dash"})
    _line(drawn, shown.along, shown.f, {"color": INK, "width": 2.5})
    for k in np.flatnonzero(shown.which == picked):
        _line(drawn, shown.along, shown.terms[k], {"color": VIOLET, "width": 3})
    drawn.add_shape(type="line", x0=0, x1=1, xref="x domain", y0=0, y1=0, line={"color": GREY, "width": 1})
    mark = {"color": VIOLET, "width": 1.5, "dash": "dot"}
    drawn.add_shape(type="line", x0=place, x1=place, y0=0, y1=1, yref="y domain", line=mark)
    ends = [float(shown.along[0]), float(shown.along[-1])]
    heights = np.concatenate([shown.f, shown.whole, shown.terms[largest].ravel(), [0.0]])
    low, high = float(heights.min()), float(heights.max())
    room = 0.06 * (high - low) or 1.0
    drawn.update_layout(
        xaxis=axis(words("figure.kernels_slice.x"), range=ends),
        yaxis=axis(words("figure.kernels_slice.y"), range=[low - room, high + room]),
        meta={"group": GROUP, "keeps": True, "picked": picked},
    )
    return drawn


def _line(drawn: Sketch, x: np.ndarray, y: np.ndarray, line: dict[str, object], opacity: float = 1.0) -> None:
    places = {"x": in_bytes(single(x)), "y": in_bytes(single(y))}
    drawn.add_scatter(**places, mode="lines", line=line, opacity=opacity, hoverinfo="skip", connectgaps=False)


def slice_text(shown: Slice, picked: int, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    values = {"i": picked + 1, "terms": len(shown.which), "height": number(shown.height)}
    ends = {"low": number(float(shown.f.min())), "high": number(float(shown.f.max()))}
    return words("figure.kernels_slice.alt", **values, **ends)
