"""The list of errors, held against sums written out point by point."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Gaussian, Linear, Problem, c_svc, linear_svc
from core.solver import Outcome
from core.solver.smo.platt import PlattState
from core.trace import Trace, fork, record
from core.view import ErrorUpdate, error_update, pair_standing
from tests.core.small_problems import moons, problems

PAIRS = ["smo-second-order", "smo-first-order", "platt"]


def _errors(problem: Problem, alpha: np.ndarray, b: float) -> list[float]:
    """Return f(x_t) - y_t, with f summed over the points with alpha > 0."""
    K, y, n = problem.gram, problem.y, len(problem.y)
    return [sum(y[s] * alpha[s] * K[t, s] for s in range(n) if alpha[s] > 0) + b - y[t] for t in range(n)]


def _check(trace: Trace, k: int) -> ErrorUpdate:
    problem, (old, new) = trace.problem, (trace.state_at(at).alpha for at in (k, k + 1))
    assert isinstance(problem, Problem)
    found, K, y = error_update(trace, k), problem.gram, problem.y
    b, b_new = (pair_standing(trace, at).b for at in (k, k + 1))
    near = 1e-9 * (1.0 + abs(b) + abs(b_new) + float(np.abs(K).max() * (old.sum() + new.sum())))
    assert (found.i, found.j) == (trace.table["i"][k], trace.table["j"][k])
    assert found.before.tolist() == pytest.approx(_errors(problem, old, b), abs=near)
    assert found.after.tolist() == pytest.approx(_errors(problem, new, b_new), abs=near)
    assert found.anew.tolist() == pytest.approx(_errors(problem, new, b_new), abs=near)
    assert found.shift == b_new - b
    assert found.support == sum(value > 0 for value in new)
    for t in range(len(y)):
        assert found.from_i[t] == y[found.i] * (new[found.i] - old[found.i]) * K[t, found.i]
        assert found.from_j[t] == y[found.j] * (new[found.j] - old[found.j]) * K[t, found.j]
        terms = found.from_i[t] + found.from_j[t] + found.shift
        assert found.change[t] == pytest.approx(terms, abs=near)
    assert found.apart == max(abs(found.after[t] - found.anew[t]) for t in range(len(y)))
    return found


@pytest.mark.parametrize("name", PAIRS)
@given(problem=problems(), share=st.floats(0, 1))
def test_the_update_and_the_sum_are_those_written_out_point_by_point(problem: Problem, share: float, name: str) -> None:
    trace = record(problem, name, 1e-3, limit=100)
    if len(trace) and problem.doubt == 0.0 and trace.outcome is not Outcome.INFEASIBLE:
        _check(trace, round(share * (len(trace) - 1)))


def test_the_update_is_the_list_that_platts_rule_keeps_bit_for_bit() -> None:
    trace = record(c_svc(*moons(40, seed=1), Gaussian(1.0), 10.0), "platt")
    for k in range(len(trace)):
        state = trace.state_at(k + 1)
        assert isinstance(state, PlattState)
        found = _check(trace, k)
        assert found.after.tolist() == state.errors.tolist()
        standing = pair_standing(trace, k + 1).last
        assert standing is not None
        freed = [t for t, free in ((found.i, standing.free_i), (found.j, standing.free_j)) if free]
        assert found.after[freed] == pytest.approx(0.0, abs=1e-9)  # b makes the error of a free point of the pair 0


def test_a_step_before_a_fork_ends_with_the_b_of_its_own_rule() -> None:
    trace = record(c_svc(*moons(40, seed=1), Gaussian(1.0), 10.0), "platt")
    branch = fork(trace, 20, "smo-second-order", 1e-3, 200)
    whole, cut = error_update(trace, 19), error_update(branch, 19)
    assert cut.after.tolist() == whole.after.tolist()
    assert cut.shift == whole.shift
    _check(branch, 20)


def test_a_step_that_does_not_exist_and_a_run_without_pairs_are_refused() -> None:
    trace = record(c_svc(*moons(20), Linear(), 1.0))
    for k in (-1, len(trace)):
        with pytest.raises(IndexError):
            error_update(trace, k)
    with pytest.raises(TypeError):
        error_update(record(linear_svc(*moons(20), 1.0), "dual-cd"), 0)
