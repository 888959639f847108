"""The four methods of choosing gamma and C that are compared: how each is drawn, the same on every page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from ui.plot.template import GREY, INK, VIOLET


class Brush(NamedTuple):
    """How one is drawn."""

    color: str
    symbol: str
    dash: str
    corner: tuple[float, float] = (0.0, 0.0)  # of a cell, in its sides: where a look on features is marked
    opacity: float = 0.8  # of a look with the exact kernel
    size: int = 13  # pixels of what is chosen, and of its line
    width: float = 3.0


METHODS: Final[Mapping[str, Brush]] = {  # by their names in core/selection
    "grid": Brush(INK, "square", "solid"),
    "rffdg-rbf": Brush(VIOLET, "diamond", "solid", (-0.3, -0.3)),
    "nystroem": Brush(VIOLET, "triangle-up", "dash", (0.3, -0.3)),
    "median": Brush(GREY, "circle", "dot"),
}
