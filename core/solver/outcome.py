"""The outcomes of a run. They are values that a page explains, never exceptions."""

from __future__ import annotations

from enum import IntEnum


class Outcome(IntEnum):
    """The outcome of a run; `RUNNING` until it ends."""

    RUNNING = 0
    OPTIMAL = 1  # no pair violates by the tolerance or more
    STEP_LIMIT = 2  # the step limit was reached
    STUCK = 3  # a violating pair exists, but its step is too small for floating point
    INFEASIBLE = 4  # no hard margin exists
    CANCELLED = 5  # stopped by the caller's cancel flag
    THIN = 6  # the dual has grown too large for float64, without a proof that it is unbounded


def default_limit(variables: int) -> int:
    """Return LIBSVM's step limit for a dual with N variables, max(10^7, 100 N)."""
    return max(10_000_000, 100 * variables)


# The same as plain integers, as returned by compiled code.
RUNNING, OPTIMAL, STEP_LIMIT, STUCK, INFEASIBLE, CANCELLED, THIN = map(int, Outcome)
