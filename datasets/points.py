"""Labelled points of the plane: what every data set and every file ends as."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from datasets.plane import Window, check_coordinates, snap, window_for
from datasets.read_error import Note, ReadError

MOST_POINTS = 2000
LABELS = (1, -1, 2, 3, 4, 5)  # of the classes in their order: two classes are +1 and -1
AXES = ("x1", "x2")
NO_NAMES = ("", "")
Scale: TypeAlias = tuple[float, float, float, float]  # mean and deviation of x1, then of x2, in the units of the file
_INERT = str.maketrans("<>{}~", "()()-")  # no markup, no placeholder, no separator


@dataclass(frozen=True, eq=False)
class Points:
    """Points on the grid of their window; build them with `make_points`, which checks and snaps."""

    X: NDArray[np.float64]  # (n, 2), read-only, on the grid of `window`
    y: NDArray[np.int8]  # (n,), read-only, each one of `LABELS`
    window: Window
    axes: tuple[str, str] = AXES  # what x1 and x2 measure; "x1", "x2" where they are only coordinates
    classes: tuple[str, ...] = NO_NAMES  # in the file, in the order of `LABELS`; "" where there is no single one
    notes: tuple[Note, ...] = ()  # what was changed on the way here, for the reader to know
    scale: Scale | None = None  # what standardising took away; None: the numbers are those of the file


def inert(name: str) -> str:
    """Return a name as one line without anything that a figure, a sentence or a link could take for its own."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).translate(_INERT).split())


def make_points(
    X: ArrayLike,
    y: ArrayLike,
    axes: tuple[str, str] = AXES,
    window: Window | None = None,
    notes: tuple[Note, ...] = (),
    classes: tuple[str, ...] = NO_NAMES,
    scale: Scale | None = None,
) -> Points:
    """Return the points X (n, 2) with labels y (n,), each one of `LABELS`, snapped to the grid of `window`.

    Without a window, one that fits. Zero points and one class are allowed: the edits of a board may begin with none.
    Raises `ReadError` with a key `points.*` for more than 2000 points, another shape, other labels, or coordinates
    that are not finite or beyond 2^20.
    """
    coordinates = check_coordinates(X)
    labels = np.asarray(y).reshape(-1)
    if len(coordinates) > MOST_POINTS:
        raise ReadError("points.many", count=len(coordinates), limit=MOST_POINTS)
    if len(labels) != len(coordinates):
        raise ReadError("points.lengths", points=len(coordinates), labels=len(labels))
    if not np.isin(labels, LABELS).all():
        raise ReadError("points.labels")
    fitting = window if window is not None else window_for(coordinates)
    snapped = np.ascontiguousarray(snap(coordinates, fitting))  # a point is a pair that is compared as one
    signs = labels.astype(np.int8)
    snapped.flags.writeable = signs.flags.writeable = False
    return Points(snapped, signs, fitting, axes, classes, notes, scale)
