"""Ridge regression in closed form is scikit-learn's, and the primal of features is the dual of their kernel."""

import math

import numpy as np
import pytest
import sklearn.kernel_ridge
from hypothesis import given
from hypothesis import strategies as st

from core.problem import FourierMap, Gaussian, InputError, NystroemMap
from core.solver.ridge import ridge, ridge_of_features
from core.topics.ridge.experiment import ridge_on, ridge_plane, smooths, wave
from tests.core.golden import GOLDEN

KRR, NYSTROM, RFF = (GOLDEN["extras"][name] for name in ("krr", "nystrom", "rff"))
seeds, penalties = st.integers(0, 2**32 - 1), st.sampled_from([1e-3, 0.1, 1.0, 100.0])


def test_the_golden_answer_is_found_and_its_objective_is_minus_z_alpha() -> None:
    X, z, penalty = np.array(KRR["X"]), np.array(KRR["y"]), KRR["lam"]
    K = Gaussian(KRR["gamma"]).gram(X, X)
    found = ridge(K, z, penalty)
    assert found.regular
    np.testing.assert_allclose(found.weights, KRR["alpha"], rtol=1e-10)
    value = penalty * found.weights @ found.weights + found.weights @ K @ found.weights - 2 * found.weights @ z
    assert value == pytest.approx(KRR["objective_eq15_at_min"], rel=1e-12)
    assert -z @ found.weights == pytest.approx(KRR["minus_yT_alpha"], rel=1e-12)
    drawn = smooths(X[:, 0], z, penalty, FourierMap(KRR["gamma"], 10), (8, 0, None), (-2.5, 1.7))
    assert drawn.exact.curve[[0, -1]] == pytest.approx(np.array(KRR["fit_test"])[[0, 2]], rel=1e-10)
    np.testing.assert_allclose(drawn.exact.fitted, KRR["fit_train"], rtol=1e-10)


