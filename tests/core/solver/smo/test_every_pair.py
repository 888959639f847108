"""The rules that look at all pairs, against their definitions in plain loops, one step at a time."""

from __future__ import annotations

import math
from collections import Counter
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.problem import Gaussian, Linear, Problem, c_svc, certificate, nu_svc, one_class
from core.solver import STEPPERS, Outcome, finish, new_cancel_flag, solve_pair, violating_pairs, walk
from core.solver.chance import below
from core.trace import fork, record
from tests.core.naive import libsvms_step, solve_two
from tests.core.small_problems import TIES, cloud, moons, problems, unequal_problems

NAMES = ("smo-best-pair", "smo-random-pair", "smo-cyclic")
TOLERANCE = 1e-3


def scores(problem: Problem, alpha: np.ndarray, G: np.ndarray, floor: float) -> dict[tuple[int, int], float]:
    """Return every pair (i, j) that can move with its violation, if that is above 0 and at least `floor`."""
    y, C = problem.y, problem.dual.upper
    found = {}
    for i in range(len(y)):
        for j in range(len(y)):
            rises = alpha[i] < C[i] if y[i] > 0 else alpha[i] > 0
            falls = alpha[j] > 0 if y[j] > 0 else alpha[j] < C[j]
            excess = -y[i] * G[i] + y[j] * G[j]
            same = not problem.dual.alike or y[i] == y[j]
            if i != j and rises and falls and same and excess > 0 and excess >= floor:
                found[i, j] = float(excess)
    return found


def decrease(problem: Problem, alpha: np.ndarray, G: np.ndarray, i: int, j: int) -> float:
    """Return the decrease of the dual by the textbook's update of a pair, from the change of both."""
    new_i, new_j = solve_two(problem.gram, problem.y, problem.dual.upper, alpha, i, j)
    d = np.array([new_i - alpha[i], new_j - alpha[j]])
    signs = problem.y[[i, j]]
    Q = problem.gram[np.ix_([i, j], [i, j])] * np.outer(signs, signs)
    return float(-(G[[i, j]] @ d) - 0.5 * d @ Q @ d)


def _agrees(problem: Problem, name: str, seed: int, tie: str, steps: int) -> int:
    """Compare a walk with the definitions; return how many steps moved."""
    options = {"ties": tie} if name == "smo-best-pair" else {"seed": seed} if name == "smo-random-pair" else {}
    state, done, place, n = STEPPERS[name].init(problem.dual), 0, 0, len(problem.y)
    for after, step in islice(walk(problem, name, TOLERANCE, **options), steps):
        alpha, G = state.alpha, STEPPERS[name].gradient(problem.dual, state)
        some = scores(problem, alpha, G, 0.0)
        widest = max(some.values(), default=-math.inf)
        if step.outcome != Outcome.RUNNING:
            assert widest < TOLERANCE or step.outcome in (Outcome.STUCK, Outcome.INFEASIBLE)
            return done
        assert step.violation == widest >= TOLERANCE
        violating = scores(problem, alpha, G, TOLERANCE)
        if name == "smo-best-pair":
            own = solve_pair(problem.dual, alpha, G, step.i, step.j).decrease
            assert own == step.decrease
            if problem.form.plain and step.curvature > 1e-9:
                assert own == pytest.approx(decrease(problem, alpha, G, step.i, step.j), rel=1e-6, abs=1e-9)
            each = {pair: solve_pair(problem.dual, alpha, G, *pair).decrease for pair in some}
            best = [pair for pair, value in each.items() if value == max(each.values())]
            assert (step.i, step.j) == best[-1 if tie == "last" else 0]
        elif name == "smo-random-pair":
            assert violating_pairs(problem.dual, alpha, G, TOLERANCE) == len(violating)
            assert (step.i, step.j) == list(violating)[below(len(violating), seed, done)]
        else:
            while True:
                a, b = divmod(place % (n * n), n)
                place += 1
                if a < b and ((a, b) in violating or (b, a) in violating):
                    break
            assert (step.i, step.j) == ((a, b) if (a, b) in violating else (b, a))
        state, done = after, done + 1
    return done


@settings(max_examples=500)
@given(
    problem=problems(),
    name=st.sampled_from(NAMES),
    seed=st.integers(0, 2**31),
    tie=st.sampled_from(TIES),
)
def test_every_step_is_that_of_the_definition(problem: Problem, name: str, seed: int, tie: str) -> None:
    _agrees(problem, name, seed, tie, steps=12)


