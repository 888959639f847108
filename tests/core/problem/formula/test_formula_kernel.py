"""A typed formula as a kernel: of a problem, an estimator, and a proof."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from formulas import exact
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.formulas import hostile_formula, outcome
from core.estimators import SVC
from core.problem import FormulaKernel, Gaussian, InputError, c_svc, certificate
from core.problem.formula import parse
from core.problem.proof.kernel_rounding import kernel_bound
from core.solver import finish

X = np.random.default_rng(3).normal(size=(40, 2))
y = np.where(X[:, 0] * X[:, 1] > 0, 1.0, -1.0)


def test_a_formula_is_frozen_and_equal_by_its_text_and_numbers() -> None:
    one = FormulaKernel("dot", 1.0, 0.0)
    assert one == FormulaKernel("dot", 1.0, 0.0) != FormulaKernel("dot", 2.0, 0.0)
    assert len({one, FormulaKernel("dot", 1.0, 0.0)}) == 1
    one.gram(X, X)
    assert copy.deepcopy(one) == one


@pytest.mark.parametrize("numbers", [(0.0, 0.0), (-1.0, 0.0), (float("nan"), 0.0), (1.0, float("inf"))])
def test_numbers_out_of_range_are_refused(numbers: tuple[float, float]) -> None:
    with pytest.raises(InputError):
        FormulaKernel("dot", *numbers)


@pytest.mark.parametrize("text", ["x1*z2", "x1 - z1", "dot + 1e-9*x1", "xx/(zz + 1)"])
def test_a_formula_that_is_not_symmetric_is_refused_with_the_worst_pair(text: str) -> None:
    with pytest.raises(InputError) as refused:
        c_svc(X, y, FormulaKernel(text), 1.0)
    values = refused.value.values
    assert refused.value.key == "formula.asymmetric"
    i, j = int(str(values["i"])) - 1, int(str(values["j"])) - 1
    x, z = X[i].tolist(), X[j].tolist()
    assert values["one"] == pytest.approx(float(exact(parse(text), x, z, 1.0, 0.0)))
    assert values["other"] == pytest.approx(float(exact(parse(text), z, x, 1.0, 0.0)))
    assert values["one"] != values["other"]


@pytest.mark.parametrize(
    "text", ["x1*z1 + x2*z2 + x1*x2*z1*z2", "(x1 + z1 + 0.1)*(x2 + z2)", "xx*zz*dot", "exp(xx + zz)"]
)
def test_a_symmetric_text_in_any_order_of_its_terms_is_taken(text: str) -> None:
    K = FormulaKernel(text).gram(X, X)
    assert np.array_equal(K, K.T)


def test_too_few_coordinates_and_values_beyond_the_floats_are_refused() -> None:
    with pytest.raises(InputError) as refused:
        c_svc(X[:, :1], y, FormulaKernel("x2*z2"), 1.0)
    assert refused.value.key == "formula.coordinate"
    for text in ("exp(1000 + dist2)", "log(-1 + 0*dot)", "1/dist2"):
        with pytest.raises(InputError) as refused:
            c_svc(X, y, FormulaKernel(text), 1.0)
        assert refused.value.key == "kernel.overflow"


def test_the_bound_holds_all_values_and_their_errors() -> None:
    kernel = FormulaKernel("exp(-gamma*dist2) + r*dot", 0.7, -0.4)
    length, operations = kernel_bound(kernel, X)
    K = kernel.gram(X, X)
    assert (np.abs(K) <= np.outer(length, length) * (1.0 + 1e-12)).all()
    assert operations >= 100.0
    assert kernel_bound(FormulaKernel("1/(dot - dot)"), X).length.max() >= 1e150  # nothing is claimed


def test_a_machine_of_a_typed_gaussian_is_that_of_the_gaussian_step_by_step() -> None:
    typed, known = (c_svc(X, y, kernel, 10.0) for kernel in (FormulaKernel("exp(-gamma*dist2)", 0.5), Gaussian(0.5)))
    a, b = (finish(problem, "smo-second-order") for problem in (typed, known))
    assert np.abs(typed.gram - known.gram).max() < 1e-15
    assert a.steps == b.steps
    assert typed.is_psd
    proof = certificate(typed, a.alpha)
    assert proof.gap < 0.1


def test_an_indefinite_formula_is_not_proved_by_its_gap() -> None:
    problem = c_svc(X, y, FormulaKernel("tanh(gamma*dot + r)", 1.0, -1.0), 1.0)
    assert not problem.is_psd


@given(st.integers(0, 99))
def test_an_estimator_takes_a_formula(seed: int) -> None:
    points = np.random.default_rng(seed).normal(size=(30, 3))
    labels = np.where(points[:, 0] > 0, 1, 0)
    labels[:2] = 0, 1
    typed = SVC(kernel=FormulaKernel("(1 + dot)^2"), C=2.0).fit(points, labels)
    known = SVC(kernel="poly", degree=2, gamma=1.0, coef0=1.0, C=2.0).fit(points, labels)
    assert np.allclose(typed.decision_function(points), known.decision_function(points), atol=1e-2)


def test_hostile_formulas_are_taken_or_refused() -> None:
    for seed in range(300):
        text = hostile_formula(seed)
        ended, _ = outcome(text)
        assert not ended.startswith("failed"), (text, ended)
