"""The shape of a Gaussian machine in a window: the proved number of connected regions per class (mathematics 22.7)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from ..problem import Gaussian, Problem
from ..problem.arrays import Indices, Matrix, Vector
from ..solver import CancelFlag, new_cancel_flag
from .cells import FAR, Bumps, are_simple, values_at

PARTS = 3  # squares to the side of one that is parted: no corner ever lies in the middle of the window, as in 2, 4, ...
COARSEST, DEEPEST = 9, 13  # squares to the side of the window at first; how often they may be parted
FINEST = COARSEST * PARTS**DEEPEST
MOST_SQUARES = 200_000
MOST_TERMS = 40_000_000  # bumps times squares, half a second
WIDER = 1.0 + 1e-9  # a square, for the rounding of its middle
CORNERS = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
CHILDREN = np.array([(i, j) for i in range(PARTS) for j in range(PARTS)])


@dataclass(frozen=True)
class Regions:
    """Connected regions of f > 0 and of f < 0 in a window; each count is proved, and exact if `settled`."""

    positive: int
    negative: int
    lonely: int  # regions that contain exactly one training point, of the region's own class
    settled: bool = True  # False: f is too close to 0 somewhere, and there can be more of each


class Mesh(NamedTuple):
    """Squares that cover a window, and f at their corners."""

    corners: NDArray[np.int64]  # (m, 4) numbers of the corners, in a circle
    simple: NDArray[np.bool_]  # (m,) whether f is certain on the edges and simple inside
    sign: NDArray[np.int8]  # of f at each corner; 0 where rounding hides it
    square_of: Indices  # (points,) in which square a point lies


def count_regions(
    problem: Problem,
    alpha: Vector,
    b: float,
    window: tuple[float, float, float],
    cancel: CancelFlag | None = None,
    most_terms: int = MOST_TERMS,
) -> Regions:
    """Count the regions of a Gaussian's f in a window (x0, y0, size); once cancelled, what is certain so far.

    `most_terms` is the limit on bumps times squares: a caller with several boards divides `MOST_TERMS` among them.

    Two corners of one sign belong to one region if an edge joins them, because f changes sign at most once on an edge;
    there is no region without a corner, because f is monotone in the squares that it crosses. Where that is undecided
    at the finest squares, everything around counts as one region of each class.
    """
    assert isinstance(problem.kernel, Gaussian)
    stretch, support = math.sqrt(2.0 * problem.kernel.gamma), alpha > 0
    places = (problem.X - np.array(window[:2])) * stretch
    size = window[2] * stretch
    rising = np.flatnonzero(support)[np.argsort(places[support, 0], kind="stable")]
    bumps = Bumps(places[rising], (alpha * problem.y)[rising], b)
    inside = np.all((places >= 0) & (places < size), axis=1)  # points outside the window belong to no region
    living, y = places[inside], problem.y[inside]
    cancel = new_cancel_flag() if cancel is None else cancel
    mesh = _mesh(bumps, size, living, cancel, most_terms)
    value = _signs(bumps, living, cancel)
    counts, lonely = [], 0
    for sign in (1, -1):
        region, count = _regions_of(mesh, sign)
        everyone, residents = _inhabitants(mesh, region, value, y, sign)
        counts.append(count)
        lonely += int(np.count_nonzero((everyone == 1) & (residents == 1)))
    return Regions(counts[0], counts[1], lonely, bool(mesh.simple.all() and value.all()))


def _signs(bumps: Bumps, places: Matrix, cancel: CancelFlag) -> NDArray[np.int8]:
    f, lost = values_at(bumps, places, cancel)
    return np.where(np.abs(f) > lost, np.sign(f), 0).astype(np.int8)


def _regions_of(mesh: Mesh, sign: int) -> tuple[Indices, int]:
    """Return the region of each corner with this sign, and the number of regions."""
    start, end = mesh.corners, np.roll(mesh.corners, -1, axis=1)
    joined = (mesh.sign[start] == sign) & (mesh.sign[end] == sign) | ~mesh.simple[:, None]
    edges = (np.ones(np.count_nonzero(joined), np.int8), (start[joined], end[joined]))
    _, region = connected_components(coo_array(edges, shape=(len(mesh.sign),) * 2), directed=False)
    return region, len(np.unique(region[mesh.sign == sign]))


def _inhabitants(mesh: Mesh, region: Indices, value: NDArray[np.int8], y: Vector, sign: int) -> tuple[Indices, Indices]:
    """Return how many points can be in each region of a sign, and how many of its class certainly are."""
    corners, simple = mesh.corners[mesh.square_of], mesh.simple[mesh.square_of]
    possible = ((mesh.sign[corners] == sign) | ~simple[:, None]) & (value != -sign)[:, None]
    count = int(region.max()) + 1
    point = np.broadcast_to(np.arange(len(y))[:, None], corners.shape)
    found = np.unique(point[possible] * count + region[corners[possible]])
    who, where = np.divmod(found, count)
    at_home = (value[who] == sign) & (y[who] == sign)
    return np.bincount(where, minlength=count), np.bincount(where[at_home], minlength=count)


def _mesh(bumps: Bumps, size: float, places: Matrix, cancel: CancelFlag, most_terms: int) -> Mesh:
    """Subdivide squares until all are simple, or there are too many; `places` (points, 2) are within the window."""
    squares = np.array([(i, j) for i in range(COARSEST) for j in range(COARSEST)])
    square_of = np.zeros(len(places), dtype=np.int64)
    corners, simple, terms, count, side = [], [], 0, 0, COARSEST
    while True:
        found, cost = _simple(bumps, squares, size / side, cancel)
        terms += cost
        parted = squares[~found]
        enough = (
            side == FINEST
            or cancel[0] != 0
            or count + len(squares) + PARTS**2 * len(parted) > MOST_SQUARES
            or terms + PARTS**2 * cost * len(parted) / len(squares) > most_terms
        )
        kept = np.ones_like(found) if enough else found
        own = squares[kept]
        _find(square_of, places, own, size / side, side, count)
        corners.append((own[:, None] + CORNERS) * (FINEST // side))
        simple.append(found[kept])
        if enough or not len(parted):
            return _meshed(bumps, np.concatenate(corners), np.concatenate(simple), size, square_of, cancel)
        count += len(own)
        squares, side = (parted[:, None] * PARTS + CHILDREN).reshape(-1, 2), side * PARTS


def _simple(bumps: Bumps, squares: NDArray[np.int64], side: float, cancel: CancelFlag) -> tuple[NDArray[np.bool_], int]:
    """Return which squares of this side are simple, and the number of terms used."""
    middles: Matrix = np.asarray((squares + 0.5) * side, dtype=np.float64)
    reach = FAR + side
    first = np.searchsorted(bumps.X[:, 0], middles[:, 0] - reach)
    last = np.searchsorted(bumps.X[:, 0], middles[:, 0] + reach)
    return are_simple(bumps, middles, 0.5 * side * WIDER, first, last, cancel), int((last - first).sum())


def _find(square_of: Indices, places: Matrix, squares: NDArray[np.int64], side: float, count: int, first: int) -> None:
    """Set the square that contains each point, if one does; the squares are numbered from `first` on."""
    if not len(squares):
        return
    names = squares @ (count, 1)
    order = np.argsort(names)
    wanted = np.minimum((places / side).astype(np.int64), count - 1) @ (count, 1)
    at = order[np.minimum(np.searchsorted(names, wanted, sorter=order), len(names) - 1)]
    hit = names[at] == wanted
    square_of[hit] = first + at[hit]


def _meshed(
    bumps: Bumps,
    corners: NDArray[np.int64],
    simple: NDArray[np.bool_],
    size: float,
    square_of: Indices,
    cancel: CancelFlag,
) -> Mesh:
    names, numbered = np.unique(corners @ (FINEST + 1, 1), return_inverse=True)
    sign = _signs(bumps, np.column_stack(np.divmod(names, FINEST + 1)) * (size / FINEST), cancel)
    own = numbered.reshape(corners.shape[:2])
    return Mesh(own, simple & np.all(sign[own] != 0, axis=1), sign, square_of)
