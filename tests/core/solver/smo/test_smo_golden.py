from __future__ import annotations

import math
from itertools import islice
from typing import Any

import numpy as np
import pytest

from core.problem import (
    Linear,
    Polynomial,
    Problem,
    c_svc,
    certificate,
    decision_values,
    margin_width,
    normal,
    offset,
    offset_interval,
    slack,
)
from core.problem.decision import squared_norm
from core.problem.dual import Dual
from core.solver import Finished, Outcome, finish, solve_pair, walk
from tests.core.golden import C_SVC, GOLDEN, points, problem, traced
from tests.core.small_problems import RULES

TIGHT = 1e-11
EXTRAS, TEXTBOOK = GOLDEN["extras"], GOLDEN["textbook"]


def _solved(entry: dict[str, Any], rule: str) -> tuple[Problem, Finished]:
    asked = problem(entry)
    run = finish(asked, rule, tolerance=TIGHT, limit=3_000_000)
    assert run.outcome == Outcome.OPTIMAL
    return asked, run


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("name", C_SVC)
def test_every_golden_problem_is_solved_to_1e_8(name: str, rule: str) -> None:
    entry = C_SVC[name]
    solution, (asked, run) = entry["solution"], _solved(entry, rule)
    b = offset(asked, run.alpha)
    proof = certificate(asked, run.alpha, b)
    assert proof.dual == pytest.approx(solution["dual_objective_min_form"], abs=1e-8)
    assert proof.primal == pytest.approx(solution["primal_objective"], abs=1e-8)
    for rows, expected in (("X", "decision_train"), ("X_test", "decision_test")):
        f = decision_values(asked, run.alpha, b, points(entry, rows))
        assert f == pytest.approx(np.array(solution[expected]), abs=1e-8)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("name", C_SVC)
def test_every_golden_offset_and_coefficient_is_met(name: str, rule: str) -> None:
    entry = C_SVC[name]
    solution, (asked, run) = entry["solution"], _solved(entry, rule)
    b, (low, high) = offset(asked, run.alpha), offset_interval(asked, run.alpha)
    left, right = solution["b_interval"]
    assert b == pytest.approx(solution["b"], abs=1e-8)
    assert left - 1e-8 <= b <= right + 1e-8
    assert sorted((low, high)) == pytest.approx([left, right], abs=1e-8)
    if solution.get("alpha_unique", True):
        assert run.alpha * asked.y == pytest.approx(np.array(solution["coef"]), abs=1e-7)


@pytest.mark.parametrize("name", [name for name in C_SVC if C_SVC[name]["solution"].get("w") is not None])
def test_the_normal_of_a_golden_plane_is_met_where_the_kernel_is_linear(name: str) -> None:
    asked, run = _solved(C_SVC[name], "smo-second-order")
    w = normal(asked, run.alpha)
    if isinstance(asked.kernel, Linear):
        assert w == pytest.approx(np.array(C_SVC[name]["solution"]["w"]), abs=1e-8)
    else:
        assert w is None


@pytest.mark.parametrize("case", EXTRAS["two_variable_updates"], ids=lambda case: "-".join(case["region"]))
def test_a_golden_pair_is_solved_and_clipped_by_the_regions(case: dict[str, Any]) -> None:
    K = np.array([[case["K_ii"], case["K_ij"]], [case["K_ij"], case["K_jj"]]])
    y, upper = np.array([case["y_i"], case["y_j"]], dtype=float), np.array([case["C_i"], case["C_j"]])
    dual = Dual(K, y, -np.ones(2), upper, math.inf)
    alpha, gradient = np.array([case["alpha_i"], case["alpha_j"]]), np.array([case["G_i"], case["G_j"]])
    update = solve_pair(dual, alpha, gradient, 0, 1)
    assert (update.free_alpha_i, update.free_alpha_j) == pytest.approx(tuple(case["unclipped"]), abs=1e-14)
    assert (update.alpha_i, update.alpha_j) == pytest.approx(tuple(case["clipped"]), abs=1e-14)
    assert case["L_j"] - 1e-15 <= update.alpha_j <= case["H_j"] + 1e-15
    assert update.curvature == pytest.approx(case["K_ii"] + case["K_jj"] - 2 * case["K_ij"])
    for value, bound in ((update.alpha_i, case["C_i"]), (update.alpha_j, case["C_j"])):
        assert 0.0 <= value <= bound


def test_the_golden_pairs_visit_every_region() -> None:
    regions = {region for case in EXTRAS["two_variable_updates"] for region in case["region"]}
    assert {"inside", "I", "II", "III", "IV", "i>Ci", "j>Cj", "i<0", "j<0"} <= regions


RUNS = [(trace, run) for trace in EXTRAS["smo_traces"] for run in trace["runs"]]


