"""A formula as postfix code: plain numbers that compiled code and the browser evaluate alike.

Every operation is one IEEE operation or a function of `elementary`, so that a kernel value has the same bits on every
processor. Beside the values a bound on their rounding is computed, operation by operation: what an operation gets may
be off by e, and what it returns is off by the derivative times e and by its own rounding (Higham02, section 3.3).
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...lowlevel.borrowed import borrowed
from ...lowlevel.compiled import compiled
from ...lowlevel.elementary import LONGEST_ANGLE, exponential, hyperbolic_tangent, logarithm, wave
from ..arrays import Matrix, Vector
from .syntax import Node, nodes, whole_power

EPS: Final = float(np.finfo(float).eps)
TINY: Final = float(np.finfo(float).tiny)  # what underflows is off by less
ROUNDINGS: Final = 8.0  # in units of EPS: of an elementary function, at least
WIDTH: Final = 512  # values at a time


# The operations of the code; assets/js/shared/formula.js has the same numbers. The first ones push a value.
NUMBER, DOT, DIST2, DIST1, DISTMAX, XX, ZZ, OF_X, OF_Z = range(9)
ONE, TWO = 10, 20  # from here on operations take one value, and two
NEGATIVE, WHOLE, EXP, LOG, SQRT, ABS, SIN, COS, TANH = range(ONE, 19)
ADD, SUB, MUL, DIV, MIN, MAX = range(TWO, 26)
LEAST_COORDINATES: Final = {"x1": 1, "z1": 1, "x2": 2, "z2": 2}
_LEAVES: Final = {
    "dot": (DOT, 0.0),
    "dist2": (DIST2, 0.0),
    "dist1": (DIST1, 0.0),
    "distmax": (DISTMAX, 0.0),
    "xx": (XX, 0.0),
    "zz": (ZZ, 0.0),
    "x1": (OF_X, 0.0),
    "x2": (OF_X, 1.0),
    "z1": (OF_Z, 0.0),
    "z2": (OF_Z, 1.0),
}
_OPERATIONS: Final = {
    "negative": NEGATIVE,
    "exp": EXP,
    "log": LOG,
    "sqrt": SQRT,
    "abs": ABS,
    "sin": SIN,
    "cos": COS,
    "tanh": TANH,
    "+": ADD,
    "-": SUB,
    "*": MUL,
    "/": DIV,
    "min": MIN,
    "max": MAX,
}


class FormulaCode(NamedTuple):
    """Postfix code: an operation and a number for each, and how many values wait at most."""

    operations: NDArray[np.int64]
    numbers: Vector
    depth: int
    symmetric: bool  # whether the text itself is symmetric in x and z
    coordinates: int  # how many a point must have


def encode(node: Node, gamma: float, r: float) -> FormulaCode:
    """Return the code of a tree with the numbers of its symbols."""
    symbols = {"gamma": gamma, "r": r}
    code: list[tuple[int, float]] = []

    def write(node: Node) -> None:
        if (exponent := whole_power(node)) is not None:
            write(node.parts[0])
            code.append((WHOLE, float(exponent)))
        elif node.kind == "^":  # a^b = exp(b log a)
            write(node.parts[1])
            write(node.parts[0])
            code.extend([(LOG, 0.0), (MUL, 0.0), (EXP, 0.0)])
        elif node.kind == "number":
            code.append((NUMBER, node.value))
        elif node.kind in symbols:
            code.append((NUMBER, symbols[node.kind]))
        elif node.kind in _LEAVES:
            code.append(_LEAVES[node.kind])
        else:
            for part in node.parts:
                write(part)
            code.append((_OPERATIONS[node.kind], 0.0))

    write(node)
    waiting = np.cumsum([1 if op < ONE else 0 if op < TWO else -1 for op, _ in code])
    names = {each.kind for each in nodes(node)}
    return FormulaCode(
        np.array([op for op, _ in code], dtype=np.int64),
        np.array([number for _, number in code]),
        int(waiting.max()),
        names.isdisjoint(("xx", "zz", "x1", "x2", "z1", "z2")),
        max((LEAST_COORDINATES.get(name, 0) for name in names), default=0),
    )


@compiled
def write_values(
    A: Matrix, B: Matrix, operations: NDArray[np.int64], numbers: Vector, depth: int, both: bool, K: Matrix
) -> None:
    """Write K(a, b) for the rows of A (n, d) and B (m, d); for `both`, the mean of it and of K(b, a)."""
    A, B, K = borrowed(A), borrowed(B), borrowed(K)
    values, bounds = np.empty((depth, WIDTH)), np.empty((depth, WIDTH))
    for i in range(A.shape[0]):
        for begin in range(0, B.shape[0], WIDTH):
            some = B[begin : begin + WIDTH]
            row = K[i, begin : begin + some.shape[0]]
            evaluate(A[i], some, False, operations, numbers, values, bounds, False)
            for t in range(row.size):
                row[t] = values[0, t]
            if both:
                evaluate(A[i], some, True, operations, numbers, values, bounds, False)
                for t in range(row.size):
                    row[t] = 0.5 * (row[t] + values[0, t])


@compiled
def write_sizes(
    X: Matrix,
    operations: NDArray[np.int64],
    numbers: Vector,
    depth: int,
    both: bool,
    unit: float,
    sizes: Vector,
    apart: Vector,
) -> None:
    """Write the largest of |K(x, z)| and of its error / unit over all z of X (n, d), for each row x, into sizes (n,).

    `apart` (5,) gets the two indices, K(x, z), K(z, x) and by how many bounds on the rounding both differ, where that
    is most; nothing where it is 0.
    """
    X, sizes = borrowed(X), borrowed(sizes)
    values, bounds = np.empty((depth, WIDTH)), np.empty((depth, WIDTH))
    value, bound = np.empty(WIDTH), np.empty(WIDTH)
    apart[:] = 0.0
    for i in range(X.shape[0]):
        most = 0.0
        for begin in range(0, X.shape[0], WIDTH):
            some = X[begin : begin + WIDTH]
            evaluate(X[i], some, False, operations, numbers, values, bounds, True)
            for t in range(some.shape[0]):
                value[t], bound[t] = values[0, t], bounds[0, t]
            if both:
                evaluate(X[i], some, True, operations, numbers, values, bounds, True)
                for t in range(some.shape[0]):
                    error = bound[t] + bounds[0, t]
                    difference = abs(value[t] - values[0, t])
                    share = difference / error if error > 0.0 else (math.inf if difference > 0.0 else 0.0)
                    if share > apart[4]:
                        apart[0], apart[1], apart[4] = float(i), float(begin + t), share
                        apart[2], apart[3] = value[t], values[0, t]
                    value[t], bound[t] = 0.5 * (value[t] + values[0, t]), 0.5 * error
            for t in range(some.shape[0]):
                error = bound[t] + EPS * abs(value[t])
                size = max(abs(value[t]), error / unit)
                most = max(most, size if size == size else math.inf)
        sizes[i] = most


@compiled
def evaluate(
    x: Vector,
    B: Matrix,
    exchanged: bool,
    operations: NDArray[np.int64],
    numbers: Vector,
    values: Matrix,
    bounds: Matrix,
    bounded: bool,
) -> None:
    """Write K(x, z), or K(z, x) where `exchanged`, into values[0] for the rows z of B (m, d), m <= `WIDTH`.

    If `bounded`, bounds[0] gets bounds on their errors. What a formula leaves undefined is nan, and bounded by nothing.
    """
    many, here = B.shape[0], -1
    for k in range(operations.size):
        op, number = operations[k], numbers[k]
        if op < ONE:
            here += 1
            if exchanged:
                op = _exchanged(op)
            _leaf(op, number, x, B, values[here])
            if bounded:
                _bound_of_leaf(op, x, B, values[here], bounds[here])
        elif op < TWO:
            v, e = values[here], bounds[here]
            if bounded:
                _bound_of_one(op, number, v, e, many)
            _one(op, number, v, many)
        else:
            here -= 1
            v, w, e, f = values[here], values[here + 1], bounds[here], bounds[here + 1]
            if bounded:
                _bound_of_two(op, v, w, e, f, many)
            _two(op, v, w, many)
        if bounded and op not in (NEGATIVE, ABS, MIN, MAX) and op >= ONE:  # those round nothing
            v, e = values[here], bounds[here]
            for t in range(many):
                if abs(v[t]) < math.inf:  # log 0 is exactly -inf
                    e[t] += ROUNDINGS * EPS * abs(v[t])


@compiled
def _exchanged(op: int) -> int:
    """Return the operation with x and z in each other's place."""
    if op in (XX, ZZ):
        return XX + ZZ - op
    return OF_X + OF_Z - op if op in (OF_X, OF_Z) else op


