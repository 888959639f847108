"""f = sum_i a_i K(., x_i) as a field, the weights on the points, and the place where f is read."""

from __future__ import annotations

import numpy as np

from core.problem.arrays import single
from core.topics.mercer.space import SpaceElement
from pages.mercer import answers
from pages.mercer.figures.witness import add_weights, plane_axes
from pages.mercer.question import Question
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import INK, PAPER, VIOLET
from ui.words import Words, number

HEIGHT = 420
SMALL = 18.0  # pixels of the largest weight


def space_figure(question: Question, words: Words) -> Sketch:
    """Return the field of f; the handle of the place is laid over it by the browser."""
    drawn = Sketch(HEIGHT, margin={"l": 44, "r": 8, "t": 8, "b": 40})
    x1, x2, f = answers.field(question)
    most = float(np.abs(f[np.isfinite(f)]).max(initial=0.0)) or 1.0
    drawn.add_heatmap(
        x=x1,
        y=x2,
        z=in_bytes(single(np.nan_to_num(f))),
        zmin=-most,
        zmax=most,
        colorscale=[[0, VIOLET], [0.5, PAPER], [1, INK]],
        opacity=0.55,
        hovertemplate="f = %{z:.3g}<extra></extra>",
        showscale=False,
    )
    add_weights(drawn, question, answers.weights(question), words, SMALL)
    plane_axes(drawn, question, words)
    return drawn


def space_text(question: Question, found: SpaceElement, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    x, z = (number(each) for each in question.place)
    return words("figure.mercer_space.alt", x=x, z=z, f=number(found.value), norm=number(found.square.value))
