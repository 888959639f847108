"""WHAT TO SHOW, as plain numbers: no colour, no words."""

from core.view.box import BoxView, Region, box_at, box_view, cut_pairs
from core.view.coordinate import CoordinateView, coordinate_at
from core.view.curves import Curves, curves
from core.view.grid import field, grid_axes
from core.view.isolines import isolines
from core.view.lift import Lift, gram_difference, gram_order, lift, lifted_problem, rescaled
from core.view.margin.directions import Directions, directions, margin_of_directions, separating_directions
from core.view.margin.hand_line import HandLine, hand_line, line_through
from core.view.margin.losses import LOSSES_OF_A_MARGIN, Band, Terms, alphas_at, band, sampled, terms
from core.view.pair import Candidates, PairMove, PairView, Partners, pair_at, pair_move, pair_view, partners_at
from core.view.perceptron import Wedge, wedge
from core.view.playback import Playback, playback
from core.view.regions import Regions, count_regions
from core.view.score import Score, score
from core.view.solution import Light, Solution, linear_solution, proved_digits, solution
from core.view.standing import (
    CoordinateStanding,
    OffsetRule,
    PairOffsets,
    PairStanding,
    Standing,
    coordinate_standing,
    pair_standing,
)
from core.view.taylor.errors import TaylorCloud, TaylorPair, taylor_cloud, taylor_pair
from core.view.taylor.example import SparsityCount, TaylorExample, sparsity_count, taylor_example
from core.view.taylor.orders import TaylorOrders, taylor_orders
from core.view.taylor.plane import TaylorPlane, taylor_plane

__all__ = [
    "LOSSES_OF_A_MARGIN",
    "Band",
    "BoxView",
    "Candidates",
    "CoordinateStanding",
    "CoordinateView",
    "Curves",
    "Directions",
    "HandLine",
    "Lift",
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
    "SparsityCount",
    "Standing",
    "TaylorCloud",
    "TaylorExample",
    "TaylorOrders",
    "TaylorPair",
    "TaylorPlane",
    "Terms",
    "Wedge",
    "alphas_at",
    "band",
    "box_at",
    "box_view",
    "coordinate_at",
    "coordinate_standing",
    "count_regions",
    "curves",
    "cut_pairs",
    "directions",
    "field",
    "gram_difference",
    "gram_order",
    "grid_axes",
    "hand_line",
    "isolines",
    "lift",
    "lifted_problem",
    "line_through",
    "linear_solution",
    "margin_of_directions",
    "pair_at",
    "pair_move",
    "pair_standing",
    "pair_view",
    "partners_at",
    "playback",
    "proved_digits",
    "rescaled",
    "sampled",
    "score",
    "separating_directions",
    "solution",
    "sparsity_count",
    "taylor_cloud",
    "taylor_example",
    "taylor_orders",
    "taylor_pair",
    "taylor_plane",
    "terms",
    "wedge",
]
