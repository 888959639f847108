"""The proved bounds on how far answers move are never broken, and the printed corollary 2 is, where it is said."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.problem import FourierMap, Gaussian, Linear, Polynomial
from core.problem.arrays import Matrix, Vector
from core.topics.fourier.theory import Ball, printed_bound
from core.topics.ridge.experiment import one_moved, ridge_move, svm_move
from core.topics.ridge.theory import (
    SMALLEST,
    Regression,
    corollary_2,
    corollary_2_printed,
    corollary_3,
    corollary_3_printed,
    entrywise_bound,
    evaluated_with_both,
    proposition_2,
    proposition_3,
    spectral_norm,
)

# HYPOTHESIS_PROFILE=search tries 10,000 of each, the usual run some hundreds.
MANY = settings.get_profile("search").max_examples <= settings().max_examples
TRIALS = 10_000 if MANY else 200
ROUNDED = 1.0 + 1e-7
cases = {
    "seed": st.integers(0, 2**32 - 1),
    "n": st.integers(1, 12),
    "gamma": st.sampled_from([0.01, 0.3, 3.0]),
    "how": st.sampled_from(["moved", "fourier", "paired"]),
}


def pair(seed: int, n: int, gamma: float, how: str) -> tuple[Matrix, Matrix, Vector, np.random.Generator]:
    """Return K, K', targets and what chance goes on with: one point moved, or the kernel of Fourier features."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2)) * rng.choice([0.05, 1.0])
    z = np.ones(n) if rng.random() < 0.5 else rng.uniform(-2.0, 2.0, n)
    if how == "moved":
        K, moved, _ = one_moved(X, int(rng.integers(n)), X[0] + rng.normal(size=2), Gaussian(gamma))
        return K, moved, z, rng
    count = 2 * int(rng.integers(1, 30))
    return Gaussian(gamma).gram(X, X), FourierMap(gamma, count, seed % 9999, how == "paired").gram(X, X), z, rng


@settings(max_examples=TRIALS)
@given(**cases, decade=st.floats(-3.0, 3.0))
def test_what_is_proved_of_ridge_regression_is_never_broken(
    seed: int, n: int, gamma: float, how: str, decade: float
) -> None:
    K, moved, z, _ = pair(seed, n, gamma, how)
    about = Regression(n, n * 10.0**decade, float(np.abs(z).max()))
    found = ridge_move(K, moved, z, about.penalty)
    spectral, eps = spectral_norm(moved - K), float(np.abs(moved - K).max())
    proved = proposition_2(about, spectral)
    assert found.exact <= ROUNDED * proved + 1e-9
    assert proved <= ROUNDED * corollary_2(about, eps) + 1e-12
    assert found.both <= ROUNDED * evaluated_with_both(proved, about, eps) + 1e-9


@settings(max_examples=TRIALS)
@given(**cases, decade=st.floats(-3.0, 2.0))
def test_what_is_proved_of_the_svm_is_never_broken(seed: int, n: int, gamma: float, how: str, decade: float) -> None:
    K, moved, _, rng = pair(seed, n, gamma, how)
    y = np.where(rng.random(n) < 0.5, 1.0, -1.0)
    y[: min(n, 2)] = [1.0, -1.0][: min(n, 2)]
    if n == 1:
        return  # one class has no machine
    C = 10.0**decade
    found = svm_move(K, moved, y, C)
    spectral, eps = spectral_norm(moved - K), float(np.abs(moved - K).max())
    reach = max(1.0, float(moved.diagonal().max()))
    slack = 1e-5 * (1.0 + n * C)
    assert found.gap < 1e-6
    assert found.largest <= proposition_3(n * C, spectral, reach) + slack
    assert proposition_3(n * C, spectral, reach) <= ROUNDED * corollary_3(n * C, n, eps, reach) + 1e-9
    assert found.largest <= entrywise_bound(n * C, eps) + slack


@given(seed=cases["seed"], gamma=cases["gamma"], n=st.integers(2, 12))
def test_the_row_that_moves_says_the_spectral_norm(seed: int, gamma: float, n: int) -> None:
    rng = np.random.default_rng(seed)
    X, to = rng.normal(size=(n, 2)), rng.normal(size=2)
    for kernel in (Gaussian(gamma), Linear(), Polynomial(2, gamma, 1.0)):  # the diagonal moves too, but for the first
        K, moved, spectral = one_moved(X, n - 1, to, kernel)
        there = X.copy()
        there[n - 1] = to
        assert moved == pytest.approx(kernel.gram(there, there), rel=1e-9, abs=1e-12)
        assert spectral == pytest.approx(spectral_norm(moved - K), rel=1e-9, abs=1e-12)


def test_three_points_break_corollary_2_as_printed_and_two_cannot() -> None:
    X, z = np.array(SMALLEST.X), np.ones(len(SMALLEST.X))
    K, moved, spectral = one_moved(X, SMALLEST.point, np.array(SMALLEST.to), Gaussian(SMALLEST.gamma))
    about, eps = Regression(len(z), SMALLEST.penalty, 1.0), float(np.abs(moved - K).max())
    found = ridge_move(K, moved, z, SMALLEST.penalty)
    assert found.exact > 1.15 * corollary_2_printed(about, eps)
    assert found.exact <= proposition_2(about, spectral) <= corollary_2(about, eps)
    for gap in (0.01, 0.3, 2.0):
        K, moved, spectral = one_moved(np.array([[0.0, 0.0], [gap, 0.0]]), 1, np.array([1.0, 0.5]), Gaussian(1.0))
        assert spectral == pytest.approx(float(np.abs(moved - K).max()), rel=1e-14)


def test_corollary_2_as_printed_is_broken_by_fourier_features_in_every_draw() -> None:
    rng = np.random.default_rng(0)
    n, gamma, D, scaled = 400, 0.5, 200, 10.0
    X, z = rng.uniform(-1.0, 1.0, (n, 4)), np.ones(n)
    K, about = Gaussian(gamma).gram(X, X), Regression(n, scaled * n, 1.0)
    radius = float(np.linalg.norm(X, axis=1).max())
    printed = corollary_2_printed(about, printed_bound(Ball(4, radius, gamma), D, 0.05))
    assert printed == pytest.approx(8.66e-6, rel=2e-3)
    for seed in range(3):
        moved = FourierMap(gamma, D, seed).gram(X, X)
        found = ridge_move(K, moved, z, about.penalty)
        assert found.exact > printed
        assert found.exact <= proposition_2(about, spectral_norm(moved - K))
        assert moved.diagonal().max() > 1.0  # so kappa = 1 is not allowed: what corollary 3 assumes of K' is false


def test_corollary_3_as_printed_is_vacuous_at_usual_penalties_and_weaker_than_what_the_entries_prove() -> None:
    assert corollary_3_printed(200.0, 0.2) > 100.0  # answers of labels are about 1
    for eps in np.geomspace(1e-9, 2.0 ** (2.0 / 3.0), 40):
        assert entrywise_bound(1.0, float(eps)) <= ROUNDED * corollary_3_printed(1.0, float(eps))
    assert entrywise_bound(1.0, 1.7) > corollary_3_printed(1.0, 1.7)
    assert math.isclose(proposition_3(3.0, 0.16), 3.0 * (math.sqrt(2.0) * 0.16**0.25 + 0.4))
