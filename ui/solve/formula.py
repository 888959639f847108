r"""The formula K(x, z) of each kernel, in LaTeX, with its current numbers.

Numbers that depend on a parameter are set as \mathrm{...}, and nothing else is: assets/js/board/follow.js finds them by
that in the formula on the page and replaces them by those of a newer answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from core.problem import TaylorGaussian
from core.problem.formula import latex, parse

SHOWN_TERMS = 2
Spec = Mapping[str, str | float]  # of a kernel, with the numbers that `ui.solve.kernels` lists


def linear(spec: Spec) -> str:
    """Return the inner product of the points."""
    return r"K(x,z) = x \cdot z"


def polynomial(spec: Spec) -> str:
    """Return the power Q of zeta + gamma x.z."""
    zeta, gamma = _latex(spec["zeta"]), _factor(spec["gamma"])
    return rf"K(x,z) = \left({zeta} + {gamma} x \cdot z\right)^{{{_whole(spec['degree'])}}}"


def gaussian(spec: Spec) -> str:
    """Return the Gaussian with its inverse width gamma."""
    return rf"K(x,z) = \exp\!\left(-{_factor(spec['gamma'])}\lVert x-z\rVert^2\right)"


def sigmoid(spec: Spec) -> str:
    """Return the hyperbolic tangent of gamma x.z + r."""
    return rf"K(x,z) = \tanh\!\left({_factor(spec['gamma'])} x \cdot z + {_latex(spec['r'])}\right)"


def typed(spec: Spec) -> str:
    """Return the formula that was typed, with the numbers of its symbols."""
    numbers = {name: _latex(spec[name]) for name in ("gamma", "r")}
    return rf"K(x,z) = {latex(parse(str(spec['formula'])), _constant, numbers)}"


def fourier(spec: Spec) -> str:
    """Return the inner product of the random features, and the distributions of their frequencies and phases."""
    count, twice = _whole(spec["components"]), _latex(2.0 * float(spec["gamma"]))
    waves = r"\cos(w_k\cdot x+b_k)\cos(w_k\cdot z+b_k)"
    return (
        rf"\begin{{aligned}} K(x,z) &= \frac{{2}}{{{count}}}\sum_{{k=1}}^{{{count}}} {waves} \\ "
        rf"w_k &\sim N(0,\,{twice}\,I),\quad b_k \sim U[-\pi,\pi] \end{{aligned}}"
    )


def paired(spec: Spec) -> str:
    """Return the inner product of paired cosines and sines, and the distribution of their frequencies."""
    count, twice = _whole(int(spec["components"]) // 2), _latex(2.0 * float(spec["gamma"]))
    return (
        rf"\begin{{aligned}} K(x,z) &= \frac{{1}}{{{count}}}\sum_{{k=1}}^{{{count}}} \cos\bigl(w_k\cdot(x-z)\bigr) \\ "
        rf"w_k &\sim N(0,\,{twice}\,I) \end{{aligned}}"
    )


def nystroem(spec: Spec) -> str:
    """Return the Nystroem kernel, written with the Gaussian at the landmarks."""
    gamma, count = _factor(spec["gamma"]), _whole(spec["landmarks"])
    return (
        r"\begin{aligned} K(x,z) &= k(x)^{\mathsf T}\,W^{+}\,k(z),\quad "
        rf"k_l(x) = \exp\!\left(-{gamma}\lVert x-c_l\rVert^2\right) \\ "
        rf"W_{{jl}} &= k_l(c_j),\quad j,\,l = 1,\dots,{count} \end{{aligned}}"
    )


def taylor(spec: Spec) -> str:
    """Return K_m with rho_k = sigma_0^k (mathematics, equation 13.1): in general, and with its first numbers."""
    kernel = TaylorGaussian(float(spec["gamma"]), int(spec["order"]))
    gamma, order = _factor(kernel.gamma), kernel.order
    terms = [_term(c, k) for k, c in enumerate(kernel.coefficients()[: SHOWN_TERMS + 1])]
    tail = rf" + \dots + {_term(kernel.coefficients()[-1], order)}" if order > SHOWN_TERMS else ""
    outside = rf"e^{{-{gamma}(\lVert x\rVert^2+\lVert z\rVert^2)}}"
    return (
        rf"\begin{{aligned}} K(x,z) &= {outside}\sum_{{k=0}}^{{{_whole(order)}}} "
        rf"\frac{{(2\gamma)^k}}{{k!}}(x\cdot z)^k \\ "
        rf"&= {outside}\left({' + '.join(terms)}{tail}\right)\end{{aligned}}"
    )


def _term(coefficient: float, k: int) -> str:
    if k == 0:
        return _latex(coefficient)
    return ("" if coefficient == 1.0 else _factor(coefficient)) + (r"x\cdot z" if k == 1 else rf"(x\cdot z)^{{{k}}}")


def _factor(value: str | float) -> str:
    """Format a factor in front of a product."""
    return _latex(value) + r"\,"


def _whole(value: str | float) -> str:
    return rf"\mathrm{{{int(float(value))}}}"


def _latex(value: str | float) -> str:
    number = float(value)
    size = abs(number)
    mantissa, _, exponent = (f"{size:.3g}" if size < 1e3 or size >= 1e5 else f"{size:.0f}").partition("e")
    power = rf"\cdot 10^{{{int(exponent)}}}" if exponent else ""
    return ("-" if number < 0 else "") + rf"\mathrm{{{mantissa}}}" + power


def _constant(value: float) -> str:
    """Format a number of a typed formula, which no slider moves."""
    return re.sub(r"\\mathrm\{([^}]*)\}", r"\1", _latex(value))
