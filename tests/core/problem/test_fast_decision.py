"""What pictures are made of is the decision function, to the error that was asked for."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Gaussian
from core.problem.fast_decision import gaussian_at, gaussian_on_grid
from tests.core.small_problems import moons


@given(
    seed=st.integers(0, 99),
    d=st.integers(1, 4),
    gamma=st.floats(1e-3, 1e3),
    scale=st.floats(1e-3, 1e3),
    shift=st.sampled_from([0.0, 10.0, 1e4]),
    error=st.sampled_from([1e-4, 1e-9]),
)
def test_the_sum_at_any_points_is_right_to_the_error(
    seed: int, d: int, gamma: float, scale: float, shift: float, error: float
) -> None:
    rng = np.random.default_rng(seed)
    X, points = rng.normal(size=(20, d)) + shift, rng.normal(size=(33, d)) + shift
    coef = scale * rng.normal(size=20) * (rng.random(20) < 0.7)
    truth = Gaussian(gamma).gram(points, X) @ coef
    found = gaussian_at(X, coef, gamma, points, error)
    assert found == pytest.approx(truth, abs=error + 1e-11 * scale * (1.0 + gamma * shift))


@pytest.mark.parametrize("C", [1.0, 1e4])
@pytest.mark.parametrize("error", [1e-4, 1e-9])
def test_the_sum_on_a_grid_is_right_to_the_error(C: float, error: float) -> None:
    X, y = moons(150)
    coef = C * y * np.random.default_rng(0).random(150)
    across, up = np.linspace(-2.0, 3.0, 41), np.linspace(-1.5, 2.0, 23)
    places = np.array([[a, b] for b in up for a in across])
    truth = Gaussian(2.0).gram(places, X) @ coef
    assert gaussian_on_grid(X, coef, 2.0, across, up, error).ravel() == pytest.approx(truth, abs=error)
    assert gaussian_at(X, coef, 2.0, places, error) == pytest.approx(truth, abs=error)


def test_without_support_vectors_the_sum_is_zero() -> None:
    X, nothing = moons(10)[0], np.zeros(10)
    assert gaussian_at(X, nothing, 1.0, X).tolist() == [0.0] * 10
    assert gaussian_at(X, nothing, 1.0, X[:0]).tolist() == []
    assert not gaussian_on_grid(X, nothing, 1.0, np.arange(3.0), np.arange(4.0)).any()
