"""WHAT HAPPENED: the trace of a run, as data."""

from core.trace.record import Trace, record

__all__ = ["Trace", "record"]
