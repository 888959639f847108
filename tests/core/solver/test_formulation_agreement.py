"""The other formulations through scikit-learn and through a general optimiser, and the laws that tie them together."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.optimize import minimize
from sklearn.svm import SVC, SVR, NuSVC, NuSVR, OneClassSVM

from core.problem import (
    Gaussian,
    Kernel,
    Linear,
    Machine,
    Polynomial,
    Problem,
    c_svc,
    certificate,
    cross_gram,
    eps_svr,
    linear_certificate,
    linear_svc,
    machine,
    margins_without_offset,
    nu_svc,
    nu_svr,
    offset,
    one_class,
    slack,
)
from core.solver import Outcome, finish
from tests.core.golden import GOLDEN
from tests.core.naive_forms import NaiveDual
from tests.core.small_forms import attainable, formulations
from tests.core.small_problems import PSD_KERNELS, RULES, cloud, moons

SPELLED: list[tuple[Kernel, dict[str, Any]]] = [
    (Linear(), {"kernel": "linear"}),
    (Gaussian(0.5), {"kernel": "rbf", "gamma": 0.5}),
    (Gaussian(20.0), {"kernel": "rbf", "gamma": 20.0}),
    (Polynomial(3, 0.5, 1.0), {"kernel": "poly", "degree": 3, "gamma": 0.5, "coef0": 1.0}),
]
IDS = [str(kernel) for kernel, _ in SPELLED]
GIVEN = {entry["id"]: entry for entry in GOLDEN["problems"]}
GRID = np.random.default_rng(0).uniform(-2, 2, size=(40, 2))
X, Y = cloud(40, seed=2)
Z = np.sin(2.0 * X[:, 0]) + 0.5 * X[:, 1]
WEIGHT = np.random.default_rng(3).uniform(0.2, 2.0, size=40)
weights = pytest.mark.parametrize("weight", [None, WEIGHT], ids=["equal", "weighted"])
rules = pytest.mark.parametrize("rule", RULES)
kernels = pytest.mark.parametrize(("kernel", "spelled"), SPELLED, ids=IDS)


def _solved(problem: Problem, rule: str = "smo-second-order") -> Machine:
    run = finish(problem, rule, tolerance=1e-8, limit=3_000_000)
    assert run.outcome == Outcome.OPTIMAL
    return machine(problem, run.alpha)


def _values(problem: Problem, made: Machine) -> np.ndarray:
    return np.asarray(cross_gram(problem, GRID) @ made.coef + made.b)


def _some_are_free(problem: Problem, made: Machine) -> bool:
    """Tell whether b is settled: a coefficient strictly inside the box, for nu-SVC one of each class."""
    size = np.abs(made.coef) / made.scale
    upper = problem.form.upper[: len(size)]
    free = (size > 1e-6 * upper) & (size < (1.0 - 1e-6) * upper)
    return all(bool(free[made.coef * sign > 0].any()) for sign in ((1.0, -1.0) if problem.form.alike else (1.0,)))


def _same(problem: Problem, made: Machine, theirs: Any) -> None:
    """Compare f on a grid and |w|^2, in LIBSVM's scale; alphas need not be unique, nor is b where none is free."""
    f = theirs.predict(GRID) if isinstance(theirs, SVR | NuSVR) else theirs.decision_function(GRID)
    scale = 1.0 + np.abs(f).max()
    b = theirs.intercept_[0]
    assert _values(problem, made) - made.b == pytest.approx(f - b, abs=5e-5 * scale)
    if _some_are_free(problem, made):
        assert made.b == pytest.approx(b, abs=2e-4 * scale)
    coef = np.zeros(len(problem.gram))
    coef[theirs.support_] = theirs.dual_coef_[0]
    assert made.coef @ problem.gram @ made.coef == pytest.approx(coef @ problem.gram @ coef, rel=1e-4)


@rules
@weights
@pytest.mark.parametrize("nu", [0.57, 0.77, 0.92])
@kernels
def test_nu_svc_is_scikit_learns(
    kernel: Kernel, spelled: dict[str, Any], nu: float, weight: np.ndarray | None, rule: str
) -> None:
    problem = nu_svc(X, Y, kernel, nu, weight)
    made = _solved(problem, rule)
    assert made.has_margin
    _same(problem, made, NuSVC(nu=nu, tol=1e-8, **spelled).fit(X, Y, sample_weight=weight))


@rules
@weights
@pytest.mark.parametrize("epsilon", [0.0, 0.1, 0.5])
@kernels
def test_epsilon_svr_is_scikit_learns(
    kernel: Kernel, spelled: dict[str, Any], epsilon: float, weight: np.ndarray | None, rule: str
) -> None:
    problem = eps_svr(X, Z, kernel, 2.0, epsilon, weight)
    made = _solved(problem, rule)
    _same(problem, made, SVR(C=2.0, epsilon=epsilon, tol=1e-8, **spelled).fit(X, Z, sample_weight=weight))


