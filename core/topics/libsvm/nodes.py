"""LIBSVM's points in memory: lists of nodes, their inner product by merging, x_square, and its powers (Xing 9 and 10).

A node is `struct svm_node { int index; double value; }`; the list of a point leaves zeros out and ends with index -1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from ...problem.arrays import Matrix, Vector

END: Final = -1  # the index of the node behind the last one of a point
NODE_BYTES: Final = 16  # four of the index, four unused, eight of the value
VALUE_BYTES: Final = 8  # of a number in a table

BOTH, LEFT, RIGHT = "both", "left", "right"


@dataclass(frozen=True)
class SvmNode:
    """One coordinate of a point."""

    index: int  # counted from 1; -1 behind the last
    value: float  # of the node behind the last: not read by LIBSVM, 0 here


@dataclass(frozen=True)
class MergeStep:
    """One turn of the loop of `Kernel::dot`: the nodes that are compared, and which pointers move on."""

    left: int  # the place of the pointer px in its list, before the step
    right: int  # that of py
    moved: str  # BOTH for equal indices, else the one with the smaller index
    product: float  # the product that is added; 0 if the indices differ
    total: float  # the sum after the step


def nodes(point: Vector) -> tuple[SvmNode, ...]:
    """Return the nodes of a point (d,), without its zeros, and the end marker."""
    kept = [SvmNode(place + 1, float(value)) for place, value in enumerate(point.tolist()) if value != 0.0]
    return (*kept, SvmNode(END, 0.0))


def merge(left: tuple[SvmNode, ...], right: tuple[SvmNode, ...]) -> tuple[MergeStep, ...]:
    """Return the steps of the inner product of two lists of nodes; no step after the end of either list."""
    steps: list[MergeStep] = []
    at, to, total = 0, 0, 0.0
    while left[at].index != END and right[to].index != END:
        one, other = left[at], right[to]
        moved = BOTH if one.index == other.index else LEFT if one.index < other.index else RIGHT
        product = one.value * other.value if moved == BOTH else 0.0
        total += product
        steps.append(MergeStep(at, to, moved, product, total))
        at, to = at + (moved != RIGHT), to + (moved != LEFT)
    return tuple(steps)


def dot(left: tuple[SvmNode, ...], right: tuple[SvmNode, ...]) -> float:
    """Return the inner product of two lists of nodes."""
    steps = merge(left, right)
    return steps[-1].total if steps else 0.0


@dataclass(frozen=True)
class SquaredDistance:
    """|x - z|^2 as `Kernel::kernel_rbf` computes it, and from the differences."""

    left_square: float  # x_square[i], computed once for each point
    right_square: float
    inner: float  # x'z, by merging
    expanded: float  # x_square[i] + x_square[j] - 2 x'z
    direct: float  # sum of (x_k - z_k)^2


def squared_distance(x: Vector, z: Vector) -> SquaredDistance:
    """Return the squared distance of two points (d,) in both ways; they differ by rounding."""
    one, other = nodes(x), nodes(z)
    left, right, inner = dot(one, one), dot(other, other), dot(one, other)
    return SquaredDistance(left, right, inner, left + right - 2.0 * inner, math.fsum(np.square(x - z).tolist()))


@dataclass(frozen=True)
class MemorySize:
    """The bytes of points as lists of nodes, and as a table of numbers."""

    points: int
    nodes: int  # with the end markers
    sparse: int  # bytes
    dense: int  # bytes


def memory_size(X: Matrix) -> MemorySize:
    """Return what the points (n, d) occupy as nodes and as a table, without the pointers to them."""
    n, d = X.shape
    count = int(np.count_nonzero(X)) + n
    return MemorySize(n, count, NODE_BYTES * count, VALUE_BYTES * n * d)


# ---- powi: a power by squaring and multiplying (10.3) ----


@dataclass(frozen=True)
class PowerState:
    """The three variables of `powi` before a turn of its loop; in the last state t is 0 and ret is the power."""

    t: int
    ret: float
    tmp: float
    power: int  # the exponent of the base in ret
    square: int  # that in tmp


def powi(base: float, times: int) -> tuple[PowerState, ...]:
    """Return the states of LIBSVM's loop for base^times, times >= 0; a turn multiplies by tmp where t is odd.

    The last square is computed and not used; it may overflow to infinity.
    """
    state = PowerState(times, 1.0, base, 0, 1)
    states = [state]
    while state.t > 0:
        odd = state.t % 2 == 1
        state = PowerState(
            state.t // 2,
            state.ret * state.tmp if odd else state.ret,
            state.tmp * state.tmp,
            state.power + (state.square if odd else 0),
            2 * state.square,
        )
        states.append(state)
    return tuple(states)


def multiplications(times: int) -> tuple[int, int]:
    """Return how many multiplications `powi` makes, its first by 1 and its last square included, and the plain product.

    The plain product of `times` factors takes times - 1.
    """
    return times.bit_length() + times.bit_count(), max(times - 1, 0)
