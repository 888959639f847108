from __future__ import annotations

import math

import numpy as np
import pytest

from core.problem import Gaussian, InputError, Linear, Separable, Sigmoid, c_svc, certificate
from core.solver import Outcome, answer, finish, new_cancel_flag
from core.topics.perceptron.experiment import (
    CYCLIC,
    SHOWN_WITHOUT,
    moved_away,
    normals_apart,
    offset_of,
    rosenblatt,
    separator,
    separators,
    slope_of_lagrangian,
)
from tests.core.small_problems import XOR, XOR_LABELS, cloud, impossible_hard_margins

SEEDS = (CYCLIC, 0, 1, 2)


def test_a_run_that_ends_has_needed_no_proof() -> None:
    problem = c_svc(*cloud(40, 1, gap=2.0), Linear(), math.inf)
    learnt = rosenblatt(problem, "random", 3)
    assert (learnt.trace.outcome, learnt.separation) == (Outcome.OPTIMAL, None)


@pytest.mark.parametrize("name", impossible_hard_margins())
def test_points_that_no_plane_separates_come_with_the_proof_and_a_short_run(name: str) -> None:
    problem = impossible_hard_margins()[name]
    learnt = rosenblatt(problem)
    assert learnt.separation is not None
    assert learnt.separation.separable is Separable.NO
    assert learnt.trace.outcome is Outcome.INFEASIBLE
    assert len(learnt.trace) <= SHOWN_WITHOUT
    weights = learnt.separation.weights
    assert weights is not None
    signed = weights * problem.y
    assert signed @ problem.gram @ signed <= 1e-9 * problem.gram.diagonal().max()


def test_a_run_that_is_cut_on_points_that_can_be_separated_is_only_cut() -> None:
    thin = c_svc([[0.0, 0.0], [1e-3, 0.0], [1.0, 1.0], [1.0 + 1e-3, 1.0]], [1, -1, 1, -1], Linear(), math.inf)
    learnt = rosenblatt(thin, limit=50)
    assert learnt.trace.outcome is Outcome.STEP_LIMIT
    assert learnt.separation is not None
    assert learnt.separation.separable is Separable.YES


def test_a_cancelled_run_proves_nothing_and_a_kernel_without_a_space_is_refused() -> None:
    flag = new_cancel_flag()
    flag[0] = 1
    assert rosenblatt(c_svc(XOR, XOR_LABELS, Linear(), math.inf), cancel=flag).trace.outcome is Outcome.CANCELLED
    with pytest.raises(InputError) as refused:
        rosenblatt(c_svc(*cloud(12, 0), Sigmoid(1.0, -1.0), math.inf))
    assert refused.value.key == "kernel.space"


@pytest.mark.parametrize("kernel", [Linear(), Gaussian(0.5)])
def test_every_order_separates_and_none_has_a_larger_margin_than_the_svm(kernel: Linear | Gaussian) -> None:
    problem = c_svc(*cloud(40, 1, gap=2.0), kernel, math.inf)
    solved = answer(problem, tolerance=1e-10)
    best = separator(problem, solved.alpha, certificate(problem, solved.alpha).b, solved.alpha)
    assert best.angle == pytest.approx(0.0, abs=1e-6)
    found = separators(problem, solved.alpha, SEEDS, 10_000)
    assert [line.seed for line in found] == list(SEEDS)
    for line in found:
        run = finish(problem, "perceptron", order="cyclic" if line.seed == CYCLIC else "random", seed=max(line.seed, 0))
        assert (line.mistakes, line.ended, line.alpha.tolist()) == (run.steps, True, run.alpha.tolist())
        assert 0.0 < line.margin <= best.margin * (1 + 1e-6)
        assert line.rounds == run.state.round.number + 1 >= 1  # type: ignore[attr-defined]
    assert len({line.alpha.tobytes() for line in found}) > 1


def test_margin_and_angle_are_those_of_the_plane_itself() -> None:
    X, y = cloud(30, 2, gap=2.0)
    problem = c_svc(X, y, Linear(), math.inf)
    solved = answer(problem, tolerance=1e-10)
    (line,) = separators(problem, solved.alpha, (4,), 10_000)
    w, best = (line.alpha * y) @ X, (solved.alpha * y) @ X
    assert line.normal is not None
    np.testing.assert_allclose(line.normal, w)
    assert line.b == offset_of(problem, line.alpha)
    assert line.margin == pytest.approx((y * (X @ w + line.b)).min() / np.linalg.norm(w))
    cosine = w @ best / np.linalg.norm(w) / np.linalg.norm(best)
    assert line.angle == pytest.approx(math.acos(cosine), abs=1e-6)


def test_moving_all_points_away_from_the_origin_keeps_the_margin_and_not_the_mistakes() -> None:
    problem = c_svc(*cloud(30, 2, gap=2.0), Linear(), math.inf)
    away = moved_away(problem, np.array([10.0, 0.0]))
    near, far = (answer(each, tolerance=1e-10) for each in (problem, away))
    margins = [1 / math.sqrt(2 * certificate(p, a.alpha).primal) for p, a in ((problem, near), (away, far))]
    assert margins[0] == pytest.approx(margins[1], rel=1e-6)
    assert finish(problem, "perceptron").steps < finish(away, "perceptron").steps
    alike = c_svc(problem.X, problem.y, Gaussian(1.0), math.inf)
    assert finish(alike, "perceptron").steps == finish(moved_away(alike, np.array([8.0, 0.0])), "perceptron").steps


def test_the_derivative_by_b_is_minus_the_sum_and_not_the_sum() -> None:
    X, y = cloud(10, 3)
    problem, counts = c_svc(X, y, Linear(), math.inf), np.array([3.0, 1.0, 0.0, 2.0, 5.0, 0.0, 0.0, 0.0, 1.0, 4.0])
    assert float(counts @ y) != 0.0
    assert slope_of_lagrangian(problem, counts) == pytest.approx(-float(counts @ y), rel=1e-9)


def test_two_runs_of_the_svm_have_one_w_and_two_runs_of_the_perceptron_have_two() -> None:
    X, y = cloud(40, 1, gap=2.0)
    problem, turned = (c_svc(X[::step], y[::step], Linear(), math.inf) for step in (1, -1))
    one = answer(problem, tolerance=1e-10).alpha
    other = answer(turned, "smo-first-order", tolerance=1e-10).alpha[::-1]
    assert normals_apart(problem, one, other) < 1e-6
    first, second = (finish(problem, "perceptron", order="random", seed=seed).alpha for seed in (0, 1))
    assert normals_apart(problem, first, second) > 0.01
    assert math.isnan(normals_apart(problem, np.zeros(40), one))
