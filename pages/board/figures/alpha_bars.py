"""The multipliers as bars: which points determine the boundary, and which have reached C."""

from __future__ import annotations

import math
from typing import Protocol

import numpy as np

from core.problem.arrays import Vector
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, NEGATIVE, PAPER, POSITIVE, axis
from ui.solve.board_problem import UpperBound
from ui.words import Words, number

HEIGHT = 290


class Alphas(Protocol):
    """The data of the bars: of the solution, or of a step before it."""

    @property
    def alpha(self) -> Vector:
        """The multipliers, (n,)."""

    @property
    def free(self) -> int:
        """The number strictly between 0 and their bound."""

    @property
    def bounded(self) -> int:
        """The number at their bound."""


def alpha_bars(found: Alphas, y: np.ndarray, bound: UpperBound, words: Words, end: Alphas | None = None) -> Sketch:
    """Return bars of alpha (n,) by point number in the colours of the classes, and C as a line if it is in range.

    With class weights each class has its own line, in its colour.
    The axis includes the largest alpha at the `end` of the run, so that the bars visibly grow.
    """
    drawn = Sketch(HEIGHT, barmode="overlay")
    points = np.arange(1, len(y) + 1)
    for sign, color, pattern in ((1, POSITIVE, ""), (-1, NEGATIVE, "/")):
        of_class = np.asarray(y) == sign
        drawn.add_bar(
            x=points[of_class],
            y=found.alpha[of_class],
            ids=list(map(str, points[of_class])),
            marker={
                "color": color,
                "pattern": {"shape": pattern, "fgcolor": PAPER, "bgcolor": color, "size": 4, "solidity": 0.2},
            },
            meta="alpha",  # so that they follow the board before the page does
            name=words("figure.class.plus" if sign > 0 else "figure.class.minus"),
            hovertemplate=words("figure.alpha.hover") + "<extra></extra>",
        )
    highest = max(*(float(each.alpha.max(initial=0.0)) for each in (found, end or found)), 1e-300)
    in_range = [each for each in _bounds(bound) if math.isfinite(each[0]) and highest > 0.4 * each[0]]
    top = highest
    if in_range:
        top = max(highest if isinstance(bound, tuple) else 0.0, *(C for C, *_ in in_range))
    for C, symbol, color, side in in_range:
        line = {"color": color, "width": 1.25, "dash": "dash"}
        drawn.add_shape(type="line", xref="x domain", x0=0, x1=1, y0=C, y1=C, line=line)
        drawn.add_annotation(
            x=float(side == "right"), xref="paper", y=C, text=f"{symbol} = {number(C)}", showarrow=False,
            yanchor="bottom", xanchor=side,
        )  # fmt: skip
    drawn.update_layout(
        xaxis=axis(words("figure.alpha.x"), range=[0.3, len(y) + 0.7], showgrid=False),
        yaxis=axis(words("figure.alpha.y"), range=[0, 1.16 * top]),
    )
    return drawn


def _bounds(bound: UpperBound) -> list[tuple[float, str, str, str]]:
    """Return each bound with its symbol, the colour of its line, and the side of its label."""
    if isinstance(bound, tuple):
        return [(bound[0], "C₊", POSITIVE, "right"), (bound[1], "C₋", NEGATIVE, "left")]
    return [] if bound is None else [(bound, "C", GREY, "right")]


def alpha_text(found: Alphas, y: np.ndarray, words: Words) -> str:
    """Return the text alternative of the figure, for screen readers."""
    order = np.argsort(-found.alpha, kind="stable")[:3]
    largest = ", ".join(f"{i + 1}: {number(float(found.alpha[i]))}" for i in order if found.alpha[i] > 0)
    return words(
        "figure.alpha.alt", n=len(y), free=found.free, bounded=found.bounded, largest=largest or words("figure.none")
    )
