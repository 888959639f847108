"""What a step of a run under any of the five machines proves, held against the same in exact fractions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Formulation, Problem, c_svc
from core.problem.arrays import Vector
from core.topics.machines.view import MachineFit, machine_standing
from core.trace import record
from core.view import Light
from tests.core.naive import exact_objectives
from tests.core.naive_forms import exact_values
from tests.core.small_forms import KINDS, formulations, penalties
from tests.core.small_problems import PSD_KERNELS, labelled_points


@st.composite
def machines(draw: st.DrawFn) -> Problem:
    """Return a problem of any of the five machines."""
    if draw(st.integers(0, 4)) == 0:
        X, y = draw(labelled_points(9))
        return c_svc(X, y, draw(st.sampled_from(PSD_KERNELS)), draw(penalties))
    kinds = tuple(kind for kind in KINDS if kind != "squared")
    return draw(formulations(kinds, PSD_KERNELS))[0]


@given(machines(), st.floats(0.0, 1.0))
def test_the_terms_of_a_step_are_those_of_its_primal_and_its_dual(problem: Problem, part: float) -> None:
    trace = record(problem, "libsvm", limit=60)
    k = round(part * len(trace))
    alpha = trace.state_at(k).alpha
    shown = machine_standing(problem, alpha, k)
    proof = shown.proof
    if problem.form.formulation is Formulation.C_SVC:
        found = exact_objectives(problem.gram, problem.y, problem.form.upper, alpha, proof.b)
        primal, dual = found.primal, found.dual
    else:
        primal, dual = exact_values(problem, alpha, proof.b, proof.r)
    size = 1.0 + shown.half_norm + shown.loss + abs(shown.given) + abs(shown.linear)
    assert shown.half_norm + shown.loss + shown.given == pytest.approx(float(primal), abs=1e-9 * size)
    assert shown.linear - shown.half_norm == pytest.approx(-float(dual), abs=1e-9 * size)
    assert proof.gap == pytest.approx(float(primal + dual), abs=1e-9 * size + proof.rounding)
    assert shown.fit.steps == k
    clear = np.abs(short := _short(problem, shown.fit)) > 1e-8 * shown.fit.unit
    assert shown.fit.beyond >= np.count_nonzero(clear & (short > 0.0)), "beyond is beyond, however far the end is"
    assert shown.fit.beyond <= np.count_nonzero(~clear | (short > 0.0))
    if shown.light is Light.PROVED and shown.fit.digits:
        assert abs(primal + dual) <= abs(dual) / 900  # three digits


def _short(problem: Problem, fit: MachineFit) -> Vector:
    """Return by how much each point is beyond its margin or the tube of the f that is drawn, in the solver's units."""
    form, f = problem.form, fit.decision * fit.unit
    if fit.regression:
        return np.abs(form.target - f) - fit.r
    if form.formulation is Formulation.ONE_CLASS:
        return -f
    return np.asarray((fit.r if form.formulation is Formulation.NU_SVC else 1.0) - form.y * f)


def test_before_the_end_no_step_says_that_there_is_no_machine() -> None:
    problem = c_svc([[0.0], [1.0], [0.5]], [1, 1, -1], PSD_KERNELS[0], 1.0)
    assert machine_standing(problem, np.zeros(3), 0).light is Light.NOT_YET


@given(machines(), st.floats(0.0, 1.0))
def test_the_sums_and_the_intervals_of_a_step_are_those_of_a_slow_recomputation(problem: Problem, part: float) -> None:
    trace = record(problem, "libsvm", limit=60)
    k = round(part * len(trace))
    alpha, form = trace.state_at(k).alpha, problem.form
    shown, n = machine_standing(problem, alpha, k), len(form.target)
    near = 1e-9 * (1.0 + float(np.abs(problem.gram).max() * alpha.sum()) + float(np.abs(form.p).max()))
    sums = [float(sum(alpha[v] for v in range(len(alpha)) if form.y[v] == sign)) for sign in (1, -1)]
    assert shown.alpha_sums == pytest.approx(tuple(sums), abs=near)
    assert shown.kept == pytest.approx(sums[0] if form.alike else sums[0] - sums[1], abs=near)
    assert not form.alike or shown.kept == pytest.approx(sums[1], abs=near)
    coef = [sum(form.y[v] * alpha[v] for v in range(i, len(alpha), n)) for i in range(n)]
    score = [
        -form.y[v] * form.p[v] - sum(coef[j] * problem.gram[v % n, j] for j in range(n)) for v in range(len(alpha))
    ]
    assert [each.sign for each in shown.breaches] == ([1, -1] if form.alike else [0])
    levels = (shown.proof.b - shown.r, shown.proof.b + shown.r) if form.alike else (shown.proof.b,)
    for each, level in zip(shown.breaches, levels, strict=True):
        own = [v for v in range(len(alpha)) if each.sign in (0, form.y[v])]
        rising = [score[v] for v in own if (alpha[v] < form.upper[v] if form.y[v] > 0 else alpha[v] > 0)]
        falling = [score[v] for v in own if (alpha[v] < form.upper[v] if form.y[v] < 0 else alpha[v] > 0)]
        free = [score[v] for v in own if 0 < alpha[v] < form.upper[v]]
        ends = max(rising, default=-np.inf), min(falling, default=np.inf)
        assert (each.m, each.M, each.free) == pytest.approx((*ends, len(free)), abs=near)
        for variable, end in ((each.up, each.m), (each.low, each.M)):
            assert (variable < 0) == bool(np.isinf(end))
            assert variable < 0 or score[variable] == pytest.approx(end, abs=near)
        finite = [end for end in ends if np.isfinite(end)]
        assert level == pytest.approx(np.mean(free or finite), abs=near)
