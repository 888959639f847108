"""The kernel matrix of a unit, the points of class +1 first."""

from __future__ import annotations

import numpy as np

from core.problem.arrays import single
from core.topics.before.scaling import MachineInUnit
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import INK, PAPER, VIOLET
from ui.words import Words, number

HEIGHT = 190
ROWS = 150  # of a picture 170 pixels wide


def gram_figure(machine: MachineInUnit) -> Sketch:
    """Return K as a picture, of many points evenly chosen ones."""
    order = np.argsort(-machine.problem.y, kind="stable")
    order = order[np.unique(np.linspace(0, len(order) - 1, min(len(order), ROWS)).round().astype(np.int64))]
    shown = np.asarray(machine.problem.gram)[np.ix_(order, order)]
    most, negative = float(np.abs(shown).max()) or 1.0, bool(shown.min() < 0.0)
    drawn = Sketch(HEIGHT, margin={"l": 8, "r": 8, "t": 6, "b": 6})
    drawn.add_heatmap(
        z=in_bytes(single(shown)),
        zmin=-most if negative else 0.0,
        zmax=most,
        colorscale=[[0, VIOLET], [0.5, PAPER], [1, INK]] if negative else [[0, PAPER], [1, INK]],
        hovertemplate="K = %{z:.3g}<extra></extra>",
        showscale=False,
    )
    bare = {"showgrid": False, "zeroline": False, "ticks": "", "tickvals": [], "constrain": "domain"}
    m = len(order)
    drawn.update_layout(
        xaxis={**bare, "range": [-0.5, m - 0.5]}, yaxis={**bare, "range": [m - 0.5, -0.5], "scaleanchor": "x"}
    )
    return drawn


def gram_text(machine: MachineInUnit, title: str, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    K = np.asarray(machine.problem.gram)
    low, high = number(float(K.min())), number(float(K.max()))
    return words("figure.before_gram.alt", title=title, n=len(K), low=low, high=high, alike=number(machine.alike))
