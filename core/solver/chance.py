"""Random numbers without hidden state: the k-th number of a seed is a pure function of both (splitmix64)."""

from __future__ import annotations

import numpy as np

from ..lowlevel.compiled import compiled
from ..problem.arrays import Indices

STRIDE = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)


@compiled
def mixed(z: np.uint64) -> np.uint64:
    """Return 64 bits that depend on every bit of z."""
    z = (z ^ (z >> np.uint64(30))) * FIRST
    z = (z ^ (z >> np.uint64(27))) * SECOND
    return z ^ (z >> np.uint64(31))


@compiled
def below(count: int, seed: int, draw: int) -> int:
    """Return the draw-th number of the seed, in 0, ..., count - 1."""
    return int(mixed(mixed(np.uint64(seed)) + STRIDE * np.uint64(draw + 1)) % np.uint64(count))


@compiled
def shuffled(order: Indices, count: int, seed: int, draw: int) -> Indices:
    """Return the order with its first `count` entries permuted (Fisher-Yates), using the draws from `draw` on."""
    order = order.copy()
    for k in range(count - 1):
        other = k + below(count - k, seed, draw + k)
        order[k], order[other] = order[other], order[k]
    return order
