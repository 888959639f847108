from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import (
    Gaussian,
    InputError,
    Kernel,
    Linear,
    Polynomial,
    Precomputed,
    Sigmoid,
    TaylorGaussian,
    c_svc,
    cross_gram,
)
from tests.core.golden import GOLDEN, kernel
from tests.core.small_problems import INDEFINITE_KERNELS, PSD_KERNELS

Formula = Callable[[list[float], list[float]], float]


def _dot(x: list[float], z: list[float]) -> float:
    return math.fsum(a * b for a, b in zip(x, z, strict=True))


def _taylor(x: list[float], z: list[float], gamma: float, order: int) -> float:
    series = math.fsum((2 * gamma * _dot(x, z)) ** k / math.factorial(k) for k in range(order + 1))
    return math.exp(-gamma * (_dot(x, x) + _dot(z, z))) * series


FORMULAS: list[tuple[Kernel, Formula]] = [
    (Linear(), _dot),
    (Polynomial(3, 0.5, 2.0), lambda x, z: (2.0 + 0.5 * _dot(x, z)) ** 3),
    (Polynomial(2, 1.0, -1.0), lambda x, z: (-1.0 + _dot(x, z)) ** 2),
    (Gaussian(0.7), lambda x, z: math.exp(-0.7 * math.dist(x, z) ** 2)),
    (Sigmoid(0.5, -1.0), lambda x, z: math.tanh(0.5 * _dot(x, z) - 1.0)),
    (TaylorGaussian(0.3, 4), lambda x, z: _taylor(x, z, 0.3, 4)),
    (TaylorGaussian(0.3, 0), lambda x, z: _taylor(x, z, 0.3, 0)),
]
coordinates = st.lists(st.floats(-3, 3), min_size=3, max_size=3)


@pytest.mark.parametrize(("value", "formula"), FORMULAS, ids=[str(value) for value, _ in FORMULAS])
@given(x=coordinates, z=coordinates)
def test_a_gram_entry_is_the_formula_of_its_kernel(
    value: Kernel, formula: Formula, x: list[float], z: list[float]
) -> None:
    entry = value.gram(np.array([x]), np.array([z]))
    assert entry.shape == (1, 1)
    assert entry[0, 0] == pytest.approx(formula(x, z), rel=1e-11, abs=1e-12)


@pytest.mark.parametrize("value", PSD_KERNELS + INDEFINITE_KERNELS, ids=str)
def test_a_gram_matrix_has_one_row_for_each_row_of_a(value: Kernel) -> None:
    A, B = np.random.default_rng(0).normal(size=(5, 2)), np.random.default_rng(1).normal(size=(3, 2))
    gram = value.gram(A, B)
    assert gram.shape == (5, 3)
    assert gram == pytest.approx(value.gram(B, A).T, rel=1e-13, abs=1e-15)


@pytest.mark.parametrize("entry", GOLDEN["extras"]["approx_gaussian"], ids=lambda entry: f"m={entry['m']}")
def test_the_approximate_gaussian_is_the_golden_one(entry: dict[str, object]) -> None:
    x, z, sigma, order = np.array([entry["x"]]), np.array([entry["y"]]), float(str(entry["sigma0"])), entry["m"]
    approximate = TaylorGaussian(1.0 / (2.0 * sigma), int(str(order)))
    assert approximate.gram(x, z)[0, 0] == pytest.approx(entry["K_m"], rel=1e-14)
    assert approximate.gram(x, x)[0, 0] == pytest.approx(entry["K_m_xx"], rel=1e-14)
    assert Gaussian(1.0 / (2.0 * sigma)).gram(x, z)[0, 0] == pytest.approx(entry["K_gauss"], rel=1e-14)


def test_rho_given_by_hand_is_the_rho_of_equation_1() -> None:
    example = GOLDEN["textbook"]["doc000_n2_m2"]["example"]
    sigma = example["sigma0"]
    by_hand = TaylorGaussian(1.0 / (2.0 * sigma), 2, rho=(1.0, sigma, sigma**2))
    value = by_hand.gram(np.array([example["x"]]), np.array([example["y"]]))[0, 0]
    assert value == pytest.approx(example["K_correct"], rel=1e-14)


def test_the_printed_example_of_order_two_lost_a_factor_and_exceeds_one() -> None:
    x, z, sigma = np.array([[1.0, 1.0]]), np.array([[1.0, 0.8]]), 2.0
    printed = TaylorGaussian(0.25, 2, rho=(1.0, sigma, sigma**2 / 2))  # 1/2! is missing (mathematics 20.1.3)
    assert printed.gram(x, z)[0, 0] == pytest.approx(1.0908, abs=5e-5)
    assert TaylorGaussian(0.25, 2).gram(x, z)[0, 0] == pytest.approx(0.9278, abs=5e-5)
    assert Gaussian(0.25).gram(x, z)[0, 0] == pytest.approx(0.9900, abs=5e-5)


def test_a_high_order_is_the_gaussian() -> None:
    X = np.random.default_rng(2).normal(size=(20, 2))
    assert TaylorGaussian(0.5, 60).gram(X, X) == pytest.approx(Gaussian(0.5).gram(X, X), abs=1e-13)


