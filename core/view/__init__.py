"""WHAT TO SHOW, as plain numbers: no colour, no words."""

from core.view.box import BoxView, Region, box_at, box_view
from core.view.curves import Curves, curves
from core.view.gamma_strip import Panel, Shape, panel
from core.view.pair import Candidates, PairMove, PairView, pair_at, pair_move, pair_view
from core.view.playback import Playback, playback
from core.view.regions import Regions, field, grid_axes, regions
from core.view.solution import Light, Solution, proved_digits, solution

__all__ = [
    "BoxView",
    "Candidates",
    "Curves",
    "Light",
    "PairMove",
    "PairView",
    "Panel",
    "Playback",
    "Region",
    "Regions",
    "Shape",
    "Solution",
    "box_at",
    "box_view",
    "curves",
    "field",
    "grid_axes",
    "pair_at",
    "pair_move",
    "pair_view",
    "panel",
    "playback",
    "proved_digits",
    "regions",
    "solution",
]
