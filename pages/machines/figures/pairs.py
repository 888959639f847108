"""The scores at one step by class: why both points of a pair have one label when both sums are fixed."""

from __future__ import annotations

import numpy as np

from core.problem.arrays import Vector
from core.topics.machines.view import PairStep
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, NEGATIVE, POSITIVE, still_axis
from ui.words import Words, number

HEIGHT = 280
PIXELS = (1150.0, 190.0)  # approximate size of the axes
LANES = {1: 1.0, -1: 0.0}  # height of the lane of each sign
PICKED_I, PICKED_J = "var(--lab-i)", "var(--lab-j)"


def pairs_figure(shown: PairStep, words: Words, tube: bool) -> Sketch:
    """Return every variable by its score in the lane of its sign, with m and M of each lane, and the pair."""
    drawn = Sketch(HEIGHT, margin={"l": 92, "r": 16, "t": 12, "b": 44})
    low, high = float(shown.score.min()), float(shown.score.max())
    room = 0.08 * (high - low) or 1.0
    ends = (low - room, high + room)
    unit = ((ends[1] - ends[0]) / PIXELS[0], 2.0 / PIXELS[1])
    for sign, color, symbol in ((1, POSITIVE, "circle"), (-1, NEGATIVE, "triangle-up")):
        for can, shift in ((shown.rises, 0.16), (shown.falls, -0.16)):
            at = shown.score[can & (shown.sign == sign)]
            drawn.add_dots(np.column_stack([at, np.full(len(at), LANES[sign] + shift)]), symbol, 8, unit, color, 0.7)
    for breach in shown.breaches:
        reach = (-0.42, 1.42) if breach.sign == 0 else (LANES[breach.sign] - 0.42, LANES[breach.sign] + 0.42)
        for value, letter, dash in ((breach.m, "m", "solid"), (breach.M, "M", "dash")):
            if np.isfinite(value):
                line = {"color": INK if letter == "m" else GREY, "width": 1.5, "dash": dash}
                drawn.add_shape(type="line", x0=value, x1=value, y0=reach[0], y1=reach[1], line=line)
                # i, which is at m, has its own letter above.
                at, side = (reach[0], "top") if letter == "m" else (reach[1], "bottom")
                drawn.add_annotation(x=value, y=at, text=letter, showarrow=False, yanchor=side, font={"size": 13})
    _mark(drawn, shown.score, shown.i, shown.signs[0], 0.16, "i", PICKED_I)
    _mark(drawn, shown.score, shown.j, shown.signs[1], -0.16, "j", PICKED_J)
    family = "tube" if tube else "class"
    lanes = [words(f"figure.machines.pairs.{family}.{name}") for name in ("minus", "plus")]
    drawn.update_layout(
        xaxis=still_axis(words("figure.machines.pairs.x"), range=list(ends)),
        yaxis=still_axis("", range=[-0.75, 1.65], showgrid=False, tickvals=[0, 1], ticktext=lanes),
    )
    return drawn


def _mark(drawn: Sketch, score: Vector, k: int, sign: int, shift: float, letter: str, color: str) -> None:
    place = LANES[sign] + shift
    drawn.add_pointer(float(score[k]), place, place + (0.24 if shift > 0 else -0.24), letter, color)


def pairs_text(shown: PairStep, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    plus, minus = (number(each, 4) for each in shown.sums)
    values = {"i": shown.i + 1, "j": shown.j + 1, "k": shown.k + 1, "plus": plus, "minus": minus}
    violation = number(max(each.violation for each in shown.breaches), 3)
    return words("figure.machines.pairs.alt", violation=violation, **values)
