"""What is shown of the five machines: the golden numbers, the promise of nu, and who is beyond what."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.problem import Formulation, Linear, Problem, Role, c_svc, eps_svr, nu_svc, nu_svr, one_class
from core.solver import answer
from core.topics.machines.view import MachineFit, fitted
from core.view import Light
from tests.core.golden import GOLDEN, kernel

GIVEN = {entry["id"]: entry for entry in GOLDEN["problems"]}
TIGHT = 1e-11
OF_NU = ("G11", "G23", "G15", "G16", "G17")
TUBES = ("G13", "G14", "G15")


def golden(name: str) -> Problem:
    entry, value, params = GIVEN[name], kernel(GIVEN[name]["kernel"]), GIVEN[name]["params"]
    X, y = entry["X"], entry["y"]
    made: dict[str, Any] = {
        "nu-SVC": lambda: nu_svc(X, y, value, params["nu"]),
        "eps-SVR": lambda: eps_svr(X, y, value, params["C"], params["epsilon"]),
        "nu-SVR": lambda: nu_svr(X, y, value, params["C_libsvm"], params["nu"]),
        "one-class": lambda: one_class(X, value, params["nu"]),
    }
    problem: Problem = made[entry["formulation"]]()
    return problem


def shown(name: str) -> MachineFit:
    problem = golden(name)
    return fitted(problem, answer(problem, tolerance=TIGHT, limit=1_000_000))


@pytest.mark.parametrize("name", ["G11", "G13", "G14", "G15", "G16", "G17", "G23"])
def test_every_golden_machine_is_proved_and_draws_the_golden_f(name: str) -> None:
    found, solution = shown(name), GIVEN[name]["solution"]
    assert found.light is Light.PROVED
    assert found.exists
    times = found.unit if found.formulation is Formulation.ONE_CLASS else 1.0  # it is drawn divided by rho
    assert times * found.decision == pytest.approx(np.array(solution["decision_train"]), abs=1e-7)
    assert times * found.b == pytest.approx(solution["b"], abs=1e-7)
    assert found.value.low <= found.value.high


@pytest.mark.parametrize("name", OF_NU)
def test_nu_lies_between_the_share_beyond_and_the_share_of_the_support_vectors(name: str) -> None:
    found = shown(name)
    assert found.nu == pytest.approx(GIVEN[name]["params"]["nu"])
    assert found.least_share <= found.nu + 1e-12
    assert found.most_share >= found.nu - 1e-12


def test_golden_counts_and_numbers_are_the_ones_shown() -> None:
    for name in ("G11", "G23"):
        solution, found = GIVEN[name]["solution"], shown(name)
        assert found.beyond == solution["margin_errors"]
        assert found.bounded == solution["n_bounded"]
        assert found.r == pytest.approx(solution["r"], abs=1e-8)
        assert 1.0 / found.unit == pytest.approx(solution["C_equivalent_c_svc"], rel=1e-8)
    for name in ("G16", "G17"):
        solution, found = GIVEN[name]["solution"], shown(name)
        assert np.flatnonzero(found.excess > 0).tolist() == solution["outliers"]
        assert found.errors == found.beyond == len(solution["outliers"])
    assert shown("G15").half_width == pytest.approx(GIVEN["G15"]["solution"]["epsilon"], abs=1e-8)
    assert shown("G13").half_width == pytest.approx(GIVEN["G13"]["params"]["epsilon"])


def test_hulls_that_meet_leave_no_machine_and_nothing_is_divided() -> None:
    found = shown("G12")
    assert found.light is Light.IMPOSSIBLE
    assert not found.exists
    assert found.unit == 1.0


@pytest.mark.parametrize("name", TUBES)
def test_a_role_says_where_a_point_is_to_the_tube(name: str) -> None:
    found, z = shown(name), np.array(GIVEN[name]["y"], dtype=float)
    assert found.half_width is not None
    distance = np.abs(found.decision - z)
    for role, far in zip(found.role, distance, strict=True):
        if role == Role.OUTSIDE:
            assert far < found.half_width
        elif role in (Role.FREE, Role.ON_MARGIN, Role.BOUNDED_ON_MARGIN):
            assert far == pytest.approx(found.half_width, abs=1e-7)
        else:
            assert far > found.half_width
    assert found.excess == pytest.approx(np.maximum(0.0, distance - found.half_width), abs=1e-7)
    pulled_up = found.decision < z
    assert ((found.coef > 0) <= pulled_up).all()


def test_values_that_are_all_equal_need_no_curve_and_are_proved() -> None:
    X, z = np.array([[-1.0], [0.0], [2.0]]), np.full(3, 0.7)
    for problem in (eps_svr(X, z, Linear(), 1.0, 0.1), nu_svr(X, z, Linear(), 1.0, 0.5)):
        found = fitted(problem, answer(problem, tolerance=1e-6))
        assert found.light is Light.PROVED
        assert found.decision == pytest.approx(z, abs=0.1 + 1e-9)
        assert found.beyond == 0


def test_a_single_point_has_a_tube_and_a_region() -> None:
    for problem in (
        eps_svr([[1.0, 0.0]], [3.0], Linear(), 1.0, 0.5),
        nu_svr([[1.0, 0.0]], [3.0], Linear(), 1.0, 0.5),
        one_class([[1.0, 2.0]], Linear(), 0.5),
    ):
        found = fitted(problem, answer(problem, tolerance=1e-6))
        assert found.light is Light.PROVED
        assert found.beyond == 0


def test_the_nu_of_c_svc_is_the_sum_of_alpha_over_n_c() -> None:
    entry = GIVEN["G11"]
    problem = c_svc(entry["X"], entry["y"], kernel(entry["kernel"]), 2.0)
    found = fitted(problem, answer(problem, tolerance=1e-9))
    assert found.nu == pytest.approx(found.alpha.sum() / (2.0 * len(entry["y"])))
    assert found.least_share <= found.nu <= found.most_share
    hard = c_svc([[0.0, 0.0], [1.0, 1.0]], [1, -1], Linear(), float("inf"))
    assert np.isnan(fitted(hard, answer(hard, tolerance=1e-9)).nu)
