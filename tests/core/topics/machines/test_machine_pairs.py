"""A step of the run of any machine: where both sums are fixed, both of a pair have one sign, and the sums stay."""

from __future__ import annotations

import math

import numpy as np
import pytest

from core.problem import Gaussian, Problem, c_svc, eps_svr, nu_svc, nu_svr, one_class
from core.topics.machines.view import pair_step
from core.trace import Trace, record
from datasets import CATALOGUE
from tests.core.topics.machines.test_machine_fit import golden

POINTS = CATALOGUE["overlap"].make()
X, Y = POINTS.X[:40], POINTS.y[:40]
LINE, VALUES = np.column_stack([X[:, 0], np.zeros(len(X))]), X[:, 1]
ALIKE = {
    "nu-SVC": nu_svc(X, Y, Gaussian(0.5), 0.4),
    "nu-SVR": nu_svr(LINE, VALUES, Gaussian(0.5), 2.0, 0.3),
    "G11": golden("G11"),
    "G15": golden("G15"),
}
ANY = {"C-SVC": c_svc(X, Y, Gaussian(0.5), 2.0), "eps-SVR": eps_svr(LINE, VALUES, Gaussian(0.5), 2.0, 0.3)}


def run(problem: Problem) -> Trace:
    return record(problem, tolerance=1e-6, limit=2_000)


@pytest.mark.parametrize("name", ALIKE)
def test_both_of_a_pair_have_one_sign_and_neither_sum_moves(name: str) -> None:
    trace = run(ALIKE[name])
    for k in range(len(trace)):
        step = pair_step(trace, k)
        assert step.alike
        assert step.signs[0] == step.signs[1]
        assert step.sums_after == pytest.approx(step.sums, abs=1e-9)
        assert sum(step.after) == pytest.approx(sum(step.before), abs=1e-9)
        assert step.rises[step.i]
        assert step.falls[step.j]
        (own,) = [breach for breach in step.breaches if breach.sign == step.signs[0]]
        assert step.score[step.i] == pytest.approx(own.m, abs=1e-9)
        largest = max(breach.violation for breach in step.breaches)
        assert largest == pytest.approx(float(trace.table["violation"][k]), abs=1e-7)


@pytest.mark.parametrize("name", ANY)
def test_with_one_sum_fixed_the_other_moves_and_signs_mix(name: str) -> None:
    trace = run(ANY[name])
    steps = [pair_step(trace, k) for k in range(len(trace))]
    assert not any(step.alike for step in steps)
    assert any(step.signs[0] != step.signs[1] for step in steps)
    for step in steps:
        plus, minus = step.sums_after
        assert plus - minus == pytest.approx(step.sums[0] - step.sums[1], abs=1e-9)
        assert len(step.breaches) == 1


def test_one_class_has_one_sign_and_one_sum() -> None:
    trace = run(one_class(X, Gaussian(0.5), 0.3))
    step = pair_step(trace, 0)
    assert step.signs == (1, 1)
    assert step.sums == pytest.approx((0.3 * len(X), 0.0))
    assert math.isfinite(step.breaches[0].violation)
