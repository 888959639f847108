from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.problem import (
    Formulation,
    Gaussian,
    InputError,
    Kernel,
    Linear,
    Polynomial,
    Problem,
    best_scalars,
    c_svc,
    certificate,
    eps_svr,
    free_scalars,
    kkt_residuals,
    margins_of_gradient,
    margins_without_offset,
    nu_svc,
    nu_svr,
    one_class,
)
from core.problem.proof.optimality import EPS
from core.solver import STEPPERS, Outcome, finish
from tests.core.naive_forms import NaiveDual, exact_values
from tests.core.small_forms import KINDS, formulations
from tests.core.small_problems import PSD_KERNELS, RULES, cloud, moons

shares = st.lists(st.floats(0, 1), min_size=18, max_size=18)
offsets = st.floats(-5, 5)


def _feasible(problem: Problem, share: list[float]) -> np.ndarray:
    """Return an alpha between the start of the run and somewhere on its way."""
    steps = int(share[0] * 12)
    start = STEPPERS["smo-second-order"].init(problem.dual).alpha
    there = finish(problem, tolerance=1e-9, limit=steps).alpha
    return np.asarray(start + share[1] * (there - start))


def _size(problem: Problem, alpha: np.ndarray, b: float, r: float) -> float:
    """Return the size of the numbers that P and D are summed from."""
    weight = float(alpha.sum() + problem.form.start.sum())
    costs = problem.form.cost
    f = float(np.abs(problem.gram).max()) * weight + abs(b) + abs(r) + float(np.abs(problem.form.p).max())
    return 1.0 + weight * f + float(costs.sum()) * (f + f * f if problem.form.squared else f)


@settings(max_examples=80)
@given(case=formulations(kernels=PSD_KERNELS, most=6), share=shares, b=offsets)
def test_the_numbers_of_the_certificate_are_those_of_exact_arithmetic(
    case: tuple[Problem, NaiveDual], share: list[float], b: float
) -> None:
    problem, _ = case
    alpha = _feasible(problem, share)
    for proof in (certificate(problem, alpha), certificate(problem, alpha, b)):
        truth = exact_values(problem, alpha, proof.b, proof.r)
        size = _size(problem, alpha, proof.b, proof.r)
        assert proof.primal == pytest.approx(float(truth.primal), abs=1e-12 * size)
        assert proof.dual == pytest.approx(float(truth.dual), abs=1e-12 * size)
        assert proof.gap == pytest.approx(float(truth.primal + truth.dual), abs=1e-12 * size)
        assert (proof.r >= 0) if problem.form.formulation is Formulation.NU_SVC else (proof.r <= 0)


@settings(max_examples=80)
@given(case=formulations(kernels=PSD_KERNELS, most=6), share=shares, b=offsets)
def test_the_real_gap_is_within_the_gap_and_its_rounding(
    case: tuple[Problem, NaiveDual], share: list[float], b: float
) -> None:
    problem, _ = case
    alpha = _feasible(problem, share)
    for proof in (certificate(problem, alpha), certificate(problem, alpha, b)):
        truth = exact_values(problem, alpha, proof.b, proof.r)
        last_bits = 64 * EPS * (abs(proof.gap) + proof.rounding)
        assert float(truth.primal + truth.dual) <= proof.gap + proof.rounding + last_bits


@given(case=formulations(kernels=PSD_KERNELS), one=shares, other=shares, b=offsets)
def test_no_feasible_dual_value_exceeds_any_primal_value(
    case: tuple[Problem, NaiveDual], one: list[float], other: list[float], b: float
) -> None:
    problem, _ = case
    below, above = certificate(problem, _feasible(problem, one)), certificate(problem, _feasible(problem, other), b)
    slack = 1e-11 * _size(problem, _feasible(problem, other), b, above.r)
    assert -below.dual <= above.primal + slack
    assert below.gap >= -slack
    assert below.box == 0.0


@settings(max_examples=150)
@given(case=formulations(kernels=PSD_KERNELS), share=shares, b=offsets, r=st.floats(0, 5))
def test_the_best_scalars_are_beaten_by_no_others(
    case: tuple[Problem, NaiveDual], share: list[float], b: float, r: float
) -> None:
    problem, _ = case
    form, alpha = problem.form, _feasible(problem, share)
    g = margins_without_offset(problem, alpha)
    best = certificate(problem, alpha)
    rivals = [
        b,
        best.b - 1e-3,
        best.b + 1e-3,
        free_scalars(form, alpha, g).b,
        *(-form.y * form.p - np.tile(g, form.copies)),
    ]
    for rival in rivals:
        slack = 1e-11 * _size(problem, alpha, float(rival), best.r)
        assert best.primal <= certificate(problem, alpha, float(rival)).primal + slack
    if form.alike:  # at its b no other r is better
        sign = 1.0 if form.formulation is Formulation.NU_SVC else -1.0
        f = g + b
        u = -form.p - form.y * np.tile(f, form.copies)
        assert best_scalars(form, g, b).r * sign >= 0
        assert certificate(problem, alpha, b).primal <= (
            0.5 * form.coefficients(alpha) @ g
            + form.upper @ np.maximum(0.0, u + sign * r)
            + b * form.balance
            - sign * r * form.total
        ) + 1e-11 * _size(problem, alpha, b, r)


