"""The same problems through scikit-learn and through a general optimiser: objectives and decision values agree."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.optimize import minimize
from sklearn.svm import SVC

from core.problem import (
    Gaussian,
    Kernel,
    Linear,
    Polynomial,
    Problem,
    Sigmoid,
    c_svc,
    certificate,
    decision_values,
    offset,
)
from core.solver import Outcome, finish
from tests.core.small_problems import PSD_KERNELS, RULES, Labels, Points, cloud, moons, problems

SPELLED: list[tuple[Kernel, dict[str, Any]]] = [
    (Linear(), {"kernel": "linear"}),
    (Gaussian(0.5), {"kernel": "rbf", "gamma": 0.5}),
    (Gaussian(20.0), {"kernel": "rbf", "gamma": 20.0}),
    (Polynomial(3, 0.5, 1.0), {"kernel": "poly", "degree": 3, "gamma": 0.5, "coef0": 1.0}),
    (Polynomial(2, 1.0, 1.0), {"kernel": "poly", "degree": 2, "gamma": 1.0, "coef0": 1.0}),
]
DATA = {
    "moons": moons(70, seed=1),
    "cloud": cloud(60, seed=2),
    "on a grid": (np.round(cloud(50, 3)[0]), cloud(50, 3)[1]),
}


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize("weight", [None, {1: 3.0, -1: 0.5}], ids=["equal", "weighted"])
@pytest.mark.parametrize("C", [0.1, 1.0, 5.0])
@pytest.mark.parametrize(("kernel", "spelled"), SPELLED, ids=[str(kernel) for kernel, _ in SPELLED])
def test_objective_and_decision_values_are_scikit_learns(
    kernel: Kernel, spelled: dict[str, Any], C: float, weight: dict[int, float] | None, data: str, rule: str
) -> None:
    X, y = DATA[data]
    problem = c_svc(X, y, kernel, C, weight)
    run = finish(problem, rule, tolerance=1e-8, limit=3_000_000)
    theirs = SVC(C=C, class_weight=weight, tol=1e-7, **spelled).fit(X, y)
    alpha = np.zeros(len(y))
    alpha[theirs.support_] = np.abs(theirs.dual_coef_[0])
    ours = certificate(problem, run.alpha)
    assert ours.dual == pytest.approx(certificate(problem, alpha).dual, rel=1e-7, abs=1e-9)
    grid = np.random.default_rng(0).uniform(-2, 2, size=(40, 2))
    b = offset(problem, run.alpha)
    scale = 1.0 + np.abs(theirs.decision_function(grid)).max()
    assert decision_values(problem, run.alpha, b, grid) - b == pytest.approx(
        theirs.decision_function(grid) - theirs.intercept_[0], abs=2e-5 * scale
    )
    if ((run.alpha > 0) & (run.alpha < problem.dual.upper)).any():  # else every b of an interval is as good
        assert b == pytest.approx(theirs.intercept_[0], abs=1e-4 * scale)


def _by_a_general_optimiser(problem: Problem) -> float:
    """Return the smallest D that SLSQP finds."""
    Q = np.outer(problem.y, problem.y) * problem.dual.kernel
    found = minimize(
        lambda a: 0.5 * a @ Q @ a - a.sum(),
        np.zeros(len(Q)),
        jac=lambda a: Q @ a - 1.0,
        bounds=[(0.0, bound if math.isfinite(bound) else None) for bound in problem.dual.upper],
        constraints={"type": "eq", "fun": lambda a: problem.y @ a, "jac": lambda _: problem.y},
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-14},
    )
    return float(found.fun)


def _primal_by_a_general_optimiser(X: Points, y: Labels, upper: np.ndarray) -> float:
    """Return the smallest P of a linear soft margin over (w, b, xi), the primal as the textbook writes it."""
    n, d = X.shape
    rows = np.hstack([X * y[:, None], y[:, None], np.eye(n)])
    cost = np.r_[np.zeros(d + 1), upper]
    half = np.r_[np.ones(d), np.zeros(n + 1)]
    found = minimize(
        lambda v: 0.5 * (half * v) @ v + cost @ v,
        np.r_[np.zeros(d + 1), np.ones(n)],
        jac=lambda v: half * v + cost,
        bounds=[(None, None)] * (d + 1) + [(0.0, None)] * n,
        constraints={"type": "ineq", "fun": lambda v: rows @ v - 1.0, "jac": lambda _: rows},
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-14},
    )
    return float(found.fun)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kernel", PSD_KERNELS, ids=str)
def test_no_general_optimiser_finds_a_lower_dual(kernel: Kernel, seed: int, rule: str) -> None:
    X, y = cloud(11, seed)
    problem = c_svc(X, y, kernel, 2.0, {1: 1.5, -1: 0.7})
    run = finish(problem, rule, tolerance=1e-9, limit=1_000_000)
    assert run.outcome == Outcome.OPTIMAL
    assert certificate(problem, run.alpha).dual == pytest.approx(_by_a_general_optimiser(problem), rel=1e-6, abs=1e-7)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("C", [0.05, 1.0, 5.0])
def test_the_primal_is_the_one_of_the_textbook(C: float, seed: int) -> None:
    X, y = cloud(12, seed)
    problem = c_svc(X, y, Linear(), C, {1: 2.0, -1: 1.0})
    proof = certificate(problem, finish(problem, tolerance=1e-9, limit=1_000_000).alpha)
    assert proof.primal == pytest.approx(_primal_by_a_general_optimiser(X, y, problem.dual.upper), rel=1e-6)


@settings(max_examples=60)
@given(problem=problems(PSD_KERNELS, most=9))
def test_both_rules_and_both_ties_end_at_the_same_optimum(problem: Problem) -> None:
    values = []
    for rule in RULES:
        for tie in ("last", "first"):
            run = finish(problem, rule, tolerance=1e-6, ties=tie, limit=30_000)
            proof = certificate(problem, run.alpha)
            values.append((proof.dual, proof.primal, proof.gap + proof.rounding))
    for dual, primal, gap in values:
        for other, _, _ in values:
            assert dual <= other + gap + 1e-9 * abs(other)  # no run is further from another than its gap allows
        assert primal >= -dual - 1e-9 * abs(dual) - gap


def test_a_sigmoid_ends_at_a_point_that_no_pair_improves_and_promises_no_more() -> None:
    problem = c_svc(*moons(50), Sigmoid(0.5, -1.0), 1.0)
    run = finish(problem, tolerance=1e-6, limit=100_000)
    theirs = SVC(C=1.0, kernel="sigmoid", gamma=0.5, coef0=-1.0, tol=1e-6).fit(problem.X, problem.y)
    alpha = np.zeros(50)
    alpha[theirs.support_] = np.abs(theirs.dual_coef_[0])
    assert run.outcome == Outcome.OPTIMAL
    assert certificate(problem, run.alpha).dual == pytest.approx(certificate(problem, alpha).dual, rel=1e-3)
