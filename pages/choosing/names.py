"""The four strategies of the page: how each is named and drawn, the same in every figure."""

from __future__ import annotations

from typing import NamedTuple

from ui.plot.template import GREY, INK, VIOLET

NAMES = ("grid", "rffdg-rbf", "nystroem", "median")


class Brush(NamedTuple):
    """How one is drawn."""

    color: str
    symbol: str
    dash: str


BRUSHES = {
    "grid": Brush(INK, "square", "solid"),
    "rffdg-rbf": Brush(VIOLET, "diamond", "solid"),
    "nystroem": Brush(VIOLET, "triangle-up", "dash"),
    "median": Brush(GREY, "circle", "dot"),
}
