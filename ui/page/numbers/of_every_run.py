"""The numbers of every halted run: the light, the support vectors, the margin; each opens its formula."""

from __future__ import annotations

import math

from core.problem import Certificate, LinearCertificate
from core.problem.arrays import Vector
from core.view import Light, Standing
from ui.component.standing import Row
from ui.words import TIMES, Words, at_least, at_most, certain, common_digits, interval, number, told_apart

ROUNDED = 1e-9  # a smaller difference of two sums that a run keeps equal is rounding


def light_row(shown: Standing, words: Words, impossible: bool = False) -> Row:
    """Return the truth light of a step; `impossible`: it is proved that no hard margin exists."""
    light = Light.IMPOSSIBLE if impossible else shown.light
    bounds = words("standing.bounds.impossible") if impossible else bounds_text(shown.proof, words)
    lines = [_primal(shown, words), _dual(shown, words), bounds]
    if isinstance(shown.proof, Certificate) and math.isfinite(shown.proof.primal):
        lines.insert(1, words("standing.primal.best", b=number(shown.proof.b)))
    return Row(words(f"light.{light.value}.title"), gap_text(shown.proof, words), "\n".join(lines), light.value)


def gap_text(proof: Certificate | LinearCertificate, words: Words) -> str:
    """Report the gap, and the digits of the optimum that it makes certain."""
    low, high = proof.low, proof.high
    digits = common_digits(low, high) if math.isfinite(high) and (low > 0.0 or high < 0.0) else 0
    if not digits:
        return words("standing.gap.none", gap=number(proof.gap))
    gap = at_most(proof.gap + proof.rounding, 2)
    return words("standing.gap.some", gap=gap, digits=digits, value=certain(low, high))


def _primal(shown: Standing, words: Words) -> str:
    primal, half = shown.proof.primal, shown.half_norm
    if math.isinf(primal):
        return words("standing.primal.broken")
    if shown.hard:
        least = math.sqrt(half / primal) if primal > 0 else 1.0
        return words("standing.primal.hard", half=number(half, 4), least=number(least, 4), primal=number(primal, 4))
    values = {"half": number(half, 4), "loss": number(shown.loss, 4), "primal": number(primal, 4)}
    if shown.squared:
        return words("standing.primal.squared", **values)
    return words("standing.primal" if shown.bounds[0] == shown.bounds[1] else "standing.primal.two", **values)


def _dual(shown: Standing, words: Words) -> str:
    values = {"total": number(shown.total, 4), "half": operand(shown.half_norm), "dual": number(-shown.proof.dual, 4)}
    if shown.squared and not shown.hard:
        return words("standing.dual.squared", diagonal=number(shown.diagonal, 4), **values)
    return words("standing.dual", **values)


def bounds_text(proof: Certificate | LinearCertificate, words: Words) -> str:
    """Report the interval that contains the optimum."""
    if math.isfinite(proof.high):
        return words("standing.bounds", **interval(proof.low, proof.high)._asdict())
    if math.isfinite(proof.primal):
        return words("standing.bounds.indefinite")
    return words("standing.bounds.open", low=at_least(proof.low, 4))


def vector_rows(shown: Standing, words: Words) -> tuple[Row, Row]:
    """Return the numbers of free and of bounded support vectors."""
    free, bounded, n = number(shown.free), number(shown.bounded), number(shown.count)
    labels = words("number.free"), words("number.bounded")
    if math.isinf(shown.upper):
        said = words("standing.free.endless", free=free, n=n), words("standing.bounded.endless")
    elif shown.bounds[0] != shown.bounds[1]:
        plus, minus = map(number, shown.bounds)
        values = {"plus": plus, "minus": minus, "n": n}
        said = words("standing.free.two", free=free, **values), words("standing.bounded.two", bounded=bounded, **values)
    else:
        values = {"upper": number(shown.upper), "n": n}
        said = words("standing.free", free=free, **values), words("standing.bounded", bounded=bounded, **values)
    return Row(labels[0], free, said[0]), Row(labels[1], bounded, said[1])


def width_row(shown: Standing, words: Words, in_plane: bool) -> Row:
    """Return the width of the margin, on the board or in feature space."""
    label, width = words("number.width" if in_plane else "number.width.feature"), number(shown.margin_width)
    squared = number(shown.squared_norm, 4)
    if shown.squared_norm < 0.0:
        return Row(label, "–", words("standing.width.indefinite", squared=squared))
    if math.isinf(shown.margin_width):
        return Row(label, width, words("standing.width.none"))
    return Row(label, width, words("standing.width", squared=squared, root=under_root(squared), width=width))


def vector_text(w: Vector) -> str:
    """Write the coordinates of w."""
    return f"({', '.join(number(float(value)) for value in w)})"


def operand(value: float, digits: int = 4) -> str:
    """Format a term of a sum or difference: a negative one in parentheses."""
    return number(value, digits) if value >= 0.0 else f"({number(value, digits)})"


def under_root(written: str) -> str:
    """Format a radicand: a product, such as one with a power of ten, in parentheses."""
    return f"({written})" if TIMES in written else written


def interval_row(
    label: str, met: tuple[float, float], noise: float, ends: str, told: tuple[str, str], words: Words
) -> Row:
    """Return [m, M], or how far m exceeds M if that is more than `noise`, the size of rounding errors.

    `ends` explains m and M; `told` has the words for an interval of valid values, and for none.
    """
    m, M = met
    if m <= M:
        return Row(label, f"[{number(m)}, {number(M)}]", f"{ends}\n{told[0]}")
    lacks = number(m - M)
    if m - M <= noise:
        return Row(
            label,
            words("standing.interval.met", m=number(m)),
            f"{ends}\n{words('standing.interval.rounding', lacks=lacks)}",
        )
    return Row(label, words("standing.interval.empty", lacks=lacks), f"{ends}\n{told[1]}")


def sums_of(parts: tuple[float, float]) -> dict[str, str]:
    """Format two sums, with enough digits to distinguish them if they differ by more than rounding."""
    positive, negative = parts
    if abs(positive - negative) <= ROUNDED * max(abs(positive), abs(negative)):
        return {"positive": number(positive, 4), "negative": number(negative, 4)}
    return dict(zip(("positive", "negative"), told_apart(positive, negative, 4), strict=True))
