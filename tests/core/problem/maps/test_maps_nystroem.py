"""The Nyström map never claims more than the kernel has, and all of it where every point is a landmark."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from core.problem import Gaussian, InputError, Kernel, Linear, NystroemMap, Polynomial, Precomputed, Sigmoid, c_svc
from core.solver import answer
from tests.core.golden import GOLDEN

X = np.random.default_rng(3).normal(size=(30, 3))


def test_the_golden_gram_matrix() -> None:
    golden = GOLDEN["extras"]["nystrom"]
    points = np.array(golden["X"])
    phi = NystroemMap(Gaussian(golden["gamma"]), points[golden["landmarks"]], golden["rank_k"])
    np.testing.assert_allclose(phi.gram(points, points), golden["K_tilde"], atol=1e-13)
    assert phi.dimension(2) == 3
    all_ranks = NystroemMap(Gaussian(golden["gamma"]), points[golden["landmarks"]])
    np.testing.assert_allclose(all_ranks.eigenvalues, golden["eig_W"], rtol=1e-12)


@pytest.mark.parametrize("kernel", [Gaussian(0.5), Polynomial(2), Linear()])
def test_with_every_point_a_landmark_it_is_the_kernel(kernel: Kernel) -> None:
    np.testing.assert_allclose(NystroemMap(kernel, X).gram(X, X), kernel.gram(X, X), atol=1e-9)


@given(st.integers(1, 30), st.integers(0, 20), st.floats(0.01, 10))
def test_what_it_leaves_out_is_positive_semidefinite(count: int, seed: int, gamma: float) -> None:
    phi = NystroemMap.choose(Gaussian(gamma), X, count, seed)
    rest = Gaussian(gamma).gram(X, X) - phi.gram(X, X)
    assert np.linalg.eigvalsh(rest + rest.T).min() >= -1e-9
    assert len(np.unique(phi.landmarks, axis=0)) == count


def test_equal_landmarks_add_nothing_and_equal_maps_are_equal() -> None:
    twice = NystroemMap(Gaussian(1.0), np.vstack([X[:4], X[:4]]))
    assert twice.dimension(3) == 4
    np.testing.assert_allclose(twice.gram(X, X), NystroemMap(Gaussian(1.0), X[:4]).gram(X, X), atol=1e-12)
    assert NystroemMap(Gaussian(1.0), X) == NystroemMap(Gaussian(1.0), X.copy())
    assert hash(NystroemMap(Gaussian(1.0), X)) == hash(NystroemMap(Gaussian(1.0), X.copy()))
    assert NystroemMap(Gaussian(1.0), X) != NystroemMap(Gaussian(1.0), X, 3)
    assert NystroemMap.choose(Gaussian(1.0), X, 5, 1) == NystroemMap.choose(Gaussian(1.0), X, 5, 1)


def test_an_indefinite_kernel_keeps_its_positive_part() -> None:
    phi = NystroemMap(Sigmoid(1.0, -1.0), X)
    assert (phi.eigenvalues > 0).all()
    assert np.isfinite(phi.features(X)).all()


def test_sparse_rows_single_precision_and_a_given_array() -> None:
    phi = NystroemMap.choose(Gaussian(0.5), sparse.csr_matrix(X), 8, 2)
    assert phi == NystroemMap.choose(Gaussian(0.5), X, 8, 2)
    exact = phi.features(X)
    np.testing.assert_allclose(phi.features(sparse.csr_array(X)), exact, rtol=1e-14)
    out = np.empty((30, 8), np.float32)
    assert phi.features(X.astype(np.float32), out) is out
    np.testing.assert_allclose(out, exact, atol=1e-5)


def test_it_is_a_kernel_to_the_solver() -> None:
    y = np.where(X[:, 0] > 0, 1.0, -1.0)
    assert answer(c_svc(X, y, NystroemMap.choose(Gaussian(0.5), X, 10, 0), 1.0)).alpha.shape == (30,)


def test_what_is_no_such_map_is_refused() -> None:
    for key, wrong in (
        ("map.precomputed", lambda: NystroemMap(Precomputed(), X)),
        ("map.flat", lambda: NystroemMap(Linear(), np.zeros((3, 2)))),
        ("kernel.parameter", lambda: NystroemMap(Linear(), X, 31)),
        ("kernel.parameter", lambda: NystroemMap.choose(Linear(), X, 31)),
        ("points.not_finite", lambda: NystroemMap(Linear(), X * np.inf)),
    ):
        with pytest.raises(InputError) as refused:
            wrong().features(X[:, :2] if key == "map.flat" else X)
        assert refused.value.key == key


def test_counts_of_the_landmarks_decide_as_the_features_do() -> None:
    rng = np.random.default_rng(3)
    X, A = rng.normal(size=(30, 3)), rng.normal(size=(50, 3))
    phi = NystroemMap.choose(Gaussian(0.4), X, 12, 1)
    w = rng.normal(size=phi.dimension(3))
    np.testing.assert_allclose(phi.kernel.gram(A, phi.landmarks) @ phi.counts(w), phi.features(A) @ w, atol=1e-10)
