"""What trains several machines for one picture.

`core.view` shows one answer; an experiment asks for several and holds them against one another.
"""

from core.experiment.gamma_strip import Panel, Shape, panel
from core.experiment.offsets import Offsets, Side, free_problem, offsets
from core.experiment.race import Race, Runner, race, value_cost
from core.experiment.taylor_boundary import TaylorSweep, TaylorTimes, taylor_sweep, taylor_times
from core.experiment.taylor_space import TaylorSpace, taylor_space

__all__ = [
    "Offsets",
    "Panel",
    "Race",
    "Runner",
    "Shape",
    "Side",
    "TaylorSpace",
    "TaylorSweep",
    "TaylorTimes",
    "free_problem",
    "offsets",
    "panel",
    "race",
    "taylor_space",
    "taylor_sweep",
    "taylor_times",
    "value_cost",
]
