"""No certificate of a random problem with cancelling kernels is false: the benchmark in short."""

from decimal import Decimal, localcontext

import numpy as np
import pytest
from scipy import sparse

from benchmarks.proofs import DIGITS, Instance, claims, exact_gram, optimum, random_case
from core.problem import (
    Gaussian,
    InputError,
    Kernel,
    Linear,
    Polynomial,
    Precomputed,
    Problem,
    Sigmoid,
    c_svc,
    certificate,
    kernel_bound,
)
from core.solver import finish


def test_no_claim_about_kernels_that_cancel_is_false() -> None:
    made = list(claims(150, seed=7))
    assert [claim.text for claim in made if not claim.true] == []
    assert sum(claim.digits >= 3 for claim in made) > 30


def test_the_relative_width_bounds_how_far_both_values_are_from_the_exact_optimum() -> None:
    random, seen = np.random.default_rng(11), 0
    for _ in range(120):
        try:
            case = random_case(random)
        except InputError:
            continue
        if not isinstance(case.problem, Problem) or case.augmented:
            continue
        proof = certificate(case.problem, finish(case.problem, tolerance=1e-9, limit=300).alpha)
        if not proof.relative_width < 0.1:
            continue
        with localcontext() as context:
            context.prec, best = DIGITS, optimum(case)
            allowed = Decimal(proof.relative_width) * abs(best) * (1 + 8 * Decimal(float(np.finfo(float).eps)))
            assert abs(Decimal(-proof.dual) - best) <= allowed, case.name
            assert abs(Decimal(proof.primal) - best) <= allowed, case.name
        seen += 1
    assert seen > 20


def test_the_exact_optimum_is_the_one_of_the_books() -> None:
    pair = optimum(Instance("pair", c_svc([[0.0], [2.0]], [1, -1], Linear(), float("inf"))))
    assert abs(pair - Decimal("0.5")) < Decimal("1e-150")
    near = optimum(Instance("near", c_svc([[1, 1e-6], [1, -2e-6]], [1, -1], Sigmoid(1.0, -1.0), float("inf"))))
    assert float(near) == pytest.approx(222222222222.222, rel=1e-12)
    assert optimum(Instance("none", c_svc([[0.0], [0.0]], [1, -1], Gaussian(1.0), float("inf")))) == Decimal("Infinity")
    assert optimum(Instance("soft", c_svc([[0.0], [0.0]], [1, -1], Gaussian(1.0), 3.0))) == 6


def test_no_kernel_value_is_off_by_more_than_its_bound() -> None:
    random, eps, seen = np.random.default_rng(3), Decimal(float(np.finfo(float).eps)), set()
    for _ in range(300):
        try:
            problem = random_case(random).problem
        except InputError:
            continue
        if not isinstance(problem, Problem):
            continue
        with localcontext() as context:
            context.prec = DIGITS
            exact, (length, operations) = exact_gram(problem.kernel, problem.X), problem.bound
            for i, row in enumerate(exact):
                for j, value in enumerate(row):
                    most = Decimal(float(length[i])) * Decimal(float(length[j]))
                    assert abs(value) <= most * (1 + 1000 * eps)
                    assert abs(Decimal(float(problem.gram[i, j])) - value) <= Decimal(operations) * eps * most
        seen.add(type(problem.kernel))
    assert len(seen) == 9


@pytest.mark.parametrize("kernel", [Linear(), Polynomial(3, 0.5, -1.0), Sigmoid(0.3, -0.2)])
def test_the_bound_of_sparse_rows_is_that_of_the_same_rows_dense(kernel: Kernel) -> None:
    X = np.array([[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [1e-200, 0.0, 0.0]])
    dense, thin = kernel_bound(kernel, X), kernel_bound(kernel, sparse.csr_array(X))
    np.testing.assert_array_equal(dense.length, thin.length)
    assert dense.operations == thin.operations
    assert dense.length[2] > 0.0
    assert (dense.length[1] == 0.0) == isinstance(kernel, Linear)


def test_a_given_matrix_is_exact_and_its_lengths_bound_it_also_where_it_is_not_definite() -> None:
    for K in (np.array([[0.0, 5.0], [5.0, 1.0]]), np.array([[1.0, 3.0], [3.0, 1.0]]), np.diag([1e-3, 1e3])):
        length = kernel_bound(Precomputed(), K).length
        assert (np.abs(K) <= np.outer(length, length) * (1 + 1e-12)).all()
    np.testing.assert_allclose(kernel_bound(Precomputed(), np.diag([1e-4, 1e4])).length, [1e-2, 1e2])
