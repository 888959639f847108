"""The problem of the page as a formula, with the current numbers."""

from __future__ import annotations

from collections.abc import Sequence

from pages.duality.question import Question


def formula_of(question: Question) -> str:
    """Return f and g, and below them L, in LaTeX."""
    f, g, L = _parts(question.toy.name, question.numbers)
    return rf"\begin{{gathered}} \min_x f(x) = {f}, \quad {g} \\ {L} \end{{gathered}}"


def _parts(name: str, numbers: Sequence[float]) -> tuple[str, str, str]:
    if name == "one":
        inner = rf"{numbers[0]:g} - x"
        return r"\tfrac12 x^2", rf"g(x) = {inner} \le 0", rf"L(x, \lambda) = \tfrac12 x^2 + \lambda\,({inner})"
    if name == "two":
        second = rf"a_2 = ({numbers[0]:g}, {numbers[1]:g})"
        return (
            r"\tfrac12 \lVert x \rVert^2",
            r"g_i(x) = 1 - a_i \cdot x \le 0",
            rf"L(x, \lambda) = f(x) + \lambda_1 g_1(x) + \lambda_2 g_2(x), \quad a_1 = (1, 0),\ {second}",
        )
    if name == "squared":
        inner = rf"x^2 - {numbers[0]:g}" if numbers[0] else "x^2"
        return "x", rf"g(x) = {inner} \le 0", rf"L(x, \lambda) = x + \lambda\,({inner})"
    assert name == "wells"
    a, s = numbers
    f, inner = rf"\tfrac14 (x^2 - 1)^2 + {s:g}\,x", rf"{a:g} - x"
    return f, rf"g(x) = {inner} \le 0", rf"L(x, \lambda) = f(x) + \lambda\,({inner})"
