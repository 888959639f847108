"""Goals of time and size, and how many were missed: `benchmarks.__main__` fails where one is."""

from __future__ import annotations

import math
from collections import Counter

MISSED: Counter[str] = Counter()  # what was missed in this run, as it was printed


def judged(value: float, goal: float) -> str:
    """Return a goal and whether it is met, for the end of a line; nothing where there is none. Keep what is missed."""
    if math.isinf(goal):
        return ""
    met = value <= goal
    said = f"goal <= {goal:g}  {'met' if met else 'MISSED'}"
    MISSED[said] += not met
    return said
