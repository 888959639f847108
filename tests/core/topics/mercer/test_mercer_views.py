from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Gaussian, InputError, Kernel, Linear, Polynomial, Sigmoid, c_svc
from core.topics.mercer.distances import (
    LARGEST_EXPONENT,
    METRICS,
    DistanceKernel,
    distances,
    few,
    least_over_exponents,
)
from core.topics.mercer.given import MOST, given_matrix
from core.topics.mercer.plane import SigmoidPlane, axes, least_rows
from core.topics.mercer.space import FIELD_CELLS, OPERATOR_CELLS, element, element_field, operator
from core.topics.mercer.theory import Verdict, judge, known_gram
from core.topics.mercer.view import course, falling_pair, is_stationary
from core.trace import record
from tests.core.topics.mercer.test_mercer_theory import points_of

seeds = st.integers(0, 10_000)
KERNELS: tuple[Kernel, ...] = (Linear(), Gaussian(1.0), Polynomial(2, 1.0, 1.0))


# ---- distances ----


@given(seeds, st.sampled_from(METRICS), st.floats(0.1, 1.0), st.floats(0.05, 5.0))
def test_a_distance_below_its_largest_exponent_shows_no_negative_value(
    seed: int, metric: str, share: float, gamma: float
) -> None:
    value = DistanceKernel(metric, gamma, share * LARGEST_EXPONENT[metric])
    assert value.always_psd
    assert judge(known_gram(value, points_of(seed))).verdict is not Verdict.NEGATIVE


@pytest.mark.parametrize(("metric", "exponent"), [("euclid", 2.5), ("manhattan", 1.5), ("chebyshev", 1.5)])
def test_a_larger_exponent_fails_on_some_points(metric: str, exponent: float) -> None:
    value = DistanceKernel(metric, 0.3, exponent)
    grid = np.array([[a, b] for a in range(6) for b in range(6)], dtype=float)
    assert not value.always_psd
    assert judge(known_gram(value, grid)).verdict is Verdict.NEGATIVE


def test_the_euclidean_square_is_the_gaussian_and_the_distances_are_their_formulas() -> None:
    A, B = points_of(1, 5), points_of(2, 4)
    assert DistanceKernel("euclid", 0.7, 2.0).gram(A, B) == pytest.approx(Gaussian(0.7).gram(A, B))
    apart = np.abs(A[:, None] - B)
    assert distances(A, B, "manhattan") == pytest.approx(apart[..., 0] + apart[..., 1])
    assert distances(A, B, "chebyshev") == pytest.approx(np.maximum(apart[..., 0], apart[..., 1]))


def test_the_least_eigenvalues_over_p_are_those_of_the_kernels() -> None:
    X = points_of(3, 20)
    found = least_over_exponents(X, 0.5, [0.5, 1.0, 2.0, 3.0])
    for metric in METRICS:
        for p, least in zip(found.exponents, found.least[metric], strict=True):
            expected = judge(known_gram(DistanceKernel(metric, 0.5, float(p)), X)).least
            assert least == pytest.approx(expected, abs=1e-12)


@given(st.integers(1, 300), st.integers(2, 80))
def test_a_few_points_are_all_or_evenly_spaced_ones(count: int, most: int) -> None:
    kept = few(count, most)
    assert len(kept) == min(count, most)
    assert kept[0] == 0
    assert kept[-1] == (count - 1 if len(kept) > 1 else 0)


def test_an_unknown_distance_is_refused() -> None:
    with pytest.raises(InputError):
        DistanceKernel("hamming", 1.0, 1.0)


# ---- the plane of the sigmoid ----


