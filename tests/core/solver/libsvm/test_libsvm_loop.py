"""LIBSVM's loop, pass by pass, against a twin that permutes every array and holds every row.

`SVM_LAB_EXAMPLES=2000 pytest tests/core/solver/libsvm/test_libsvm_loop.py -k random` compares 2,000 random problems
of all five machines, to their end.
"""

from __future__ import annotations

import math
import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
    eps_svr,
    nu_svc,
    nu_svr,
    one_class,
)
from core.solver import STEPPERS, LoopState, LoopStep, Outcome, Said, finish, walk
from core.solver.libsvm import cache as lru
from core.solver.libsvm.shrinking import Bars, bars, presses
from core.solver.libsvm.state import begin, entry
from core.trace import fork, record
from tests.core.golden import GOLDEN
from tests.core.naive_libsvm import NaiveLoop
from tests.core.small_forms import attainable
from tests.core.small_problems import cloud, moons

EXAMPLES = int(os.environ.get("SVM_LAB_EXAMPLES", "25"))
LIBSVM = STEPPERS["libsvm"]
MACHINES = ("c_svc", "nu_svc", "eps_svr", "nu_svr", "one_class")
KERNELS: list[Kernel] = [Linear(), Gaussian(0.5), Gaussian(8.0), Polynomial(3, 0.5, 1.0), Sigmoid(0.2, -0.5)]


def machine(name: str, n: int, seed: int, kernel: Kernel, C: float, nu: float) -> Problem:
    """Return one of the five machines on a cloud of points; a curve over them is what regression predicts."""
    X, y = cloud(n, seed)
    z = np.sin(2.0 * X[:, 0]) + 0.3 * X[:, 1]
    match name:
        case "nu_svc":
            return nu_svc(X, y, kernel, attainable(y, nu))
        case "eps_svr":
            return eps_svr(X, z, kernel, C, 0.1)
        case "nu_svr":
            return nu_svr(X, z, kernel, C, nu)
        case "one_class":
            return one_class(X, kernel, nu)
    return c_svc(X, y, kernel, C, {1: 1.0, -1: 0.5} if seed % 3 == 0 else None)


def printed(said: int, alike: bool) -> str:
    """Return what LIBSVM prints in a pass; "!" stands for its warning."""
    bits = [
        (Said.WARNED_AT_RETURN, "!"),
        (Said.RETURN, "" if alike else "*"),
        (Said.DOT, "."),
        (Said.WARNED_AT_STAR, "!"),
        (Said.STAR, "*"),
    ]
    return "".join(sign for bit, sign in bits if said & bit)


def same_pass(state: LoopState, step: LoopStep, twin: NaiveLoop, text: str, totals: dict[str, int]) -> None:
    """Hold everything that a pass leaves against the twin's, with no tolerance anywhere."""
    done, places = twin.passes[-1], np.argsort(state.order)
    assert (step.i, step.j) == done["pair"]
    assert (step.alpha_i, step.alpha_j) == done["alpha"]
    assert (step.violation, state.active) == (done["violation"], done["active"])
    assert tuple(state.order) == done["order"]
    assert np.array_equal(state.gradient, np.array(twin.G)[places])
    assert np.array_equal(state.at_bound, np.array(twin.G_bar)[places])
    assert list(lru.in_order(state.cache)) == done["recent"]
    assert {int(row): int(state.cache.length[row]) for row in done["recent"]} == done["held"]
    assert totals == {name: done[name] for name in totals}
    assert text == done["text"]


def agree(problem: Problem, shrinking: bool, cache_rows: int | None, limit: int = 100_000) -> tuple[int, str]:
    """Compare every pass of a run with the twin's; return how many there were and what was printed."""
    twin, text = NaiveLoop(problem, 1e-3, shrinking, cache_rows), ""
    totals = dict.fromkeys(("hits", "misses", "evicted", "given_up"), 0)
    options = {"shrinking": shrinking, "cache_rows": cache_rows}
    for k, (state, step) in enumerate(walk(problem, "libsvm", 1e-3, **options)):
        assert isinstance(state, LoopState)
        assert isinstance(step, LoopStep)
        ended = twin.run(k + 1)
        text += printed(step.said, problem.dual.alike)
        totals = {name: total + getattr(step, name) for name, total in totals.items()}
        if step.outcome != Outcome.RUNNING:
            assert ended
            assert step.outcome in (Outcome.OPTIMAL, Outcome.STUCK)
            assert text == twin.text
            assert np.array_equal(state.gradient, np.array(twin.G)[np.argsort(state.order)])
            return k, text
        same_pass(state, step, twin, text, totals)
        if k + 1 == limit:
            break
    return k + 1, text


