"""The same machine under both of its parameters, and the machines of every nu."""

from __future__ import annotations

import numpy as np
import pytest

from core.problem import Gaussian, Linear, Problem, c_svc, eps_svr, nu_svc, nu_svr, one_class
from core.solver import answer
from core.topics.machines.experiment import every_nu, hull_distance, most_of_nu, twin
from core.topics.machines.view import MachineFit, fitted
from core.topics.margin.experiment import nearest_of_hulls
from datasets import CATALOGUE
from tests.core.topics.machines.test_machine_fit import golden

FINE = 1e-10
POINTS = CATALOGUE["overlap"].make()
X, Y = POINTS.X, POINTS.y
LINE, VALUES = np.column_stack([X[:, 0], np.zeros(len(X))]), X[:, 1]


def solved(problem: Problem) -> tuple[Problem, MachineFit]:
    return problem, fitted(problem, answer(problem, tolerance=FINE, limit=1_000_000))


@pytest.mark.parametrize(
    "problem",
    [
        nu_svc(X, Y, Linear(), 0.3),
        nu_svc(X, Y, Gaussian(0.5), 0.4),
        c_svc(X, Y, Gaussian(0.5), 3.0),
        eps_svr(LINE, VALUES, Gaussian(0.5), 5.0, 0.4),
        nu_svr(LINE, VALUES, Linear(), 2.0, 0.3),
        golden("G11"),
        golden("G15"),
    ],
    ids=["nu", "nu, Gaussian", "C", "eps", "nu-SVR", "G11", "G15"],
)
def test_a_machine_is_the_same_under_its_other_parameter(problem: Problem) -> None:
    _, found = solved(problem)
    other = twin(problem, found, FINE, 1_000_000)
    assert other is not None
    assert other.apart < 1e-5
    assert other.handed.relative_gap < 1e-8, "alpha of the first is optimal for the second"
    assert other.value.low == pytest.approx(other.fitted.value.low, rel=1e-7)
    assert other.fitted.least_share - 1e-9 <= found.nu <= other.fitted.most_share + 1e-9


def test_what_has_no_twin_says_so() -> None:
    for problem in (
        one_class(X, Gaussian(0.5), 0.2),
        nu_svc(X, Y, Linear(), 0.05),  # the hulls meet
        c_svc(X[:2], [1, -1], Linear(), float("inf")),
        eps_svr(LINE, VALUES, Linear(), 1.0, 100.0),  # no support vectors
    ):
        _, found = solved(problem)
        assert twin(problem, found, FINE, 100_000) is None


def test_the_shares_bracket_every_nu_and_the_margin_begins_where_the_reduced_hulls_part() -> None:
    problem, _ = solved(nu_svc(X, Y, Linear(), 0.5))
    every = every_nu(problem, 1e-7, 4_000_000, places=12)
    assert (every.beyond <= every.nu + 1e-9).all()
    assert (every.vectors >= every.nu - 1e-9).all()
    assert (np.diff(every.exists) >= 0.0).all(), "once the hulls are apart they stay so while nu grows"
    assert 0.0 < every.exists.mean() < 1.0
    assert every.most == most_of_nu(problem.form) == 1.0
    for nu in (every.nu[0], 0.4, 0.8):
        found = nearest_of_hulls(X, Y.astype(float), min(1.0, 2.0 / (nu * len(Y))))
        _, own = solved(nu_svc(X, Y, Linear(), float(nu)))
        assert (found is not None) == own.exists, "a library finds hulls that meet where we find no margin"
        if found is not None:
            assert hull_distance(own, len(Y)) == pytest.approx(found.distance, rel=1e-5)


def test_the_largest_nu_is_feasible_and_nothing_above_it() -> None:
    y = np.where(np.arange(len(Y)) < 20, 1, -1)
    most = most_of_nu(nu_svc(X, y, Linear(), 0.1).form)
    assert most == pytest.approx(0.4)
    assert nu_svc(X, y, Linear(), most).form.total == pytest.approx(most * len(y))


def test_no_point_is_an_outlier_while_nu_n_is_below_1() -> None:
    n = len(X)
    for nu in (0.5 / n, 0.99 / n):
        _, found = solved(one_class(X, Gaussian(0.5), nu))
        assert found.beyond == 0
        assert found.bounded == 0
