"""WHAT TO SHOW, as plain numbers: no colour, no words."""

from core.view.box import BoxView, Region, box_at, box_view
from core.view.coordinate import CoordinateView, coordinate_at
from core.view.curves import Curves, curves
from core.view.gamma_strip import Panel, Shape, panel
from core.view.isolines import isolines
from core.view.lift import Lift, gram_difference, gram_order, lift, lifted_problem, rescaled
from core.view.offsets import Offsets, Side, free_problem, offsets
from core.view.pair import Candidates, PairMove, PairView, pair_at, pair_move, pair_view
from core.view.playback import Playback, playback
from core.view.race import Race, Runner, race, value_cost
from core.view.regions import Regions, field, grid_axes, regions
from core.view.score import Score, score
from core.view.solution import Light, Solution, proved_digits, solution
from core.view.taylor_boundary import TaylorSweep, TaylorTimes, taylor_sweep, taylor_times
from core.view.taylor_errors import TaylorCloud, TaylorPair, taylor_cloud, taylor_pair
from core.view.taylor_example import SparsityCount, TaylorExample, sparsity_count, taylor_example
from core.view.taylor_orders import TaylorOrders, taylor_orders
from core.view.taylor_plane import TaylorPlane, taylor_plane
from core.view.taylor_space import TaylorSpace, taylor_space

__all__ = [
    "BoxView",
    "Candidates",
    "CoordinateView",
    "Curves",
    "Lift",
    "Light",
    "Offsets",
    "PairMove",
    "PairView",
    "Panel",
    "Playback",
    "Race",
    "Region",
    "Regions",
    "Runner",
    "Score",
    "Shape",
    "Side",
    "Solution",
    "SparsityCount",
    "TaylorCloud",
    "TaylorExample",
    "TaylorOrders",
    "TaylorPair",
    "TaylorPlane",
    "TaylorSpace",
    "TaylorSweep",
    "TaylorTimes",
    "box_at",
    "box_view",
    "coordinate_at",
    "curves",
    "field",
    "free_problem",
    "gram_difference",
    "gram_order",
    "grid_axes",
    "isolines",
    "lift",
    "lifted_problem",
    "offsets",
    "pair_at",
    "pair_move",
    "pair_view",
    "panel",
    "playback",
    "proved_digits",
    "race",
    "regions",
    "rescaled",
    "score",
    "solution",
    "sparsity_count",
    "taylor_cloud",
    "taylor_example",
    "taylor_orders",
    "taylor_pair",
    "taylor_plane",
    "taylor_space",
    "taylor_sweep",
    "taylor_times",
    "value_cost",
]
