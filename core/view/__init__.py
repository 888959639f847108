"""The views: what to show, as plain numbers without colours or words."""

from .box import BoxView, Cut, Region, box_at, box_view, cut, cut_pairs
from .curves import Curves, curves
from .errors import ErrorUpdate, error_update
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
from .working_sets import WorkingSets, working_sets

__all__ = [
    "BoxView",
    "Candidates",
    "CoordinateStanding",
    "Curves",
    "Cut",
    "ErrorUpdate",
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
    "WorkingSets",
    "box_at",
    "box_view",
    "coordinate_standing",
    "count_regions",
    "curves",
    "cut",
    "cut_pairs",
    "error_update",
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
    "working_sets",
]
