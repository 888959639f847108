"""The five points of Li's exercise 7.2 with the visitor's line and, on request, the computed one."""

from __future__ import annotations

import numpy as np

from core.topics.duality.view import Guess
from core.view import Solution
from pages.duality.answers import CLASSES, POINTS
from pages.duality.figures.points import draw_line, draw_points, empty_plane
from ui.plot.sketch import Sketch
from ui.plot.template import VIOLET
from ui.words import Words, number

HEIGHT = 440
WINDOW = (0.0, 4.2)
LABEL = 1.2  # position of the computed line's name on the first axis


def exercise_figure(proposed: Guess, picked: tuple[int, ...], found: Solution | None, words: Words) -> Sketch:
    """Return the points, the visitor's line with its margins, rings around the picked points, and the solution."""
    drawn = empty_plane(HEIGHT, WINDOW)
    draw_line(drawn, proposed.w, proposed.b)
    if found is not None and found.w is not None:
        draw_line(drawn, found.w, found.b, VIOLET, "dash", margins=False)
        at = (LABEL, -(found.b + LABEL * found.w[0]) / found.w[1])
        text = words("figure.duality.exercise.answer")
        drawn.add_text([at[0]], [at[1]], [text], textposition="bottom right", textfont={"color": VIOLET, "size": 13})
    draw_points(drawn, POINTS, CLASSES, np.array(picked, dtype=np.int64))
    return drawn


def exercise_text(proposed: Guess, picked: tuple[int, ...], words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    chosen = words.listed([str(k + 1) for k in picked]) if picked else "–"
    w = ", ".join(number(float(part)) for part in proposed.w)
    return words("figure.duality.exercise.alt", w=w, b=number(proposed.b), picked=chosen)
