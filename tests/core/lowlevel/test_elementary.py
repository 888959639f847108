"""Elementary functions of IEEE operations: at most 2 ulp from the true value, where that is hard to reach too."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from decimal import Decimal, localcontext

import llvmlite.binding as llvm
import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from core.lowlevel.elementary import (
    LONGEST_ANGLE,
    exponential,
    hyperbolic_tangent,
    logarithm,
    normal_quantiles,
    upper_half,
    wave,
)
from core.problem.gram import powers

DIGITS = 120
ARM = "aarch64-unknown-linux-gnu"
PI = Decimal(
    "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798214808651"
    "32823066470938446095505822317253594081284811174502841027019385211055596446229489549303819644288109756659334461"
)
chance = np.random.default_rng(46)


def ulps(found: float, true: Decimal) -> float:
    """Return how far a number is from the true one, in units of the last digit of the true one."""
    return float(abs(Decimal(found) - true) / Decimal(math.ulp(float(true))))


def exact_tanh(x: Decimal) -> Decimal:
    """Return tanh x, which is x where the digits carried do not tell the two apart."""
    if abs(x) < Decimal("1e-50"):
        return x
    grown = (2 * x).exp()
    return (grown - 1) / (grown + 1)


def exact_sine(x: Decimal) -> Decimal:
    """Return sin x by its series, after whole turns were taken away."""
    x = x.remainder_near(2 * PI)
    term, total, k = x, x, 1
    while abs(term) > Decimal(10) ** (-DIGITS + 10):
        term *= -x * x / ((k + 1) * (k + 2))
        total, k = total + term, k + 2
    return total


SIGNS = np.array([1.0, -1.0])
TINY = np.array([0.0, 5e-324, 1e-300, 2.0**-1022, 1e-17, 1e-9, 1e-4])
NEGATIVE = np.concatenate(
    [-TINY, -chance.uniform(0.0, 1.0, 60), -chance.uniform(0.0, 745.0, 60), -chance.uniform(708.0, 745.3, 60)]
)
POSITIVE = np.concatenate([TINY, chance.uniform(0.0, 709.7, 60)])
ANY = np.multiply.outer(
    SIGNS, np.concatenate([TINY, np.linspace(0.55, 0.575, 40), chance.uniform(0.0, 1.2, 80), chance.uniform(0, 25, 40)])
).ravel()
# Numbers next to a multiple of pi / 2, and those whole numbers that come closest to one: there all digits cancel.
CLOSE = np.array([float(PI / 2 * k) for k in (1, 2, 3, 5, 64, 1001, *chance.integers(1, 600_000, 60).tolist())])
WHOLE = np.array([11.0, 22.0, 344.0, 355.0, 51819.0, 52174.0, 103993.0, 104348.0, 208341.0, 312689.0, 833719.0])
ANGLES = np.multiply.outer(
    SIGNS, np.concatenate([TINY, CLOSE, WHOLE, chance.uniform(0, 4, 60), chance.uniform(0, LONGEST_ANGLE, 60)])
).ravel()
SIZES = np.concatenate([TINY[1:], chance.uniform(0.0, 2.0, 60), 2.0 ** chance.uniform(-1000.0, 1000.0, 60)])


@pytest.mark.parametrize(
    ("function", "true", "arguments"),
    [
        (exponential, Decimal.exp, np.concatenate([NEGATIVE, POSITIVE])),
        (hyperbolic_tangent, exact_tanh, ANY),
        (lambda x: wave(x, 3), exact_sine, ANGLES),
        (lambda x: wave(x, 0), lambda x: exact_sine(x + PI / 2), ANGLES),
        (logarithm, Decimal.ln, SIZES),
    ],
    ids=["exp", "tanh", "sin", "cos", "log"],
)
def test_a_function_is_two_units_of_the_last_digit_from_the_truth_at_most(
    function: Callable[[float], float], true: Callable[[Decimal], Decimal], arguments: NDArray[np.float64]
) -> None:
    with localcontext(prec=DIGITS):
        worst = max(ulps(function(x), true(Decimal(x))) for x in arguments.tolist())
    assert worst <= 2.0


@pytest.mark.parametrize("degree", [1, 2, 3, 4, 5, 8, 15, 64])
@pytest.mark.parametrize("zeta", [0.0, 1.0, -1.0])
def test_a_power_is_two_units_of_the_last_digit_from_the_truth_at_most(degree: int, zeta: float) -> None:
    spread = 4.0 ** (1.0 / degree) if degree > 8 else 1e6
    inner = np.concatenate([[0.0, 1.0, 1.0 + 1e-12], chance.uniform(-spread, spread, 300), chance.uniform(0, 3, 97)])
    K = inner.reshape(4, 100).copy()
    powers(K, degree, 0.75, zeta, 0, 4, 100)
    with localcontext(prec=1200):
        true = [Decimal(u) ** degree for u in (zeta + 0.75 * inner).tolist()]
        assert max(ulps(found, value) for found, value in zip(K.ravel().tolist(), true, strict=True)) <= 2.0


def test_a_power_that_leaves_the_floats_is_infinite_and_one_that_vanishes_is_zero() -> None:
    K = np.array([[1e200, -1e200, 1e-200, 0.0]])
    powers(K, 5, 1.0, 0.0, 0, 1, 4)
    assert K.tolist() == [[math.inf, -math.inf, 0.0, 0.0]]


def test_the_ends_of_every_function() -> None:
    ends = [exponential(x) for x in (-math.inf, -746.0, 0.0, 709.79, math.inf)]
    assert ends == [0.0, 0.0, 1.0, math.inf, math.inf]
    assert math.isnan(exponential(math.nan))
    assert math.isnan(hyperbolic_tangent(math.nan))
    assert [hyperbolic_tangent(x) for x in (-math.inf, -30.0, 0.0, 30.0, math.inf)] == [-1.0, -1.0, 0.0, 1.0, 1.0]
    assert math.copysign(1.0, hyperbolic_tangent(-0.0)) == -1.0
    assert [upper_half(x) for x in (1.0 + 2.0**-25 + 2.0**-26, -math.pi)] == [1.0 + 2.0**-25, -3.1415926218032837]


def test_normal_quantiles_are_those_of_scipy() -> None:
    from scipy.special import ndtri

    u = np.concatenate([[2.0**-54, 1e-12, 0.075, 0.5, 0.925, 1.0 - 2.0**-53], chance.uniform(size=2000)])
    found = np.empty_like(u)
    normal_quantiles(u, found)
    np.testing.assert_allclose(found, ndtri(u), rtol=4e-15, atol=1e-16)


@numba.njit
def _sum(x: float) -> float:
    return float(exponential(x) + wave(x, 0) + hyperbolic_tangent(x) + upper_half(x) * x)


def test_no_product_is_fused_with_a_sum() -> None:
    _sum(1.0)
    (assembly,), (code,) = _sum.inspect_asm().values(), _sum.inspect_llvm().values()
    assert not re.search(r"\bvfn?m(add|sub)", assembly)
    assert not re.search(r"fmuladd|llvm\.fma\b|\bfast\b|\bcontract\b|\breassoc\b", code)
    assert not re.search(r"\bf(n?m(add|sub)|ml[as])\b", _on_arm(code))


def _on_arm(code: str) -> str:
    """Return the assembly that LLVM writes for an ARM processor, whose every core has fused multiplications."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(ARM).create_target_machine(opt=3)
    module = llvm.parse_assembly(re.sub(r'(?m)^target .*$|"(target|tune)-[a-z]+"="[^"]*"', "", code))
    module.triple, module.data_layout = ARM, str(machine.target_data)
    assembly: str = machine.emit_assembly(module)
    assert re.search(r"\bfmul\b", assembly)
    return assembly
