"""Least squares in pieces are those of LAPACK in one call, and a stop ends them between two pieces."""

import numpy as np
import pytest

from core.problem import FourierMap
from core.solver.ridge import ridge, ridge_of_features
from core.solver.smallest_norm import EPS, PANEL, REDUCED, least_squares

SHAPES = [(1, 1), (1, 7), (7, 1), (5, 5), (40, 17), (17, 40), (33, 33), (150, 150), (300, 200), (100, 333)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("share", [1.0, 0.5])
@pytest.mark.parametrize("outputs", [1, 3])
def test_the_answer_is_that_of_one_call_within_the_error_of_its_condition(
    shape: tuple[int, int], share: float, outputs: int
) -> None:
    rng = np.random.default_rng(shape[0] + outputs)
    rank = max(1, round(share * min(shape)))
    A = rng.normal(size=(shape[0], rank)) @ rng.normal(size=(rank, shape[1]))
    right = rng.normal(size=(shape[0], outputs))
    cut = 100.0 * max(shape) * EPS
    before = A.copy(), right.copy()
    found = least_squares(A, right, cut)
    assert np.array_equal(A, before[0])
    assert np.array_equal(right, before[1])
    assert found is not None
    theirs = np.linalg.lstsq(A, right, rcond=cut)[0]
    size = np.linalg.svd(A, compute_uv=False)
    condition = size[0] / size[rank - 1]
    # Wedin: the answer moves by the condition times the error, and by its square times the residual.
    error = 10.0 * max(shape) * EPS * condition
    allowed = error * (np.linalg.norm(theirs) + condition * np.linalg.norm(right) / size[0])
    assert np.linalg.norm(found - theirs) <= allowed


@pytest.mark.parametrize("shape", [(0, 4), (4, 0)])
def test_without_rows_or_columns_the_answer_is_zero(shape: tuple[int, int]) -> None:
    found = least_squares(np.empty(shape), np.ones((shape[0], 2)))
    assert found is not None
    assert not found.any()
    assert found.shape == (shape[1], 2)


@pytest.mark.parametrize("shape", [(3 * PANEL, 4 * PANEL), (4 * PANEL, 3 * PANEL), (4 * REDUCED, 4 * REDUCED)])
def test_a_stop_is_heard_before_every_piece_and_at_the_end(shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(0)
    A, right = rng.normal(size=shape), rng.normal(size=(shape[0], 1))
    asked = 0

    def never() -> bool:
        nonlocal asked
        asked += 1
        return False

    assert least_squares(A, right, EPS, never) is not None
    least = min(shape)
    factored = -(-least // PANEL) if shape[0] != shape[1] else 0
    assert asked == factored + -(-least // REDUCED) + 1
    for last in range(1, asked + 1):
        left = iter(range(1, last + 1))
        assert least_squares(A, right, EPS, lambda left=left, last=last: next(left) == last) is None
        assert next(left, None) is None


def test_a_stopped_ridge_regression_has_no_numbers_and_another_one_is_not_stopped() -> None:
    rng = np.random.default_rng(1)
    x = rng.uniform(-3.0, 3.0, (90, 1))
    Z, z = FourierMap(1.0, 200).features(x), rng.normal(size=90)
    for found in (ridge(Z @ Z.T, z, 0.0, lambda: True), ridge_of_features(Z, z, 0.0, lambda: True)):
        assert np.isnan(found.weights).all()
    for found in (ridge(Z @ Z.T, z, 0.0), ridge_of_features(Z, z, 0.0)):
        assert np.isfinite(found.weights).all()
        assert not found.regular


def test_an_ill_conditioned_fit_is_no_worse_than_that_of_one_call() -> None:
    rng = np.random.default_rng(2)
    x = rng.uniform(-3.0, 3.0, (200, 1))
    Z, z = FourierMap(1.0, 400).features(x), rng.normal(size=200)
    ours = Z @ ridge_of_features(Z, z, 0.0).weights
    theirs = Z @ np.linalg.lstsq(Z, z, rcond=EPS)[0]
    assert np.linalg.norm(ours - z) <= 1.05 * np.linalg.norm(theirs - z)
