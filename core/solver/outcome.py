"""How a run ends. Endings are values that a page explains, never exceptions."""

from __future__ import annotations

from enum import IntEnum


class Outcome(IntEnum):
    """The ending of a run; `RUNNING` while there is none."""

    RUNNING = 0
    OPTIMAL = 1  # no pair violates by the tolerance or more
    STEP_LIMIT = 2  # the limit of steps came first
    STUCK = 3  # a violating pair exists, but its step is too small for floating point
    INFEASIBLE = 4  # a hard margin that does not exist
    CANCELLED = 5  # stopped by the caller's cancel flag
    THIN = 6  # the dual has grown beyond what float64 can tell from infinity, and nothing proves that it has no end


def default_limit(variables: int) -> int:
    """Return LIBSVM's limit of steps for a dual of so many variables N, max(10^7, 100 N)."""
    return max(10_000_000, 100 * variables)


# The same as plain integers, which is what compiled code returns.
RUNNING, OPTIMAL, STEP_LIMIT, STUCK, INFEASIBLE, CANCELLED, THIN = map(int, Outcome)
