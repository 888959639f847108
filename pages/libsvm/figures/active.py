"""The active points in every pass, with LIBSVM's dots and stars and the one return at ten tolerances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.view.active import ActiveLook
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, axis
from ui.words import Words, number

HEIGHT = 250
MOST_MARKS = 150  # dots that are drawn; of more, every second or third, since they would overlap


@dataclass(frozen=True)
class LookMarks:
    """The passes that are marked above the curve."""

    plain: list[int]  # a dot: shrinking only
    back: list[int]  # a star: all variables came back
    silent: list[int]  # all came back at ten tolerances, without output
    returned: int | None  # the pass in which all came back at ten tolerances


def looks_of(looks: Sequence[ActiveLook], alike: bool) -> LookMarks:
    """Return the marks of a run; with two equality constraints LIBSVM prints no star at ten tolerances."""
    plain = [look.k for look in looks if not (look.returned or look.optimal)]
    silent = [look.k for look in looks if look.returned and alike and not look.optimal]
    back = [look.k for look in looks if look.optimal or (look.returned and not alike)]
    returned = next((look.k for look in looks if look.returned), None)
    return LookMarks(plain[:: 1 + len(plain) // MOST_MARKS], back, silent, returned)


def active_figure(sizes: NDArray[np.int32], looks: LookMarks, k: int, own: str, words: Words) -> Sketch:
    """Return the size of the active set over the passes, and the current pass; `own` is the word for its variables."""
    drawn = Sketch(HEIGHT, margin={"l": 56, "r": 16, "t": 30, "b": 44})
    n, steps = int(sizes[0]), len(sizes) - 1
    changes = np.flatnonzero(np.diff(sizes)) + 1
    at = np.concatenate([[0], changes, [steps]])
    drawn.add_scatter(
        x=at.tolist(),
        y=sizes[at].tolist(),
        mode="lines",
        line={"color": INK, "width": 2.5, "shape": "hv"},
        hovertemplate=words("figure.libsvm.active.hover") + "<extra></extra>",
    )
    _marks(drawn, looks.plain, 1.1 * n, "circle", 5, GREY)
    _marks(drawn, looks.back, 1.1 * n, "star", 11, VIOLET)
    _marks(drawn, looks.silent, 1.1 * n, "diamond", 9, VIOLET)
    if looks.returned is not None:
        key = "figure.libsvm.active.silent" if looks.silent else "figure.libsvm.active.return"
        end = "right" if 2 * looks.returned > steps else "left"
        place = {"x": looks.returned, "y": 1.1 * n, "xanchor": end, "yshift": 13}
        drawn.add_annotation(text=words(key), showarrow=False, font={"color": VIOLET}, **place)
    line = {"color": GREY, "width": 2}
    drawn.add_shape(type="line", x0=k, x1=k, y0=0, y1=1, yref="y domain", line=line)
    drawn.update_layout(
        xaxis=axis(words("figure.libsvm.active.x"), range=[-0.01 * steps, 1.01 * max(steps, 1)]),
        yaxis=axis(words(f"figure.libsvm.active.y.{own}"), range=[0, 1.18 * n]),
    )
    return drawn


def _marks(drawn: Sketch, at: list[int], height: float, symbol: str, size: int, color: str) -> None:
    if at:
        marker = {"symbol": symbol, "size": size, "color": color}
        drawn.add_scatter(x=at, y=[height] * len(at), mode="markers", marker=marker, cliponaxis=False, hoverinfo="skip")


def active_text(sizes: NDArray[np.int32], k: int, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    at = min(k, len(sizes) - 1)
    return words(
        "figure.libsvm.active.alt",
        n=number(int(sizes[0])),
        k=number(at),
        steps=number(len(sizes) - 1),
        active=number(int(sizes[at])),
        least=number(int(sizes.min())),
    )
