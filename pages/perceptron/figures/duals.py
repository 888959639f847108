"""Li's exercise 7.1: the perceptron's multipliers, mistakes times eta, above those of the SVM, point by point."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.problem.arrays import Vector
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, NEGATIVE, POSITIVE, still_axis
from ui.words import Words, number

HEIGHT = 308
PICKED = "var(--lab-i)"
ROOM = 460.0  # total width of all bars in pixels
TOLD = 8  # with more points, only the largest are listed


class Scaled(NamedTuple):
    """The multipliers of a perceptron after a step: alpha_i = eta n_i."""

    alpha: Vector  # (n,)
    most: float  # the largest of the whole run, so that the axis is fixed
    eta: float

    @property
    def symbol(self) -> str:
        """The label of the bars: n, the counts themselves, if eta is 1."""
        return "n" if self.eta == 1.0 else "η n"


def duals_figure(shown: Scaled, alpha: Vector | None, y: Vector, lit: int, words: Words) -> Sketch:
    """Return bars of the perceptron's alpha, and of the SVM's alpha (n,) below; None: there is no such SVM.

    `lit` is the currently misclassified point, -1 for none.
    """
    drawn = Sketch(HEIGHT, margin={"l": 58, "r": 12, "t": 30, "b": 40})
    n, width = len(y), max(1.5, min(26.0, 0.7 * ROOM / len(y)))
    numbers = list(range(1, n + 1))
    colors = [POSITIVE if sign > 0 else NEGATIVE for sign in y]
    panels = [(shown.alpha, "y2", shown.symbol), *([] if alpha is None else [(alpha, "y", "α")])]
    for values, y_axis, symbol in panels:
        own = [PICKED if t == lit and y_axis == "y2" else color for t, color in enumerate(colors)]
        hover = f"{words('figure.perceptron.duals.point')}: {symbol} = %{{customdata:.3g}}<extra></extra>"
        drawn.add_stems(
            numbers,
            values.tolist(),
            numbers,
            own,
            (POSITIVE, NEGATIVE, PICKED),
            width,
            xaxis="x",
            yaxis=y_axis,
            hovertemplate=hover,
        )
    _titles(drawn, shown.eta, alpha is None, words)
    high, domain = 1.12 * max(shown.most, shown.eta), [0.0 if alpha is None else 0.56, 1.0]
    counted = still_axis(shown.symbol, range=[0.0, high], domain=domain, nticks=4)
    solved: dict[str, object] = {"visible": False}
    if alpha is not None:
        solved = still_axis("α", range=[0.0, 1.12 * max(float(alpha.max()), 1e-300)], domain=[0.0, 0.4], nticks=4)
    whole = {"dtick": 1} if n <= 12 else {}
    across = still_axis(words("figure.perceptron.duals.x"), range=[0.4, n + 0.6], showgrid=False, **whole)
    drawn.update_layout(xaxis=across, yaxis=solved, yaxis2=counted)
    return drawn


def _titles(drawn: Sketch, eta: float, alone: bool, words: Words) -> None:
    """Write a title above each panel that names its machine."""
    for at, key in ((1.0, "counts" if eta == 1.0 else "scaled"), *([] if alone else [(0.4, "alpha")])):
        drawn.add_annotation(
            xref="paper",
            yref="paper",
            x=0.0,
            y=at,
            xanchor="left",
            yanchor="bottom",
            text=words(f"figure.perceptron.duals.{key}", eta=number(eta)),
            showarrow=False,
            font={"color": GREY, "size": 13},
        )


def duals_text(shown: Scaled, alpha: Vector | None, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers: all of few points, the largest of many."""
    key = "figure.perceptron.duals.alt" if shown.eta == 1.0 else "figure.perceptron.duals.alt.scaled"
    told = [words(key, counts=_listed(shown.alpha, words), eta=number(shown.eta))]
    if alpha is not None:
        told.append(words("figure.perceptron.duals.alt.alpha", alpha=_listed(alpha, words)))
    return words.joined(told)


def _listed(values: Vector, words: Words) -> str:
    largest = np.argsort(-values, kind="stable")[:TOLD]
    chosen = sorted(int(t) for t in largest if values[t] > 0)
    return words.listed([f"{t + 1}: {number(float(values[t]))}" for t in chosen]) if chosen else "0"
