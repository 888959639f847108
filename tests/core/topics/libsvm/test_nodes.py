"""Points as lists of nodes: the merging inner product, x_square, and powi."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.topics.libsvm.nodes import (
    END,
    LEFT,
    dot,
    memory_size,
    merge,
    multiplications,
    nodes,
    powi,
    squared_distance,
)

numbers = st.floats(-1e3, 1e3) | st.just(0.0)
vectors = st.integers(0, 6).flatmap(lambda d: st.tuples(*(st.lists(numbers, min_size=d, max_size=d) for _ in "xz")))


def test_the_two_points_of_the_source() -> None:
    """Xing 9.1: (0.12, 1.40, 4.00) and (0.12, 1.40, 0, 4.00) meet in two indices."""
    one, other = (nodes(np.array(point)) for point in ([0.12, 1.40, 4.00], [0.12, 1.40, 0.0, 4.00]))
    assert [node.index for node in other] == [1, 2, 4, END]
    steps = merge(one, other)
    assert len(steps) == 3
    assert steps[-1].moved == LEFT
    assert dot(one, other) == pytest.approx(0.12**2 + 1.4**2, rel=1e-15)


@given(vectors)
def test_the_merge_adds_the_products_in_the_order_of_the_indices(pair: tuple[list[float], list[float]]) -> None:
    x, z = map(np.array, pair)
    total = 0.0
    for a, b in zip(*pair, strict=True):
        if a != 0.0 and b != 0.0:
            total += a * b
    assert dot(nodes(x), nodes(z)) == total
    steps = merge(nodes(x), nodes(z))
    assert len(steps) <= np.count_nonzero(x) + np.count_nonzero(z)


@given(vectors)
def test_x_square_gives_the_squared_distance_up_to_rounding(pair: tuple[list[float], list[float]]) -> None:
    x, z = map(np.array, pair)
    found = squared_distance(x, z)
    scale = found.left_square + found.right_square
    assert abs(found.expanded - found.direct) <= 1e-13 * scale
    assert found.direct == pytest.approx(float(np.square(x - z).sum()), rel=1e-12)


def test_the_bytes_of_points() -> None:
    found = memory_size(np.array([[1.0, 0.0, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0]]))
    assert (found.points, found.nodes, found.sparse, found.dense) == (2, 4, 64, 64)


@given(st.integers(0, 64))
def test_powi_multiplies_where_the_bit_is_set(times: int) -> None:
    states = powi(2.0, times)
    last = states[-1]
    assert (last.t, last.power, last.ret) == (0, times, 2.0**times)
    assert all(state.ret == 2.0**state.power for state in states)
    products = sum(1 + state.t % 2 for state in states[:-1])
    assert multiplications(times) == (products, max(times - 1, 0))


def test_the_table_of_the_source() -> None:
    """Xing 10.3: a to the power 5."""
    turns = [(state.power, state.square, state.t) for state in powi(3.0, 5)]
    assert turns == [(0, 1, 5), (1, 2, 2), (1, 4, 1), (5, 8, 0)]
    assert powi(3.0, 5)[-1].ret == 243.0
    assert math.isinf(powi(1e200, 1)[-1].tmp), "the last square is not used"
