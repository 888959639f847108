"""Which points tie at a step, against scans in plain loops over symmetrical points."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.problem import Gaussian, Problem, c_svc
from core.solver import solve_pair
from core.trace import Trace, by_hand, fork, record, suggestion
from core.view import ties_at
from tests.core import naive
from tests.core.small_problems import PSD_KERNELS, TIES, XOR, XOR_LABELS, labelled_points, moons

TIED = ("smo-second-order", "smo-first-order", "smo-best-pair")


@st.composite
def symmetrical(draw: st.DrawFn) -> Problem:
    """Return points together with their mirror images, of the same or of the other class."""
    X, y = draw(labelled_points(5))
    turn = draw(st.sampled_from([1.0, -1.0]))
    flip = np.array(draw(st.sampled_from([[-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]])))
    points, labels = np.vstack([X, X * flip]), np.concatenate([y, turn * y])
    return c_svc(points, labels, draw(st.sampled_from(PSD_KERNELS)), draw(st.sampled_from([0.5, 1.0, 10.0])))


def lists(problem: Problem, alpha: np.ndarray, G: np.ndarray) -> tuple[list[int], list[int], np.ndarray]:
    """Return I_up, I_low and the scores."""
    y, C = problem.y, problem.dual.upper
    up = [t for t in range(len(y)) if (alpha[t] < C[t] if y[t] > 0 else alpha[t] > 0)]
    low = [t for t in range(len(y)) if (alpha[t] > 0 if y[t] > 0 else alpha[t] < C[t])]
    return up, low, -y * G


def agrees(trace: Trace, k: int) -> bool:
    """Compare the ties of a step with a plain scan; return whether there were any."""
    found, problem, state, row = ties_at(trace, k), trace.problem, trace.state_at(k), trace.table[k]
    assert found is not None
    assert isinstance(problem, Problem)
    alpha, G, K = state.alpha, state.gradient, problem.dual.kernel  # type: ignore[attr-defined]
    up, low, score = lists(problem, alpha, G)
    i, j = int(row["i"]), int(row["j"])
    if trace.stepper.name == "smo-best-pair":
        each = {
            (a, b): solve_pair(problem.dual, alpha, G, a, b).decrease
            for a in up
            for b in low
            if a != b and score[a] > score[b]
        }
        best = [pair for pair, value in each.items() if value == max(each.values())]
        assert [tuple(pair) for pair in found.pairs.tolist()] == best
        assert (i, j) in best
        assert len(found.firsts) == len(found.seconds) == 0
    else:
        m = max(score[t] for t in up)
        assert found.firsts.tolist() == [t for t in up if score[t] == m]
        assert i in found.firsts
        second = trace.stepper.name == "smo-second-order"
        worth = {}
        for t in low:
            b = m - score[t]
            if b > 0:
                a = K[i, i] + K[t, t] - 2.0 * K[i, t]
                worth[t] = b * b / (a if a > 0 else 1e-12) if second else b
        assert found.seconds.tolist() == [t for t in worth if worth[t] == max(worth.values())]
        assert j in found.seconds
        assert not set(found.close) & set(found.firsts)
        for t in found.close:
            assert t in up
            assert score[t] == pytest.approx(m, rel=1e-9, abs=1e-9)
        tie = "first" if trace.rule.last_tie else "last"  # type: ignore[attr-defined]
        own = naive.choose(K, problem.y, problem.dual.upper, alpha, G, 1e-3, second, tie)
        assert own is not None
        assert (found.other or (i, j)) == (own.i, own.j)
    assert found.exist == (found.other is not None)
    return found.exist


@settings(max_examples=300)
@given(problem=symmetrical(), rule=st.sampled_from(TIED), tie=st.sampled_from(TIES))
def test_the_points_that_tie_are_those_of_a_plain_scan(problem: Problem, rule: str, tie: str) -> None:
    trace = record(problem, rule, 1e-3, 8, ties=tie)
    for k in range(len(trace)):
        agrees(trace, k)


@pytest.mark.parametrize("rule", TIED)
def test_four_points_in_a_square_tie_and_the_rule_decides(rule: str) -> None:
    problem = c_svc(XOR, XOR_LABELS, Gaussian(1.0), 1.0)
    last, first = (record(problem, rule, ties=tie) for tie in TIES)
    assert agrees(last, 0)
    assert agrees(first, 0)
    assert (last.table["i"][0], first.table["i"][0]) == (1, 0)
    told = ties_at(last, 0)
    assert told is not None
    assert told.other == (int(first.table["i"][0]), int(first.table["j"][0]))


@pytest.mark.parametrize("rule", ["smo-random-pair", "smo-cyclic", "platt"])
def test_a_rule_without_a_tie_rule_reports_no_ties(rule: str) -> None:
    assert ties_at(record(c_svc(*moons(20), Gaussian(1.0), 1.0), rule), 0) is None


def test_a_picked_pair_and_the_end_of_a_run_have_no_ties_and_a_fork_keeps_the_tie_rule() -> None:
    problem = c_svc(XOR, XOR_LABELS, Gaussian(1.0), 1.0)
    trunk = record(problem, ties="first")
    assert ties_at(trunk, len(trunk)) is None
    branch = fork(trunk, 0, "smo-first-order", picked=(1, 3), ties="first")
    assert ties_at(branch, 0) is None
    assert not branch.rule.last_tie  # type: ignore[attr-defined]
    assert not branch.leg(0).rule.last_tie  # type: ignore[attr-defined]
    whole = fork(trunk, 1, "smo-first-order", ties="first")
    if len(whole) > 1:
        agrees(whole, 1)


@pytest.mark.parametrize("tie", TIES)
def test_the_suggestion_of_a_run_by_hand_follows_the_tie_rule(tie: str) -> None:
    problem = c_svc(XOR, XOR_LABELS, Gaussian(1.0), 1.0)
    row = record(problem, ties=tie).table[0]
    assert suggestion(by_hand(problem, [], ties=tie)) == (row["i"], row["j"])
