"""Few weights with a large C: as many steps as the problem needs, not as many as C has digits."""

from __future__ import annotations

import numpy as np
import pytest

from core.problem import FourierMap
from core.solver import new_cancel_flag
from core.solver.linear.interior import MOST_STEPS, FewWeights, interior
from datasets import CATALOGUE

POINTS = CATALOGUE["moons"].make()


def posed(C: float) -> FewWeights:
    """Pose the moons under 40 Fourier features and an offset."""
    y = POINTS.y.astype(np.float64)
    rows = y[:, None] * np.column_stack([FourierMap(1.0, 40, 0).features(POINTS.X), np.ones(len(y))])
    return FewWeights(rows, np.ones(41), np.zeros(41), np.full(len(y), -1.0), np.full(len(y), C))


@pytest.mark.parametrize("C", [1.0, 1e8, 1e30, 1e100])
def test_the_weights_are_optimal_within_half_of_the_steps_allowed_under_any_c(C: float) -> None:
    """A slack as small as the rounding of the margins is none: 1e-15 under a C of 1e30 would be most of the primal."""
    asked = posed(C)
    found = interior(asked, 1e-9, MOST_STEPS, new_cancel_flag())
    assert found is not None
    u, alpha, steps = found
    assert steps <= MOST_STEPS // 2
    slack = np.maximum(0.0, -(asked.A @ u + asked.p))
    slack[slack <= 1e-12] = 0.0
    w = asked.A.T @ alpha
    dual = float(alpha.sum()) - 0.5 * float(w @ w)
    assert 0.5 * float(u @ u) + C * float(slack.sum()) == pytest.approx(dual, rel=1e-6)
