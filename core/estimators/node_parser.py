"""The parser of LIBSVM's data lines: bytes in, labels and nodes out, every number as `float` would read it.

A decimal w 10^q with at most 18 digits is computed in double-double arithmetic; where its rounding is not certain, and
for longer or extreme numbers, Python's own `float` reads the text afterwards.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np

from ..lowlevel.compiled import compiled, inlined

MOST_DIGITS: Final = 18  # w is below 2^60
MOST_POWER: Final = 45  # 5^45 is below 2^106: so far both parts of 10^m are exact
POWERS: Final = np.array([[float(10**m), float(10**m - int(float(10**m)))] for m in range(MOST_POWER + 1)])
SPLIT: Final = 134217729.0  # 2^27 + 1
SURE: Final = 1.0 + 2.0**-40  # the tail of a sum is known to more digits than that
LAST_INDEX: Final = 2**31 - 1

READ, NO_POINT, NO_ORDER, INDEX_ZERO, INDEX_LARGE = range(5)


class Parsed(NamedTuple):
    """The points of some lines; numbers for later have only a place in the text."""

    rows: int
    nodes: int
    later: int  # numbers for `float`
    error: int
    line: int  # lines before the error


@inlined
def _exact_product(a: float, b: float) -> tuple[float, float]:
    """Return a b as the sum of two floats (Dekker)."""
    product = a * b
    large = SPLIT * a
    a_high = large - (large - a)
    large = SPLIT * b
    b_high = large - (large - b)
    a_low, b_low = a - a_high, b - b_high
    return product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low


@inlined
def _scaled(w: int, q: int, powers: np.ndarray) -> float:
    """Return w 10^q correctly rounded, or nan where that is not certain."""
    high = float(w)
    low = float(w - int(high))
    if q == 0 and low == 0.0:
        return high
    m = q if q >= 0 else -q
    if m > MOST_POWER:
        return math.nan
    power, rest = powers[m, 0], powers[m, 1]
    if q >= 0:
        head, tail = _exact_product(high, power)
        tail += low * power + high * rest
    else:
        head = high / power
        product, error = _exact_product(head, power)
        tail = ((((high - product) - error) + low) - head * rest) / power
    total = head + tail
    left = tail - (total - head)
    return total if total + left * SURE == total else math.nan


@inlined
def _number(data: np.ndarray, at: int, end: int, powers: np.ndarray) -> tuple[float, int]:
    """Return the number that begins at a place and the place behind it; nan for `float` to read, -1 for no number."""
    negative = data[at] == 45
    if negative or data[at] == 43:
        at += 1
    w, digits, seen, q, point = 0, 0, False, 0, False
    while at < end:
        code = data[at]
        if 48 <= code <= 57:
            seen = True
            if digits < MOST_DIGITS:
                w = 10 * w + int(code - 48)
                q -= point
            digits += w > 0
        elif code == 46 and not point:
            point = True
        else:
            break
        at += 1
    if not seen:
        return 0.0, -1
    if at < end and (data[at] == 101 or data[at] == 69):
        at += 1
        down = at < end and data[at] == 45
        if at < end and (down or data[at] == 43):
            at += 1
        if at >= end or not 48 <= data[at] <= 57:
            return 0.0, -1
        power = 0
        while at < end and 48 <= data[at] <= 57:
            power = min(10 * power + int(data[at] - 48), 10000)
            at += 1
        q += -power if down else power
    value = math.nan if digits > MOST_DIGITS else 0.0 if w == 0 else _scaled(w, q, powers)
    return (-value if negative else value), at


@inlined
def _ends(data: np.ndarray, at: int, end: int) -> bool:
    """Whether a token ends here: before a space, a line's end or a comment."""
    return at >= end or data[at] <= 32 or data[at] == 35


@compiled
def parse(
    data: np.ndarray,
    powers: np.ndarray,
    labels: np.ndarray,
    ends: np.ndarray,
    indices: np.ndarray,
    values: np.ndarray,
    later: np.ndarray,
) -> Parsed:
    """Read whole lines of bytes into arrays that are long enough.

    `later` (numbers, 3) receives for each number that is left: its node, or -1 - row for a label, and its place in the
    text. `ends` (rows + 1,) are the nodes before each row.
    """
    at, end, row, node, left, line = 0, data.size, 0, 0, 0, 0
    ends[0] = 0
    while at < end:
        while at < end and data[at] <= 32 and data[at] != 10:
            at += 1
        if at < end and data[at] != 10 and data[at] != 35:
            value, after = _number(data, at, end, powers)
            if after < 0 or not _ends(data, after, end):
                return Parsed(row, node, left, NO_POINT, line)
            if math.isnan(value):
                later[left, 0], later[left, 1], later[left, 2] = -1 - row, at, after
                left += 1
            labels[row], at, before = value, after, 0
            while True:
                while at < end and data[at] <= 32 and data[at] != 10:
                    at += 1
                if at >= end or data[at] == 10 or data[at] == 35:
                    break
                index, start = 0, at
                while at < end and 48 <= data[at] <= 57:
                    index = min(10 * index + int(data[at] - 48), LAST_INDEX + 1)
                    at += 1
                if at == start or at + 1 >= end or data[at] != 58:
                    return Parsed(row, node, left, NO_POINT, line)
                if index == 0 or index > LAST_INDEX:
                    return Parsed(row, node, left, INDEX_LARGE if index else INDEX_ZERO, line)
                if index <= before:
                    return Parsed(row, node, left, NO_ORDER, line)
                value, after = _number(data, at + 1, end, powers)
                if after < 0 or not _ends(data, after, end):
                    return Parsed(row, node, left, NO_POINT, line)
                if math.isnan(value):
                    later[left, 0], later[left, 1], later[left, 2] = node, at + 1, after
                    left += 1
                indices[node], values[node] = index - 1, value
                before, node, at = index, node + 1, after
            row += 1
            ends[row] = node
        while at < end and data[at] != 10:
            at += 1
        at, line = at + 1, line + 1
    return Parsed(row, node, left, READ, line)
