"""How a number is written for reading: significant digits, a true minus sign, powers of ten where they help.

assets/js/shared/numbers.js writes numbers by the same rule; one table of tests holds both.
"""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal
from numbers import Integral
from typing import NamedTuple, SupportsFloat

_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
TIMES = "\u00a0×\u00a0"  # a number does not break at the end of a line
_PLAIN_POWERS = range(-3, 5)  # 0.001 to 99999 are read faster without a power of ten
MOST_DIGITS = 15  # what a float64 can hold
FEWEST_OF_ENDS, MOST_OF_ENDS = 3, 12  # digits of the larger end of an interval
CERTAIN = 6  # digits of a certain number, however many are proved
FAR = 6  # powers of ten between two ends that share no digit


def number(value: SupportsFloat, digits: int = 3) -> str:
    """Write a number for reading: `digits` significant digits, a true minus sign, powers of ten where they help.

    Zeros at the end mean "rounded": 0.5 is written 0.5, and 0.50012 is written 0.500. Whole numbers of type
    int are counts and are written in full; so is the whole part of any number below 100000.
    """
    if isinstance(value, Integral):
        return str(int(value)).replace("-", "−")
    x = float(value)
    if not math.isfinite(x):
        return "–" if math.isnan(x) else "∞" if x > 0 else "−∞"
    if x == 0:
        return "0"
    exact = Decimal(x)
    power = _to(exact, exact.adjusted() - digits + 1).adjusted()  # 99.96 has one digit more, once it is rounded
    if power in _PLAIN_POWERS:
        return _exact_or_rounded(f"{_to(exact, min(power - digits + 1, 0)):f}", "", x)
    return _exact_or_rounded(f"{_to(exact, power - digits + 1).scaleb(-power):f}", f"e{power}", x)


def _to(exact: Decimal, last: int, rounding: str = ROUND_HALF_UP) -> Decimal:
    """Round to the digit of 10^last; a tie goes away from zero, as the browser writes it."""
    return exact.quantize(Decimal(1).scaleb(last), context=Context(prec=800, rounding=rounding))


def _shortest(value: float) -> Decimal:
    """Return the shortest decimal that reads back as the same float."""
    return Decimal(repr(float(value)))


def at_most(value: float, digits: int = 3) -> str:
    """Write a number like `number`, but rounded up: what is written is never below the value.

    A float counts as the shortest decimal that reads back as it: 0.1 is written 0.1, though it is slightly above it.
    """
    return _to_one_side(value, digits, ROUND_CEILING)


def at_least(value: float, digits: int = 3) -> str:
    """Write a number like `number`, but rounded down: what is written is never above the value."""
    return _to_one_side(value, digits, ROUND_FLOOR)


class WrittenEnds(NamedTuple):
    """Both ends of an interval as they are written."""

    low: str
    high: str


def interval(low: float, high: float) -> WrittenEnds:
    """Write the ends of an interval, rounded outward to the same decimal: the second digit of its width.

    Zeros at the end are kept, and a power of ten is that of the larger end. Where the ends are far apart, the digits
    are those of the smaller one; ends that share none, and one that is infinite, are written apart.
    """
    if low == high:
        return WrittenEnds(number(low, MOST_OF_ENDS), number(high, MOST_OF_ENDS))
    small, large = sorted((abs(low), abs(high)))
    if not math.isfinite(large):
        return WrittenEnds(at_least(low, 4), at_most(high, 4))
    exact, power = (_shortest(low), _shortest(high)), _shortest(large).adjusted()
    size = exact[1] - exact[0]
    if low > 0.0 or high < 0.0:
        if _shortest(small).adjusted() < power - FAR:
            return WrittenEnds(at_least(low), at_most(high))
        size = min(size, _shortest(small))
    last = min(max(size.adjusted() - 1, power - MOST_OF_ENDS + 1), power - FEWEST_OF_ENDS + 1)
    if power in _PLAIN_POWERS:
        last = min(last, 0)
    ends = [_to(end, last, side) for end, side in zip(exact, (ROUND_FLOOR, ROUND_CEILING), strict=True)]
    power = max(end.adjusted() for end in ends if end)
    return WrittenEnds(*(_at_power(end, power) for end in ends))


def common_digits(low: float, high: float, most: int = MOST_DIGITS) -> int:
    """Return how many leading digits all numbers from low to high share once they are rounded to so many."""
    alike = (digits for digits in range(most, 0, -1) if f"{low:.{digits - 1}e}" == f"{high:.{digits - 1}e}")
    return next(alike, 0)


def certain(low: float, high: float) -> str:
    """Write those digits, six at most, that all numbers from low to high share, zeros at the end included.

    A whole number is written in full only where all of its digits are certain. Nothing is written where none is.
    """
    digits = common_digits(low, high, CERTAIN)
    if low == high or not digits:
        return number(low, CERTAIN) if digits else ""
    rounded = Decimal(f"{low:.{digits - 1}e}")
    return _at_power(rounded, rounded.adjusted(), plain=rounded.adjusted() < digits)


def told_apart(one: float, other: float, digits: int) -> tuple[str, str]:
    """Write two numbers with so many digits, or with as many more, up to 15, as tell them apart."""
    for count in range(digits, MOST_DIGITS + 1):
        written = number(one, count), number(other, count)
        if written[0] != written[1]:
            break
    return written


def _at_power(value: Decimal, power: int, plain: bool = True) -> str:
    """Write a rounded number as it is, or times a power of ten where numbers of that size have one."""
    if plain and power in _PLAIN_POWERS:
        written = f"{abs(value):f}"
    else:
        written = f"{abs(value).scaleb(-power):f}{TIMES}10{str(power).translate(_SUPERSCRIPTS)}"
    return f"−{written}" if value < 0 else written


def _to_one_side(value: float, digits: int, direction: str) -> str:
    """Write a number rounded to one side, as `number` writes the number that it then is."""
    if not math.isfinite(value) or value == 0:
        return number(value)
    exact = _shortest(value)
    power = exact.adjusted()
    last = min(power - digits + 1, 0) if power in _PLAIN_POWERS else power - digits + 1
    rounded = _to(exact, last, direction)
    power = rounded.adjusted() if rounded else 0
    if power in _PLAIN_POWERS:
        return _exact_or_rounded(f"{rounded:f}", "", float(rounded))
    return _exact_or_rounded(f"{rounded.scaleb(-power):f}", f"e{power}", float(rounded))


def _exact_or_rounded(written: str, scale: str, x: float) -> str:
    """Drop the zeros after the point if what is written is `x` itself, and set the power of ten."""
    if "." in written and float(written + scale) == x:
        written = written.rstrip("0").rstrip(".")
    if scale:
        power = "10" + scale[1:].translate(_SUPERSCRIPTS)
        written = {"1": power, "-1": "-" + power}.get(written, f"{written}{TIMES}{power}")
    return written.replace("-", "−")
