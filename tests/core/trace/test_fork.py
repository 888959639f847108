"""A branch of a run: the run up to the fork, and from there on what another rule or a picked pair makes of it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.problem import Gaussian, Problem, c_svc, certificate, linear_svc, margins_without_offset, offset
from core.solver import STEPPERS, Outcome, new_cancel_flag
from core.solver.smo.platt import PlattState
from core.trace import BadPick, Trace, fork, pick, record
from core.view import pair_standing, playback, score
from core.view.standing import OffsetRule
from tests.core.small_problems import PSD_KERNELS, cloud, moons, problems

RULES = ("smo-second-order", "smo-first-order", "platt")
LIMIT = 60


def bits(value: object) -> object:
    """Return all of a state, nested or not, in a form that compares bit for bit."""
    return tuple(map(bits, value)) if isinstance(value, tuple) else np.asarray(value).tobytes()


def movable(trace: Trace, k: int) -> list[tuple[int, int]]:
    """Return the pairs that can move after k steps, each as it would."""
    n = len(trace.problem.y)
    found = [pick(trace, i, j, k) for i in range(n) for j in range(i)]
    return [pair for pair in found if not isinstance(pair, BadPick)]


@st.composite
def branches(draw: st.DrawFn, picked: bool | None = None) -> tuple[Trace, Trace]:
    """Return a trunk and a branch of it, with a pair moved first or without one."""
    trunk = record(draw(problems(most=8)), draw(st.sampled_from(RULES)), limit=LIMIT)
    k = draw(st.integers(0, len(trunk)))
    pairs = movable(trunk, k)
    pair = None
    if draw(st.booleans()) if picked is None else picked:
        assume(pairs)
        pair = draw(st.sampled_from(pairs))
    return trunk, fork(trunk, k, draw(st.sampled_from(RULES)), limit=LIMIT, pair=pair)


@settings(max_examples=60)
@given(branches())
def test_a_branch_keeps_box_and_equality_and_its_dual_never_rises(runs: tuple[Trace, Trace]) -> None:
    _, branch = runs
    problem = branch.problem
    assert isinstance(problem, Problem)
    for k in range(len(branch) + 1):
        state = branch.state_at(k)
        assert (state.alpha >= 0).all()
        assert (state.alpha <= problem.dual.upper).all()
        assert abs(problem.y @ state.alpha) <= 1e-9 * max(1.0, state.alpha.max())
        assert branch.objective[k] == state.objective
    assert (np.diff(branch.objective) <= 0).all()


@settings(max_examples=60)
@given(branches())
def test_a_branch_is_its_trunk_up_to_the_fork_and_replays_bit_for_bit(runs: tuple[Trace, Trace]) -> None:
    trunk, branch = runs
    k = branch.at if branch.trunk is trunk else branch.at - 1
    for name in ("i", "j", "alpha_i", "alpha_j", "violation", "decrease"):
        assert branch.table[name][:k].tobytes() == trunk.table[name][:k].tobytes()
    for step in range(k):
        assert bits(branch.state_at(step)) == bits(trunk.state_at(step))
    for step in range(len(branch)):  # every row is what the real step does to the state before it
        leg = branch.leg(step)
        state, row = branch.state_at(step), branch.table[step]
        if leg.picked:
            assert step == k
        else:
            _, what = leg.stepper.step(branch.problem.dual, state, leg.rule)
            assert (what.i, what.j, what.alpha_i, what.alpha_j) == tuple(row)[:4]
        after = branch.state_at(step + 1).alpha
        assert (after[row["i"]], after[row["j"]]) == (row["alpha_i"], row["alpha_j"])
        still = np.delete(np.arange(len(after)), [row["i"], row["j"]])
        assert after[still].tobytes() == state.alpha[still].tobytes()


@settings(max_examples=40)
@given(problem=problems(most=8), rule=st.sampled_from(RULES), share=st.floats(0, 1))
def test_a_branch_by_the_same_rule_is_the_rest_of_its_trunk_bit_for_bit(
    problem: Problem, rule: str, share: float
) -> None:
    trunk = record(problem, rule, limit=LIMIT)
    branch = fork(trunk, round(share * len(trunk)), rule, limit=LIMIT)
    assert branch.table.tobytes() == trunk.table.tobytes()
    assert branch.outcome == trunk.outcome
    for k in range(len(trunk) + 1):
        assert bits(branch.state_at(k)) == bits(trunk.state_at(k))
    assert bits(tuple(vars(playback(branch))[name] for name in ("move", "b", "dual"))) == bits(
        tuple(vars(playback(trunk))[name] for name in ("move", "b", "dual"))
    )


@settings(max_examples=40)
@given(problem=problems(most=8), trunk=st.sampled_from(RULES), rule=st.sampled_from(RULES))
def test_a_branch_from_the_start_is_the_run_of_its_rule(problem: Problem, trunk: str, rule: str) -> None:
    own = record(problem, rule, limit=LIMIT)
    branch = fork(record(problem, trunk, limit=LIMIT), 0, rule, limit=LIMIT)
    assert branch.outcome == own.outcome
    assert branch.table.tobytes() == own.table.tobytes()
    assert bits(branch.last) == bits(own.last)


@settings(max_examples=40)
@given(branches(picked=True))
def test_the_pair_that_was_picked_moves_first(runs: tuple[Trace, Trace]) -> None:
    trunk, branch = runs
    k = branch.at - 1
    row = branch.table[k]
    assert (row["i"], row["j"]) in movable(trunk, k)
    assert row["decrease"] > 0
    assert branch.leg(k).picked
    assert branch.leg(k).trunk is trunk


@pytest.mark.parametrize("picked", [False, True])
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("kernel", PSD_KERNELS, ids=repr)
def test_the_end_of_a_branch_is_certified_and_agrees_with_its_trunk(
    kernel: object, name: str, rule: str, picked: bool
) -> None:
    problem = c_svc(*moons(40, seed=2), kernel, 1.0)  # type: ignore[arg-type]
    trunk = record(problem, name, 1e-5, 10_000)
    k = len(trunk) // 2
    pair = movable(trunk, k)[0] if picked else None
    branch = fork(trunk, k, rule, 1e-5, 10_000, pair=pair)
    assert branch.outcome is Outcome.OPTIMAL
    proof, own = certificate(problem, branch.last.alpha), certificate(problem, trunk.last.alpha)
    assert proof.relative_gap <= 1e-3
    assert proof.low <= own.high
    assert own.low <= proof.high


def test_platt_takes_over_the_errors_and_the_offset_of_libsvm_and_the_standing_says_so() -> None:
    problem = c_svc(*cloud(30, 1), Gaussian(1.0), 10.0)
    branch = fork(record(problem), 9, "platt")
    state = branch.state_at(9)
    assert isinstance(state, PlattState)
    g = margins_without_offset(problem, state.alpha)
    assert state.b == pytest.approx(offset(problem, state.alpha), abs=1e-12)
    np.testing.assert_allclose(state.errors, g + state.b - problem.y, atol=1e-9)
    assert pair_standing(branch, 9).rule in (OffsetRule.MEAN, OffsetRule.MIDDLE)
    assert pair_standing(branch, 10).rule not in (OffsetRule.MEAN, OffsetRule.MIDDLE)


def test_a_branch_counts_the_kernel_values_of_both_its_parts() -> None:
    problem = c_svc(*cloud(30, 1), Gaussian(1.0), 10.0)
    second, platt = record(problem), record(problem, "platt")
    there, back = fork(second, 10, "platt"), fork(platt, 10, "smo-second-order")
    assert score(there).evaluations == 2 * 30 * 10 + int(there.table["evaluations"][10:].sum())
    assert score(back).evaluations == int(platt.table["evaluations"][:10].sum()) + 2 * 30 * (len(back) - 10)


def test_the_limit_counts_the_steps_of_the_whole_run() -> None:
    trunk = record(c_svc(*moons(80, seed=3), Gaussian(1.0), 1e4), tolerance=1e-9, limit=1000)
    branch = fork(trunk, 600, "smo-first-order", 1e-9, 1000)
    assert (len(branch), branch.outcome) == (1000, Outcome.STEP_LIMIT)
    flag = new_cancel_flag()
    flag[0] = 1
    assert fork(trunk, 600, "smo-first-order", 1e-9, 1000, flag).outcome is Outcome.CANCELLED


def test_what_cannot_branch_is_refused() -> None:
    problem = c_svc(*cloud(20, 0), Gaussian(1.0), 1.0)
    trunk = record(problem)
    with pytest.raises(IndexError):
        fork(trunk, len(trunk) + 1, "platt")
    with pytest.raises(IndexError):
        fork(trunk, -1, "platt")
    for pair in ((3, 3), (0, 20), (-1, 0)):
        with pytest.raises(ValueError, match="cannot move"):
            fork(trunk, 2, "platt", pair=pair)
    descent = record(linear_svc(*cloud(20, 0), 1.0), "dual-cd")
    for name in STEPPERS:
        with pytest.raises(TypeError):
            fork(descent, 1, name)