@rules
@weights
@pytest.mark.parametrize("nu", [0.21, 0.57, 0.88])
@kernels
def test_nu_svr_is_scikit_learns(
    kernel: Kernel, spelled: dict[str, Any], nu: float, weight: np.ndarray | None, rule: str
) -> None:
    problem = nu_svr(X, Z, kernel, 2.0, nu, weight)
    _same(problem, _solved(problem, rule), NuSVR(C=2.0, nu=nu, tol=1e-8, **spelled).fit(X, Z, sample_weight=weight))


@rules
@weights
@pytest.mark.parametrize("nu", [0.13, 0.51, 0.87])
@kernels
def test_one_class_is_scikit_learns(
    kernel: Kernel, spelled: dict[str, Any], nu: float, weight: np.ndarray | None, rule: str
) -> None:
    points = X + 3.0  # around the origin a linear kernel leaves w = 0, on which LIBSVM spends half a minute
    problem = one_class(points, kernel, nu, weight)
    _same(problem, _solved(problem, rule), OneClassSVM(nu=nu, tol=1e-7, **spelled).fit(points, sample_weight=weight))


@kernels
def test_weighted_c_svc_is_scikit_learns(kernel: Kernel, spelled: dict[str, Any]) -> None:
    both = {1: 2.0, -1: 0.5}
    problem = c_svc(X, Y, kernel, 1.0, both, WEIGHT)
    theirs = SVC(C=1.0, class_weight=both, tol=1e-8, **spelled).fit(X, Y, sample_weight=WEIGHT)
    _same(problem, _solved(problem), theirs)


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
def test_a_point_of_weight_two_is_two_points_and_one_of_weight_zero_is_none(loss: str) -> None:
    weight = np.ones(40)
    weight[:5], weight[5:12] = 2.0, 0.0
    rows = np.repeat(np.arange(40), weight.astype(int))
    for one, other in (
        (c_svc(X, Y, Gaussian(1.0), 2.0, None, weight, loss), c_svc(X[rows], Y[rows], Gaussian(1.0), 2.0, loss=loss)),
        (eps_svr(X, Z, Gaussian(1.0), 2.0, 0.1, weight), eps_svr(X[rows], Z[rows], Gaussian(1.0), 2.0, 0.1)),
        (nu_svc(X, Y, Gaussian(1.0), 0.4, weight), nu_svc(X[rows], Y[rows], Gaussian(1.0), 0.4)),
        (nu_svr(X, Z, Gaussian(1.0), 2.0, 0.4, weight), nu_svr(X[rows], Z[rows], Gaussian(1.0), 2.0, 0.4)),
        (one_class(X, Gaussian(1.0), 0.4, weight), one_class(X[rows], Gaussian(1.0), 0.4)),
    ):
        assert _values(one, _solved(one)) == pytest.approx(_values(other, _solved(other)), abs=1e-6)
        values = [certificate(p, finish(p, tolerance=1e-9, limit=1_000_000).alpha).dual for p in (one, other)]
        assert values[0] == pytest.approx(values[1], rel=1e-9)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kernel", PSD_KERNELS, ids=str)
def test_no_general_optimiser_finds_a_lower_dual(kernel: Kernel, seed: int) -> None:
    points, y = cloud(9, seed)
    z = points[:, 0] + np.random.default_rng(seed).normal(size=9)
    for problem in (
        nu_svc(points, y, kernel, 0.5),
        eps_svr(points, z, kernel, 2.0, 0.2),
        nu_svr(points, z, kernel, 2.0, 0.5),
        one_class(points, kernel, 0.5),
        c_svc(points, y, kernel, 2.0, loss="squared_hinge"),
    ):
        ours = certificate(problem, finish(problem, tolerance=1e-9, limit=1_000_000).alpha).dual
        assert ours == pytest.approx(_by_a_general_optimiser(problem), rel=1e-6, abs=1e-6)


def _by_a_general_optimiser(problem: Problem) -> float:
    """Return the smallest D that SLSQP finds from the start of the run."""
    dual = problem.dual
    Q, rows = np.outer(dual.y, dual.y) * dual.kernel, [dual.y]
    if dual.alike:
        rows.append(np.ones(len(Q)))
    A = np.array(rows)
    found = minimize(
        lambda a: 0.5 * a @ Q @ a + dual.p @ a,
        dual.start,
        jac=lambda a: Q @ a + dual.p,
        bounds=[(0.0, bound if math.isfinite(bound) else None) for bound in dual.upper],
        constraints={"type": "eq", "fun": lambda a: A @ (a - dual.start), "jac": lambda _: A},
        method="SLSQP",
        options={"maxiter": 1000, "ftol": 1e-15},
    )
    return float(found.fun)


