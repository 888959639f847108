"""Random Fourier features are the Gaussian kernel on average, with the variance that theory says."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from core.lowlevel.elementary import TURN
from core.problem import FourierMap, Gaussian, InputError, c_svc, certificate
from core.problem.arrays import Matrix
from core.problem.maps import fourier
from core.problem.maps.cosine import take_full_turns
from core.solver import answer
from tests.core.golden import GOLDEN

SEEDS, D, GAMMA = 1500, 24, 0.5
PAIRS = np.array([[0.0, 0.0], [0.3, -0.2], [1.0, 0.5], [3.0, 4.0], [0.0, 0.0]])


def sampled(paired: bool) -> np.ndarray:
    """K'(x, z) for the rows of PAIRS against their first row, one draw a row."""
    return np.array([FourierMap(GAMMA, D, seed, paired).gram(PAIRS, PAIRS[:1])[:, 0] for seed in range(SEEDS)])


def variance(K: np.ndarray, paired: bool) -> np.ndarray:
    return (1 + K**4 - 2 * K**2) / D if paired else (1 + K**4 / 2 - K**2) / D


@pytest.mark.parametrize("paired", [False, True])
def test_mean_and_variance_are_those_of_the_formulas(paired: bool) -> None:
    K = Gaussian(GAMMA).gram(PAIRS, PAIRS[:1])[:, 0]
    values = sampled(paired)
    error = values.std(axis=0, ddof=1) / math.sqrt(SEEDS)
    assert (np.abs(values.mean(axis=0) - K) <= 3 * error + 1e-15).all()
    squared = (values - K) ** 2
    error = squared.std(axis=0, ddof=1) / math.sqrt(SEEDS)
    assert (np.abs(squared.mean(axis=0) - variance(K, paired)) <= 3 * error + 1e-15).all()


@pytest.mark.parametrize("paired", [False, True])
def test_the_mean_squared_error_of_a_gram_matrix_is_that_of_the_formula(paired: bool) -> None:
    X = np.random.default_rng(1).normal(size=(30, 3))
    K = Gaussian(GAMMA).gram(X, X)
    found = np.array([((FourierMap(GAMMA, D, seed, paired).gram(X, X) - K) ** 2).mean() for seed in range(300)])
    assert abs(found.mean() - variance(K, paired).mean()) <= 3 * found.std(ddof=1) / math.sqrt(len(found))


def test_the_golden_frequencies_give_the_golden_features(monkeypatch: pytest.MonkeyPatch) -> None:
    golden = GOLDEN["extras"]["rff"]
    W, b, X = (np.array(golden[name]) for name in ("W", "b", "X"))
    phi = FourierMap(golden["gamma"], len(b))
    monkeypatch.setattr(fourier, "_chance", lambda *_: (W / math.sqrt(2 * golden["gamma"]), b))
    np.testing.assert_allclose(phi.features(X), golden["Z"], atol=1e-14)
    np.testing.assert_allclose(phi.gram(X, X), golden["K_rff"], atol=1e-14)


@pytest.mark.parametrize("paired", [False, True])
@pytest.mark.parametrize("far", [1.0, 1e3, 1e5, 1e9])
def test_the_fast_cosine_is_numpys(paired: bool, far: float, monkeypatch: pytest.MonkeyPatch) -> None:
    X = far * np.random.default_rng(0).normal(size=(50, 3))
    phi = FourierMap(0.7, 64, 3, paired)
    W, b = phi.frequencies(3)
    angle = X @ W.T
    exact = (
        np.hstack([np.cos(angle), np.sin(angle)]) / math.sqrt(32) if b is None else np.cos(angle + b) / math.sqrt(32)
    )
    np.testing.assert_allclose(phi.features(X), exact, atol=1e-12 * max(1.0, 1e-3 * far))
    monkeypatch.setattr(fourier, "MOST_IN_ORDER", 0)  # as where there are many features
    np.testing.assert_allclose(phi.features(X), exact, atol=1e-12 * max(1.0, 1e-3 * far))
    if far == 1.0:
        np.testing.assert_allclose(phi.features(X.astype(np.float32)), exact, atol=1e-6)
        np.testing.assert_allclose(phi.features(sparse.csr_array(X)), exact, atol=1e-12)