def _far(kind: str, kernel: Kernel, shift: float) -> Problem | None:
    """Return a problem of points far away, or None where its squared slack would be lost beside the kernel."""
    try:
        return _cloud(kind, kernel, shift)
    except InputError:
        return None


def _cloud(kind: str, kernel: Kernel, shift: float = 0.0) -> Problem:
    X, y = cloud(40, seed=1)
    z = np.sin(2.0 * X[:, 0]) + 0.5 * X[:, 1]
    X = X + shift
    return {
        "nu_svc": lambda: nu_svc(X, y, kernel, 0.4),
        "eps_svr": lambda: eps_svr(X, z, kernel, 2.0, 0.2),
        "nu_svr": lambda: nu_svr(X, z, kernel, 2.0, 0.4),
        "one_class": lambda: one_class(X, kernel, 0.3),
        "squared": lambda: c_svc(X, y, kernel, 2.0, {1: 2.0, -1: 0.5}, loss="squared_hinge"),
    }[kind]()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("kernel", PSD_KERNELS, ids=str)
def test_at_a_tight_tolerance_the_primal_meets_the_dual(kernel: Kernel, kind: str) -> None:
    problem = _cloud(kind, kernel)
    run = finish(problem, tolerance=1e-10, limit=2_000_000)
    proof = certificate(problem, run.alpha)
    assert run.outcome == Outcome.OPTIMAL
    assert proof.gap + proof.rounding <= 1e-7 * (1.0 + abs(proof.dual))
    assert proof.primal == pytest.approx(-proof.dual, rel=1e-7, abs=1e-8)
    g = margins_without_offset(problem, run.alpha)
    b, r = free_scalars(problem.form, run.alpha, g)
    assert kkt_residuals(problem, run.alpha, g, b, r).max() <= 1e-9
    assert abs(proof.equality) + abs(proof.total) + proof.box <= 1e-10
    state = run.state
    assert margins_of_gradient(problem, run.alpha, state.gradient) == pytest.approx(g, abs=1e-9)  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("kernel", [Linear(), Polynomial(2), Gaussian(1.0)], ids=str)
@pytest.mark.parametrize("shift", [1e3, 1e4])
def test_points_far_from_the_origin_cost_digits_that_the_rounding_owns_up_to(
    shift: float, kernel: Kernel, kind: str
) -> None:
    problem = _far(kind, kernel, shift)
    if problem is None:
        return
    alpha = finish(problem, tolerance=1e-6, limit=3_000).alpha
    proof = certificate(problem, alpha)
    truth = exact_values(problem, alpha, proof.b, proof.r)
    assert truth.primal + truth.dual <= Fraction(proof.gap) + Fraction(proof.rounding) * Fraction(1000001, 1000000)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("kernel", [Linear(), Gaussian(1.0)], ids=str)
@pytest.mark.parametrize(
    ("points", "z"),
    [([[1.0, 2.0]], [3.0]), ([[1.0, 2.0]] * 4, [3.0, 1.0, 2.0, 9.0]), ([[0.0], [1.0]], [5.0, 5.0])],
    ids=["one point", "one spot", "one value"],
)
def test_almost_nothing_to_learn_is_learnt_and_proved(
    points: list[list[float]], z: list[float], kernel: Kernel, rule: str
) -> None:
    for problem in (
        eps_svr(points, z, kernel, 2.0, 0.1),
        eps_svr(points, z, kernel, 2.0, 0.0),
        nu_svr(points, z, kernel, 2.0, 0.3),
        nu_svr(points, z, kernel, 2.0, 1.0),
        one_class(points, kernel, 0.5),
        one_class(points, kernel, 1.0),
        one_class(points, kernel, 1e-300),
    ):
        run = finish(problem, rule, tolerance=1e-9, limit=10_000)
        proof = certificate(problem, run.alpha)
        assert run.outcome == Outcome.OPTIMAL
        assert proof.gap + proof.rounding <= 1e-7 * (1.0 + abs(proof.dual))


def test_the_scale_of_the_sources_squares_the_values_and_multiplies_the_rest() -> None:
    X, y = moons(30)
    problem = nu_svc(X, y, Gaussian(1.0), 0.3)
    proof = certificate(problem, finish(problem, tolerance=1e-9).alpha)
    scaled = proof.scaled(problem.form.document)
    assert problem.form.document == pytest.approx(1.0 / 30.0)
    assert (scaled.primal, scaled.gap) == pytest.approx((proof.primal / 900.0, proof.gap / 900.0))
    assert (scaled.b, scaled.r, scaled.violation) == pytest.approx((proof.b / 30, proof.r / 30, proof.violation / 30))
    assert scaled.relative_gap == pytest.approx(proof.relative_gap)