def test_the_rows_of_the_plane_hold_the_least_eigenvalues() -> None:
    X = points_of(4, 15)
    gamma, r = axes((0.01, 10.0), (-3.0, 3.0), 4)
    rows = np.array(list(least_rows(X, gamma, r)))
    assert rows.shape == (4, 4)
    for a, each in enumerate(r):
        for b, scale in enumerate(gamma):
            expected = judge(known_gram(Sigmoid(float(scale), float(each)), X)).least
            assert rows[a, b] == pytest.approx(expected, abs=1e-12)
    plane = SigmoidPlane(gamma, r, rows, 15)
    assert plane.share == pytest.approx(float((rows >= -plane.noise).mean()))
    assert SigmoidPlane(gamma, r, rows[:0], 15).share == 0.0


def test_the_axes_are_the_centres_of_the_cells() -> None:
    gamma, r = axes((0.01, 100.0), (-2.0, 2.0), 4)
    assert gamma == pytest.approx(10.0 ** np.array([-1.5, -0.5, 0.5, 1.5]))
    assert r == pytest.approx([-1.5, -0.5, 0.5, 1.5])


# ---- the space ----


@given(seeds, st.sampled_from(KERNELS))
def test_the_reproducing_property_and_the_bound_hold_for_a_kernel(seed: int, value: Kernel) -> None:
    drawn = np.random.default_rng(seed)
    X, a, x = points_of(seed, 8), drawn.normal(size=8), drawn.normal(size=2)
    found = element(value, X, a, x)
    K = value.gram(X, X)
    assert found.square.value == pytest.approx(float(a @ K @ a), rel=1e-9, abs=1e-9)
    assert found.value == pytest.approx(float(value.gram(x[None], X)[0] @ a), rel=1e-9, abs=1e-9)
    assert found.product == pytest.approx(found.value, rel=1e-7, abs=1e-7 * (1 + found.own))
    assert found.holds


def test_the_bound_is_an_equality_for_the_representer_of_x() -> None:
    X = points_of(6, 5)
    found = element(Gaussian(0.5), X, np.eye(5)[2], X[2])
    assert found.value**2 == pytest.approx(found.bound)


def test_the_bound_fails_along_a_witness() -> None:
    X, value = points_of(6, 12), Sigmoid(1.0, -1.0)
    a = judge(known_gram(value, X)).witness
    found = element(value, X, a, X[0])
    assert found.square.value < 0
    assert found.product == pytest.approx(found.value, abs=1e-9)
    assert not found.holds


def test_the_field_is_f_on_the_grid() -> None:
    X, a = points_of(7, 5), np.array([1.0, -2.0, 0.5, 0.0, 1.0])
    x1, x2, f = element_field(Gaussian(1.0), X, a, (-2.0, -1.0, 4.0))
    assert f.shape == (FIELD_CELLS, FIELD_CELLS)
    at = np.array([x1[5], x2[11]])
    assert f[11, 5] == pytest.approx(element(Gaussian(1.0), X, a, at).value)


def test_the_operator_finds_what_few_points_hide() -> None:
    assert judge(known_gram(Sigmoid(1.0, 0.0), np.array([[1.0, 0.0], [0.0, 1.0]]))).verdict is not Verdict.NEGATIVE
    assert operator(Sigmoid(1.0, 0.0), (-2.0, -2.0, 4.0)).judged.verdict is Verdict.NEGATIVE
    found = operator(Gaussian(1.0), (-2.0, -2.0, 4.0))
    assert found.judged.verdict is Verdict.THEOREM
    assert found.area * OPERATOR_CELLS**2 == pytest.approx(16.0)
    assert found.area * float(found.judged.eigenvalues.sum()) == pytest.approx(16.0)  # the integral of K(x, x)


# ---- SMO ----


