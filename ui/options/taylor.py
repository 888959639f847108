"""What the page about the Taylor kernel asks, as a value and as a field of a link: 4_0_auto_auto_1."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

HIGHEST = 20  # order of the page, and of the kernels that it trains
FARTHEST = 1e6  # shift, radius and coordinates
FACTORS = (1e-6, 1e6)  # of rho_k in units of sigma_0^k
AUTO = "auto"
_WHOLE = re.compile(r"[0-9]{1,2}", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]{1,20}(\.[0-9]{1,20})?(e-?[0-9]{1,2})?", re.ASCII)

Pair = tuple[float, float, float, float]


class TaylorOptions(NamedTuple):
    """What the visitor chose; the kernel of the board brings gamma, and m where it is the Taylor kernel."""

    order: int = 4
    shift: float = 0.0  # of all points, to the right
    radius: float | None = None  # of the ball; None: the smallest around the origin that holds all points
    pair: Pair | None = None  # x1, x2 of both points, before the shift; None: two points of the data
    factors: tuple[float, ...] = ()  # rho_k / sigma_0^k for k = 0, 1, ...; 1 where there is none


def write_options(options: TaylorOptions) -> str:
    """Return the options as one word of a link."""
    order, shift, radius, pair, factors = options
    parts = (str(order), _written((shift,)), AUTO if radius is None else _written((radius,)))
    return "_".join((*parts, AUTO if pair is None else _written(pair), _written(factors or (1.0,))))


def _written(values: tuple[float, ...]) -> str:
    return ",".join(repr(float(value)).removesuffix(".0").replace("e+", "e") for value in values)


def read_options(text: str) -> TaylorOptions | None:
    """Return the options that a link carries; None for anything else."""
    parts = text.split("_", 5)
    if len(text) > 1000 or len(parts) != 5 or not _WHOLE.fullmatch(parts[0]) or int(parts[0]) > HIGHEST:
        return None
    shift, factors = _numbers(parts[1], 1, (0.0, FARTHEST)), _numbers(parts[4], HIGHEST + 1, FACTORS)
    radius = () if parts[2] == AUTO else _numbers(parts[2], 1, (1e-6, FARTHEST))
    pair = () if parts[3] == AUTO else _numbers(parts[3], 4, (-FARTHEST, FARTHEST))
    if shift is None or factors is None or radius is None or pair is None or len(pair) not in (0, 4):
        return None
    places = (pair[0], pair[1], pair[2], pair[3]) if pair else None
    return TaylorOptions(int(parts[0]), shift[0], radius[0] if radius else None, places, _trimmed(factors))


def _numbers(text: str, most: int, allowed: tuple[float, float]) -> tuple[float, ...] | None:
    """Return the numbers of a list; None if it is none, too long, or one of them is out of bounds."""
    words = text.split(",", most)
    if len(words) > most or not all(_NUMBER.fullmatch(word) for word in words):
        return None
    values = tuple(map(float, words))
    return values if all(math.isfinite(value) and allowed[0] <= value <= allowed[1] for value in values) else None


def _trimmed(factors: tuple[float, ...]) -> tuple[float, ...]:
    """Return the factors without the ones at their end: they say nothing."""
    last = max((k for k, factor in enumerate(factors) if factor != 1.0), default=-1)
    return factors[: last + 1]
