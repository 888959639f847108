"""What the compiler loves is still arithmetic: powers, maxima, sums and labels against the plain ones."""

from __future__ import annotations

import math
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.lowlevel.simd import (
    LABELS,
    by_division,
    by_inverse,
    fused,
    label_of,
    labelled,
    larger,
    like,
    plus,
    rough_quotient,
    smaller,
    two_to,
)


@numba.njit
def _powers(x: Any, out: Any) -> None:
    for t in range(x.size):
        out[t] = two_to(x[t])


@numba.njit
def _largest(x: Any) -> Any:
    top = like(-math.inf, x[0])
    for value in x:
        top = larger(top, value)
    return top


@numba.njit
def _smallest(x: Any) -> Any:
    least = like(math.inf, x[0])
    for value in x:
        least = smaller(least, value)
    return least


@numba.njit
def _sum(x: Any) -> Any:
    total = like(0.0, x[0])
    for value in x:
        total = plus(total, value)
    return total


@numba.njit
def _fused(a: float, b: float, c: float) -> float:
    return fused(a, b, c)


@pytest.mark.parametrize(("kind", "least", "error"), [(np.float32, -125.0, 3e-7), (np.float64, -1021.0, 5e-16)])
def test_a_power_of_two_is_as_exact_as_its_type(kind: Any, least: float, error: float) -> None:
    x = np.concatenate([np.linspace(least, 0.0, 200_001), -np.logspace(-30, 1.9, 2001), [-0.0]]).astype(kind)
    out = np.empty_like(x)
    _powers(x, out)
    truth = np.exp2(x.astype(np.longdouble))
    assert float(np.abs(out / truth - 1).max()) <= error
    assert out[-1] == 1.0


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_far_below_zero_a_power_of_two_stays_a_tiny_positive_number(kind: Any) -> None:
    x = np.array([-1e3, -1e30, -math.inf], dtype=kind)
    out = np.empty_like(x)
    _powers(x, out)
    assert (out > 0).all()
    assert (out < 1e-37).all()


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@given(values=st.lists(st.floats(-(2.0**90), 2.0**90, width=32) | st.just(-math.inf), min_size=1, max_size=200))
def test_the_largest_is_the_largest(kind: Any, values: list[float]) -> None:
    x = np.array(values, dtype=kind)
    assert _largest(x) == x.max()
    assert _smallest(-x) == -x.max()


@given(values=st.lists(st.floats(-1e10, 1e10), min_size=1, max_size=200))
def test_a_sum_in_any_order_is_the_sum_and_always_the_same(values: list[float]) -> None:
    x = np.array(values)
    assert _sum(x) == pytest.approx(math.fsum(values), abs=1e-14 * np.abs(x).sum() * len(x))
    assert _sum(x) == _sum(x.copy())


@given(a=st.floats(-1e10, 1e10), b=st.floats(-1e10, 1e10), c=st.floats(-1e10, 1e10))
def test_the_fused_product_is_off_by_a_rounding_or_two(a: float, b: float, c: float) -> None:
    assert _fused(a, b, c) == pytest.approx(a * b + c, abs=1e-15 * (abs(a * b) + abs(c)))


@numba.njit
def _leader(x: Any) -> Any:
    top = like(-1e30, x[0])
    for t in range(x.size):
        top = larger(top, labelled(x[t], t))
    return top, label_of(top)


@pytest.mark.parametrize(("kind", "lost"), [(np.float32, 2.5e-4), (np.float64, 5e-13)])
@given(values=st.lists(st.floats(-(2.0**60), 2.0**60, width=32), min_size=1, max_size=LABELS))
def test_the_largest_number_says_who_it_is(kind: Any, lost: float, values: list[float]) -> None:
    x = np.array(values, dtype=kind)
    top, label = _leader(x)
    assert x.max() - x[label] <= lost * abs(x.max()) + 1e-38
    assert abs(top - x[label]) <= lost * abs(x[label]) + 1e-38
    if not np.signbit(x).any() and np.ptp(x) == 0:
        assert label == 0


def _quotients(divide: Any) -> Any:
    @numba.njit
    def quotients(a: Any, b: Any, out: Any) -> None:
        for t in range(a.size):
            out[t] = divide(a[t], b[t])

    return quotients


@pytest.mark.parametrize(
    ("divide", "kind", "error"),
    [
        (rough_quotient, np.float32, 1e-5),
        (by_inverse, np.float32, 1e-5),
        (by_division, np.float32, 1e-7),
        (rough_quotient, np.float64, 3e-16),
    ],
)
def test_a_rough_quotient_is_nearly_the_quotient(divide: Any, kind: Any, error: float) -> None:
    b = np.concatenate([np.linspace(1.0, 4.0, 100_001), np.logspace(-36, 36, 10_001)]).astype(kind)
    a = np.linspace(0.5, 2.0, b.size).astype(kind)
    out = np.empty_like(b)
    _quotients(divide)(a, b, out)
    assert float(np.abs(out * b.astype(np.longdouble) / a - 1.0).max()) <= error
