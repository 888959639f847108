"""The size of a map's features, in exact integers, before anything is allocated."""

from __future__ import annotations

from typing import NamedTuple

from ..input_error import InputError
from ..validation import MOST_FEATURE_BYTES
from .feature_map import FeatureMap

MEGABYTE = 1_000_000


class MapSize(NamedTuple):
    """The cost of the features of some points; exact, however large."""

    dimension: int  # features of a point
    bytes: int  # of the features of all points, dense
    operations: int  # multiplications, additions and function calls, roughly


def map_size(phi: FeatureMap, n: int, d: int, itemsize: int = 8) -> MapSize:
    """Return the size of the features of n points with d coordinates, numbers of `itemsize` bytes."""
    n, d = int(n), int(d)  # Python integers, which never overflow: C(n + m, m) grows quickly
    dimension = phi.dimension(d)
    return MapSize(dimension, dimension * n * itemsize, phi.operations(n, d))


def admit(phi: FeatureMap, n: int, d: int, itemsize: int = 8) -> None:
    """Refuse features that would not fit into `MOST_FEATURE_BYTES`, and name a size that would."""
    size = map_size(phi, n, d, itemsize)
    if size.bytes > MOST_FEATURE_BYTES:
        name, largest = phi.largest(n, d, MOST_FEATURE_BYTES // itemsize)
        refuse(size, n, name, largest)


def refuse(size: MapSize, n: int, name: str, largest: int) -> None:
    """Raise the refusal of features that are too large; `largest` is the largest value of `name` that fits."""
    raise InputError(
        "map.size",
        "The map makes {dimension} features of each of the {count} points: {megabytes} MB, and {most} MB fit. "
        "The largest {name} that fits is {largest}.",
        dimension=size.dimension,
        count=int(n),
        megabytes=-(-size.bytes // MEGABYTE),
        most=MOST_FEATURE_BYTES // MEGABYTE,
        name=name,
        largest=largest,
    )
