"""Every state of a walk under two equalities against LIBSVM's rule in plain NumPy, one step at a time."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.problem import Gaussian, Kernel, Linear, Polynomial, Problem, nu_svc, nu_svr
from core.solver import STEPPERS, Outcome, select_pair, walk
from tests.core.naive_forms import NaiveDual, choose_alike, nu_svc_dual, nu_svr_dual
from tests.core.small_forms import NU_KINDS, formulations
from tests.core.small_problems import RULES, TIES, cloud, moons

EPS = 2.0**-52
TOLERANCE = 1e-3


def _agree(problem: Problem, naive: NaiveDual, rule: str, tie: str, steps: int) -> int:
    """Compare the pair and the move of every step; return how many there were."""
    dual, stepper, done = problem.dual, STEPPERS[rule], 0
    options, K = stepper.rule(TOLERANCE, tie), naive.Q * np.outer(naive.s, naive.s)
    state = stepper.init(dual)
    for after, step in islice(walk(problem, rule, TOLERANCE, tie), steps):
        twin = choose_alike(
            K, naive.s, naive.C, state.alpha, state.gradient, TOLERANCE, rule == "smo-second-order", tie
        )
        pair = select_pair(dual, state.alpha, state.gradient, options)
        if twin is None:
            assert (pair.j, step.outcome) == (-1, Outcome.OPTIMAL)
            return done
        assert (step.i, step.j, step.violation) == (twin.i, twin.j, twin.violation)
        assert tuple(pair) == tuple(twin)
        if step.outcome != Outcome.RUNNING:
            return done
        done += 1
        size = 1.0 + float(np.abs(naive.p).max()) + float(np.abs(K).max()) * float(after.alpha.sum())
        noise = 8 * EPS * (done + len(naive.s)) * size
        _same_move(K, naive, state.alpha, after.alpha, step.i, step.j, noise)
        assert np.abs(after.gradient - (naive.Q @ after.alpha + naive.p)).max() <= noise
        state = after
    return done


def _same_move(K: np.ndarray, naive: NaiveDual, old: np.ndarray, new: np.ndarray, i: int, j: int, noise: float) -> None:
    """Compare with the pair as the textbook solves it: E is f - y there, and -s p stands for y here."""
    a = K[i, i] + K[j, j] - 2.0 * K[i, j]
    G = naive.Q @ old + naive.p
    delta = (G[i] - G[j]) / (a if a > 0 else 1e-12)
    low, high = max(0.0, old[i] + old[j] - naive.C[i]), min(naive.C[j], old[i] + old[j])
    expected = min(max(old[j] + delta, low), high)
    reach = 2 * noise / max(a, 1e-12) + 1e-12 * (old[i] + old[j])
    assert new[j] == pytest.approx(expected, abs=reach)
    assert new[i] == pytest.approx(old[i] + old[j] - expected, abs=reach)


@settings(max_examples=200)
@given(case=formulations(NU_KINDS), rule=st.sampled_from(RULES), tie=st.sampled_from(TIES))
def test_every_step_of_a_small_walk_is_the_rule(case: tuple[Problem, NaiveDual], rule: str, tie: str) -> None:
    _agree(*case, rule, tie, steps=25)


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("nu", [0.1, 0.5, 0.95])
@pytest.mark.parametrize("kernel", [Linear(), Gaussian(2.0), Polynomial(3)], ids=str)
def test_every_step_of_a_real_walk_is_the_rule(kernel: Kernel, nu: float, rule: str, tie: str) -> None:
    X, y = cloud(40, seed=7)
    problem = nu_svc(X, y, kernel, nu)
    assert _agree(problem, nu_svc_dual(problem.gram, y, nu), rule, tie, steps=120) >= 1
    z = np.sin(2.0 * X[:, 0]) + 0.3 * X[:, 1]
    problem = nu_svr(X, z, kernel, 3.0, nu)
    assert _agree(problem, nu_svr_dual(problem.gram, z, 3.0, nu), rule, tie, steps=120) >= 1


def test_a_walk_to_the_end_is_the_rule_to_the_end() -> None:
    X, y = moons(60)
    problem = nu_svc(X, y, Gaussian(1.0), 0.2)
    assert _agree(problem, nu_svc_dual(problem.gram, y, 0.2), "smo-second-order", "last", steps=100_000) > 20
