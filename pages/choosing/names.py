"""The strategies of the page: how each is named and drawn, the same in every figure."""

from __future__ import annotations

from typing import NamedTuple

from ui.plot.template import GREY, INK, VIOLET

NAMES = ("grid", "rffdg-rbf", "nystroem", "median")  # that compete
PRINTED = "printed"  # RFFDG-RBF as printed, whose loops come to their end: one map of features, and no C on it
WALKED = (*NAMES, PRINTED)


class Brush(NamedTuple):
    """How one is drawn."""

    color: str
    symbol: str
    dash: str
    corner: tuple[float, float] = (0.0, 0.0)  # of a cell, in its sides: where a look on features is marked
    opacity: float = 0.8  # of a look with the exact kernel
    size: int = 13  # pixels of what is chosen, and of its line
    width: float = 3.0


BRUSHES = {
    "grid": Brush(INK, "square", "solid"),
    "rffdg-rbf": Brush(VIOLET, "diamond", "solid", (-0.3, -0.3)),
    "nystroem": Brush(VIOLET, "triangle-up", "dash", (0.3, -0.3)),
    "median": Brush(GREY, "circle", "dot"),
    PRINTED: Brush(GREY, "diamond", "longdash", (-0.3, 0.3), opacity=0.4, size=19, width=1.5),
}