@given(seed=seeds, penalty=penalties, gamma=st.sampled_from([0.1, 1.0, 10.0]))
def test_the_coefficients_and_the_answers_are_scikit_learns(seed: int, penalty: float, gamma: float) -> None:
    rng = np.random.default_rng(seed)
    X, z = rng.normal(size=(30, 2)), rng.normal(size=30)
    theirs = sklearn.kernel_ridge.KernelRidge(alpha=penalty, kernel="rbf", gamma=gamma).fit(X, z)
    shown = ridge_plane(X, z, gamma, penalty, (-3.0, -3.0, 6.0))
    np.testing.assert_allclose(shown.alpha, theirs.dual_coef_, rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(shown.values, theirs.predict(X), rtol=1e-10, atol=1e-10)
    cells = np.column_stack([part.ravel() for part in np.meshgrid(shown.x_axis[::16], shown.y_axis[::16])])
    np.testing.assert_allclose(shown.field[::16, ::16].ravel(), theirs.predict(cells), atol=1e-3)


@given(seed=seeds, penalty=penalties, count=st.sampled_from([4, 20, 60]), paired=st.booleans())
def test_the_primal_of_the_features_is_the_dual_of_their_kernel(
    seed: int, penalty: float, count: int, paired: bool
) -> None:
    rng = np.random.default_rng(seed)
    X, z = rng.normal(size=(25, 2)), rng.normal(size=25)
    for phi in (
        FourierMap(1.0, count, seed % 1000, paired),
        NystroemMap.choose(Gaussian(1.0), X, min(count, 25), seed % 1000),
    ):
        Z = np.asarray(phi.features(X))
        primal, dual = ridge_of_features(Z, z, penalty), ridge(Z @ Z.T, z, penalty)
        np.testing.assert_allclose(Z @ primal.weights, Z @ (Z.T @ dual.weights), rtol=1e-9, atol=1e-10)
        np.testing.assert_allclose(primal.weights, Z.T @ dual.weights, rtol=1e-8, atol=1e-10)


def test_the_golden_features_give_one_predictor_in_both_ways() -> None:
    z = np.array([1.0, -0.5, 0.25, 2.0, -1.0, 0.75, 0.1])
    Z = np.array(RFF["Z"])
    by_features, by_kernel = ridge_of_features(Z, z[:5], 0.1), ridge(np.array(RFF["K_rff"]), z[:5], 0.1)
    np.testing.assert_allclose(Z @ by_features.weights, np.array(RFF["K_rff"]) @ by_kernel.weights, rtol=1e-10)
    X = np.array(NYSTROM["X"])
    phi = NystroemMap(Gaussian(NYSTROM["gamma"]), X[NYSTROM["landmarks"]], NYSTROM["rank_k"])
    features, K = np.asarray(phi.features(X)), np.array(NYSTROM["K_tilde"])
    np.testing.assert_allclose(
        features @ ridge_of_features(features, z, 0.1).weights, K @ ridge(K, z, 0.1).weights, rtol=1e-9
    )


def test_without_a_penalty_a_singular_matrix_gives_the_least_squares_answer_of_smallest_norm() -> None:
    X, z = np.array([[0.0, 0.0], [0.0, 0.0], [1.0, 0.0]]), np.array([1.0, 0.0, -1.0])
    K = Gaussian(1.0).gram(X, X)
    found = ridge(K, z, 0.0)
    assert not found.regular
    np.testing.assert_allclose(found.weights, np.linalg.pinv(K) @ z, atol=1e-12)
    Z = np.array([[1.0, 1.0], [2.0, 2.0], [0.0, 0.0]])
    flat = ridge_of_features(Z, z, 0.0)
    assert not flat.regular
    np.testing.assert_allclose(flat.weights, np.linalg.pinv(Z) @ z, atol=1e-12)


@pytest.mark.parametrize("penalty", [0.0, 1e-30, 1e-9, 1.0])
@pytest.mark.parametrize(("n", "D", "rank"), [(9, 4, 4), (4, 9, 4), (9, 4, 2), (4, 9, 2), (5, 5, 5), (1, 7, 1)])
def test_more_features_than_points_or_fewer_of_any_rank_have_the_weights_of_the_singular_values(
    n: int, D: int, rank: int, penalty: float
) -> None:
    rng = np.random.default_rng(n + 10 * D + 100 * rank)
    Z, z = rng.normal(size=(n, rank)) @ rng.normal(size=(rank, D)), rng.normal(size=n)
    found = ridge_of_features(Z, z, penalty)
    U, s, V = np.linalg.svd(Z, full_matrices=False)
    s, kept = s[:rank], slice(rank)
    np.testing.assert_allclose(found.weights, V[kept].T @ (s / (s**2 + penalty) * (U.T[kept] @ z)), atol=1e-6)
    assert found.regular == (penalty >= 1e-9 or rank == D)


@pytest.mark.parametrize("penalty", [-1.0, math.inf, math.nan, "1"])
def test_a_penalty_that_is_none_is_refused_in_one_sentence(penalty: float) -> None:
    with pytest.raises(InputError, match="finite number and not negative"):
        ridge(np.eye(2), np.ones(2), penalty)


def test_equal_targets_of_zero_give_a_flat_answer_and_few_points_are_enough() -> None:
    X = np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 0.0], [0.5, 0.5], [1.5, -1.0]])
    assert not ridge_plane(X, np.zeros(5), 1.0, 1.0, (0.0, 0.0, 2.0)).field.any()
    alone = ridge_plane(X[:1], np.ones(1), 1.0, 1.0, (0.0, 0.0, 2.0))
    assert alone.values == pytest.approx([0.5])


def test_all_landmarks_are_the_exact_kernel_and_all_points_the_whole_machine() -> None:
    x, z = wave(40, 0.1, 0)
    drawn = smooths(x, z, 0.1, FourierMap(1.0, 400), (40, 0, None), (-3.0, 3.0))
    assert drawn.apart(drawn.nystroem.curve) < 1e-6
    assert 1e-6 < drawn.apart(drawn.fourier.curve) < 0.5
    rng = np.random.default_rng(1)
    plane = ridge_plane(rng.normal(size=(20, 2)), np.where(rng.normal(size=20) > 0, 1.0, -1.0), 1.0, 0.5, (-3, -3, 6))
    whole, half = (ridge_on(plane, np.arange(20) < count, 1.0, 0.5) for count in (20, 10))
    assert (whole.changed, whole.errors, whole.kept) == (0.0, plane.errors, 20)
    assert whole.apart < 1e-12 < half.apart
