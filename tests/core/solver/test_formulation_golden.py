from __future__ import annotations

import math

import numpy as np
import pytest

from core.problem import (
    Machine,
    Problem,
    best_scalars,
    certificate,
    cross_gram,
    decision_values,
    eps_svr,
    free_scalars,
    machine,
    margins_without_offset,
    nu_svc,
    offset,
    offset_interval,
    slack,
)
from core.solver import Finished, Outcome, finish
from tests.core.golden import GIVEN, formulation, kernel
from tests.core.small_problems import RULES

TIGHT = 1e-11
NAMES = ("G11", "G23", "G13", "G14", "G15", "G16", "G17", "G22")


def _solved(name: str, rule: str = "smo-second-order", tolerance: float = TIGHT) -> tuple[Problem, Finished, Machine]:
    problem = formulation(GIVEN[name])
    run = finish(problem, rule, tolerance, limit=3_000_000)
    assert run.outcome == Outcome.OPTIMAL
    return problem, run, machine(problem, run.alpha)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("name", NAMES)
def test_every_golden_formulation_is_solved_to_1e_8(name: str, rule: str) -> None:
    entry, solution = GIVEN[name], GIVEN[name]["solution"]
    problem, run, made = _solved(name, rule)
    proof = certificate(problem, run.alpha).scaled(problem.form.document)
    assert proof.dual == pytest.approx(solution["dual_objective_min_form"], abs=1e-8)
    assert proof.primal == pytest.approx(solution["primal_objective"], abs=1e-8)
    assert proof.gap == pytest.approx(0.0, abs=1e-8)
    assert made.b == pytest.approx(solution["b"], abs=1e-8)
    for rows, expected in (("X", "decision_train"), ("X_test", "decision_test")):
        f = cross_gram(problem, np.array(entry[rows], dtype=float)) @ made.coef + made.b
        assert f == pytest.approx(np.array(solution[expected]), abs=1e-8)
    if solution["certificate"]["alpha_unique"]:
        assert made.coef == pytest.approx(np.array(solution["coef"]), abs=1e-7)


@pytest.mark.parametrize("name", ["G11", "G23"])
def test_nu_svc_has_the_golden_margin_in_every_scale(name: str) -> None:
    solution = GIVEN[name]["solution"]
    problem, run, made = _solved(name)
    n, form = len(problem.y), problem.form
    assert made.has_margin
    assert made.margin == pytest.approx(solution["r"], abs=1e-8)
    assert made.margin * form.document == pytest.approx(solution["rho_margin_doc"], abs=1e-8)
    assert made.equivalent_c == pytest.approx(solution["C_equivalent_c_svc"], rel=1e-8)
    proof = certificate(problem, run.alpha)
    assert proof.dual * made.scale**2 == pytest.approx(solution["obj_libsvm"], rel=1e-8)
    assert free_scalars(form, run.alpha, margins_without_offset(problem, run.alpha)).b == pytest.approx(
        -solution["rho_raw"], abs=1e-8
    )
    if solution["certificate"]["alpha_unique"]:
        assert run.alpha == pytest.approx(np.array(solution["alpha_raw_0_1"]), abs=1e-8)
        assert form.document * run.alpha == pytest.approx(np.array(solution["alpha_doc_scale"]), abs=1e-8)
        assert made.scale * run.alpha == pytest.approx(np.array(solution["alpha_libsvm_scale"]), abs=1e-7)
    f = decision_values(problem, run.alpha, made.b / made.scale, problem.X)
    assert np.count_nonzero(slack(problem, f, made.margin) > 1e-8) == solution["margin_errors"] <= 0.5 * n
    assert np.count_nonzero(run.alpha >= 1.0) == solution["n_bounded"]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("tolerance", [1e-3, 1e-6, 1e-9, 1e-11])
