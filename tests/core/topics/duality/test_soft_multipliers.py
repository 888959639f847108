"""The multipliers of a soft margin meet the conditions of Li, 7.41 to 7.54, and L, primal and dual agree."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.topics.duality.soft import soft_multipliers

X = np.array([[1.0, 2.0], [2.0, 3.0], [3.0, 3.0], [2.0, 1.0], [3.0, 2.0]])  # Li, exercise 7.2
Y = np.array([1.0, 1.0, 1.0, -1.0, -1.0])


@given(st.floats(0.05, 20.0))
def test_the_conditions_hold_and_the_three_values_agree(C: float) -> None:
    found = soft_multipliers(X, Y, C)
    assert found.proved
    w, b = found.solution.w, found.solution.b
    assert w is not None
    np.testing.assert_allclose(w, (found.alpha * Y) @ X, atol=1e-9)  # 7.41
    assert found.alpha @ Y == pytest.approx(0.0, abs=1e-9)  # 7.42
    np.testing.assert_allclose(found.alpha + found.mu, np.full(5, C), rtol=1e-15)  # 7.43
    assert min(found.alpha.min(), found.mu.min(), found.xi.min()) >= 0.0
    np.testing.assert_allclose(found.mu * found.xi, 0.0, atol=1e-7)
    np.testing.assert_allclose(found.alpha * found.over, 0.0, atol=1e-7)
    np.testing.assert_allclose(found.over, Y * (X @ w + b) - 1.0 + found.xi, atol=2e-9)
    assert found.lagrangian == pytest.approx(found.primal, rel=1e-7)
    assert found.dual == pytest.approx(found.primal, rel=1e-7)


def test_a_large_c_is_the_hard_margin_of_the_exercise() -> None:
    found = soft_multipliers(X, Y, 10.0)
    np.testing.assert_allclose(found.alpha, [0.5, 0.0, 2.0, 0.0, 2.5], atol=1e-9)
    assert found.xi.max() == 0.0
