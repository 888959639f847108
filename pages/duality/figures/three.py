"""The three points of Li's example 7.1 with the solver's line."""

from __future__ import annotations

import numpy as np

from core.topics.duality.experiment import ThreePoints
from core.view import Light
from pages.duality.figures.points import draw_line, draw_points, empty_plane
from ui.plot.sketch import Sketch
from ui.words import Words, number

HEIGHT = 330
WINDOW = (-0.4, 6.4)


def three_figure(shown: ThreePoints, words: Words) -> Sketch:
    """Return the points, and the line with its margins if there is one."""
    drawn = empty_plane(HEIGHT, WINDOW)
    found = shown.solution
    if found.light is not Light.IMPOSSIBLE and found.w is not None:
        draw_line(drawn, found.w, found.b)
    draw_points(drawn, shown.X, shown.problem.y, np.flatnonzero(found.alpha > 0.0))
    return drawn


def three_text(shown: ThreePoints, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    places = [f"({number(float(a))}, {number(float(b))})" for a, b in shown.X]
    found = shown.solution
    if found.light is Light.IMPOSSIBLE or found.w is None:
        return words("figure.duality.three.alt.none", places=words.listed(places))
    w = ", ".join(number(float(part)) for part in found.w)
    return words("figure.duality.three.alt", places=words.listed(places), w=w, b=number(found.b))
