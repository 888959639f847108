"""The reduced hulls of both classes, and their nearest points, which nu-SVC joins."""

from __future__ import annotations

import numpy as np

from core.problem.arrays import Matrix
from core.topics.margin.experiment import Hulls
from core.view.grid import Square
from ui.plot.hulls import add_nearest, hulls_in_window
from ui.plot.sketch import Sketch
from ui.words import Words, at_most, number

HEIGHT = 420


def hulls_figure(shown: Hulls | None, bound: float, X: Matrix, y: np.ndarray, window: Square) -> Sketch:
    """Return the window with both hulls; `shown` is None if nothing separates them."""
    drawn = hulls_in_window(HEIGHT, X, y, bound, window)
    if shown is not None:
        add_nearest(drawn, shown.plus, shown.minus)
    return drawn


def hulls_text(shown: Hulls | None, bound: float, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    if shown is None:
        return words("figure.machines.hulls.alt.meet", bound=at_most(bound))
    return words("figure.machines.hulls.alt", bound=at_most(bound), distance=number(shown.distance))
