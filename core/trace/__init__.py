"""WHAT HAPPENED: the trace of a run, as data."""

from core.trace.fork import fork
from core.trace.hand import Refusal, as_far_as_possible, by_hand, pick, suggestion
from core.trace.record import Trace, record

__all__ = ["Refusal", "Trace", "as_far_as_possible", "by_hand", "fork", "pick", "record", "suggestion"]
