"""Points of up to six classes, and the points of two of them, which most pages work with."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np

from datasets.points import LABELS, NO_NAMES, Points
from datasets.read_error import ReadError

TwoClasses: TypeAlias = tuple[int, int]  # the labels of two classes: they become +1 and -1
FIRST_PAIR: Final = (1, -1)


def present(points: Points) -> tuple[int, ...]:
    """Return the labels of the classes that have points, in the order of the classes."""
    there = set(points.y.tolist())
    return tuple(label for label in LABELS if label in there)


def name_of(points: Points, label: int) -> str:
    """Return the name of a class in its file; "" without one."""
    place = LABELS.index(label)
    return points.classes[place] if place < len(points.classes) else ""


@lru_cache(maxsize=64)
def in_pair(points: Points, pair: TwoClasses) -> Points:
    """Return the points of two classes, labelled +1 and -1, in their order and in the same window."""
    own = np.isin(points.y, pair)
    if pair == FIRST_PAIR and own.all():
        return points if len(points.classes) <= len(pair) else replace(points, classes=points.classes[: len(pair)])
    X, y = points.X[own], np.where(points.y[own] == pair[0], 1, -1).astype(np.int8)
    X.flags.writeable = y.flags.writeable = False
    names = (name_of(points, pair[0]), name_of(points, pair[1]))
    return replace(points, X=X, y=y, classes=names if all(names) else NO_NAMES)


def relabelled(points: Points, pair: TwoClasses) -> Points:
    """Return points of the classes +1 and -1 with the labels of a pair."""
    y = np.where(points.y > 0, pair[0], pair[1]).astype(np.int8)
    y.flags.writeable = False
    return replace(points, y=y)


def has_others(points: Points, pair: TwoClasses) -> bool:
    """Return whether there are points of other classes than two."""
    return not np.isin(points.y, pair).all()


def with_pair(points: Points, pair: TwoClasses, edited: Points) -> Points:
    """Return the points with those of two classes replaced by edited ones, whose labels are +1 and -1.

    An edited point takes the place of the one with its index, and a point more comes last, so that the others stay
    where they are. Raises `ReadError("points.labels")` for other labels.
    """
    if not np.isin(edited.y, FIRST_PAIR).all():
        raise ReadError("points.labels")
    labels = relabelled(edited, pair).y
    places = np.flatnonzero(np.isin(points.y, pair))
    kept, gone = places[: len(labels)], places[len(labels) :]
    X, y = points.X.copy(), points.y.copy()
    X[kept], y[kept] = edited.X[: len(kept)], labels[: len(kept)]
    X = np.concatenate([np.delete(X, gone, axis=0), edited.X[len(kept) :]])
    y = np.concatenate([np.delete(y, gone), labels[len(kept) :]])
    X.flags.writeable = y.flags.writeable = False
    return replace(edited, X=X, y=y)
