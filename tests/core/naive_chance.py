"""splitmix64 in plain integers: the k-th number of a seed."""

from __future__ import annotations

MASK = (1 << 64) - 1


def _mixed(z: int) -> int:
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def below(count: int, seed: int, draw: int) -> int:
    """Return the draw-th number of the seed, in 0, ..., count - 1."""
    return _mixed((_mixed(seed & MASK) + 0x9E3779B97F4A7C15 * (draw + 1)) & MASK) % count
