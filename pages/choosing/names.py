"""The strategies on the map of this page: the four methods, and one of them as printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ui.plot.methods import METHODS, Brush
from ui.plot.template import GREY

PRINTED = "printed"  # RFFDG-RBF as printed, with complete loops: one feature map, and no C for it
BRUSHES: Final[Mapping[str, Brush]] = {
    **METHODS,
    PRINTED: Brush(GREY, "diamond", "longdash", (-0.3, 0.3), opacity=0.4, size=19, width=1.5),
}
WALKED = tuple(BRUSHES)
