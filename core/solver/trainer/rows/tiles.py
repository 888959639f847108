"""Kernel rows of points with few coordinates, whose inner products are written where they are used.

The points lie in tiles, (tiles, d, width): a coordinate a row, and a whole tile in the fastest memory. Against it four
of the chosen points at a time make inner products, kernel values, and their part of the pull.
"""

from __future__ import annotations

import numpy as np

from ....lowlevel.borrowed import borrowed
from ....lowlevel.cache_lines import LINES, ROWS, inner_block, lanes, store_fence
from ....lowlevel.compiled import compiled
from ....problem.arrays import Indices, Vector
from .formula import Formula, to_values
from .loops import Floats, use_four

WIDTH = 256  # points of a tile
NUMBERS = 8192  # of a tile with many coordinates, 32 KB


def tiled(X: Floats) -> Floats:
    """Return points (n, d) in tiles, zeros behind the last."""
    n, d = X.shape
    width = WIDTH if d * WIDTH <= NUMBERS else WIDTH // 2
    count = -(-n // width)
    table = np.zeros((count * width, d), dtype=np.float32)
    table[:n] = X
    return np.ascontiguousarray(table.reshape(count, width, d).transpose(0, 2, 1))


def in_fours(points: Floats) -> Floats:
    """Return points (q, d) and as many zeros as make their number a multiple of `ROWS`."""
    q, d = points.shape
    table = np.zeros((-(-q // ROWS) * ROWS, d), dtype=np.float32)
    table[:q] = points
    return table


def room_for(tiles: Floats) -> Floats:
    """Return room for the inner products of `ROWS` points with those of a tile."""
    return np.empty((ROWS, tiles.shape[2]), dtype=np.float32)


@compiled
def products(z: Floats, first: int, tile: Floats, width: int, out: Floats) -> None:
    """Write the inner products of `ROWS` points, from z[first] on, with those of a tile into out (ROWS, >= width)."""
    for t in range(0, width, LINES * lanes(tile)):
        inner_block(z, first, tile, t, out, t)


@compiled
def tile_rows(
    formula: Formula,
    z: Floats,
    own: Floats,
    tiles: Floats,
    lengths: Floats,
    steps: Vector,
    slots: Indices,
    arena: Floats,
    pull: Vector,
    cancel: Indices,
    room: Floats,
) -> None:
    """As `row_loops.dense_rows` for points in tiles; z are the chosen ones in fours, `own` (q,) their lengths."""
    z, own, tiles, lengths = borrowed(z), borrowed(own), borrowed(tiles), borrowed(lengths)
    steps, slots, arena, pull = borrowed(steps), borrowed(slots), borrowed(arena), borrowed(pull)
    inner, width = borrowed(room), tiles.shape[2]
    for number in range(tiles.shape[0]):
        if cancel[0] != 0:
            break
        tile, begin = tiles[number], number * width
        near, here = lengths[begin : begin + width], pull[begin : begin + width]
        for k in range(0, steps.size, ROWS):
            products(z, k, tile, here.size, inner)
            some, where = steps[k : k + ROWS], slots[k : k + ROWS]
            use_four(formula, inner, own[k : k + ROWS], near, some, where, arena, begin, here)
    store_fence()


@compiled
def tile_block(
    formula: Formula, z: Floats, lengths: Floats, tiles: Floats, first: int, K: Floats, room: Floats
) -> None:
    """Write the kernel of points with those from `first` on into K (q, long), on and above the diagonal.

    z holds all of the points in fours, the tiles hold those from `first` on.
    """
    z, lengths, tiles, K, inner = borrowed(z), borrowed(lengths), borrowed(tiles), borrowed(K), borrowed(room)
    q, width = lengths.size, tiles.shape[2]
    for number in range(tiles.shape[0]):
        tile, begin = tiles[number], first + number * width
        near = lengths[begin : begin + width]
        for k in range(0, min(begin + width, q), ROWS):  # entries below the diagonal are not needed
            products(z, k, tile, near.size, inner)
            for r in range(min(ROWS, q - k)):
                values, row = inner[r, : near.size], K[k + r, begin:]
                to_values(formula, values, lengths[k + r], near)
                for t in range(near.size):
                    row[t] = values[t]
