"""The four methods of the page: how each is named and drawn, the same in every figure."""

from __future__ import annotations

from typing import NamedTuple

from ui.plot.template import GREY, INK, VIOLET


class MethodLook(NamedTuple):
    """How one is named in the paper's tables, and drawn."""

    name: str
    color: str
    symbol: str
    dash: str


LOOKS = {
    "rffdg-rbf": MethodLook("RFFDG-RBF", VIOLET, "diamond", "solid"),
    "grid": MethodLook("RBF", INK, "square", "solid"),
    "nystroem": MethodLook("Nyström", VIOLET, "triangle-up", "dash"),
    "median": MethodLook("Mid-KSRC", GREY, "circle", "dot"),
}
