"""Novikoff's bound against the mistakes that are made on thousands of separable sets."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.problem import Gaussian, Kernel, Linear, Polynomial, Problem, c_svc, certificate, squared_constant
from core.solver import Outcome, answer, finish
from core.topics.perceptron.theory import Novikoff, novikoff
from core.topics.perceptron.view import wedge
from core.trace import record
from tests.core.small_problems import XOR, XOR_LABELS, cloud

MANY = settings.get_profile("search").max_examples <= settings().max_examples
SETS = 10_000 if MANY else 2_000
KERNELS: tuple[Kernel, ...] = (Linear(), Linear(), Polynomial(2), Gaussian(0.5))


def separable(seed: int) -> Problem:
    """Return a hard margin of up to 60 points that exists: any distance to the plane, any origin, any kernel."""
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(2, 61)), int(rng.integers(1, 5))
    normal = rng.normal(size=d)
    X = rng.normal(size=(n, d)) + rng.normal(size=d) * rng.choice([0.0, 1.0, 5.0])
    side = (X - X.mean(axis=0)) @ normal / np.linalg.norm(normal)
    y = np.where(side >= np.median(side), 1.0, -1.0)
    y[np.argmin(side)], y[np.argmax(side)] = -1.0, 1.0
    X += np.outer(y, normal / np.linalg.norm(normal)) * 10.0 ** rng.uniform(-1.5, 0.5)
    return c_svc(X, y, KERNELS[seed % len(KERNELS)], math.inf)


def bound_of(problem: Problem) -> Novikoff | None:
    solved = answer(problem, tolerance=1e-4, limit=200_000)
    return novikoff(problem, solved.alpha, certificate(problem, solved.alpha).b)


def test_no_run_makes_more_mistakes_than_the_bound_of_any_plane_allows() -> None:
    judged = 0
    for seed in range(SETS):
        problem = separable(seed)
        known = bound_of(problem)
        assert known is not None, seed
        order = "random" if seed % 3 else "cyclic"
        run = finish(problem, "perceptron", 0.0, limit=20_000, order=order, seed=seed)
        assert run.steps <= known.bound, seed
        judged += run.outcome == Outcome.OPTIMAL
    assert judged >= 0.95 * SETS


@given(seed=st.integers(0, 2**32), order=st.integers(0, 99))
def test_the_proof_holds_step_by_step_and_the_printed_bound_is_the_weaker_one(seed: int, order: int) -> None:
    problem = separable(seed)
    known = bound_of(problem)
    assert known is not None
    shown = wedge(record(problem, "perceptron", 0.0, 2000, order="random", seed=order), known)
    assert (shown.floor <= shown.along * (1 + 1e-9)).all()
    assert (shown.along <= shown.length * (1 + 1e-9)).all()
    assert (shown.length <= shown.ceiling * (1 + 1e-9)).all()
    assert shown.k[-1] <= shown.bound
    assert known.bound <= known.printed * (1 + 1e-9)
    assert known.longest == pytest.approx(math.sqrt(2.0) * known.radius)
    at = np.array([shown.bound])
    np.testing.assert_allclose(at * known.augmented, np.sqrt(at) * known.longest, rtol=1e-12)


def test_the_bound_is_the_one_of_mathematics_2_11() -> None:
    problem = c_svc([[3.0, 3.0], [4.0, 3.0], [1.0, 1.0]], [1, 1, -1], Linear(), math.inf)
    known = novikoff(problem, np.array([0.25, 0.0, 0.25]), -2.0)
    assert known is not None
    assert squared_constant(problem) == 25.0
    assert known.margin == pytest.approx(math.sqrt(2.0), rel=1e-12)
    assert known.augmented == pytest.approx(1.0 / math.sqrt(0.5 + 4.0 / 25.0), rel=1e-12)
    assert known.bound == pytest.approx(50.0 * (0.5 + 4.0 / 25.0), rel=1e-12)  # 33 mistakes at most
    assert known.printed == pytest.approx(100.0 / 2.0, rel=1e-12)
    assert finish(problem, "perceptron").steps <= 33


def test_a_plane_that_does_not_separate_bounds_nothing() -> None:
    crossed = c_svc(XOR, XOR_LABELS, Linear(), math.inf)
    assert novikoff(crossed, np.ones(4), 0.0) is None
    X, y = cloud(20, 1, gap=3.0)
    assert novikoff(c_svc(X, y, Linear(), math.inf), np.zeros(20), 0.0) is None
    origin = c_svc([[0.0], [0.0]], [1, -1], Linear(), math.inf)
    assert novikoff(origin, np.ones(2), 1.0) is None
