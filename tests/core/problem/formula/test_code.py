"""The code of a formula against its value in a hundred digits, and the bound on its rounding."""

from __future__ import annotations

import math
from decimal import Decimal

import numpy as np
import pytest
from formulas import UNDEFINED, exact, formulas
from hypothesis import assume, example, given
from hypothesis import strategies as st

from core.problem import FormulaKernel, Gaussian, Linear, Polynomial, Sigmoid
from core.problem.formula.code import EPS, encode, evaluate
from core.problem.formula.syntax import parse

coordinates = st.sampled_from([0.0, 1.0, -1.0, 0.1, -2.5, 1e-3, 3.0, 1e-160, 40.0])
points = st.tuples(coordinates, coordinates).map(list)


def bounded(text: str, x: list[float], z: list[float], gamma: float = 1.5, r: float = -0.3) -> tuple[float, float]:
    """K(x, z) and the bound on its error."""
    code = encode(parse(text), gamma, r)
    values, bounds = np.empty((code.depth, 512)), np.empty((code.depth, 512))
    rows = np.array([z])
    evaluate(np.array(x), rows, False, code.operations, code.numbers, values, bounds, True)
    return float(values[0, 0]), float(bounds[0, 0])


@given(formulas, points, points)
@example("exp(0.5*log(dist2))", [1.0, 0.1], [1.0, 0.1])
@example("(dot - 1)^3", [1.0, 1e-3], [1.0, 1e-3])
@example("exp(dot - dot)/ (x1 - x1 + 1e-3)", [40.0, 0.1], [40.0, 0.1])
@example("log(dot - 1)", [1.0, 1e-160], [1.0, 1e-160])
def test_no_value_is_farther_off_than_its_bound(text: str, x: list[float], z: list[float]) -> None:
    value, bound = bounded(text, x, z)
    assume(math.isfinite(value) and math.isfinite(bound))
    try:
        true = exact(parse(text), x, z, 1.5, -0.3)
    except UNDEFINED:
        pytest.fail(f"{text} is not defined, and is said to be {value} up to {bound}")
    assert abs(Decimal(value) - true) <= Decimal(bound * (1.0 + 1e-9)), (value, bound, true)


@given(formulas, points, points)
def test_an_exchange_of_the_points_is_that_of_the_text(text: str, x: list[float], z: list[float]) -> None:
    code = encode(parse(text), 1.5, -0.3)
    values, bounds = np.empty((code.depth, 512)), np.empty((code.depth, 512))
    evaluate(np.array(x), np.array([z]), True, code.operations, code.numbers, values, bounds, False)
    there, (back, _) = values[0, 0], bounded(text, z, x)
    assert np.array_equal(there, back, equal_nan=True)


@pytest.mark.parametrize("text", ["exp(-dist2^0.5)", "exp(-dist2^0.75) + dot", "(1 + xx^0.5)*0.5^dist1"])
def test_a_power_of_an_exact_0_is_exact(text: str) -> None:
    for point in ([1.0, 2.0], [0.0, 0.0], [0.1, -3.0]):
        value, bound = bounded(text, point, point)
        assert bound <= 100.0 * EPS * abs(value)


@pytest.mark.parametrize(
    "text",
    [
        "1e300*1e300*dot",
        "exp(1e300*dot)",
        "0/(1e200^2)",
        "exp(-1e200^2)",
        "1e308 + 1e308*dot",
        "0*0^-1",
        "exp(-(x1 - z1)^-2)",
    ],
)
def test_nothing_is_claimed_where_a_value_has_left_the_floats(text: str) -> None:
    value, bound = bounded(text, [1.0, 2.0], [1.0, 2.0])
    assert not (math.isfinite(value) and math.isfinite(bound))


@pytest.mark.parametrize(
    ("text", "kernel"),
    [
        ("dot", Linear()),
        ("exp(-gamma*dist2)", Gaussian(1.5)),
        ("tanh(gamma*dot + r)", Sigmoid(1.5, -0.3)),
        ("(2 + gamma*dot)^3", Polynomial(3, 1.5, 2.0)),
    ],
)
def test_a_known_kernel_that_is_typed_is_that_kernel(text: str, kernel: object) -> None:
    X = np.random.default_rng(0).normal(size=(700, 2))  # more than are evaluated at once
    K = FormulaKernel(text, 1.5, -0.3).gram(X, X)
    assert np.array_equal(K, K.T)
    assert np.abs(K - kernel.gram(X, X)).max() <= 4.0 * EPS * np.abs(K).max()  # type: ignore[attr-defined]


def test_what_is_not_defined_is_no_number_and_never_bounded_as_one() -> None:
    for text in ("0/(x1 - z1)", "log(-1 - xx)", "sqrt(-1 - zz)", "cos(1e9 + xx)", "(-2)^0.5", "0^0.5/0"):
        value, _ = bounded(text, [1.0, 2.0], [1.0, 2.0])
        assert math.isnan(value), text
    for text in ("1/(dot - 5.0)", "log(dot - 5)", "exp(1/(dot - 5))"):  # the denominator is 0 but for rounding
        assert (
            not all(map(math.isfinite, bounded(text, [0.1, 7.0], [0.3, 0.71])))
            or bounded(text, [0.1, 7.0], [0.3, 0.71])[1] > 1.0
        )
