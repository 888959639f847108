"""The rules that tell a kernel: what they prove is positive semidefinite on any points."""

from __future__ import annotations

import numpy as np
import pytest
from formulas import formulas
from hypothesis import assume, given
from hypothesis import strategies as st

from core.problem import FormulaKernel, InputError
from core.problem.formula import parse, reasons

PROVED = {
    "exp(-gamma*dist2) + r*dot": ("distance", "schoenberg", "linear", "sum"),
    "(1 + dot)^3": ("constant", "linear", "sum", "power"),
    "exp(-sqrt(dist2))": ("distance", "root", "schoenberg"),
    "1/(1 + dist2)": ("constant", "distance", "sum", "quotient"),
    "1/(1 + dist1)^0.5": ("constant", "distance", "sum", "root", "quotient"),
    "1/log(2 + dist2)": ("constant", "distance", "sum", "logarithm", "quotient"),
    "cos(x1 - z1)*dot": ("cosine", "linear", "product"),
    "exp(dot)/(sqrt(1 + xx)*sqrt(1 + zz))": ("linear", "exponential", "separable", "product"),
    "exp(-abs(x1 - z1)) + (x2*z2)": ("distance", "schoenberg", "separable", "sum"),
    "exp(-(x1 - z1)^2)": ("distance", "schoenberg"),
    "2^dot": ("linear", "exponential"),
    "0.5^dist1": ("distance", "schoenberg"),
    "exp(dot - 3)": ("linear", "constant", "sum", "schoenberg"),
}
NOT_PROVED = (
    *("tanh(gamma*dot + r)", "dot - 1", "-dot", "dist2", "exp(-dist2^1.5)", "exp(dist2)", "x1*z1 - x2*z2", "dot^0.5"),
    *("exp(-distmax^2)", "log(2 + dot)", "abs(dot)", "min(x1, z1)", "exp(-dot)", "1/dist2", "dot/(dot + 2)", "x1*z2"),
    *("cos(dot)", "(dot - 1)^2", "x1 - z1", "1/0 + dot", "log(0) + dot", "exp(-dist2)/(xx + zz)", "1/(dist2 - 1)"),
)


@pytest.mark.parametrize("text", PROVED)
def test_a_formula_is_proved_by_the_rules_in_their_order(text: str) -> None:
    found = reasons(parse(text), 1.0, 2.0)
    assert set(found) == set(PROVED[text])
    assert FormulaKernel(text, 1.0, 2.0).always_psd


@pytest.mark.parametrize("text", NOT_PROVED)
def test_what_is_no_kernel_or_not_known_to_be_one_is_not_proved(text: str) -> None:
    assert reasons(parse(text), 1.0, 2.0) == ()


def test_a_negative_factor_ends_a_proof() -> None:
    assert reasons(parse("exp(-gamma*dist2) + r*dot"), 1.0, -0.1) == ()
    assert reasons(parse("exp(-gamma*dist2) + r*dot"), 1.0, 0.0)


@given(formulas, st.integers(0, 999), st.sampled_from([0.3, 1.0, 4.0]), st.sampled_from([-1.0, 0.0, 0.5, 2.0]))
def test_what_is_proved_has_no_negative_eigenvalue_on_random_points(
    text: str, seed: int, gamma: float, r: float
) -> None:
    kernel = FormulaKernel(text, gamma, r)
    assume(kernel.always_psd)
    X = np.random.default_rng(seed).normal(size=(12, 2)) * 2.0 ** np.random.default_rng(seed).integers(-2, 3)
    X[5] = X[4]
    try:
        K = kernel.gram(X, X)
        sizes = kernel.sizes(X, 100.0)
    except InputError:
        pytest.fail("a kernel is symmetric")
    assume(np.isfinite(K).all() and np.isfinite(sizes).all())
    assert np.linalg.eigvalsh(K)[0] >= -100.0 * EPS * 12 * float(sizes.max())


EPS = float(np.finfo(float).eps)
