"""How a number is written for reading: significant digits, a true minus sign, powers of ten where they help.

assets/js/shared/numbers.js writes numbers by the same rule; one table of tests holds both.
"""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal
from numbers import Integral
from typing import SupportsFloat

_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
TIMES = "\u00a0×\u00a0"  # a number does not break at the end of a line
_PLAIN_POWERS = range(-3, 5)  # 0.001 to 99999 are read faster without a power of ten


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


def at_most(value: float, digits: int = 3) -> str:
    """Write a number like `number`, but rounded up: what is written is never below the value."""
    return number(_rounded(value, digits, ROUND_CEILING), digits)


def at_least(value: float, digits: int = 3) -> str:
    """Write a number like `number`, but rounded down: what is written is never above the value."""
    return number(_rounded(value, digits, ROUND_FLOOR), digits)


def _rounded(value: float, digits: int, direction: str) -> float:
    if not math.isfinite(value) or value == 0:
        return value
    exact = Decimal(value)
    power = exact.adjusted()
    last = min(power - digits + 1, 0) if power in _PLAIN_POWERS else power - digits + 1
    return float(_to(exact, last, direction))


def _exact_or_rounded(written: str, scale: str, x: float) -> str:
    """Drop the zeros after the point if what is written is `x` itself, and set the power of ten."""
    if "." in written and float(written + scale) == x:
        written = written.rstrip("0").rstrip(".")
    if scale:
        power = "10" + scale[1:].translate(_SUPERSCRIPTS)
        written = {"1": power, "-1": "-" + power}.get(written, f"{written}{TIMES}{power}")
    return written.replace("-", "−")
