"""What a kernel costs: the values are checked here, since no test fails because a machine is slow."""

import math

import numpy as np
import pytest

from core.problem import Gaussian, InputError, Linear, Polynomial, c_svc
from core.solver import answer
from core.topics.kernels.experiment import (
    DIMENSIONS,
    by_degree,
    given_matrix,
    hard_margin_lines,
    inner_products,
)
from core.view import solution
from datasets import CATALOGUE
from tests.core.golden import C_SVC

MOONS = CATALOGUE["moons"].make()
NEW = np.random.default_rng(0).uniform(-3, 3, (50, 2))


def test_both_inner_products_agree_and_their_counts_are_those_of_the_formulas() -> None:
    found = inner_products((2, 30, 300), turns=1)
    assert found.difference < 1e-12
    assert list(found.explicit_count) == [15, 2731, 270301]  # 2 d^2 for both vectors and 1 + d + d^2
    assert list(found.kernel_count) == [3, 31, 301]
    assert (found.product > 0).all()
    assert (found.explicit > found.product).all()
    assert (DIMENSIONS[0], DIMENSIONS[-1]) == (2, 300)


def test_the_algorithm_returns_the_machine_of_the_reference() -> None:
    told = C_SVC["G08"]
    X, y = np.array(told["X"], float), np.array(told["y"], float)
    found = hard_margin_lines(X, y, Polynomial(2, 1.0, 1.0), NEW, 1e-9, 1000, turns=1)
    assert found.exists
    assert found.vectors == 4
    assert found.values == (16, 0, 4, 4)
    assert found.b == pytest.approx(told["solution"]["b"], abs=1e-9)
    assert found.spread < 1e-8
    assert all(second > 0 for second in found.seconds)


def test_every_support_vector_of_a_hard_margin_gives_the_same_b() -> None:
    found = hard_margin_lines(MOONS.X, MOONS.y, Gaussian(1.0), NEW, 1e-6, 200_000, turns=1)
    problem = c_svc(MOONS.X, MOONS.y, Gaussian(1.0), math.inf)
    shown = solution(problem, answer(problem, tolerance=1e-6))
    assert found.exists
    assert found.b == pytest.approx(shown.b, abs=1e-4)
    assert found.spread < 1e-4
    assert found.values == (8100, 0, shown.vectors, shown.vectors)


def test_without_a_hard_margin_the_algorithm_returns_nothing() -> None:
    found = hard_margin_lines(MOONS.X, MOONS.y, Linear(), NEW, 1e-5, 10_000, turns=1)
    assert not found.exists
    assert math.isnan(found.b)
    with pytest.raises(InputError):
        hard_margin_lines(MOONS.X, np.ones(90), Linear(), NEW, 1e-5, 10_000)


def test_a_machine_of_the_given_matrix_is_the_same_machine() -> None:
    problem = c_svc(MOONS.X, MOONS.y, Gaussian(1.0), 10.0)
    shown = solution(problem, answer(problem, tolerance=1e-6))
    found = given_matrix(problem, shown, 10.0, NEW, 1e-6, 200_000)
    assert found.trained == (90, 90)
    assert found.tested == (50, 90)
    assert found.difference < 1e-3


def test_the_machines_of_all_degrees_are_those_trained_alone() -> None:
    found = by_degree(MOONS.X, MOONS.y, 1.0, 1.0, 10.0, range(1, 5), 1e-5, 200_000)
    assert [one.degree for one in found] == [1, 2, 3, 4]
    problem = c_svc(MOONS.X, MOONS.y, Polynomial(3, 1.0, 1.0), 10.0)
    alone = solution(problem, answer(problem, tolerance=1e-5))
    assert (found[2].vectors, found[2].errors, found[2].steps) == (alone.vectors, alone.errors, alone.steps)
    assert found[2].proved
