"""What trains several machines for one picture.

`core.view` shows one answer; an experiment asks for several and holds them against one another.
"""

from core.experiment.gamma_strip import Panel, Shape, panel
from core.experiment.offsets import OffsetFields, Offsets, Side, free_problem, offset_fields, offsets
from core.experiment.perceptron import (
    CYCLIC,
    Learnt,
    Separator,
    moved_away,
    offset_of,
    rosenblatt,
    separator,
    separators,
    slope_of_lagrangian,
)
from core.experiment.race import Race, Runner, clock, feature_count, race, step_costs, value_cost
from core.experiment.taylor_boundary import TaylorSweep, TaylorTimes, taylor_sweep, taylor_times
from core.experiment.taylor_space import TaylorSpace, taylor_space
from core.experiment.without_offset import Apart, WithoutOffset, without_offset

__all__ = [
    "CYCLIC",
    "Apart",
    "Learnt",
    "OffsetFields",
    "Offsets",
    "Panel",
    "Race",
    "Runner",
    "Separator",
    "Shape",
    "Side",
    "TaylorSpace",
    "TaylorSweep",
    "TaylorTimes",
    "WithoutOffset",
    "clock",
    "feature_count",
    "free_problem",
    "moved_away",
    "offset_fields",
    "offset_of",
    "offsets",
    "panel",
    "race",
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
]
