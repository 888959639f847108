"""The trace of a run, as data."""

from .fork import fork
from .picking import BadPick, as_far_as_possible, by_hand, pick, pick_coordinate, pick_points, suggestion
from .record import Trace, record

__all__ = [
    "BadPick",
    "Trace",
    "as_far_as_possible",
    "by_hand",
    "fork",
    "pick",
    "pick_coordinate",
    "pick_points",
    "record",
    "suggestion",
]