@settings(max_examples=EXAMPLES)
@given(
    name=st.sampled_from(MACHINES),
    n=st.integers(4, 30),
    seed=st.integers(0, 2**16),
    kernel=st.sampled_from(KERNELS),
    C=st.sampled_from([0.1, 1.0, 10.0]),
    nu=st.floats(0.05, 1.0),
    shrinking=st.booleans(),
    cache_rows=st.one_of(st.none(), st.integers(2, 12)),
)
def test_every_pass_of_a_random_run_is_that_of_the_twin(
    name: str, n: int, seed: int, kernel: Kernel, C: float, nu: float, shrinking: bool, cache_rows: int | None
) -> None:
    agree(machine(name, n, seed, kernel, C, nu), shrinking, cache_rows, limit=100_000 if EXAMPLES > 25 else 150)


@pytest.mark.parametrize("name", MACHINES)
def test_a_run_that_shrinks_comes_back_and_evicts_is_that_of_the_twin(name: str) -> None:
    steps, text = agree(machine(name, 40, 5, Gaussian(2.0), 20.0, 0.3), shrinking=True, cache_rows=5, limit=250)
    assert steps > 20
    assert "." in text


@given(name=st.sampled_from(("c_svc", "nu_svc")), seed=st.integers(0, 2**16))
def test_a_run_takes_the_points_class_by_class_wherever_they_stand(name: str, seed: int) -> None:
    X, y = cloud(24, seed)
    mixed = np.empty(24, dtype=int)
    at = np.random.default_rng(seed).permutation(y)  # how the classes alternate; within a class the order stays
    mixed[at > 0], mixed[at < 0] = np.flatnonzero(y > 0), np.flatnonzero(y < 0)
    runs = []
    for order in (np.argsort(-y, kind="stable"), mixed):
        problem = c_svc(X[order], y[order], Gaussian(2.0), 5.0)
        if name == "nu_svc":
            problem = nu_svc(X[order], y[order], Gaussian(2.0), attainable(y, 0.4))
        run = finish(problem, "libsvm")
        runs.append((run.steps, dict(zip(order.tolist(), run.alpha.tolist(), strict=True))))
    assert runs[0] == runs[1]


@pytest.mark.parametrize("C", [0.1, 1.0, 0.7, 100.0 / 3.0])
@pytest.mark.parametrize("nu", [0.05, 0.3, 2.0 / 3.0, 1.0])
def test_a_start_is_what_is_left_after_the_boxes_before_it(C: float, nu: float) -> None:
    X, n = np.arange(57.0)[:, None], 57
    left, half = C * nu * n / 2, []
    for _ in range(n):
        half.append(min(left, C))
        left -= half[-1]
    assert LIBSVM.init(nu_svr(X, X[:, 0], Gaussian(1.0), C, nu).dual).alpha.tolist() == half + half  # type: ignore[union-attr]