def test_the_course_of_a_run_has_the_curvature_and_the_dual_of_every_step() -> None:
    X, y = points_of(8, 20), np.repeat([1.0, -1.0], 10)
    problem = c_svc(X, y, Sigmoid(1.0, -1.0), 1.0)
    run = record(problem, tolerance=1e-5, limit=2000)
    found = course(run)
    K, Q = problem.gram, problem.gram * np.outer(y, y)
    assert found.steps == len(run)
    for k in range(min(found.steps, 20)):
        i, j = found.i[k], found.j[k]
        assert found.curvature[k] == pytest.approx(K[i, i] + K[j, j] - 2 * K[i, j])
        alpha = run.state_at(k).alpha
        assert found.dual[k] == pytest.approx(0.5 * alpha @ Q @ alpha - alpha.sum(), abs=1e-9)
    assert found.flat == int((found.curvature <= 0).sum()) > 0
    assert found.first is not None
    assert found.curvature[found.first] <= 0
    assert (found.curvature[: found.first] > 0).all()
    assert is_stationary(problem, found.outcome) is (found.outcome.name == "OPTIMAL")


def test_a_kernel_has_no_falling_pair_and_no_stationary_end() -> None:
    X, y = points_of(9, 10), np.repeat([1.0, -1.0], 5)
    problem = c_svc(X, y, Gaussian(1.0), 1.0)
    found = course(record(problem))
    assert falling_pair(known_gram(Gaussian(1.0), X), y) is None
    assert (found.first, found.flat) == (None, 0)
    assert not is_stationary(problem, found.outcome)


def test_the_hard_margin_falls_without_bound_along_a_falling_pair() -> None:
    X, y = points_of(8, 20), np.repeat([1.0, -1.0], 10)
    pair = falling_pair(known_gram(Sigmoid(1.0, -1.0), X), y)
    assert pair is not None
    assert y[pair.i] != y[pair.j]
    Q = Sigmoid(1.0, -1.0).gram(X, X) * np.outer(y, y)
    along = [t * (np.eye(20)[pair.i] + np.eye(20)[pair.j]) for t in (1.0, 10.0, 100.0)]
    dual = [0.5 * alpha @ Q @ alpha - alpha.sum() for alpha in along]
    assert dual == pytest.approx([0.5 * t**2 * pair.squared.value - 2 * t for t in (1.0, 10.0, 100.0)])
    assert dual[2] < dual[1] < dual[0] < 0


# ---- a matrix that was given ----


def test_a_matrix_is_taken_with_the_labels_of_its_last_column() -> None:
    K = np.array([[2.0, 1.0], [1.0, 3.0]])
    assert given_matrix(K).y is None
    found = given_matrix(np.column_stack([K, [1.0, -1.0]]))
    assert found.y is not None
    assert found.y.tolist() == [1.0, -1.0]
    assert found.known.K.tolist() == K.tolist()
    assert not found.known.error.any()


def test_what_rounding_explains_is_averaged_and_counts_as_an_error() -> None:
    K = np.array([[2.0, 1.0 + 1e-8], [1.0, 3.0]])
    found = given_matrix(K)
    assert found.known.K[0, 1] == found.known.K[1, 0] == pytest.approx(1.0 + 0.5e-8, abs=1e-15)
    assert found.known.error[0, 1] >= 0.5e-8
    assert found.apart == pytest.approx(1e-8)


@pytest.mark.parametrize(
    ("table", "key", "named"),
    [
        (np.ones((2, 4)), "precomputed.not_square", {"rows": 2, "columns": 4}),
        (np.ones((2, 3)) * 2, "matrix.labels", {"rows": 2, "columns": 3}),
        (np.array([[1.0, 2.0], [2.0, np.nan]]), "matrix.not_a_number", {"i": 2, "j": 2}),
        (np.array([[1.0, 2.0, 3.0], [2.0, 1.0, 0.0], [9.0, 0.1, 1.0]]), "matrix.not_symmetric", {"i": 1, "j": 3}),
        (np.eye(MOST + 1), "matrix.large", {"rows": MOST + 1}),
    ],
    ids=["wide", "no labels", "nan", "crooked", "large"],
)
def test_a_table_that_is_no_matrix_is_refused_with_the_worst_entry(
    table: np.ndarray, key: str, named: dict[str, int]
) -> None:
    with pytest.raises(InputError) as refused:
        given_matrix(table)
    assert refused.value.key == key
    assert named.items() <= refused.value.values.items()
