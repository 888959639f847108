from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Gaussian, InputError, Kernel, Linear, Polynomial, Sigmoid
from core.topics.mercer.rules import (
    DIFFERENCE,
    LIMIT,
    NORMALISE,
    OF_TWO,
    POWER,
    RULES,
    combined,
    keeps,
    partial_exponential,
)
from core.topics.mercer.theory import Known, Verdict, judge, known_gram
from tests.core.topics.mercer.test_mercer_theory import points_of

KERNELS = (Linear(), Gaussian(0.7), Polynomial(2, 0.5, 1.0), Polynomial(3, 0.3, 0.0))
seeds = st.integers(0, 10_000)


@given(seeds, st.sampled_from(RULES), st.sampled_from(KERNELS), st.sampled_from(KERNELS), st.integers(1, 4))
def test_every_rule_that_keeps_kernels_makes_no_negative_value_of_two(
    seed: int, rule: str, one: Kernel, other: Kernel, order: int
) -> None:
    X = 0.5 * points_of(seed)
    made = combined(rule, known_gram(one, X), known_gram(other, X), order)
    found = judge(made)
    assert (found.verdict is not Verdict.NEGATIVE) or not keeps(rule)


def test_a_difference_of_kernels_is_shown_to_be_none() -> None:
    X = points_of(5)
    assert (
        judge(combined(DIFFERENCE, known_gram(Linear(), X), known_gram(Gaussian(1.0), X))).verdict is Verdict.NEGATIVE
    )


@given(seeds, st.sampled_from(RULES), st.integers(1, 5))
def test_the_errors_cover_what_the_errors_of_the_parts_do(seed: int, rule: str, order: int) -> None:
    X, drawn = 0.5 * points_of(seed, 6), np.random.default_rng(seed)
    parts = []
    for value in (Polynomial(2, 0.5, 1.0), Gaussian(0.7)):
        K = known_gram(value, X).K
        parts.append(Known(K, 1e-6 * np.abs(K)))
    made = combined(rule, *parts, order)
    noise = drawn.uniform(-1.0, 1.0, size=(2, 6, 6))
    moved = [
        Known(known.K + 0.5 * (one + one.T) * known.error, known.error) for known, one in zip(parts, noise, strict=True)
    ]
    assert (np.abs(combined(rule, *moved, order).K - made.K) <= made.error).all()


def test_the_rules_are_their_formulas() -> None:
    A, B = (known_gram(value, points_of(7, 5)) for value in (Polynomial(2, 0.3, 1.0), Gaussian(1.0)))
    size = np.sqrt(A.K.diagonal())
    expected = {
        "sum": A.K + B.K,
        "product": A.K * B.K,
        "power": A.K**3,
        "exp": np.exp(A.K),
        "limit": 1 + A.K + A.K**2 / 2 + A.K**3 / 6,
        "normalise": A.K / np.outer(size, size),
        "difference": A.K - B.K,
    }
    for rule in RULES:
        assert pytest.approx(expected[rule]) == combined(rule, A, B, 3).K
    assert set(OF_TWO) < set(RULES)


def test_the_power_of_exercise_7_4_is_the_inner_product_of_its_monomials() -> None:
    X = points_of(8, 6)
    a, b = X[:, 0], X[:, 1]
    features = np.column_stack([a**3, np.sqrt(3) * a**2 * b, np.sqrt(3) * a * b**2, b**3])
    known = known_gram(Linear(), X)
    assert pytest.approx(features @ features.T) == combined(POWER, known, known, 3).K


@given(seeds)
def test_the_partial_sums_tend_to_the_exponential(seed: int) -> None:
    K = known_gram(Linear(), 0.5 * points_of(seed)).K
    apart = [float(np.abs(partial_exponential(K, order) - np.exp(K)).max()) for order in (2, 10, 60)]
    assert apart[0] >= apart[1] >= apart[2] - 1e-12 * float(np.exp(K).max())
    assert apart[2] <= 1e-9 * float(np.exp(np.abs(K)).max())
    known = Known(K, np.zeros_like(K))
    assert pytest.approx(partial_exponential(K, 10)) == combined(LIMIT, known, known, 10).K


def test_nothing_is_normalised_by_a_value_that_is_not_positive() -> None:
    known = known_gram(Sigmoid(1.0, -1.0), points_of(9))
    with pytest.raises(InputError) as refused:
        combined(NORMALISE, known, known)
    assert refused.value.key == "kernel.normalise"


def test_an_exponential_that_overflows_is_refused() -> None:
    known = known_gram(Linear(), 100.0 * points_of(10))
    with pytest.raises(InputError) as refused:
        combined("exp", known, known)
    assert refused.value.key == "kernel.overflow"