@pytest.mark.parametrize("case", GOLDEN["extras"]["shrink"], ids=("three alike", "none"))
def test_the_golden_shrinking_rule(case: dict[str, list[float]]) -> None:
    alpha, y, G = (np.array(case[name], dtype=float) for name in ("alpha", "y", "G"))
    n, C = len(y), case["C"]
    dual = c_svc(np.eye(n), [1, -1] * (n // 2), Linear(), C).dual._replace(y=y)
    held = bars(dual, alpha, G, np.arange(n, dtype=np.int32))
    assert (held.up, held.low, held.up + held.low) == (case["Gmax1"], case["Gmax2"], case["violation"])
    assert [presses(dual, alpha, G, held, t) for t in range(n)] == case["be_shrunk"]


def test_the_golden_gradient_of_what_is_at_its_bound() -> None:
    case = GOLDEN["extras"]["gbar"]
    problem = c_svc(case["X"], case["y"], Linear(), case["C"])
    state = begin(problem.dual, np.array(case["alpha"]))
    assert state.at_bound == pytest.approx(case["G_bar"], abs=1e-12)
    assert state.gradient == pytest.approx(case["G_full"], abs=1e-12)


def test_the_golden_cache() -> None:
    case = GOLDEN["extras"]["cache"]
    rows, length = 5, 7
    cache = lru.closed_cache(rows)
    cache.tally[lru.ROOM] = case["capacity_rows"] * length
    for expected in case["trace"]:
        held = set(lru.in_order(cache))
        hits = cache.tally[lru.HITS]
        lru.fetch(cache, expected["row"], length)
        gone = held - set(lru.in_order(cache))
        assert list(lru.in_order(cache)) == expected["lru_order"]
        assert bool(cache.tally[lru.HITS] - hits) == expected["hit"]
        assert gone == (set() if expected["evicted"] is None else {expected["evicted"]})
    assert (cache.tally[lru.HITS], cache.tally[lru.MISSES]) == (case["hits"], case["misses"])
    assert cache.tally[lru.COMPUTED] == case["misses"] * length


def test_a_swap_gives_up_the_row_that_has_only_one_of_the_two_values() -> None:
    cache = lru.closed_cache(4)
    cache.tally[lru.ROOM] = 16
    for row, length in ((0, 4), (1, 2), (2, 3), (3, 1)):
        lru.fetch(cache, row, length)
    lru.swap_places(cache, 0, 2, 1, 3)  # the variables 0 and 2 stand at the places 1 and 3
    assert list(lru.in_order(cache)) == [3, 0]
    assert cache.tally[lru.GIVEN_UP] == 2
    assert cache.tally[lru.ROOM] == 16 - 4 - 1


@pytest.mark.parametrize("name", MACHINES)
def test_shrinking_and_the_cache_change_the_work_and_not_the_answer(name: str) -> None:
    problem = machine(name, 60, 2, Gaussian(1.0), 10.0, 0.4)
    plain = finish(problem, "libsvm", 1e-4, shrinking=False)
    other = finish(problem, "libsvm", 1e-4, shrinking=True, cache_rows=4)
    assert plain.outcome == other.outcome == Outcome.OPTIMAL
    apart = certificate(problem, other.alpha).dual - certificate(problem, plain.alpha).dual
    assert abs(apart) < 1e-4 * (plain.alpha.sum() + other.alpha.sum())  # what a violation of 1e-4 may leave
    few = finish(problem, "libsvm", 1e-4, shrinking=False, cache_rows=4)
    assert np.array_equal(few.alpha, plain.alpha)  # what is computed twice is the same number
    assert few.state.cache.tally[lru.COMPUTED] > plain.state.cache.tally[lru.COMPUTED]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", MACHINES)
def test_a_rebuilt_gradient_is_the_whole_one(name: str) -> None:
    problem = machine(name, 60, 3, Gaussian(1.0), 10.0, 0.4)
    dual, away = problem.dual, 0
    Q = np.array([[entry(dual, s, t) for t in range(len(dual.y))] for s in range(len(dual.y))])
    for state, _ in walk(problem, "libsvm", 1e-3, cache_rows=6):
        assert isinstance(state, LoopState)
        whole = LIBSVM.gradient(dual, state)
        assert np.abs(whole - (Q @ state.alpha + dual.p)).max() < 1e-10
        aside = state.order[state.active :]
        at_bound = Q @ np.where(state.alpha >= dual.upper, state.alpha, 0.0)
        assert np.abs(state.at_bound - at_bound).max() < 1e-10
        away = max(away, len(aside))
    assert away > 0


def test_a_replay_is_the_run_bit_for_bit() -> None:
    problem = c_svc(*moons(150), Gaussian(1.0), 100.0)
    trace = record(problem, "libsvm", tolerance=1e-3, shrinking=True, cache_rows=9)
    assert len(trace) > 600
    assert len(trace.keyframes) > 2
    for k, (state, step) in enumerate(walk(problem, "libsvm", 1e-3, True, 9), start=1):
        assert isinstance(state, LoopState)
        if step.outcome != Outcome.RUNNING:
            assert (k - 1, step.outcome) == (len(trace), trace.outcome)
            break
        assert tuple(trace.table[k - 1].item()) == pytest.approx(tuple(step)[:-1], rel=0, abs=0, nan_ok=True)
        if k % 97 == 0 or k == len(trace):
            reached = trace.state_at(k) if k < len(trace) else None
            if reached is not None:
                same_state(reached, state)
    same_state(trace.last, state)


def same_state(one: object, other: object) -> None:
    """Hold two states against each other, to the last bit."""
    assert isinstance(one, tuple)
    assert isinstance(other, tuple)
    for left, right in zip(one, other, strict=True):
        if isinstance(left, tuple):
            same_state(left, right)
        else:
            assert np.array_equal(left, right)


def test_a_step_leaves_its_state_as_it_was() -> None:
    problem = c_svc(*moons(40), Gaussian(1.0), 10.0)
    state, rule = LIBSVM.init(problem.dual), LIBSVM.rule(1e-3, True, 3)
    for _ in range(90):
        before = [np.array(part) for part in state[:3] + state[4:5] + tuple(state.cache)]  # type: ignore[index, attr-defined]
        after, step = LIBSVM.step(problem.dual, state, rule)
        kept = [np.array(part) for part in state[:3] + state[4:5] + tuple(state.cache)]  # type: ignore[index, attr-defined]
        assert all(np.array_equal(one, other) for one, other in zip(before, kept, strict=True))
        if step.outcome != Outcome.RUNNING:
            break
        state = after


@pytest.mark.parametrize("rows", [1, 0, -3])
def test_a_cache_below_two_rows_is_refused(rows: int) -> None:
    with pytest.raises(InputError) as refused:
        record(c_svc(*moons(20), Gaussian(1.0), 1.0), "libsvm", cache_rows=rows)
    assert refused.value.key == "cache.too_small"
    assert refused.value.values == {"rows": rows, "least": 2}


def test_a_run_that_ends_before_the_first_look_sets_nothing_aside_and_never_comes_back() -> None:
    trace = record(c_svc(*cloud(30, 1, gap=3.0), Linear(), 1.0), "libsvm")
    assert 0 < len(trace) < 30
    assert not trace.table["set_aside"].any()
    assert not np.bitwise_and(trace.table["said"], Said.RETURN).any()
    last = trace.last
    assert isinstance(last, LoopState)
    assert (last.said, last.unshrunk) == (Said.STAR, False)


def test_a_nu_that_the_labels_do_not_allow_is_refused_before_any_pass() -> None:
    with pytest.raises(InputError):
        record(nu_svc([[0.0], [1.0], [2.0], [3.0]], [1, -1, -1, -1], Gaussian(1.0), 0.9), "libsvm")


def test_a_hard_margin_that_does_not_exist_ends_as_that() -> None:
    twins = c_svc([[0.0], [0.0], [1.0]], [1, -1, 1], Gaussian(1.0), math.inf)
    assert finish(twins, "libsvm").outcome == Outcome.INFEASIBLE


def test_a_pass_in_single_precision_reads_single_precision() -> None:
    gram = np.array([[1.0 / 3.0, 0.1], [0.1, 1.0 / 3.0]])
    problem = c_svc(gram, [1, -1], Precomputed(), 1e6)
    _, step = next(iter(walk(problem, "libsvm")))
    assert isinstance(step, LoopStep)
    assert step.curvature == 2.0 * (1.0 / 3.0) - 2.0 * float(np.float32(0.1))
    assert Bars(step.up, step.low, step.up_minus, step.low_minus) != Bars(0.0, 0.0, 0.0, 0.0)


def from_smo(problem: Problem, name: str) -> object:
    """Go on with another algorithm from the start of SMO."""
    return fork(record(problem, limit=0), 0, name, limit=3)


def test_kernel_values_beyond_single_precision_are_refused_and_those_below_are_not() -> None:
    X, y = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.5]]), np.array([1.0, -1.0, 1.0])
    assert np.isfinite(finish(c_svc(X, y, Linear(), 1.0), "libsvm").alpha).all()
    largest = float(np.finfo(np.float32).max)
    for scale, refused in ((largest, False), (np.nextafter(largest, np.inf), True), (1e60, True)):
        problem = c_svc(np.eye(3) * scale, y, Precomputed(), 1e-30)
        for run in (finish, record, from_smo):
            if refused:
                with pytest.raises(InputError) as told:
                    run(problem, "libsvm")
                assert told.value.key == "kernel.single"
            else:
                run(problem, "libsvm")
