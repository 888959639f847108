"""Goals of time and size, and the number missed: `benchmarks.__main__` fails if there is one."""

from __future__ import annotations

import math
from collections import Counter

MISSED: Counter[str] = Counter()  # the lines of missed goals in this run


def judged(value: float, goal: float) -> str:
    """Return a goal and whether it is met, for the end of a line; empty without a goal. Record missed goals."""
    if math.isinf(goal):
        return ""
    met = value <= goal
    said = f"goal <= {goal:g}  {'met' if met else 'MISSED'}"
    MISSED[said] += not met
    return said
