"""The views: what to show, as plain numbers without colours or words."""

from .box import BoxView, Region, box_at, box_view, cut_pairs
from .curves import Curves, curves
from .grid import field, grid_axes
from .isolines import isolines
from .pair import Candidates, PairMove, PairView, Partners, pair_at, pair_move, pair_view, partners_at
from .playback import Playback, playback
from .regions import Regions, count_regions
from .score import Score, score
from .solution import Light, Solution, linear_solution, proved_digits, solution
from .standing import (
    CoordinateStanding,
    OffsetRule,
    PairOffsets,
    PairStanding,
    Standing,
    coordinate_standing,
    pair_standing,
)
from .ties import Ties, ties_at

__all__ = [
    "BoxView",
    "Candidates",
    "CoordinateStanding",
    "Curves",
    "Light",
    "OffsetRule",
    "PairMove",
    "PairOffsets",
    "PairStanding",
    "PairView",
    "Partners",
    "Playback",
    "Region",
    "Regions",
    "Score",
    "Solution",
    "Standing",
    "Ties",
    "box_at",
    "box_view",
    "coordinate_standing",
    "count_regions",
    "curves",
    "cut_pairs",
    "field",
    "grid_axes",
    "isolines",
    "linear_solution",
    "pair_at",
    "pair_move",
    "pair_standing",
    "pair_view",
    "partners_at",
    "playback",
    "proved_digits",
    "score",
    "solution",
    "ties_at",
]
