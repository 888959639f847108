from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Gaussian, InputError, Kernel, Linear, Polynomial, Sigmoid
from core.problem.arrays import Matrix, Vector
from core.topics.mercer.theory import Known, Verdict, judge, known_gram, nearest_pair, quadratic, split
from tests.core.golden import GOLDEN, kernel
from tests.core.small_problems import INDEFINITE_KERNELS, PSD_KERNELS

FILE = [[0, 0], [1, 0], [0, 1], [1, 1], [2, -1]]  # the points of the golden entries
seeds = st.integers(0, 10_000)


def exact_form(K: Matrix, a: Vector) -> Fraction:
    """Return a'Ka of the floats as they are."""
    weights = [Fraction(float(one)) for one in a]
    rows = [[Fraction(float(one)) for one in row] for row in K]
    return sum(
        (a_i * a_j * rows[i][j] for i, a_i in enumerate(weights) for j, a_j in enumerate(weights)), start=Fraction(0)
    )


def points_of(seed: int, count: int = 12) -> Matrix:
    return np.random.default_rng(seed).normal(size=(count, 2))


def exact(K: Matrix) -> Known:
    return Known(K, np.zeros_like(K))


@pytest.mark.parametrize("entry", GOLDEN["extras"]["mercer"], ids=lambda entry: str(entry["kernel"]))
def test_the_verdict_and_the_eigenvalues_are_the_golden_ones(entry: dict[str, object]) -> None:
    value = kernel(entry["kernel"])  # type: ignore[arg-type]
    found = judge(known_gram(value, np.array(FILE, dtype=float)), value.always_psd)
    assert found.eigenvalues == pytest.approx(entry["eigenvalues"], abs=1e-12)
    assert (found.verdict is Verdict.NEGATIVE) is not entry["psd"]
    if not entry["psd"]:
        assert exact_form(found.known.K, found.witness) < 0


@given(seeds, st.sampled_from(INDEFINITE_KERNELS))
def test_a_proved_witness_is_negative_in_exact_fractions_for_every_matrix_within_the_errors(
    seed: int, value: Kernel
) -> None:
    known = known_gram(value, points_of(seed))
    found = judge(known, value.always_psd)
    if found.verdict is Verdict.NEGATIVE:
        worst = exact_form(known.K, found.witness) + exact_form(known.error, np.abs(found.witness))
        assert worst < 0
    assert found.least == pytest.approx(np.linalg.eigvalsh(known.K)[0], abs=found.noise + 1e-300)


@given(seeds, st.sampled_from(PSD_KERNELS))
def test_a_kernel_is_never_said_to_be_none_even_without_its_theorem(seed: int, value: Kernel) -> None:
    known = known_gram(value, points_of(seed))
    assert judge(known).verdict is not Verdict.NEGATIVE
    assert judge(known, value.always_psd).verdict is Verdict.THEOREM


@given(seeds)
def test_the_error_of_a_form_covers_its_exact_value(seed: int) -> None:
    drawn = np.random.default_rng(seed)
    K = drawn.normal(size=(8, 8)) * 10.0 ** drawn.integers(-8, 8, size=(8, 8))
    K = K + K.T
    a = drawn.normal(size=8)
    form = quadratic(exact(K), a)
    assert abs(Fraction(form.value) - exact_form(K, a)) <= Fraction(form.error)


def test_an_eigenvalue_of_rounding_is_not_called_negative() -> None:
    X = np.repeat(points_of(1, 4), 3, axis=0)  # rank 2 of 12
    found = judge(known_gram(Linear(), X))
    assert found.least < 1e-10
    assert found.verdict is Verdict.ROUNDING
    assert (found.below, found.rank) == (0, 2)


def test_a_matrix_whose_entries_are_too_uncertain_is_left_open() -> None:
    K = np.diag([1.0, -1e-6])
    assert judge(exact(K)).verdict is Verdict.NEGATIVE
    assert judge(Known(K, np.full((2, 2), 1e-5))).verdict is Verdict.OPEN
    assert judge(Known(K, np.full((2, 2), np.inf))).verdict is Verdict.OPEN


def test_a_positive_definite_matrix_is_proved_on_its_points() -> None:
    assert judge(exact(np.diag([1.0, 2.0]))).verdict is Verdict.HERE
    assert judge(known_gram(Gaussian(1.0), points_of(2))).verdict is Verdict.HERE


def test_rows_of_very_different_sizes_hide_no_negative_value() -> None:
    K = np.array([[1e20, 0.0, 0.0], [0.0, 1e-3, 1.0], [0.0, 1.0, 1e-3]])
    found = judge(exact(K))
    assert found.verdict is Verdict.NEGATIVE
    assert exact_form(K, found.witness) < 0


def test_a_negative_value_on_the_diagonal_is_a_witness_of_one_point() -> None:
    K = np.array([[1e30, 1e10], [1e10, -1e-9]])
    found = judge(exact(K))
    assert found.verdict is Verdict.NEGATIVE
    assert exact_form(K, found.witness) < 0


def test_the_closest_pair_is_a_witness_where_its_squared_distance_is_negative() -> None:
    known = known_gram(Polynomial(2, 1.0, -1.0), np.array(FILE, dtype=float))
    pair = nearest_pair(known)
    assert pair is not None
    K = known.K
    every = {(i, j): K[i, i] + K[j, j] - 2 * K[i, j] for i in range(5) for j in range(i + 1, 5)}
    assert (pair.i, pair.j) == min(every, key=lambda at: every[at])
    assert pair.squared.value == pytest.approx(min(every.values()))
    assert nearest_pair(known, np.zeros((5, 5), dtype=bool)) is None


def test_a_kernel_that_overflows_is_refused() -> None:
    with pytest.raises(InputError) as refused:
        known_gram(Polynomial(64, 1e6, 1.0), 1e6 * points_of(3))
    assert refused.value.key == "kernel.overflow"


def test_the_bound_covers_entries_that_no_length_explains() -> None:
    X = np.array([[0.0, 0.0], [3.0, 1.0], [-3.0, 1.0]])
    known = known_gram(Sigmoid(1.0, 0.0), X)  # K(0, 0) = 0
    assert np.isfinite(known.error).all()
    assert (known.error > 0).sum() >= 4


@given(seeds)
def test_pairs_of_equal_and_of_opposite_sign_add_up_to_the_form(seed: int) -> None:
    K, a = known_gram(Sigmoid(1.0, -1.0), points_of(seed)).K, np.random.default_rng(seed).normal(size=12)
    parts, same = split(K, a), np.equal.outer(a > 0, a > 0)
    terms = np.outer(a, a) * K
    assert parts.equal == pytest.approx(terms[same].sum(), abs=1e-9)
    assert parts.opposite == pytest.approx(terms[~same].sum(), abs=1e-9)
