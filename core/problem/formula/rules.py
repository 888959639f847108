"""Which formulas are kernels by theorem: the rules that keep a kernel a kernel, applied from the leaves upwards.

A formula is positive semidefinite, or conditionally negative definite as squared distances are: c'Kc <= 0 for all
weights with sum 0. Schoenberg's theorem leads from one to the other: exp(-t D) is positive semidefinite for all t > 0
where D is conditionally negative definite (mathematics 4.1; Berg84, chapter 3).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, NamedTuple

from .syntax import Node, exchanged, nodes, whole_power

OF_X: Final = frozenset(("x1", "x2", "xx"))
OF_Z: Final = frozenset(("z1", "z2", "zz"))
OF_BOTH: Final = frozenset(("dot", "dist2", "dist1", "distmax"))


class Definiteness(NamedTuple):
    """What is known of a formula by theorem, with the rules that were used."""

    psd: bool = False  # positive semidefinite
    negative: bool = False  # conditionally negative definite
    positive: bool = False  # minus it is conditionally negative definite
    least: float = -math.inf  # no value is smaller
    value: float | None = None  # of a constant
    rules: tuple[str, ...] = ()


NOTHING: Final = Definiteness()
_SEPARABLE: Final = Definiteness(psd=True, positive=True, rules=("separable",))
_DISTANCE: Final = Definiteness(negative=True, least=0.0, rules=("distance",))


def reasons(node: Node, gamma: float, r: float) -> tuple[str, ...]:
    """Return the names of the rules that prove a formula positive semidefinite, in their order; empty if none do."""
    found = _known(node, {"gamma": gamma, "r": r})
    return tuple(dict.fromkeys(found.rules)) if found.psd else ()


def constant(value: float) -> Definiteness:
    """Return what is known of a number; nothing of one beyond the floats."""
    if not math.isfinite(value):
        return NOTHING
    return Definiteness(value >= 0.0, True, True, value, value, ("constant",) if value >= 0.0 else ())


def _known(node: Node, symbols: dict[str, float]) -> Definiteness:
    if node.kind == "number" or node.kind in symbols:
        return constant(node.value if node.kind == "number" else symbols[node.kind])
    if separable(node):
        return _SEPARABLE
    if node.kind == "dot":
        return Definiteness(psd=True, positive=True, rules=("linear",))
    if node.kind in ("dist2", "dist1"):
        return _DISTANCE
    if node.kind in ("distmax", "xx", "zz"):
        return Definiteness(least=0.0)
    parts = [_known(part, symbols) for part in node.parts]
    found = _operation(node, parts)
    numbers = [part.value for part in parts]
    if parts and None not in numbers:  # a constant; its sign is what counts, and IEEE operations round it rightly
        return _constant(node, [float(number) for number in numbers if number is not None])
    return found


def _operation(node: Node, parts: list[Definiteness]) -> Definiteness:
    exponent = whole_power(node)
    match node.kind:
        case "negative":
            return _scaled(parts[0], -1.0)
        case "+":
            return _sum(parts[0], parts[1])
        case "-":
            if node.parts[1] == exchanged(node.parts[0]):
                return NOTHING  # f(x) - f(z)
            return _sum(parts[0], _scaled(parts[1], -1.0))
        case "*":
            return _product(parts[0], parts[1])
        case "/":
            below = _SEPARABLE if separable(node.parts[1]) else _power(parts[1], -1.0, None)
            return _product(parts[0], below)
        case "^" if exponent == 2 and _is_difference(node.parts[0]):
            return _DISTANCE
        case "^" if parts[1].value is not None:
            return _power(parts[0], parts[1].value, exponent)
        case "^" if parts[0].value not in (None, 1.0) and parts[0].least > 0.0:  # b^K = exp(K log b)
            return _exponential(_scaled(parts[1], math.log(parts[0].least)))
        case "sqrt":
            return _power(parts[0], 0.5, None)
        case "exp":
            return _exponential(parts[0])
        case "log" if parts[0].negative and parts[0].least >= 1.0:
            return Definiteness(negative=True, least=math.log(parts[0].least), rules=(*parts[0].rules, "logarithm"))
        case "cos" if _is_difference(node.parts[0]):
            return Definiteness(psd=True, positive=True, least=-1.0, rules=("cosine",))
        case "abs":
            return _DISTANCE if _is_difference(node.parts[0]) else Definiteness(least=0.0)
    return NOTHING


def _is_difference(node: Node) -> bool:
    """Tell whether a formula is f(x) - f(z)."""
    return node.kind == "-" and _of(node.parts[0], OF_X) and node.parts[1] == exchanged(node.parts[0])


def _of(node: Node, names: frozenset[str]) -> bool:
    """Tell whether a formula depends on one of the points only."""
    kinds = {each.kind for each in nodes(node)}
    return bool(kinds & names) and not kinds & ((OF_X | OF_Z | OF_BOTH) - names)


def separable(node: Node) -> bool:
    """Tell whether a formula is f(x) f(z)."""
    if node.kind == "*":
        left, right = node.parts
        if _of(left, OF_X) or _of(left, OF_Z):
            return right == exchanged(left)
        return separable(left) and separable(right)
    return whole_power(node) is not None and separable(node.parts[0])


def _constant(node: Node, numbers: list[float]) -> Definiteness:
    """Return a formula without points as a number; nothing is known of one that is no number."""
    calls: dict[str, Callable[..., object]] = {
        "negative": lambda a: -a,
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "/": lambda a, b: a / b,
        "^": lambda a, b: a**b,
        "abs": abs,
        "min": min,
        "max": max,
    }
    call = calls.get(node.kind) or getattr(math, node.kind)
    try:
        value = call(*numbers)
    except (ArithmeticError, ValueError):
        return NOTHING
    return constant(value) if isinstance(value, float) else NOTHING


def _scaled(known: Definiteness, factor: float) -> Definiteness:
    """Return c K for a number c other than 0."""
    if factor > 0.0:
        return known._replace(least=factor * known.least)
    return Definiteness(False, known.positive, known.negative, rules=known.rules)


def _sum(left: Definiteness, right: Definiteness) -> Definiteness:
    psd, negative, positive = (a and b for a, b in zip(left[:3], right[:3], strict=True))
    return Definiteness(psd, negative, positive, left.least + right.least, rules=(*left.rules, *right.rules, "sum"))


def _product(left: Definiteness, right: Definiteness) -> Definiteness:
    for number, other in ((left.value, right), (right.value, left)):
        if number == 0.0:
            return constant(0.0)
        if number is not None:
            return _scaled(other, number)
    if not (left.psd and right.psd):
        least = left.least * right.least if left.least >= 0.0 and right.least >= 0.0 else -math.inf
        return Definiteness(least=least)
    least = left.least * right.least if min(left.least, right.least) >= 0.0 else -math.inf
    return Definiteness(psd=True, positive=True, least=least, rules=(*left.rules, *right.rules, "product"))


def _power(base: Definiteness, exponent: float, whole: int | None) -> Definiteness:
    if exponent == 1.0:
        return base
    if base.psd and whole is not None and whole > 0:
        least = _raised(base.least, whole) if base.least >= 0.0 else -math.inf
        return Definiteness(psd=True, positive=True, least=least, rules=(*base.rules, "power"))
    if base.value is not None and (base.value > 0.0 or (base.value < 0.0 and exponent == -1.0)):
        return constant(_raised(base.value, exponent))
    if not base.negative or base.least < 0.0:
        return Definiteness(least=0.0) if whole is not None and whole >= 0 and whole % 2 == 0 else NOTHING
    if 0.0 < exponent < 1.0:  # of a distance
        return Definiteness(negative=True, least=_raised(base.least, exponent), rules=(*base.rules, "root"))
    if exponent < 0.0 < base.least:  # the integral of exp(-t D) over t, with a positive weight
        return Definiteness(psd=True, positive=True, least=0.0, rules=(*base.rules, "quotient"))
    return NOTHING


def _raised(base: float, exponent: float) -> float:
    """Return a power of a number that has one; infinity beyond the floats."""
    try:
        return float(base**exponent)
    except OverflowError:
        return math.inf


def _exponential(inside: Definiteness) -> Definiteness:
    if inside.psd:
        return Definiteness(psd=True, positive=True, least=0.0, rules=(*inside.rules, "exponential"))
    if inside.positive:
        return Definiteness(psd=True, positive=True, least=0.0, rules=(*inside.rules, "schoenberg"))
    return Definiteness(least=0.0)
