"""Numbers in the equations of a step."""

from __future__ import annotations

from ui.words import TIMES, number


def latex(value: float, digits: int = 4) -> str:
    """Write a number for LaTeX."""
    text = number(float(value), digits).replace("−", "-").replace("∞", r"\infty")
    if "×" in text:
        mantissa, power = text.split(f"{TIMES}10")
        exponent = power.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-"))
        return rf"{mantissa}\cdot 10^{{{exponent}}}"
    return text


def factor(value: float, digits: int = 4) -> str:
    """Write a number as a factor or a term: a negative one in parentheses."""
    return f"({latex(value, digits)})" if value < 0 else latex(value, digits)