@compiled
def _leaf(op: int, number: float, x: Vector, B: Matrix, v: Vector) -> None:
    for t in range(B.shape[0]):
        z, total = B[t], 0.0
        if op == NUMBER:
            total = number
        elif op == DOT:
            for c in range(x.size):
                total += x[c] * z[c]
        elif op == DIST2:
            for c in range(x.size):
                total += (x[c] - z[c]) * (x[c] - z[c])
        elif op == DIST1:
            for c in range(x.size):
                total += abs(x[c] - z[c])
        elif op == DISTMAX:
            for c in range(x.size):
                total = max(total, abs(x[c] - z[c]))
        elif op == XX:
            for c in range(x.size):
                total += x[c] * x[c]
        elif op == ZZ:
            for c in range(x.size):
                total += z[c] * z[c]
        else:
            total = x[int(number)] if op == OF_X else z[int(number)]
        v[t] = total


@compiled
def _bound_of_leaf(op: int, x: Vector, B: Matrix, v: Vector, e: Vector) -> None:
    roundings = EPS * (x.size + 2.0)
    for t in range(B.shape[0]):
        z, error = B[t], 0.0
        if op == DOT:  # terms may cancel: by their sizes
            for c in range(x.size):
                if x[c] != 0.0 and z[c] != 0.0:
                    error += roundings * abs(x[c] * z[c]) + TINY
        elif DIST2 <= op <= ZZ and v[t] != 0.0:
            error = roundings * v[t] + x.size * TINY
        elif op == DIST2:  # squares may have underflowed
            for c in range(x.size):
                error += TINY if x[c] != z[c] else 0.0
        elif op in (XX, ZZ):
            for c in range(x.size):
                error += TINY if (x[c] if op == XX else z[c]) != 0.0 else 0.0
        e[t] = error