@pytest.mark.parametrize(
    ("points", "y", "kernel", "nu"),
    [
        (GIVEN["G11"]["X"], GIVEN["G11"]["y"], Gaussian(0.5), 0.4),
        (GIVEN["G23"]["X"], GIVEN["G23"]["y"], Linear(), 0.5),
        (*moons(60), Gaussian(1.0), 0.5),
        (*moons(60), Polynomial(2), 0.6),
    ],
    ids=["G11", "G23", "moons, Gaussian", "moons, degree 2"],
)
def test_nu_svc_is_c_svc_with_c_one_over_r(points: Any, y: Any, kernel: Kernel, nu: float) -> None:
    problem = nu_svc(points, y, kernel, nu)
    run = finish(problem, tolerance=1e-14, limit=3_000_000)
    made = machine(problem, run.alpha)
    same = c_svc(points, y, kernel, made.equivalent_c)
    alpha = np.minimum(made.scale * run.alpha, made.equivalent_c)
    other = finish(same, tolerance=1e-14, limit=3_000_000)
    one, two = certificate(same, alpha, made.b), certificate(same, other.alpha)
    assert one.dual == pytest.approx(two.dual, rel=2e-12)
    assert one.gap <= 2e-12 * abs(one.dual)
    assert same.gram @ made.coef == pytest.approx(margins_without_offset(same, other.alpha), abs=2e-11)
    assert made.b == pytest.approx(offset(same, other.alpha), abs=2e-11)


@settings(max_examples=60)
@given(case=formulations(("nu_svc", "nu_svr", "one_class"), PSD_KERNELS, most=12))
def test_nu_bounds_the_errors_from_above_and_the_support_vectors_from_below(case: tuple[Problem, NaiveDual]) -> None:
    problem, _ = case
    run = finish(problem, tolerance=1e-9, limit=200_000)
    proof, form, n = certificate(problem, run.alpha), problem.form, len(problem.gram)
    budget = form.total if form.alike else form.balance  # nu n times the bound of one alpha
    per_point = run.alpha.reshape(form.copies, n)
    xi = slack(problem, margins_without_offset(problem, run.alpha) + proof.b, proof.r).reshape(form.copies, n)
    clearly = 1e-6 * (1.0 + np.abs(problem.gram).max() * run.alpha.sum())
    errors, vectors = np.count_nonzero((xi > clearly).any(axis=0)), np.count_nonzero((per_point > 0).any(axis=0))
    share = budget / form.upper[0]
    if run.outcome == Outcome.OPTIMAL and abs(proof.r) > clearly:
        assert errors <= share + 1e-9
    assert vectors >= share - 1e-9 if form.copies == 1 else vectors >= share / 2


def test_without_an_offset_to_choose_the_squared_hinge_is_the_one_of_dual_coordinate_descent() -> None:
    points = np.vstack([X[:15], -X[:15]])  # mirrored with its labels, the best offset is 0
    y = np.concatenate([Y[:15], -Y[:15]])
    problem = c_svc(points, y, Linear(), 0.1, loss="squared_hinge")
    linear = linear_svc(points, y, 0.1, "squared_hinge", bias=None)
    ours = certificate(problem, finish(problem, tolerance=1e-8, limit=1_000_000).alpha)
    theirs = linear_certificate(linear, finish(linear, "dual-cd", 1e-8, limit=1_000_000).alpha)
    assert ours.dual == pytest.approx(theirs.dual, rel=1e-9)
    assert ours.primal == pytest.approx(theirs.primal, rel=1e-9)


def test_a_squared_hinge_is_a_hard_margin_in_a_larger_space_and_without_a_bound_is_one() -> None:
    points, y = cloud(30, seed=5, gap=2.0)
    hard = c_svc(points, y, Linear(), math.inf, loss="squared_hinge")
    assert hard.hard
    assert hard.dual.kernel is hard.gram
    soft = c_svc(points, y, Linear(), 1.0, loss="squared_hinge")
    assert not soft.hard
    assert math.isinf(soft.dual.ceiling)
    assert np.array_equal(soft.dual.kernel, soft.gram + 0.5 * np.eye(30))


@pytest.mark.parametrize("share", [0.01, 0.5, 0.999, 1.0])
def test_the_largest_nu_that_can_be_attained_is_taken(share: float) -> None:
    for n in (7, 30, 40):
        points, y = X[:n], np.where(np.arange(n) % 3 == 0, 1.0, -1.0)
        problem = nu_svc(points, y, Gaussian(1.0), attainable(y, share))
        run = finish(problem, tolerance=1e-8, limit=1_000_000)
        assert run.outcome == Outcome.OPTIMAL
        assert run.alpha.sum() == pytest.approx(attainable(y, share) * n, rel=1e-12)
