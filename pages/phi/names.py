"""The notation for the coordinates of a map: text on axes and in lists, and a formula for the whole map."""

from __future__ import annotations

from collections.abc import Iterable

from pages.phi.maps import ShownMap

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_FIXED = {
    "first": ("x₁²", "√2 x₁x₂", "x₂²"),
    "second": ("(x₁² − x₂²)/√2", "√2 x₁x₂", "(x₁² + x₂²)/√2"),
    "third": ("x₁²", "x₁x₂", "x₂x₁", "x₂²"),
    "squares": ("x₁²", "x₂²"),
    "phi2": ("1", "x₁", "x₂", "x₁²", "x₁x₂", "x₂x₁", "x₂²"),
}
_FORMULAS = {  # line by line
    "first": (r"\Phi(x) = (x_1^2,\ \sqrt2\,x_1x_2,\ x_2^2)", r"\Phi(x)\cdot\Phi(z) = (x\cdot z)^2"),
    "second": (
        r"\Phi(x) = \tfrac{1}{\sqrt2}(x_1^2 - x_2^2,\ 2x_1x_2,\ x_1^2 + x_2^2)",
        r"\Phi(x)\cdot\Phi(z) = (x\cdot z)^2",
    ),
    "third": (r"\Phi(x) = (x_1^2,\ x_1x_2,\ x_2x_1,\ x_2^2)", r"\Phi(x)\cdot\Phi(z) = (x\cdot z)^2"),
    "squares": (r"\Phi(x) = (x_1^2,\ x_2^2)",),
    "phi2": (r"\Phi(x) = (1,\ x_i,\ x_ix_j)", r"\Phi(x)\cdot\Phi(z) = 1 + x\cdot z + (x\cdot z)^2"),
}


def names_of(features: ShownMap) -> tuple[str, ...]:
    """Return the names of all coordinates of the map; G stands for their common factor."""
    if features.name in _FIXED:
        return _FIXED[features.name]
    if features.name == "poly2":
        gamma, zeta = features.gamma, features.zeta
        root = "√2" if gamma == zeta == 1.0 else "√(2γζ)" if zeta != 1.0 else "√(2γ)"
        g = "" if gamma == 1.0 else "γ "  # a factor of 1 is not written
        constant = "1" if zeta == 1.0 else "ζ"
        return (constant, f"{root} x₁", f"{root} x₂", f"{g}x₁²", f"{g}x₂²", f"√2 {g}x₁x₂")
    if features.name == "line":
        return tuple(_damped([("x", k)]) for k in range(features.order + 1))
    degrees = range(features.order + 1)
    return tuple(_damped([("x₁", k - j), ("x₂", j)]) for k in degrees for j in range(k + 1))


def _damped(powers: Iterable[tuple[str, int]]) -> str:
    monomial = "".join(x + (str(k).translate(_RAISED) if k > 1 else "") for x, k in powers if k)
    return f"G {monomial}" if monomial else "G"


def formula_of(features: ShownMap) -> str:
    """Return the map, and below it its inner product, as a formula with the current numbers."""
    return r"\begin{gathered}" + r" \\ ".join(_lines_of(features)) + r"\end{gathered}"


def _lines_of(features: ShownMap) -> tuple[str, ...]:
    gamma = "" if features.gamma == 1.0 else rf"{features.gamma:g}\,"
    if features.name in _FORMULAS:
        return _FORMULAS[features.name]
    if features.name == "poly2":
        return (
            r"\Phi(x) = (\zeta,\ \sqrt{2\gamma\zeta}\,x_i,\ \gamma x_i^2,\ \sqrt2\,\gamma x_1x_2)",
            rf"\Phi(x)\cdot\Phi(z) = ({features.zeta:g} + {gamma} x\cdot z)^2",
        )
    if features.name == "line":
        return (
            rf"\Phi_k(x) = G\sqrt{{\tfrac{{(2\gamma)^k}}{{k!}}}}\,x^k,\ k \le {features.order}",
            rf"G = e^{{-{gamma}x^2}}",
        )
    return (
        rf"\Phi_{{ij}}(x) = G\sqrt{{\tfrac{{(2\gamma)^{{i+j}}}}{{i!\,j!}}}}\,x_1^i x_2^j,\ i + j \le {features.order}",
        rf"G = e^{{-{gamma}|x|^2}}",
    )