@compiled
def _one(op: int, number: float, v: Vector, many: int) -> None:
    for t in range(many):
        a = v[t]
        if op == NEGATIVE:
            v[t] = -a
        elif op == WHOLE:
            v[t] = _power(a, int(number))
        elif op == EXP:
            v[t] = exponential(a)
        elif op == LOG:
            v[t] = logarithm(a) if 0.0 < a < math.inf else (a if a > 0.0 else (-math.inf if a == 0.0 else math.nan))
        elif op == SQRT:
            v[t] = math.sqrt(a) if a >= 0.0 else math.nan
        elif op == ABS:
            v[t] = abs(a)
        elif op in (SIN, COS):
            v[t] = wave(a, 3 if op == SIN else 0) if abs(a) <= LONGEST_ANGLE else math.nan
        else:
            v[t] = hyperbolic_tangent(a)


@compiled
def _power(a: float, exponent: int) -> float:
    """Return a^exponent by repeated squaring; the reciprocal for an exponent below 0."""
    power, base, left = 1.0, a, abs(exponent)
    while left > 0:
        if left & 1:
            power *= base
        base *= base
        left >>= 1
    return power if exponent >= 0 else (1.0 / power if power != 0.0 else math.copysign(math.inf, power))


@compiled
def _bound_of_one(op: int, number: float, v: Vector, e: Vector, many: int) -> None:
    """Turn bounds e on the error of what an operation gets, v, into what it makes of them."""
    for t in range(many):
        a, error = abs(v[t]), e[t]
        if op == WHOLE:
            n = abs(number)
            least = a - error if number < 0.0 else a + error
            power = _power(least, int(number)) if least > 0.0 else 0.0
            slope = 0.0 if number >= 0.0 else math.inf
            if n > 0.0 and least > 0.0:
                slope = n * (_power(least, int(number) - 1) if number > 0.0 else power / least)
            rounded = 2.0 * n * EPS * power
            e[t] = times(slope, error) + rounded + (TINY if n > 1.0 and a > 0.0 else 0.0)
            if number < 0.0 and a == 0.0:
                e[t] = math.inf
        elif op == EXP:
            lost = TINY if v[t] > -math.inf else 0.0
            e[t] = times(exponential(v[t] + error), error) + lost if error < math.inf else math.inf
            if v[t] < math.inf and exponential(v[t]) == math.inf:  # it overflows
                e[t] = math.inf
        elif op == LOG:
            e[t] = 0.0 if error == 0.0 else (error / (a - error) if v[t] > error else math.inf)
        elif op == SQRT:
            e[t] = error / math.sqrt(a - error) if a > error else math.sqrt(2.0 * error)
        # the sign, the size, sine, cosine and tanh carry the error on as it is


@compiled
def _two(op: int, v: Vector, w: Vector, many: int) -> None:
    for t in range(many):
        a, b = v[t], w[t]
        if op == ADD:
            v[t] = a + b
        elif op == SUB:
            v[t] = a - b
        elif op == MUL:
            v[t] = a * b
        elif op == DIV:
            v[t] = a / b if b != 0.0 else (math.nan if a == 0.0 or a != a else math.copysign(math.inf, a))
        elif a != a or b != b:
            v[t] = math.nan
        else:
            v[t] = min(a, b) if op == MIN else max(a, b)


@compiled
def _bound_of_two(op: int, v: Vector, w: Vector, e: Vector, f: Vector, many: int) -> None:
    """Turn bounds e and f on the errors of v and w into what an operation makes of them, in e."""
    for t in range(many):
        a, b = abs(v[t]), abs(w[t])
        if op in (ADD, SUB):
            e[t] = e[t] + f[t] if max(a, b) == math.inf or a + b < math.inf else math.inf  # where it overflows
        elif op == MUL:
            lost = TINY if 0.0 < a < math.inf and 0.0 < b < math.inf else 0.0
            e[t] = times(a, f[t]) + times(b, e[t]) + times(e[t], f[t]) + lost
            if max(a, b) < math.inf and a * b == math.inf:
                e[t] = math.inf
        elif op == DIV:
            least = b - f[t]
            lost = TINY if a > 0.0 else 0.0
            e[t] = (times(a, f[t] / b) + e[t]) / least + lost if least > 0.0 else math.inf
        else:
            e[t] = max(e[t], f[t])


@compiled
def times(size: float, error: float) -> float:
    """Return the product of a size and an error; an exact value stays exact, even in a product with infinity."""
    return 0.0 if error == 0.0 else size * error