def test_the_three_maps_of_example_7_3_have_the_inner_product_of_the_kernel() -> None:
    example = GOLDEN["textbook"]["example_7_3"]
    value = Polynomial(2, 1.0, 0.0).gram(np.array([example["x"]]), np.array([example["z"]]))[0, 0]
    assert value == example["K"]
    for name, image in example["phi_x"].items():
        assert np.dot(image, example["phi_z"][name]) == pytest.approx(value)


@pytest.mark.parametrize("entry", GOLDEN["extras"]["mercer"], ids=lambda entry: str(entry["kernel"]))
def test_definiteness_is_told_as_in_the_golden_file(entry: dict[str, object]) -> None:
    X = [[0, 0], [1, 0], [0, 1], [1, 1], [2, -1]]  # the file does not name them; the eigenvalues do
    value = kernel(entry["kernel"])  # type: ignore[arg-type]
    problem = c_svc(X, [1, 1, 1, -1, -1], value, 1.0)
    assert np.linalg.eigvalsh(problem.dual.kernel) == pytest.approx(entry["eigenvalues"], abs=1e-12)
    assert problem.is_psd is entry["psd"]
    assert c_svc(problem.dual.kernel, [1, 1, 1, -1, -1], Precomputed(), 1.0).is_psd is entry["psd"]


@pytest.mark.parametrize("value", PSD_KERNELS + INDEFINITE_KERNELS, ids=str)
def test_the_gram_matrix_behind_the_door_is_exactly_symmetric_and_read_only(value: Kernel) -> None:
    X = np.random.default_rng(3).normal(size=(37, 2))
    K = c_svc(X, np.where(X[:, 0] > 0, 1, -1), value, 1.0).dual.kernel
    assert np.array_equal(K, K.T)
    assert not K.flags.writeable


def test_precomputed_rows_are_taken_as_they_are() -> None:
    K = np.array([[2.0, 1.0], [1.0, 2.0]])
    problem = c_svc(K, [1, -1], Precomputed(), 1.0)
    rows = np.array([[5.0, 6.0]])
    assert cross_gram(problem, rows) is rows


def test_a_degree_that_numpy_counted_is_a_degree() -> None:
    assert Polynomial(np.int64(3)).gram(np.eye(1), np.eye(1))[0, 0] == 8.0  # type: ignore[arg-type]
    assert TaylorGaussian(1.0, np.int32(2)).order == 2  # type: ignore[arg-type]


NOT_NUMBERS: list[object] = [0.0, -1.0, math.nan, math.inf, "one", None, 1j, [1.0]]


@pytest.mark.parametrize("gamma", NOT_NUMBERS, ids=repr)
@pytest.mark.parametrize(
    "build",
    [Gaussian, lambda g: Polynomial(2, g), lambda g: Sigmoid(g, 0.0), lambda g: TaylorGaussian(g, 2)],
    ids=["Gaussian", "Polynomial", "Sigmoid", "TaylorGaussian"],
)
def test_a_gamma_that_is_not_a_positive_number_is_refused(build: Callable[[object], Kernel], gamma: object) -> None:
    with pytest.raises(InputError) as refusal:
        build(gamma)
    assert refusal.value.key == "kernel.parameter"
    assert refusal.value.values["name"] == "gamma"


@pytest.mark.parametrize(
    ("build", "name"),
    [
        (lambda: Polynomial(0), "degree"),
        (lambda: Polynomial(65), "degree"),
        (lambda: Polynomial(2.5), "degree"),  # type: ignore[arg-type]
        (lambda: Polynomial("3"), "degree"),  # type: ignore[arg-type]
        (lambda: Polynomial(2, 1.0, math.nan), "zeta"),
        (lambda: Polynomial(2, 1.0, "a"), "zeta"),  # type: ignore[arg-type]
        (lambda: Sigmoid(1.0, math.inf), "r"),
        (lambda: TaylorGaussian(1.0, -1), "order"),
        (lambda: TaylorGaussian(1.0, 151), "order"),
        (lambda: TaylorGaussian(1.0, 1.0), "order"),  # type: ignore[arg-type]
        (lambda: TaylorGaussian(1.0, 2, rho=(1.0, 1.0)), "rho"),
        (lambda: TaylorGaussian(1.0, 1, rho=(1.0, 0.0)), "rho"),
    ],
)
def test_a_parameter_out_of_range_is_refused_by_its_name(build: Callable[[], Kernel], name: str) -> None:
    with pytest.raises(InputError) as refusal:
        build()
    assert refusal.value.key == "kernel.parameter"
    assert refusal.value.values["name"] == name


def test_a_taylor_series_whose_powers_alone_leave_the_floats_is_still_summed() -> None:
    problem = c_svc([[0.0, 0.1], [0.1, 0.0]], [1, -1], TaylorGaussian(1e3, 150), 1.0)  # 2000^150 = 1e495
    assert problem.dual.kernel[0, 0] == pytest.approx(1.0)


def test_a_taylor_series_beyond_the_floats_is_refused() -> None:
    with pytest.raises(InputError) as refusal:
        c_svc([[0.0, 30.0], [30.0, 0.0]], [1, -1], TaylorGaussian(1e3, 150), 1.0)
    assert refusal.value.key == "kernel.overflow"
