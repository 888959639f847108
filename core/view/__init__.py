"""WHAT TO SHOW, as plain numbers: no colour, no words."""

from core.view.curves import Curves, curves
from core.view.gamma_strip import Panel, Shape, panel
from core.view.regions import Regions, field, grid_axes, regions
from core.view.solution import Light, Solution, proved_digits, solution

__all__ = [
    "Curves",
    "Light",
    "Panel",
    "Regions",
    "Shape",
    "Solution",
    "curves",
    "field",
    "grid_axes",
    "panel",
    "proved_digits",
    "regions",
    "solution",
]
