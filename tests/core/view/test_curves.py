from __future__ import annotations

import math

import numpy as np
import pytest

from core.problem import Gaussian, Kernel, Linear, Polynomial, c_svc, certificate
from core.solver import Outcome
from core.trace import record
from core.view import curves
from tests.core.small_problems import RULES, XOR, XOR_LABELS, cloud, moons


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(("kernel", "C"), [(Gaussian(1.0), 10.0), (Linear(), 100.0), (Polynomial(3), 1.0)], ids=str)
def test_the_dual_rises_to_the_optimum_and_the_primal_stays_above_it(kernel: Kernel, C: float, rule: str) -> None:
    trace = record(c_svc(*moons(60), kernel, C), rule, limit=20_000)
    shown = curves(trace)
    assert (np.diff(shown.dual) >= -1e-9 * np.abs(shown.dual[1:])).all()
    assert (shown.primal >= shown.dual[-1] * (1 - 1e-9)).all()
    assert (shown.gap >= 0).all()
    assert shown.gap == pytest.approx(shown.primal - shown.dual, rel=1e-6, abs=1e-8 * shown.primal.max())


def test_the_sampled_steps_begin_at_zero_end_at_the_last_and_rise() -> None:
    trace = record(c_svc(*moons(60), Gaussian(1.0), 1e4), tolerance=1e-6)
    shown = curves(trace, samples=40)
    assert (shown.step[0], shown.step[-1]) == (0, len(trace))
    assert (np.diff(shown.step) > 0).all()
    assert len(shown.step) <= 40 + 10 + 2
    assert {len(series) for series in (shown.dual, shown.primal, shown.gap, shown.violation)} == {len(shown.step)}


def test_each_sample_is_the_certificate_of_that_state() -> None:
    trace = record(c_svc(*moons(40), Gaussian(1.0), 10.0))
    shown = curves(trace)
    for k in (0, 1, 5, len(shown.step) - 1):
        proof = certificate(trace.problem, trace.state_at(int(shown.step[k])).alpha)
        assert (-proof.dual, proof.primal, proof.gap) == (shown.dual[k], shown.primal[k], shown.gap[k])


def test_the_violation_is_the_one_before_the_step_and_unknown_after_the_last() -> None:
    trace = record(c_svc(*moons(40), Gaussian(1.0), 10.0))
    shown = curves(trace)
    assert shown.violation[0] == 2.0  # at alpha = 0: 1 - (-1)
    assert math.isnan(shown.violation[-1])
    assert np.array_equal(shown.violation[:-1], trace.table["violation"][shown.step[:-1]])


def test_a_hard_margin_has_no_primal_until_every_point_is_outside_the_band() -> None:
    shown = curves(record(c_svc(*cloud(20, 3, gap=3.0), Linear(), math.inf), tolerance=1e-6))
    assert shown.primal[0] == math.inf
    assert math.isfinite(shown.primal[-1])
    assert shown.gap[-1] <= 1e-4 * shown.dual[-1]


def test_a_trace_of_no_steps_has_one_sample() -> None:
    trace = record(c_svc(XOR, XOR_LABELS, Gaussian(1.0), 1.0), tolerance=3.0)
    assert trace.outcome == Outcome.OPTIMAL
    shown = curves(trace)
    assert shown.step.tolist() == [0]
    assert (shown.dual[0], shown.primal[0]) == (0.0, 4.0)
