"""The whole answer: SMO's own steps while they get somewhere, the trainer where they crawl."""

import math

import numpy as np
import pytest

from core.problem import Gaussian, Linear, Polynomial, Problem, Sigmoid, TaylorGaussian, c_svc, certificate
from core.solver import CRAWL, Outcome, answer, finish, new_cancel_flag
from tests.core.small_problems import moons


def clouds(n: int, kernel: object, C: float) -> Problem:
    rng = np.random.default_rng(n)
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    return c_svc(rng.normal(size=(n, 2)) + 0.6 * y[:, None], y, kernel, C)  # type: ignore[arg-type]


def test_an_easy_problem_is_answered_by_smo_to_the_bit() -> None:
    problem = clouds(120, Gaussian(1.0), 10.0)
    found, plain = answer(problem, tolerance=1e-5), finish(problem, tolerance=1e-5)
    assert not found.trained
    assert found.steps == plain.steps
    assert found.alpha.tobytes() == plain.alpha.tobytes()


@pytest.mark.parametrize(("n", "kernel", "C"), [(150, Polynomial(3), 1e3), (800, Gaussian(1.0), 3e3)])
def test_where_smo_crawls_the_trainer_ends_it_at_the_same_optimum(n: int, kernel: object, C: float) -> None:
    problem = clouds(n, kernel, C)
    found = answer(problem, tolerance=1e-5, limit=10**6)
    proof = certificate(problem, found.alpha)
    assert found.trained
    assert found.steps > CRAWL
    assert found.outcome is Outcome.OPTIMAL
    assert proof.violation <= 2e-5
    assert proof.box == 0.0
    assert abs(proof.equality) <= 1e-12 * C * n
    assert proof.relative_gap < 1e-3
    bounded = found.alpha >= problem.dual.upper  # a bound is assigned, not computed: the roles of points read it
    assert (found.alpha[bounded] == C).all()


def test_the_limit_of_steps_holds_for_both_together() -> None:
    found = answer(clouds(400, Linear(), 1e6), tolerance=1e-9, limit=CRAWL + 5000)
    assert found.trained
    assert found.outcome is Outcome.STEP_LIMIT
    assert found.steps <= CRAWL + 5000 + 400


def test_a_cancelled_answer_is_not_handed_to_the_trainer() -> None:
    cancel = new_cancel_flag()
    cancel[0] = 1
    found = answer(clouds(150, Polynomial(3), 1e4), tolerance=1e-5, cancel=cancel)
    assert (found.outcome, found.trained, found.steps) == (Outcome.CANCELLED, False, 0)


@pytest.mark.parametrize(
    ("kernel", "C"),
    [(Sigmoid(5.0, -3.0), 1e4), (Gaussian(1.0), math.inf), (Linear(), 1e30), (Polynomial(3, gamma=1e6), 1e4)],
)
def test_what_is_not_convex_or_beyond_single_precision_stays_with_smo(kernel: object, C: float) -> None:
    assert not answer(clouds(60, kernel, C), tolerance=1e-9, limit=CRAWL + 10_000).trained


def test_a_hard_margin_whose_multipliers_leave_the_floats_is_too_thin_and_nothing_infinite_comes_back() -> None:
    X, y = moons(90)
    found = answer(c_svc(X, y, TaylorGaussian.scaled(189.0, 2, (1e6,) * 21), math.inf), tolerance=1e-3, limit=20_000)
    assert found.outcome is Outcome.THIN
    assert np.isfinite(found.alpha).all()
