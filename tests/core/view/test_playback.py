"""The player's arrays: replayed one step after another they give the solver's own states; runs by hand do as well."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import (
    Gaussian,
    Linear,
    Polynomial,
    Problem,
    Sigmoid,
    c_svc,
    eps_svr,
    nu_svc,
    nu_svr,
    offset,
    one_class,
)
from core.solver import Answer, Outcome
from core.topics.machines.view import fitted
from core.trace import BadPick, Trace, as_far_as_possible, by_hand, pick, record, suggestion
from core.view import Playback, box_at, pair_at, playback, score
from tests.core.small_problems import INDEFINITE_KERNELS, PSD_KERNELS, moons, problems

RULES = ("smo-second-order", "smo-first-order", "platt")
KERNELS = [(Gaussian(1.0), 10.0), (Linear(), 1.0), (Polynomial(3), np.inf), (Sigmoid(0.5, -1.0), 10.0)]


FIVE = {
    "c-svc": lambda X, y: c_svc(X, y, Gaussian(1.0), 10.0),
    "nu-svc": lambda X, y: nu_svc(X, y, Gaussian(1.0), 0.4),
    "one-class": lambda X, y: one_class(X, Gaussian(1.0), 0.3),
    "eps-svr": lambda X, y: eps_svr(X[:, :1], X[:, 1], Gaussian(1.0), 10.0, 0.1),
    "nu-svr": lambda X, y: nu_svr(X[:, :1], X[:, 1], Gaussian(1.0), 10.0, 0.4),
}


def replayed(play: Playback, y: np.ndarray, start: np.ndarray | None = None) -> list[np.ndarray]:
    """Return alpha at every state, from who moved how far alone."""
    alpha = np.zeros(len(y)) if start is None else start.copy()
    states = [alpha.copy()]
    for i, j, move in zip(play.i, play.j, play.move, strict=True):
        alpha[i] += y[i] * move
        alpha[j] -= y[j] * move
        states.append(alpha.copy())
    return states


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(("kernel", "C"), KERNELS, ids=lambda value: str(value))
def test_the_arrays_of_a_run_give_every_state_of_it(kernel: object, C: float, rule: str) -> None:
    trace = record(c_svc(*moons(60, seed=2), kernel, C), rule, limit=1500)  # type: ignore[arg-type]
    play, y = playback(trace), trace.problem.y
    states = replayed(play, y)
    assert len(states) == len(play.b) == len(play.dual) == len(play.violation) == len(trace) + 1
    for k in np.unique(np.linspace(0, len(trace), 60).astype(int)):
        state = trace.state_at(int(k))
        size = max(1.0, float(state.alpha.max()))
        np.testing.assert_allclose(states[k], state.alpha, rtol=0, atol=1e-12 * size)
        assert play.dual[k] == pytest.approx(-state.objective, rel=1e-9, abs=1e-9)
        assert play.b[k] == pytest.approx(_offset(trace, state), rel=1e-12, abs=1e-12 * size)
    np.testing.assert_array_equal(play.violation[:-1], trace.table["violation"])
    assert np.isnan(play.violation[-1])


def _offset(trace: Trace, state: object) -> float:
    problem = trace.problem
    assert isinstance(problem, Problem)
    if trace.stepper.name == "platt":
        return float(state.b)  # type: ignore[attr-defined]
    gradient = trace.stepper.gradient(problem.dual, state)
    return float(offset(problem, state.alpha, problem.y * (gradient + 1.0)))  # type: ignore[attr-defined]


@pytest.mark.parametrize("rule", RULES)
def test_the_sampled_gap_is_primal_less_dual_and_starts_and_ends_with_the_run(rule: str) -> None:
    trace = record(c_svc(*moons(60, seed=2), Gaussian(1.0), 10.0), rule)
    sampled = playback(trace).sampled
    assert (sampled.step[0], sampled.step[-1]) == (0, len(trace))
    np.testing.assert_allclose(sampled.gap, sampled.primal - sampled.dual, atol=1e-9)


# ---- by hand ----


def test_a_hand_that_takes_the_rules_pairs_walks_the_rules_run_bit_for_bit() -> None:
    problem = c_svc(*moons(60, seed=2), Gaussian(1.0), 10.0)
    run = record(problem, "smo-second-order")
    hand = by_hand(problem, [(int(row["i"]), int(row["j"])) for row in run.table])
    np.testing.assert_array_equal(hand.table, run.table)
    assert hand.outcome is Outcome.OPTIMAL
    for k in (0, 1, len(run) // 2, len(run)):
        np.testing.assert_array_equal(hand.state_at(k).alpha, run.state_at(k).alpha)
    np.testing.assert_array_equal(playback(hand).move, playback(run).move)
    assert (score(hand).evaluations, score(hand).steps) == (score(run).evaluations, len(run))


@given(problems(PSD_KERNELS + INDEFINITE_KERNELS, most=8), st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7))))
def test_any_pair_is_moved_downhill_inside_the_box_or_refused_for_a_reason_that_is_true(
    problem: Problem, picks: list[tuple[int, int]]
) -> None:
    pairs: list[tuple[int, int]] = []
    n, dual = len(problem.y), problem.dual
    for i, j in picks:
        if max(i, j) >= n:
            continue
        trace = by_hand(problem, pairs)
        found = pick(trace, i, j)
        if isinstance(found, BadPick):
            assert _is_true(found, trace, i, j)
            continue
        assert set(found) == {i, j}
        pairs.append(found)
        after = by_hand(problem, pairs)
        assert after.table["decrease"][-1] > 0
        alpha = after.last.alpha
        assert (alpha >= 0).all()
        assert (alpha <= dual.upper).all()
        assert abs(alpha @ problem.y) <= 1e-9 * (1 + alpha.sum())
        moved = np.flatnonzero(alpha != trace.last.alpha)
        assert set(moved) <= {i, j}
        assert box_at(after, len(after) - 1).new == tuple(alpha[list(found)])


def _is_true(why: BadPick, trace: Trace, i: int, j: int) -> bool:
    y, upper, alpha = trace.problem.y, trace.problem.dual.upper, trace.last.alpha  # type: ignore[union-attr]
    value = -y * trace.stepper.gradient(trace.problem.dual, trace.last)
    high, low = (i, j) if value[i] >= value[j] else (j, i)
    return {
        BadPick.SAME: i == j,
        BadPick.LEVEL: value[i] == value[j],
        BadPick.CANNOT_RISE: alpha[high] == (upper[high] if y[high] > 0 else 0.0),
        BadPick.CANNOT_FALL: alpha[low] == (0.0 if y[low] > 0 else upper[low]),
        BadPick.TOO_SMALL: value[high] - value[low] < 1e-9 * (1 + np.abs(value).max()),
        BadPick.ENDLESS: bool(np.isinf(upper).all()),
    }[why]


def test_a_pair_that_cannot_move_is_no_step_of_a_run() -> None:
    problem = c_svc(*moons(20), Gaussian(1.0), 1.0)
    for pair in ((3, 3), (0, 0), (0, 20), (-1, 3), (9999, 3)):  # compiled code would read beyond the points
        with pytest.raises(ValueError, match="cannot move"):
            by_hand(problem, [pair])
        first = suggestion(by_hand(problem, []))
        assert first is not None
        trace = as_far_as_possible(problem, [first, pair, first])
        assert list(zip(trace.table["i"], trace.table["j"], strict=True)) == [first]


def test_two_labels_on_one_spot_fall_for_ever_under_a_hard_margin() -> None:
    problem = c_svc([[0.0, 0.0], [0.0, 0.0], [1.0, 1.0]], [1, -1, -1], Linear(), np.inf)
    assert pick(by_hand(problem, []), 0, 1) is BadPick.ENDLESS


def test_the_suggestion_is_what_libsvm_takes_until_nothing_violates() -> None:
    problem = c_svc(*moons(40), Gaussian(1.0), 1.0)
    pairs: list[tuple[int, int]] = []
    while (pair := suggestion(by_hand(problem, pairs))) is not None:
        shown = pair_at(by_hand(problem, pairs), len(pairs)).move
        assert shown is not None
        assert (shown.i, shown.j) == pair
        pairs.append(pair)
    assert by_hand(problem, pairs).outcome is Outcome.OPTIMAL


def test_kernel_values_are_counted_as_the_page_says() -> None:
    problem = c_svc(*moons(40), Gaussian(1.0), 1.0)
    smo, platt = record(problem, "smo-first-order"), record(problem, "platt")
    assert score(smo).evaluations == 2 * 40 * len(smo)
    tried = int(platt.table["failed"].sum()) + len(platt)
    assert score(platt).evaluations == 3 * tried + 2 * 40 * len(platt)


@pytest.mark.parametrize("name", list(FIVE))
def test_the_arrays_of_every_machine_give_every_state_of_libsvms_loop(name: str) -> None:
    X, y = moons(50, seed=3)
    trace = record(FIVE[name](X, y), "libsvm", cache_rows=7)
    play, problem = playback(trace), trace.problem
    assert isinstance(problem, Problem)
    track = play.machine
    if name == "c-svc":
        assert track is None
        return
    assert track is not None
    states = replayed(play, track.signs, track.start)
    assert len(states) == len(track.r) == len(trace) + 1 > 20
    for k in np.unique(np.linspace(0, len(trace), 25).astype(int)):
        alpha = np.asarray(trace.state_at(int(k)).alpha)
        np.testing.assert_allclose(states[k], alpha, rtol=0, atol=1e-12 * max(1.0, float(alpha.max())))
    last = fitted(problem, Answer(np.asarray(trace.last.alpha), trace.outcome, len(trace)))
    assert track.r[-1] == pytest.approx(last.r, rel=1e-9)
    divided = last.unit if name in ("nu-svc", "one-class") else 1.0
    assert play.b[-1] / divided == pytest.approx(last.b, rel=1e-9)
    assert (track.signs > 0).all() == (name == "one-class")
