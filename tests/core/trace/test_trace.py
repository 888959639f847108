from __future__ import annotations

import math
import sys
from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.problem import Gaussian, Kernel, Linear, Polynomial, Problem, Sigmoid, c_svc
from core.solver import Outcome, State, finish, new_cancel_flag, walk
from core.trace import Trace, record
from tests.core.small_problems import RULES, TIES, XOR, XOR_LABELS, cloud, moons, problems


def _bits(state: State) -> tuple[bytes, bytes, bytes]:
    return state.alpha.tobytes(), state.gradient.tobytes(), np.float64(state.objective).tobytes()


def _walked(problem: Problem, rule: str, tie: str, limit: int) -> list[State]:
    zero = finish(problem, rule, ties=tie, limit=0).state
    steps = islice(walk(problem, rule, ties=tie), limit)
    return [zero, *(state for state, step in steps if step.outcome == Outcome.RUNNING)]


@settings(max_examples=60)
@given(problem=problems(), rule=st.sampled_from(RULES), tie=st.sampled_from(TIES))
def test_walk_finish_and_record_agree_bit_for_bit_on_small_problems(problem: Problem, rule: str, tie: str) -> None:
    limit = 200
    walked = _walked(problem, rule, tie, limit)
    trace = record(problem, rule, limit=limit, ties=tie)
    run = finish(problem, rule, limit=limit, ties=tie)
    assert len(trace) == run.steps == len(walked) - 1
    assert trace.outcome == run.outcome
    assert _bits(run.state) == _bits(trace.last) == _bits(walked[-1])
    for k, state in enumerate(walked):
        assert _bits(trace.state_at(k)) == _bits(state)


LONG: dict[str, tuple[Kernel, float]] = {  # several keyframes, several returns from compiled code
    "Gaussian": (Gaussian(1.0), 1e4),
    "linear": (Linear(), 1e3),
    "polynomial": (Polynomial(3), 100.0),
    "sigmoid": (Sigmoid(0.5, -1.0), 100.0),
}


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("name", LONG)
def test_walk_finish_and_record_agree_bit_for_bit_over_several_chunks(name: str, rule: str) -> None:
    kernel, C = LONG[name]
    problem = c_svc(*moons(80, seed=3), kernel, C)
    walked = _walked(problem, rule, "last", 2600)
    trace = record(problem, rule, limit=2600)
    assert _bits(finish(problem, rule, limit=2600).state) == _bits(trace.last) == _bits(walked[-1])
    strides = range(0, len(trace) + 1, trace.stride)
    edges = [k for edge in strides for k in (edge - 1, edge, edge + 1)] + [len(trace) - 1, len(trace)]
    chance = np.random.default_rng(0).integers(0, len(trace) + 1, 40).tolist()
    for k in (k for k in [*edges, *chance] if 0 <= k <= len(trace)):
        assert _bits(trace.state_at(k)) == _bits(walked[k])
    if name in ("Gaussian", "linear"):
        assert len(trace.keyframes) > 4


@pytest.fixture(scope="module")
def trace() -> Trace:
    return record(c_svc(*moons(60, seed=1), Gaussian(1.0), 1e4), tolerance=1e-5)


def test_the_columns_are_what_the_steps_did(trace: Trace) -> None:
    for row, (state, step) in zip(trace.table, walk(trace.problem, "smo-second-order", 1e-5), strict=False):
        assert [row[name] for name in ("i", "j", "alpha_i", "alpha_j", "violation", "decrease", "curvature")] == [
            step.i,
            step.j,
            step.alpha_i,
            step.alpha_j,
            step.violation,
            step.decrease,
            step.curvature,
        ]
        assert state.alpha[row["i"]] == row["alpha_i"]
        assert state.alpha[row["j"]] == row["alpha_j"]


