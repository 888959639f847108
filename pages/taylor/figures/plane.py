"""The plane of the pad: the pair, and behind it the error of the kernel by distance from the origin."""

from __future__ import annotations

import numpy as np

from core.topics.taylor.view import TaylorPlane
from pages.taylor.question import Question
from ui.component.pad import Ground, PadPlane
from ui.words import Words, number


def plane_of(question: Question, shown: TaylorPlane, told: str, words: Words) -> PadPlane:
    """Return the contents of the pad, with a ring at each distance where K(x, x) falls to a level; `told`: its text."""
    wrong = np.minimum(np.abs(1.0 - shown.diagonal), 1.0)
    rings = [(distance, words("taylor.ring", level=number(level))) for level, distance in shown.rings]
    shift = np.array([question.options.shift, 0.0])
    ground = Ground((-question.options.shift, 0.0), shown.radius, wrong, rings)
    x, y = question.pair
    return PadPlane(ground, (x - shift, y - shift), words("taylor.pad.alt", told=told))
