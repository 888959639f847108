"""What trains or times for one picture.

`core.view` shows an answer that is there; an experiment asks for its own, mostly several, and holds one against the
other.
"""

from core.experiment.any_start import FromAStart, from_starts, largest_difference, random_start
from core.experiment.gamma_panels import AtGamma, Shape, panel
from core.experiment.hinge_objective import LeastHinge, hinge_value, least_hinge
from core.experiment.offsets import OffsetFields, Offsets, Side, free_problem, offset_fields, offsets
from core.experiment.perceptron import (
    CYCLIC,
    Learnt,
    Separator,
    moved_away,
    normals_apart,
    offset_of,
    rosenblatt,
    separator,
    separators,
    slope_of_lagrangian,
)
from core.experiment.race import Race, Runner, clock, feature_count, race, step_costs, value_cost
from core.experiment.street import Hulls, Street, hull_bound, nearest_of_hulls, outline, primal_street
from core.experiment.taylor_boundary import TaylorSweep, TaylorTimes, taylor_sweep, taylor_times
from core.experiment.taylor_space import TaylorSpace, taylor_space
from core.experiment.without_offset import Apart, WithoutOffset, without_offset
from core.experiment.without_point import WithoutPoint, without_point

__all__ = [
    "CYCLIC",
    "Apart",
    "AtGamma",
    "FromAStart",
    "Hulls",
    "Learnt",
    "LeastHinge",
    "OffsetFields",
    "Offsets",
    "Race",
    "Runner",
    "Separator",
    "Shape",
    "Side",
    "Street",
    "TaylorSpace",
    "TaylorSweep",
    "TaylorTimes",
    "WithoutOffset",
    "WithoutPoint",
    "clock",
    "feature_count",
    "free_problem",
    "from_starts",
    "hinge_value",
    "hull_bound",
    "largest_difference",
    "least_hinge",
    "moved_away",
    "nearest_of_hulls",
    "normals_apart",
    "offset_fields",
    "offset_of",
    "offsets",
    "outline",
    "panel",
    "primal_street",
    "race",
    "random_start",
    "rosenblatt",
    "separator",
    "separators",
    "slope_of_lagrangian",
    "step_costs",
    "taylor_space",
    "taylor_sweep",
    "taylor_times",
    "value_cost",
    "without_offset",
    "without_point",
]
