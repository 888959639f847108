"""A branch of a run: the run up to the fork, and from there on what another rule or a picked pair makes of it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.problem import (
    Gaussian,
    Problem,
    c_svc,
    certificate,
    linear_certificate,
    linear_svc,
    margins_without_offset,
    offset,
)
from core.solver import STEPPERS, Outcome, new_cancel_flag
from core.solver.smo.platt import PlattState
from core.trace import BadPick, Trace, fork, pick, pick_coordinate, record
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
    return trunk, fork(trunk, k, draw(st.sampled_from(RULES)), limit=LIMIT, picked=pair)


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
    branch = fork(trunk, k, rule, 1e-5, 10_000, picked=pair)
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
            fork(trunk, 2, "platt", picked=pair)
    descent = record(linear_svc(*cloud(20, 0), 1.0), "dual-cd")
    for name in STEPPERS.keys() - {"dual-cd"}:
        with pytest.raises(TypeError):
            fork(descent, 1, name)
    for i in (-1, 20, *(i for i in range(20) if pick_coordinate(descent, i, 2) is not None)):
        with pytest.raises(ValueError, match="cannot move"):
            fork(descent, 2, "dual-cd", picked=(i,))


# ---- coordinate descent, whose visits move one coordinate ----

ORDERS = ("random", "cyclic")


@st.composite
def visit_branches(draw: st.DrawFn) -> tuple[Trace, Trace, int | None]:
    """Return a run of coordinate descent and a branch of it, with the coordinate that was picked to move first."""
    n = draw(st.integers(2, 8))
    X = draw(st.lists(st.tuples(*[st.integers(-3, 3)] * 2), min_size=n, max_size=n))
    y = draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n).filter(lambda each: len(set(each)) == 2))
    C, loss = draw(st.sampled_from([0.5, 10.0])), draw(st.sampled_from(["hinge", "squared_hinge"]))
    problem = linear_svc(np.array(X, float), np.array(y), C, loss, draw(st.sampled_from([1.0, None])))
    seed, shrinking = draw(st.integers(0, 3)), draw(st.booleans())
    trunk = record(problem, "dual-cd", 0.1, LIMIT, order=draw(st.sampled_from(ORDERS)), seed=seed, shrinking=shrinking)
    assume(len(trunk))
    k, picked = draw(st.integers(0, len(trunk) - 1)), None
    if draw(st.booleans()):
        movable = [i for i in range(n) if pick_coordinate(trunk, i, k) is None]
        assume(movable)
        picked = draw(st.sampled_from(movable))
    one = None if picked is None else (picked,)
    order = draw(st.sampled_from(ORDERS))
    return trunk, fork(trunk, k, "dual-cd", 0.1, LIMIT, picked=one, order=order, seed=seed, shrinking=shrinking), picked


@settings(max_examples=80)
@given(visit_branches())
def test_a_branch_of_visits_is_its_trunk_up_to_the_fork_and_replays_bit_for_bit(
    runs: tuple[Trace, Trace, int | None],
) -> None:
    trunk, branch, picked = runs
    k = branch.at if picked is None else branch.at - 1
    assert branch.table[:k].tobytes() == trunk.table[:k].tobytes()
    for step in range(k):
        assert bits(branch.state_at(step)) == bits(trunk.state_at(step))
    assert branch.state_at(k).alpha.tobytes() == trunk.state_at(k).alpha.tobytes()
    for step in range(len(branch)):  # every row is what the real step does to the state before it
        leg, state = branch.leg(step), branch.state_at(step)
        after, what = leg.stepper.step(branch.problem.dual, state, leg.rule)
        np.testing.assert_array_equal(tuple(what)[:-1], tuple(branch.table[step]))
        assert after.alpha.tobytes() == branch.state_at(step + 1).alpha.tobytes()
    assert (np.diff(branch.objective) <= 1e-12).all()


@settings(max_examples=80)
@given(visit_branches())
def test_the_coordinate_that_was_picked_moves_first_and_every_epoch_is_still_over_all(
    runs: tuple[Trace, Trace, int | None],
) -> None:
    _, branch, picked = runs
    n = len(branch.problem.y)
    for step in range(len(branch) + 1):
        epoch = branch.state_at(step).epoch  # type: ignore[attr-defined]
        assert sorted(epoch.order) == list(range(n))
        assert 0 <= epoch.position <= epoch.active <= n
    if picked is not None:
        row = branch.table[branch.at - 1]
        assert int(row["i"]) == picked
        assert row["decrease"] > 0
        assert branch.leg(branch.at - 1).picked


@settings(max_examples=40)
@given(visit_branches(), st.floats(0, 1))
def test_a_branch_in_the_same_order_is_the_rest_of_its_trunk(
    runs: tuple[Trace, Trace, int | None], share: float
) -> None:
    trunk, _, _ = runs
    rule = trunk.rule
    options = {"order": ORDERS[0] if rule.random else ORDERS[1], "seed": rule.seed, "shrinking": rule.shrinking}  # type: ignore[attr-defined]
    branch = fork(trunk, round(share * len(trunk)), "dual-cd", 0.1, LIMIT, **options)
    assert branch.table.tobytes() == trunk.table.tobytes()
    assert (bits(branch.last), branch.outcome) == (bits(trunk.last), trunk.outcome)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("own", ORDERS)
@pytest.mark.parametrize("picked", [False, True])
def test_the_end_of_a_branch_of_visits_is_certified_and_agrees_with_its_trunk(
    own: str, order: str, picked: bool
) -> None:
    problem = linear_svc(*moons(60, seed=2), 1.0)
    trunk = record(problem, "dual-cd", 1e-6, 50_000, order=own)
    k = len(trunk) // 3
    one = (next(i for i in range(60) if pick_coordinate(trunk, i, k) is None),) if picked else None
    branch = fork(trunk, k, "dual-cd", 1e-6, 50_000, picked=one, order=order)
    assert branch.outcome is Outcome.OPTIMAL
    proof, whole = (linear_certificate(problem, run.last.alpha) for run in (branch, trunk))
    assert proof.relative_gap <= 1e-3
    assert proof.low <= whole.high
    assert whole.low <= proof.high
    if order == "cyclic" and own == "random" and not picked:
        assert list(branch.table["i"][k : k + 60]) == list(range(60)), "an epoch over all, in the order of the points"


def test_why_a_coordinate_stays() -> None:
    problem = linear_svc(np.array([[2.0, 0.0], [3.0, 0.0], [-2.0, 0.0]]), np.array([1, 1, -1]), 10.0, bias=None)
    trunk = record(problem, "dual-cd", 1e-6, order="cyclic")
    assert pick_coordinate(trunk, 0, 0) is None
    assert pick_coordinate(trunk, 1, len(trunk)) is BadPick.STOPPED
    assert pick_coordinate(trunk, 0, len(trunk)) is BadPick.FLAT
    endless = record(linear_svc(np.array([[0.0], [1.0]]), np.array([1, -1]), np.inf, bias=None), "dual-cd", limit=1)
    assert pick_coordinate(endless, 0, 0) is BadPick.ENDLESS
