"""WHAT HAPPENED: the trace of a run, as data."""

from core.trace.fork import fork
from core.trace.picking import BadPick, as_far_as_possible, by_hand, pick, pick_coordinate, pick_points, suggestion
from core.trace.record import Trace, record

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
