"""What the compiler loves is still arithmetic: exponentials, maxima and sums against the plain ones."""

from __future__ import annotations

import math
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.vector import (
    LINE,
    before_line,
    borrowed,
    exponential,
    fused,
    lanes,
    larger,
    like,
    multiply_line,
    plus,
    prefetch,
    send_line,
    settle,
)


@numba.njit
def _exponentials(x: Any, out: Any) -> None:
    for t in range(x.size):
        out[t] = exponential(x[t])


@numba.njit
def _largest(x: Any) -> Any:
    top = like(-math.inf, x[0])
    for value in x:
        top = larger(top, value)
    return top


@numba.njit
def _sum(x: Any) -> Any:
    total = like(0.0, x[0])
    for value in x:
        total = plus(total, value)
    return total


@numba.njit
def _fused(a: float, b: float, c: float) -> float:
    return fused(a, b, c)


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


@pytest.mark.parametrize(("kind", "least", "error"), [(np.float32, -87.0, 3e-7), (np.float64, -708.0, 5e-16)])
def test_the_exponential_is_as_exact_as_its_type(kind: Any, least: float, error: float) -> None:
    x = np.concatenate([np.linspace(least, 0.0, 200_001), -np.logspace(-30, 1.9, 2001), [-0.0]]).astype(kind)
    out = np.empty_like(x)
    _exponentials(x, out)
    truth = np.exp(x.astype(np.longdouble))
    assert float(np.abs(out / truth - 1).max()) <= error
    assert out[-1] == 1.0


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_far_below_zero_the_exponential_stays_a_tiny_positive_number(kind: Any) -> None:
    x = np.array([-1e3, -1e30, -math.inf], dtype=kind)
    out = np.empty_like(x)
    _exponentials(x, out)
    assert (out > 0).all()
    assert (out < 1e-37).all()


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@given(values=st.lists(st.floats(-(2.0**90), 2.0**90, width=32) | st.just(-math.inf), min_size=1, max_size=200))
def test_the_largest_is_the_largest(kind: Any, values: list[float]) -> None:
    x = np.array(values, dtype=kind)
    assert _largest(x) == x.max()


@given(values=st.lists(st.floats(-1e10, 1e10), min_size=1, max_size=200))
def test_a_sum_in_any_order_is_the_sum_and_always_the_same(values: list[float]) -> None:
    x = np.array(values)
    assert _sum(x) == pytest.approx(math.fsum(values), abs=1e-14 * np.abs(x).sum() * len(x))
    assert _sum(x) == _sum(x.copy())


@given(a=st.floats(-1e10, 1e10), b=st.floats(-1e10, 1e10), c=st.floats(-1e10, 1e10))
def test_the_fused_product_is_off_by_a_rounding_or_two(a: float, b: float, c: float) -> None:
    assert _fused(a, b, c) == pytest.approx(a * b + c, abs=1e-15 * (abs(a * b) + abs(c)))


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
        settle()
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
