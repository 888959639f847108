"""The linear problem over two points, solved by trying every pair and many directions."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Gaussian, Problem, c_svc, linear_svc
from core.trace import Trace, record
from core.view import WorkingSets, working_sets
from tests.core.small_problems import TIES, moons, problems

RUNS = ["smo-second-order", "smo-first-order", "platt", "smo-best-pair", "smo-random-pair"]
GRID = np.linspace(-1.0, 1.0, 9)


def _tried(problem: Problem, alpha: np.ndarray, gradient: np.ndarray, i: int, j: int) -> float:
    """Return the smallest grad_B^T d_B over directions of a grid in [-1, 1]^2 that the constraints of (66) allow."""
    y, C = problem.y, problem.dual.upper
    best = 0.0
    for d_i, d_j in itertools.product(GRID, GRID):
        if y[i] * d_i + y[j] * d_j != 0.0:
            continue
        if any((alpha[t] == 0 and d < 0) or (alpha[t] == C[t] and d > 0) for t, d in ((i, d_i), (j, d_j))):
            continue
        best = min(best, float(gradient[i] * d_i + gradient[j] * d_j))
    return best


def _check(trace: Trace, k: int) -> WorkingSets:
    problem, state = trace.problem, trace.state_at(k)
    assert isinstance(problem, Problem)
    found, gradient = working_sets(trace, k), trace.stepper.gradient(problem.dual, state)
    values = {}
    for i, j in itertools.combinations(range(len(problem.y)), 2):
        values[i, j] = _tried(problem, state.alpha, gradient, i, j)
        assert found.value(i, j) == found.value(j, i) == values[i, j]
    least = min(values.values())
    assert found.least == least
    near = min(found.rounding, -0.5 * least)
    assert found.attained == (sum(value <= least + near for value in values.values()) if least < 0 else 0)
    table = found.values(found.up, found.low)
    assert table.min(initial=0.0) == least
    for (row, i), (column, j) in itertools.product(enumerate(found.up), enumerate(found.low)):
        if i != j:  # a row shows i that rises and j that falls; the other direction is in the row of j if it is allowed
            assert values[min(i, j), max(i, j)] <= table[row, column] <= 0.0
    if found.first is not None:
        assert found.first == (found.up[0], found.low[0])
        assert found.value(*found.first) == least
        assert found.second is not None
        assert found.second[0] == found.first[0]
        assert least <= found.value(*found.second) < 0.0
    if found.taken is not None:
        assert set(found.taken) == {trace.table["i"][k], trace.table["j"][k]}
        assert found.score[found.taken[0]] >= found.score[found.taken[1]]
    return found


@pytest.mark.parametrize("name", RUNS)
@given(problem=problems(most=8), share=st.floats(0, 1))
def test_every_value_is_the_least_of_all_directions_that_the_constraints_allow(
    problem: Problem, share: float, name: str
) -> None:
    trace = record(problem, name, 1e-3, limit=60)
    _check(trace, round(share * len(trace)))


@pytest.mark.parametrize("ties", list(TIES))
def test_the_maximal_violating_pair_is_the_one_of_least_value_in_every_step(ties: str) -> None:
    trace = record(c_svc(*moons(24, seed=2), Gaussian(1.0), 10.0), "smo-first-order", ties=ties)
    for k in range(len(trace)):
        found = _check(trace, k)
        assert found.first == found.taken == (trace.table["i"][k], trace.table["j"][k])
        assert -found.least == trace.table["violation"][k]
    last = _check(trace, len(trace))
    assert (last.first, last.second, last.taken) == (None, None, None)


def test_the_second_order_rule_often_takes_a_pair_of_larger_value() -> None:
    trace = record(c_svc(*moons(24, seed=2), Gaussian(1.0), 10.0))
    steps = [working_sets(trace, k) for k in range(len(trace))]
    assert all(found.second == found.taken for found in steps)
    assert 0 < sum(found.value(*found.second) > found.least for found in steps if found.second) < len(steps)


def test_a_run_without_pairs_is_refused() -> None:
    with pytest.raises(TypeError):
        working_sets(record(linear_svc(*moons(20), 1.0), "dual-cd"), 0)
