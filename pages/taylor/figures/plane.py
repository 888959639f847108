"""The plane of the pad: the points, the pair, and under them how wrong the kernel is at a distance from the origin."""

from __future__ import annotations

import numpy as np

from pages.taylor import answers
from pages.taylor.question import Question
from ui.component.pad import Ground, PadPlane
from ui.state.board import axes_of
from ui.words import Words, number


def plane_of(asked: Question, words: Words) -> PadPlane:
    """Return what lies on the pad, with a ring at each distance where K(x, x) has fallen to a level."""
    shown, points = answers.plane(asked), asked.board.points
    wrong = np.minimum(np.abs(1.0 - shown.diagonal), 1.0)
    rings = [(distance, words("taylor.ring", level=number(level))) for level, distance in shown.rings]
    ground = Ground(shown.radius, wrong, rings)
    return PadPlane(asked.X, asked.y, asked.square[:2], points.window, axes_of(points, words), asked.pair, ground)
