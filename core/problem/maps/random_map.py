"""The random maps that approximate the Gaussian kernel, made from their names."""

from __future__ import annotations

from typing import Final, TypeAlias

from ..arrays import Matrix
from ..kernels import Gaussian
from .fourier import FourierMap, paired_count
from .nystroem import NystroemMap

WAVES: Final = "fourier"  # cosines with phases
PAIRED: Final = "paired"  # cosines and sines of the same frequencies
LANDMARKS: Final = "nystroem"  # the kernel approximated from some of the points

RandomMap: TypeAlias = FourierMap | NystroemMap


def random_map(name: str, gamma: float, count: int, seed: int, X: Matrix) -> RandomMap:
    """Return a map with `count` features, or with `count` landmarks among the rows of X (n, d), at most n."""
    if name == LANDMARKS:
        return NystroemMap.choose(Gaussian(gamma), X, min(count, len(X)), seed)
    return waves(name, gamma, count, seed)


def waves(name: str, gamma: float, count: int, seed: int) -> FourierMap:
    """Return `count` random Fourier features; in pairs one fewer if the number is odd."""
    if name == PAIRED:
        return FourierMap(gamma, paired_count(count), seed, paired=True)
    if name == WAVES:
        return FourierMap(gamma, count, seed)
    raise ValueError(f"{name} is no random map")
