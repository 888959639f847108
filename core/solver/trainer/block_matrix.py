"""The kernel matrix of a working set: half of the set, and so a quarter of the matrix, is reused."""

from __future__ import annotations

import numpy as np

from ...lowlevel.compiled import compiled
from ...problem.arrays import Indices, Vector
from .dense import long_enough
from .rows.loops import Floats
from .rows.working_rows import KernelRows

SQUARE = 16  # numbers of a row and of a column


class BlockMatrix:
    """K + D over the last working set, and its members.

    Attributes
    ----------
    members
        Variables of the last working set that are still active, in the order in which they were chosen.
    """

    def __init__(self, size: int) -> None:
        self._rooms = [np.empty(size * int(long_enough(size)), dtype=np.float32) for _ in range(2)]
        self._K: Floats = np.empty((0, 0), dtype=np.float32)
        self.forget()

    def forget(self) -> None:
        """Recompute the whole next matrix."""
        self.members = self._places = np.empty(0, dtype=np.int64)

    def renumber(self, new: Indices) -> None:
        """Renumber the members, variable t to new[t]; -1 for removed ones."""
        left = new[self.members] >= 0
        self.members, self._places = new[self.members[left]], self._places[left]

    def over(self, W: Indices, rows: KernelRows, points: int, extra: Vector) -> tuple[Indices, Floats]:
        """Return the variables W, the members first, and K + D over them, (q, q or more), which lasts for two calls.

        Variable t belongs to point t mod `points`; extra (N,) is D.
        """
        places, shared = members_first(W, self.members, len(extra))
        q, long = len(W), int(long_enough(len(W)))
        ordered = np.empty_like(W)
        ordered[places] = W
        self._rooms.reverse()
        K = self._rooms[0][: q * long].reshape(q, long)
        if len(shared) < q:
            rows.block(ordered % points, len(shared), K)
        complete(K, self._K, self._places[shared], extra[ordered])
        self._K, self.members, self._places = K, W, places
        return ordered, K


@compiled
def members_first(W: Indices, members: Indices, count: int) -> tuple[Indices, Indices]:
    """Return the positions of the variables W in an order that begins with the members, and the indices of these.

    There are `count` variables.
    """
    number = np.full(count, -1)
    for k in range(members.size):
        number[members[k]] = k
    places, shared, first = np.empty_like(W), np.empty_like(W), 0
    for k in range(W.size):
        if number[W[k]] >= 0:
            places[k], shared[first] = first, number[W[k]]
            first += 1
    place = first
    for k in range(W.size):
        if number[W[k]] < 0:
            places[k] = place
            place += 1
    return places, shared[:first]


@compiled
def complete(K: Floats, before: Floats, places: Indices, extra: Vector) -> None:
    """Complete K + D (q, q or more), of which K is there on and above the diagonal from column len(places) on.

    The first rows and columns are from the matrix before, where they stand at these places.
    """
    first, q = places.size, extra.size
    for k in range(first):
        row, own = before[places[k]], K[k]
        for t in range(first):
            own[t] = row[places[t]]
    for k in range(first, q):
        K[k, k] += np.float32(extra[k])
    mirror(K, first, q)


@compiled
def mirror(K: Floats, first: int, q: int) -> None:
    """Copy what is above the diagonal of K[:q, :q] to the other side, from column `first` on.

    It goes in squares, which fit into the fastest memory; as their size is known to the compiler it takes a third.
    """
    begin, squared = first // SQUARE * SQUARE, q // SQUARE * SQUARE
    for left in range(begin, squared, SQUARE):
        for top in range(0, left, SQUARE):
            for t in range(SQUARE):
                for k in range(SQUARE):
                    K[left + t, top + k] = K[top + k, left + t]
    for t in range(begin, q):
        for k in range(t // SQUARE * SQUARE if t < squared else 0, t):
            K[t, k] = K[k, t]