def test_the_objective_of_a_trace_is_the_objective_of_its_states(trace: Trace) -> None:
    assert trace.objective.shape == (len(trace) + 1,)
    for k in (0, 1, 64, 100, len(trace)):
        assert trace.objective[k] == trace.state_at(k).objective
    assert (np.diff(trace.objective) <= 0).all()


def test_the_keyframes_are_one_for_each_stride_begun(trace: Trace) -> None:
    assert len(trace.keyframes) == -(-len(trace) // trace.stride)


def test_a_trace_cannot_be_written_to_and_replay_does_not_spoil_it(trace: Trace) -> None:
    assert not trace.table.flags.writeable
    before = _bits(trace.state_at(10))
    trace.state_at(10).alpha[:] = -1.0
    assert _bits(trace.state_at(10)) == before


@pytest.mark.parametrize("k", ["zero", "keyframe", "end"])
def test_a_caller_who_writes_into_a_state_does_not_spoil_the_trace(k: str) -> None:
    trace = record(c_svc(*moons(60, seed=1), Gaussian(1.0), 1e4), tolerance=1e-5)
    step = {"zero": 0, "keyframe": trace.stride, "end": len(trace)}[k]
    before = _bits(trace.state_at(step))
    state = trace.state_at(step)
    try:
        state.alpha[:] = -1.0
    except ValueError:  # read-only is as good
        return
    assert _bits(trace.state_at(step)) == before


@pytest.mark.parametrize("k", [-1, 10**9])
def test_a_step_that_was_never_taken_is_an_index_error(trace: Trace, k: int) -> None:
    with pytest.raises(IndexError, match=str(k)):
        trace.state_at(k)


@pytest.mark.parametrize("limit", [0, 1, 64, 65, 1024, 1500])
def test_a_limit_cuts_the_trace_and_it_says_so(limit: int) -> None:
    trace = record(c_svc(*moons(80, seed=3), Gaussian(1.0), 1e4), limit=limit, tolerance=1e-9)
    assert (len(trace), trace.outcome) == (limit, Outcome.STEP_LIMIT)
    assert len(trace.objective) == limit + 1
    assert _bits(trace.state_at(limit)) == _bits(trace.last)


def test_a_problem_that_is_optimal_at_once_has_an_empty_trace() -> None:
    trace = record(c_svc(XOR, XOR_LABELS, Gaussian(1.0), 1.0), tolerance=3.0)
    assert (len(trace), trace.outcome) == (0, Outcome.OPTIMAL)
    assert trace.state_at(0).alpha.tolist() == [0.0] * 4


def test_an_impossible_margin_is_recorded_with_its_ending() -> None:
    twins: Any = [[0.0, 0.0], [0.0, 0.0]]
    assert record(c_svc(twins, [1, -1], Gaussian(1.0), math.inf)).outcome == Outcome.INFEASIBLE


def test_a_cancelled_recording_ends_where_it_is_and_can_be_replayed() -> None:
    flag = new_cancel_flag()
    flag[0] = 1
    trace = record(c_svc(*cloud(20, 0), Linear(), 1.0), cancel=flag)
    assert (len(trace), trace.outcome) == (0, Outcome.CANCELLED)
    assert trace.state_at(0).alpha.sum() == 0


def test_wide_problems_keep_fewer_keyframes_within_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = c_svc(*moons(80, seed=3), Gaussian(1.0), 1e4)
    usual = record(problem, limit=3000, tolerance=1e-9)
    monkeypatch.setattr(sys.modules[record.__module__], "MOST_KEYFRAME_BYTES", 2 * 8 * 80 * 4)  # room for four
    trace = record(problem, limit=3000, tolerance=1e-9)
    assert trace.stride > usual.stride
    assert 1 <= len(trace.keyframes) <= 4
    walked = _walked(problem, "smo-second-order", "last", 2 * trace.stride + 2)
    for k in (0, 1, trace.stride - 1, trace.stride, trace.stride + 1, 2 * trace.stride):
        assert _bits(trace.state_at(k)) == _bits(walked[k])
