"""The end of a coordinate descent: by its violation, its epochs, or surveys without any move."""

from __future__ import annotations

import math

from ..outcome import Outcome

IDLE = 2  # surveys between which nothing moved


def ending(violation: float, tolerance: float, epochs: int, limit: int, idle: int) -> Outcome:
    """Return how a descent ends after a survey; RUNNING if it continues. `idle` counts surveys without a move."""
    if violation <= tolerance:
        return Outcome.OPTIMAL
    if epochs >= limit:
        return Outcome.STEP_LIMIT
    return Outcome.STUCK if idle >= IDLE or not math.isfinite(violation) else Outcome.RUNNING