@pytest.mark.parametrize(("trace", "run"), RUNS, ids=[f"{t['id']}-wss{r['wss']}-{r['ties']}" for t, r in RUNS])
def test_the_golden_runs_are_walked_pair_by_pair(trace: dict[str, Any], run: dict[str, Any]) -> None:
    asked = traced(trace)
    steps = list(islice(walk(asked, RULES[run["wss"] - 1], trace["eps"], run["ties"]), 200))
    compared = run["trace"][: min(12, run["float_agrees_steps"])]
    assert compared
    for (state, step), golden in zip(steps, compared, strict=False):
        assert (step.i, step.j) == (golden["i"], golden["j"])
        assert step.violation == pytest.approx(golden["m"] - golden["M"], abs=1e-9)
        assert state.alpha == pytest.approx(np.array(golden["alpha"], dtype=float), abs=1e-12)
        assert state.objective == pytest.approx(golden["objective"], abs=1e-12)
    if run["converged"] and run["float_agrees_steps"] == run["n_iter"]:
        assert len(steps) == run["n_iter"] + 1
        assert steps[-1][1].outcome == Outcome.OPTIMAL


def test_the_margins_of_a_plane_are_the_golden_ones() -> None:
    golden = EXTRAS["margins"]
    X, y, w = np.array(golden["X"], dtype=float), np.array(golden["y"]), np.array(golden["w"])
    asked = c_svc(X, y, Linear(), math.inf)
    run = finish(asked, tolerance=TIGHT)
    b = offset(asked, run.alpha)
    functional = y * decision_values(asked, run.alpha, b, X)
    assert normal(asked, run.alpha) == pytest.approx(w, abs=1e-12)
    assert b == pytest.approx(golden["b"])
    assert functional == pytest.approx(np.array(golden["functional"]))
    assert functional / np.linalg.norm(w) == pytest.approx(np.array(golden["geometric"]))
    assert margin_width(asked, run.alpha) / 2 == pytest.approx(golden["geometric_min"])


@pytest.mark.parametrize("loss", EXTRAS["losses"], ids=lambda loss: f"m={loss['m']}")
def test_slack_is_the_hinge_of_the_golden_losses(loss: dict[str, float]) -> None:
    asked = c_svc([[0.0], [1.0]], [1, -1], Linear(), 1.0)
    assert slack(asked, np.array([loss["m"], -loss["m"]])).tolist() == [loss["hinge"], loss["hinge"]]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("name", ["example_7_1", "exercise_7_2"])
def test_the_textbook_is_solved_exactly(name: str, rule: str) -> None:
    example = TEXTBOOK[name]
    asked = c_svc(example["X"], example["y"], Linear(), math.inf)
    run = finish(asked, rule, tolerance=TIGHT)
    expected = [eval_fraction(value) for value in example["alpha"]]
    assert run.alpha == pytest.approx(np.array(expected), abs=1e-9)
    assert normal(asked, run.alpha) == pytest.approx(np.array(example["w"], dtype=float), abs=1e-9)
    assert offset(asked, run.alpha) == pytest.approx(example["b"], abs=1e-9)
    assert np.flatnonzero(run.alpha > 1e-9).tolist() == example["support_indices"]
    # |w|^2 = sum alpha = twice the dual maximum; the geometric margin is 1 / |w|
    assert squared_norm(asked, run.alpha) == pytest.approx(run.alpha.sum())
    assert -2 * certificate(asked, run.alpha).dual == pytest.approx(run.alpha.sum())


def eval_fraction(value: str | float) -> float:
    top, _, bottom = str(value).partition("/")
    return float(top) / float(bottom or 1)


@pytest.mark.parametrize("rule", RULES)
def test_the_reduced_objective_of_example_7_2_wins_on_its_edge(rule: str) -> None:
    example = TEXTBOOK["example_7_2"]
    asked = c_svc(TEXTBOOK["example_7_1"]["X"], TEXTBOOK["example_7_1"]["y"], Linear(), math.inf)
    for edge, place in (("boundary_a1_0", (0.0, 2 / 13)), ("boundary_a2_0", (1 / 4, 0.0))):
        alpha = np.array([*place, sum(place)])
        assert certificate(asked, alpha).dual == pytest.approx(eval_fraction(example[edge]["s"]), abs=1e-15)
    assert finish(asked, rule, tolerance=TIGHT).state.objective == pytest.approx(-1 / 4)


@pytest.mark.parametrize("rule", RULES)
def test_the_exclusive_or_of_the_textbook_is_the_product_of_the_coordinates(rule: str) -> None:
    example = TEXTBOOK["xor"]["poly_1_plus_dot_squared"]
    X = np.array([[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]])
    asked = c_svc(X, [1, 1, -1, -1], Polynomial(2), math.inf)
    run = finish(asked, rule, tolerance=TIGHT)
    assert run.alpha.tolist() == example["alpha"]
    grid = np.random.default_rng(0).normal(size=(20, 2))
    f = decision_values(asked, run.alpha, offset(asked, run.alpha), grid)
    assert f == pytest.approx(grid[:, 0] * grid[:, 1], abs=1e-12)
