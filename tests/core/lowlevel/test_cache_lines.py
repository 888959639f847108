"""Lines of memory are written and read where they should be, and nowhere else."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.lowlevel.borrowed import borrowed
from core.lowlevel.cache_lines import (
    LINE,
    LINES,
    ROWS,
    before_line,
    inner_block,
    lanes,
    multiply_line,
    prefetch,
    send_line,
    store_fence,
)


@numba.njit
def _row_sums(table: Any, out: Any) -> None:
    seen = borrowed(table)
    for k in range(table.shape[0]):
        out[k] = seen[k].sum()


@numba.njit
def _sum_ahead(x: Any, ahead: int) -> float:
    total = 0.0
    for k in range(x.size):
        prefetch(x, k + ahead)
        total += x[k]
    return total


def test_a_borrowed_table_is_the_same_table() -> None:
    table, out = np.arange(12.0).reshape(3, 4), np.empty(3)
    _row_sums(table, out)
    assert out.tolist() == [6.0, 22.0, 38.0]


@pytest.mark.parametrize("ahead", [0, 16, 10**9])
def test_asking_for_memory_ahead_changes_nothing_even_behind_the_end(ahead: int) -> None:
    x = np.arange(100.0)
    assert _sum_ahead(x, ahead) == 4950.0
    x.flags.writeable = False
    assert _sum_ahead(x, ahead) == 4950.0


@numba.njit
def _sent(source: Any, begin: int, target: Any) -> int:
    first = before_line(target)
    if first + lanes(target) <= target.size:
        send_line(source, begin, target, first)
        store_fence()
    return first


@numba.njit
def _multiplied(first: Any, source: Any, begin: int, factor: Any, other: int, target: Any, at: int) -> int:
    multiply_line(first, source, begin, factor, other, target, at)
    return lanes(target)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("astray", range(17))
def test_a_line_that_is_sent_arrives_whole_and_alone(kind: Any, astray: int) -> None:
    width = LINE // np.dtype(kind).itemsize
    source, target = np.arange(1, 60, dtype=kind), np.zeros(64, kind)[astray:]
    first = _sent(source, 3, target)
    assert first < width
    assert (target.ctypes.data + first * target.itemsize) % LINE == 0
    assert target[first : first + width].tolist() == source[3 : 3 + width].tolist()
    assert np.count_nonzero(target) == width


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_a_line_is_multiplied_as_numpy_does(kind: Any) -> None:
    source, factor, target = np.linspace(1, 2, 40).astype(kind), np.linspace(3, 5, 40).astype(kind), np.zeros(40, kind)
    width = _multiplied(kind(1.7), source, 1, factor, 5, target, 2)
    assert width * target.itemsize == LINE
    expected = kind(1.7) * source[1 : 1 + width] * factor[5 : 5 + width]
    assert target.tolist() == [0.0, 0.0, *expected.tolist(), *[0.0] * (38 - width)]


@numba.njit
def _block(rows: Any, first: int, columns: Any, begin: int, out: Any, at: int) -> None:
    inner_block(rows, first, columns, begin, out, at)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@given(d=st.integers(0, 9), first=st.integers(0, 3), begin=st.integers(0, 5), at=st.integers(0, 3))
def test_a_block_of_inner_products_is_that_and_touches_nothing_else(
    kind: Any, d: int, first: int, begin: int, at: int
) -> None:
    width = LINES * LINE // np.dtype(kind).itemsize
    rng = np.random.default_rng(d)
    rows, columns = rng.integers(-9, 9, (ROWS + 3, d)).astype(kind), rng.integers(-9, 9, (d, width + 5)).astype(kind)
    out = np.full((ROWS, width + 3), 0.5, dtype=kind)
    _block(rows, first, columns, begin, out, at)
    expected = np.full_like(out, 0.5)
    expected[:, at : at + width] = rows[first : first + ROWS] @ columns[:, begin : begin + width]
    assert (out == expected).all()
