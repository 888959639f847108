"""Hand-picked pairs after the points change: each pair follows its points."""

from __future__ import annotations

from collections import defaultdict, deque

import numpy as np

from datasets import Points
from pages.smo.question import MovedPair

GONE = -1

PlaceOfClass = tuple[float, float, int]  # x1, x2 and the class


def numbers_now(before: Points, now: Points) -> list[int] | None:
    """Return the new number of each earlier point, `GONE` if it was removed; None if no point remains.

    If the number of points and their classes are unchanged, points that moved keep their numbers. Otherwise points were
    added or removed, and a point is identified by its position and class.
    """
    stayed = before.X.shape == now.X.shape and np.array_equal(before.y, now.y)
    if stayed and (before.X == now.X).all(axis=1).any():
        return list(range(len(now.y)))
    there: defaultdict[PlaceOfClass, deque[int]] = defaultdict(deque)
    for number, spot in enumerate(_spots(now)):
        there[spot].append(number)
    found = [there[spot].popleft() if there[spot] else GONE for spot in _spots(before)]
    return found if max(found, default=GONE) > GONE else None


def renumbered(pairs: tuple[MovedPair, ...], numbers: list[int]) -> tuple[MovedPair, ...]:
    """Return the pairs with the new numbers of their points."""
    return tuple((numbers[i], numbers[j], *who) for i, j, *who in pairs)


def _spots(points: Points) -> list[PlaceOfClass]:
    return [(float(x), float(y), int(label)) for (x, y), label in zip(points.X, points.y, strict=True)]