def test_a_nu_that_leaves_no_margin_is_said_to_and_nothing_is_divided(tolerance: float, rule: str) -> None:
    problem, run, made = _solved("G12", rule, tolerance)
    proof = certificate(problem, run.alpha)
    assert not made.has_margin
    assert made.scale == 1.0
    assert math.isnan(made.equivalent_c)
    assert made.coef == pytest.approx(run.alpha * problem.y)
    assert abs(proof.dual) <= proof.gap + proof.rounding  # the certificate leaves w = 0 possible
    assert made.margin == pytest.approx(0.0, abs=10 * tolerance)


def test_the_margin_is_0_where_nu_is_too_small_and_grows_with_nu_from_there() -> None:
    entry = GIVEN["G12"]
    made = []
    for nu in (0.1, 0.3, 0.5, 0.6, 0.8, 1.0):
        problem = nu_svc(entry["X"], entry["y"], kernel(entry["kernel"]), nu)
        made.append(machine(problem, finish(problem, tolerance=TIGHT, limit=1_000_000).alpha))
    assert [one.has_margin for one in made] == [False, False, False, True, True, True]
    assert 0.0 < made[3].margin < made[4].margin < made[5].margin


def test_nu_svr_finds_the_golden_tube() -> None:
    solution = GIVEN["G15"]["solution"]
    problem, run, made = _solved("G15")
    assert made.epsilon == pytest.approx(solution["epsilon"], abs=1e-8)
    assert run.alpha.sum() == pytest.approx(solution["sum_alpha"], abs=1e-12)
    assert made.coef @ problem.gram @ made.coef == pytest.approx(solution["w_norm2"], abs=1e-8)
    again = eps_svr(GIVEN["G15"]["X"], GIVEN["G15"]["y"], problem.kernel, 2.0, made.epsilon)
    same = machine(again, finish(again, tolerance=TIGHT, limit=1_000_000).alpha)
    assert same.coef == pytest.approx(made.coef, abs=1e-7)
    assert same.b == pytest.approx(made.b, abs=1e-8)


@pytest.mark.parametrize("name", ["G13", "G14"])
def test_the_two_alphas_of_a_point_are_the_golden_ones(name: str) -> None:
    solution = GIVEN[name]["solution"]
    problem, run, _ = _solved(name)
    n = len(problem.gram)
    assert run.alpha[:n] == pytest.approx(np.array(solution["alpha_star"]), abs=1e-7)
    assert run.alpha[n:] == pytest.approx(np.array(solution["alpha"]), abs=1e-7)
    assert (run.alpha[:n] * run.alpha[n:]).tolist() == [0.0] * n
    assert sorted(offset_interval(problem, run.alpha)) == pytest.approx(solution["b_interval"], abs=1e-8)


@pytest.mark.parametrize("name", ["G16", "G17"])
def test_one_class_has_the_golden_rho_in_both_scales(name: str) -> None:
    solution = GIVEN[name]["solution"]
    problem, run, made = _solved(name)
    assert -made.b == pytest.approx(solution["rho_raw"], abs=1e-8)
    assert -made.b * problem.form.document == pytest.approx(solution["rho_doc"], abs=1e-8)
    assert certificate(problem, run.alpha).dual == pytest.approx(solution["obj_libsvm"], rel=1e-8)
    f = decision_values(problem, run.alpha, made.b, problem.X)
    assert np.flatnonzero(f < -1e-8).tolist() == solution["outliers"]
    assert problem.form.document * run.alpha == pytest.approx(np.array(solution["alpha_doc_scale"]), abs=1e-8)


def test_squared_slack_is_alpha_over_2c() -> None:
    solution = GIVEN["G22"]["solution"]
    problem, run, made = _solved("G22")
    f = decision_values(problem, run.alpha, made.b, problem.X)
    assert slack(problem, f) == pytest.approx(np.array(solution["xi"]), abs=1e-8)
    assert run.alpha / 2.0 == pytest.approx(np.array(solution["xi_from_alpha"]), abs=1e-8)
    assert offset(problem, run.alpha) == pytest.approx(best_scalars(problem.form, f - made.b).b, abs=1e-8)