@settings(max_examples=300)
@given(
    problem=unequal_problems(most=9),
    name=st.sampled_from(NAMES),
    seed=st.integers(0, 2**31),
    tie=st.sampled_from(TIES),
)
def test_every_step_with_a_bound_for_each_class_is_libsvms_bit_for_bit(
    problem: Problem, name: str, seed: int, tie: str
) -> None:
    _agrees(problem, name, seed, tie, steps=8)
    options = {"ties": tie} if name == "smo-best-pair" else {"seed": seed} if name == "smo-random-pair" else {}
    dual, state = problem.dual, STEPPERS[name].init(problem.dual)
    for after, step in islice(walk(problem, name, TOLERANCE, **options), 20):
        if step.outcome != Outcome.RUNNING:
            return
        G = STEPPERS[name].gradient(dual, state)
        twin = libsvms_step(dual.kernel, problem.y, dual.upper, state.alpha, G, step.i, step.j)
        assert (step.alpha_i, step.alpha_j) == twin[:2]
        assert STEPPERS[name].gradient(dual, after).tobytes() == twin[2].tobytes()
        state = after


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("C", [0.1, 10.0, math.inf])
def test_every_step_of_a_longer_walk_with_unequal_classes_is_that_of_the_definition(name: str, C: float) -> None:
    gap = 2.5 if math.isinf(C) else 0.0
    problem = c_svc(*cloud(16, seed=7, gap=gap), Gaussian(1.0), C, {1: 2.0, -1: 1.0})
    assert _agrees(problem, name, 3, "last", steps=60) >= 1


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "make", [lambda X, y: nu_svc(X, y, Gaussian(1.0), 0.3), lambda X, y: one_class(X, Linear(), 0.3)]
)
def test_other_machines_are_walked_too(name: str, make: object) -> None:
    problem = make(*moons(20))  # type: ignore[operator]
    assert _agrees(problem, name, 1, "last", steps=40) >= 1


@pytest.mark.parametrize("name", NAMES)
def test_each_rule_ends_at_the_same_optimum(name: str) -> None:
    problem = c_svc(*moons(40), Gaussian(1.0), 10.0, {1: 0.5, -1: 3.0})
    found, usual = finish(problem, name, 1e-6), finish(problem, "smo-second-order", 1e-6)
    assert found.outcome == Outcome.OPTIMAL
    assert certificate(problem, found.alpha).dual == pytest.approx(certificate(problem, usual.alpha).dual, rel=1e-8)


def test_the_best_pair_takes_no_more_steps_than_any_other_rule_here() -> None:
    problem = c_svc(*moons(60), Gaussian(1.0), 10.0)
    steps = {name: finish(problem, name).steps for name in (*NAMES, "smo-first-order", "smo-second-order")}
    assert min(steps, key=steps.__getitem__) == "smo-best-pair"


def test_random_pairs_depend_on_the_seed_alone() -> None:
    problem = c_svc(*moons(30), Gaussian(1.0), 1.0)
    one, same, other = (record(problem, "smo-random-pair", seed=seed).table for seed in (1, 1, 2))
    assert one.tobytes() == same.tobytes()
    assert one[["i", "j"]].tolist() != other[["i", "j"]].tolist()


def test_each_violating_pair_has_the_same_chance() -> None:
    problem = c_svc([[0.0], [1.0], [2.0], [3.0]], [1, 1, -1, -1], Linear(), 1.0)
    firsts = Counter(
        (s.i, s.j) for seed in range(800) for _, s in islice(walk(problem, "smo-random-pair", seed=seed), 1)
    )
    assert set(firsts) == {(0, 2), (0, 3), (1, 2), (1, 3)}
    assert min(firsts.values()) > 150  # 200 each; 4 standard deviations are 49


@pytest.mark.parametrize("name", NAMES)
def test_any_state_of_a_recorded_run_and_a_fork_of_another_are_replayed(name: str) -> None:
    problem = c_svc(*moons(30), Gaussian(1.0), 10.0)
    trace = record(problem, name)
    states = [state for state, _ in walk(problem, name)]
    for k in (1, len(trace) // 2, len(trace)):
        assert trace.state_at(k).alpha.tobytes() == states[k - 1].alpha.tobytes()
    branch = fork(record(problem, "smo-first-order"), 5, name)
    assert branch.outcome == Outcome.OPTIMAL
    assert fork(trace, 3, "smo-second-order").outcome == Outcome.OPTIMAL


@pytest.mark.parametrize("name", NAMES)
def test_a_cancelled_run_ends_before_its_next_step(name: str) -> None:
    flag = new_cancel_flag()
    flag[0] = 1
    ended = finish(c_svc(*moons(30), Gaussian(1.0), 10.0), name, cancel=flag)
    assert (ended.outcome, ended.steps) == (Outcome.CANCELLED, 0)


@pytest.mark.parametrize("name", NAMES)
def test_a_replay_of_recorded_steps_is_the_run_bit_for_bit_in_every_part_of_the_state(name: str) -> None:
    problem = c_svc(*moons(24), Gaussian(1.0), 10.0, {1: 2.0, -1: 0.5})
    trace = record(problem, name, 1e-4)
    assert len(trace) > 20
    for k, (state, _) in enumerate(islice(walk(problem, name, 1e-4), len(trace)), start=1):
        replayed = trace.state_at(k)
        for one, other in zip(state, replayed, strict=True):
            assert np.asarray(one).tobytes() == np.asarray(other).tobytes()
    branch = fork(trace, 7, name, 1e-4)
    assert branch.state_at(19).alpha.tobytes() == trace.state_at(19).alpha.tobytes()
