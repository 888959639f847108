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


METHODS: Final[Mapping[str, Brush]] = {  # by their names in core/selection
    "grid": Brush(INK, "square", "solid"),
    "rffdg-rbf": Brush(VIOLET, "diamond", "solid"),
    "nystroem": Brush(VIOLET, "triangle-up", "dash"),
    "median": Brush(GREY, "circle", "dot"),
}
