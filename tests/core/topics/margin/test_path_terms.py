"""The two terms that C weighs, along a path: |w| never falls, sum xi never rises, and both are those of a solve."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Gaussian, Kernel, Linear, Precomputed, c_svc
from core.solver import Answer, Outcome, regularisation_path, train
from core.topics.margin.view import sampled, terms
from core.view import solution
from tests.core.small_problems import PSD_KERNELS, Labels, Points, labelled_points, moons

kernels = st.sampled_from([*PSD_KERNELS, Gaussian(0.01)])


@given(labelled_points(), kernels)
def test_as_the_penalty_grows_the_norm_never_falls_and_the_slack_never_rises(
    given_points: tuple[Points, Labels], kernel: Kernel
) -> None:
    path = regularisation_path(*given_points, kernel, 0.01, 100.0)
    found = terms(path, sampled(path, 40, path.low, path.high))
    for rising in (found.norm, -found.slack):
        assert np.diff(rising).min(initial=0.0) >= -1e-7 * max(1.0, float(np.abs(rising).max()))
    assert np.all(np.isfinite(found.norm))
    value = 0.5 * found.norm**2 + found.at * found.slack
    assert value == pytest.approx([-path.objective(float(C)) for C in found.at], rel=1e-7, abs=1e-9)


@pytest.mark.parametrize("kernel", [Linear(), Gaussian(1.0)])
def test_both_terms_are_those_of_a_solve_at_the_same_penalty(kernel: Kernel) -> None:
    X, y = moons(60)
    path = regularisation_path(X, y, kernel, 0.01, 1000.0)
    for C in (0.02, 0.7, 30.0, 900.0):
        problem = c_svc(X, y, kernel, C)
        alpha = train(problem.form, np.array(problem.gram), Precomputed(), 1e-10).alpha
        shown = solution(problem, Answer(alpha, Outcome.OPTIMAL, 0))
        found = terms(path, np.array([C]))
        assert found.slack[0] == pytest.approx(float(np.maximum(0.0, shown.slack).sum()), rel=1e-6, abs=1e-7)
        assert found.norm[0] == pytest.approx(2.0 / shown.margin_width, rel=1e-7)


def test_without_slack_the_sum_is_none_and_not_rounding() -> None:
    X, y = np.array([[100.0, 0.0], [-100.0, 0.0], [0.0, 100.0]]), np.array([1.0, -1.0, 1.0])
    path = regularisation_path(X, y, Linear(), 1.0, 10.0)
    found = terms(path, np.array([1.0, math.sqrt(10.0), 10.0]))
    assert found.slack.tolist() == [0.0, 0.0, 0.0]
    assert np.all(found.norm > 0.0)