@given(st.floats(-1.0, 1.0), st.integers(0, 60))
def test_one_cosine_at_a_time_to_the_last_digits(part: float, size: int) -> None:
    x = math.ldexp(part, size)  # beyond 2^50 NumPy's own
    phase, out = np.array([[x]]), np.empty((1, 2))
    fourier.scaled_cosine(phase, np.zeros(1), 1.0, True, abs(x), out)
    slack = max(1e-14, 0.5 * math.ulp(x))  # the rounding of the angle itself
    np.testing.assert_allclose(out[0], [math.cos(x), math.sin(x)], rtol=0.0, atol=slack)


def test_gamma_moves_the_frequencies_continuously_and_more_of_them_keep_the_first() -> None:
    W, b = FourierMap(1.0, 40, 7).frequencies(3)
    scaled, same = FourierMap(4.0, 40, 7).frequencies(3)
    np.testing.assert_allclose(scaled, 2.0 * W, rtol=1e-15)
    assert np.array_equal(same, b)
    more, phases = FourierMap(1.0, 90, 7).frequencies(3)
    assert np.array_equal(more[:40], W)
    assert np.array_equal(phases[:40], b)
    paired, none = FourierMap(1.0, 80, 7, paired=True).frequencies(3)
    assert np.array_equal(paired, W)
    assert none is None
    other, _ = FourierMap(1.0, 40, 8).frequencies(3)
    assert not np.isclose(other, W).any()


def test_the_frequencies_are_the_same_on_every_machine() -> None:
    W, b = FourierMap(0.5, 3, 0).frequencies(2)
    np.testing.assert_allclose(
        W, [[-1.39955012, -0.24704218], [0.25668547, -1.05768194], [-1.19871854, -0.44838218]], atol=1e-8
    )
    np.testing.assert_allclose(b, [0.11933824, 2.08547535, 2.12874814], atol=1e-8)


def test_in_pairs_every_point_has_length_one_exactly() -> None:
    X = 50 * np.random.default_rng(0).normal(size=(40, 2))
    np.testing.assert_allclose((FourierMap(1.0, 30, paired=True).features(X) ** 2).sum(axis=1), 1.0, rtol=1e-13)


@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ({"paired": True, "n_components": 7}, "map.odd"),
        ({"gamma": 0.0}, "kernel.parameter"),
        ({"n_components": 0}, "kernel.parameter"),
        ({"n_components": 10**7}, "kernel.parameter"),
        ({"seed": -1}, "kernel.parameter"),
        ({"seed": 0.5}, "kernel.parameter"),
    ],
)
def test_what_is_no_such_map_is_refused(wrong: dict, key: str) -> None:
    with pytest.raises(InputError) as refused:
        FourierMap(**{"gamma": 1.0, "n_components": 8} | wrong)
    assert refused.value.key == key


def test_the_map_is_a_kernel_to_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    X = np.random.default_rng(2).normal(size=(60, 2))
    y = np.where(X[:, 0] ** 2 > X[:, 1], 1.0, -1.0)
    phi = FourierMap(1.0, 300, 1)
    problem = c_svc(X, y, phi, 10.0)
    proof = certificate(problem, answer(problem).alpha)
    assert problem.is_psd
    assert 0 <= proof.gap <= 1e-3 * abs(proof.dual)
    whole: Matrix = phi.features(X) @ phi.features(X[:7]).T
    monkeypatch.setattr("core.problem.maps.feature_map.BLOCK_BYTES", 1)
    monkeypatch.setattr(fourier, "IN_CACHE", 1)
    np.testing.assert_allclose(phi.gram(X, X[:7]), whole, atol=1e-15)
    assert hash(phi) == hash(FourierMap(1.0, 300, 1))


def test_full_turns_are_taken_as_the_exact_remainder_takes_them() -> None:
    rng = np.random.default_rng(0)
    some = rng.uniform(-1.0, 1.0, (200, 20)) * 2.0 ** rng.uniform(-30.0, 50.0, (200, 20))
    whole = TURN * rng.integers(-(2**40), 2**40, (100, 20))
    phase = np.vstack([some, whole, np.nextafter(whole, np.inf), np.nextafter(whole, -np.inf), np.zeros((1, 20))])
    wanted = np.fmod(phase, TURN)
    take_full_turns(phase)
    assert np.array_equal(phase, wanted)
