"""How far the axis of the Taylor figures goes."""

from __future__ import annotations

import math

from core.topics.taylor.view import TaylorPair

ROUND = (1.25, 1.6, 2.0, 2.5, 3.2, 4.0, 5.0, 6.4, 8.0, 10.0, 12.5)


def reach_of(shown: TaylorPair, farthest: float) -> float:
    """Return the largest |t| of an axis: a round number, so that it stays while the pair moves a little."""
    most = max(farthest, float(shown.grid[-1]), 1e-3)
    power = 10.0 ** math.floor(math.log10(most))
    return next(m * power for m in ROUND if m * power >= 1.02 * most)
