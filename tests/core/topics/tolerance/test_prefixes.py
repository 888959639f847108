"""One run serves every tolerance, what a state proves holds at the optimum, and a status is that of alpha."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.problem import Gaussian, Linear, Problem, c_svc, certificate, margins_without_offset, offset
from core.solver import Outcome, Status, finish
from core.topics.tolerance.view import (
    PREFIX_RULES,
    changed,
    offset_bounds,
    reached,
    rounding_of_violation,
    statuses,
    violations,
    within,
)
from core.trace import record
from tests.core.small_problems import PSD_KERNELS, TIES, XOR, XOR_LABELS, cloud, moons, problems

TOLERANCES = [1e-1, 1e-2, 1e-3, 1e-5, 1e-7]


@settings(max_examples=200)
@given(
    problem=problems(),
    rule=st.sampled_from(PREFIX_RULES),
    tie=st.sampled_from(TIES),
    tolerance=st.sampled_from(TOLERANCES),
)
def test_the_first_state_within_a_tolerance_is_the_end_of_a_run_to_it(
    problem: Problem, rule: str, tie: str, tolerance: float
) -> None:
    tight = record(problem, rule, 1e-9, 500, ties=tie)
    below = np.flatnonzero(violations(tight) < tolerance)
    own = finish(problem, rule, tolerance, 500, ties=tie)
    if not below.size:  # the run is cut before, or stuck
        assert (own.steps, own.state.alpha.tobytes()) == (len(tight), tight.last.alpha.tobytes())
        return
    k = int(below[0])
    state = tight.state_at(k)
    assert own.steps == k
    assert own.outcome in (Outcome.OPTIMAL, Outcome.STUCK)  # stuck: the gradient has drifted by more than the tolerance
    assert own.state.alpha.tobytes() == state.alpha.tobytes()
    assert own.state.objective == state.objective
    (found,) = within(tight, [tolerance])
    assert (found.steps, found.b) == (k, offset(problem, own.alpha))
    assert found.status.tolist() == statuses(problem, own.alpha).tolist()


@pytest.mark.parametrize("rule", ["smo-random-pair", "smo-cyclic", "platt"])
def test_a_rule_that_asks_the_tolerance_which_points_violate_has_no_such_prefix(rule: str) -> None:
    problem = c_svc(*moons(40), Gaussian(1.0), 10.0)
    loose, tight = record(problem, rule, 1e-1), record(problem, rule, 1e-6)
    assert rule not in PREFIX_RULES
    assert tight.table[: len(loose)].tobytes() != loose.table.tobytes()


def test_states_come_loosest_first_and_those_that_are_not_reached_are_left_out() -> None:
    problem = c_svc(*moons(40), Gaussian(1.0), 10.0)
    trace = record(problem, tolerance=1e-4)
    found = within(trace, [1e-6, 1e-1, 1e-3])
    assert [each.tolerance for each in found] == [1e-1, 1e-3]
    assert found[0].steps <= found[1].steps <= len(trace)


@settings(max_examples=150)
@given(problem=problems(PSD_KERNELS), tolerance=st.sampled_from(TOLERANCES))
def test_the_optimum_and_its_offsets_lie_in_what_a_looser_state_proves(problem: Problem, tolerance: float) -> None:
    fine, loose = finish(problem, tolerance=1e-10, limit=20_000), finish(problem, tolerance=tolerance, limit=20_000)
    end = certificate(problem, fine.alpha)
    found = reached(problem, np.array(loose.alpha), tolerance, loose.steps)
    assert found.low <= end.high
    assert end.low <= found.high
    if end.high - end.low > 1e-9 * (1.0 + abs(end.low)):
        return  # the offset of the reference is not known well enough
    b = end.b  # it minimises the primal under the w of the reference
    slack = 1e-3 * (1.0 + abs(b)) if tolerance > 1e-6 else 1e-2 * (1.0 + abs(b))
    assert found.b_low - slack <= b <= found.b_high + slack


def grid_of_offsets(problem: Problem, alpha: np.ndarray) -> tuple[float, float]:
    """Return the smallest and the largest offset on a fine grid that minimise the slacks of this w."""
    g, y, C = margins_without_offset(problem, alpha), problem.y, problem.dual.upper
    places = np.unique(np.concatenate([y - g, np.linspace(-6, 6, 4001)]))
    losses = np.array([C @ np.maximum(0.0, 1.0 - y * (g + b)) for b in places])
    best = places[losses <= losses.min() + 1e-9 * (1.0 + losses.min())]
    return float(best.min()), float(best.max())


@pytest.mark.parametrize("C", [0.05, 1.0, 10.0])
def test_the_bounds_of_b_contain_every_minimiser_of_a_naive_scan_and_tighten_to_them(C: float) -> None:
    problem = c_svc(*moons(30), Gaussian(1.0), C)
    alpha = np.array(finish(problem, tolerance=1e-10).alpha)
    low, high = grid_of_offsets(problem, alpha)
    g = margins_without_offset(problem, alpha)
    least, most = offset_bounds(problem, alpha, g, 1.0, 1.0)
    assert least <= low + 1e-6
    assert most >= high - 1e-6
    assert least == pytest.approx(low, abs=1e-2)
    assert most == pytest.approx(high, abs=1e-2)
    wide = offset_bounds(problem, alpha, g, 1.0, 1.5)
    assert wide[0] < least
    assert wide[1] > most


def test_a_hard_margin_has_one_offset_and_two_points_a_known_one() -> None:
    problem = c_svc(np.array([[0.0], [2.0]]), [-1, 1], Linear(), math.inf)  # w = 1, b = -1
    found = reached(problem, np.array(finish(problem, tolerance=1e-9).alpha), 1e-9, 1)
    assert found.b_low <= -1.0 <= found.b_high
    assert found.b_high - found.b_low < 1e-5
    assert found.status.tolist() == [Status.FREE, Status.FREE]


def test_nothing_is_proved_about_b_before_a_hard_margin_holds() -> None:
    problem = c_svc(*cloud(12, seed=3, gap=3.0), Linear(), math.inf)
    assert reached(problem, np.zeros(12), 1e-1, 0).b_high == math.inf


def test_the_status_of_a_point_is_that_of_its_alpha() -> None:
    problem = c_svc(XOR, XOR_LABELS, Gaussian(1.0), 2.0)
    assert statuses(problem, np.array([0.0, 2.0, 1.0, 1e-300])).tolist() == [
        Status.ZERO,
        Status.BOUNDED,
        Status.FREE,
        Status.FREE,
    ]
    one, other = (reached(problem, np.array(alpha), 1e-1, 0) for alpha in ([0.0, 2.0, 1.0, 1.0], [0.0, 1.0, 1.0, 0.0]))
    assert changed(one, other).tolist() == [1, 3]


@pytest.mark.parametrize("C", [1.0, 1e3, 1e6])
def test_rounding_of_the_scores_is_within_its_bound(C: float) -> None:
    problem = c_svc(*moons(40), Gaussian(1.0), C)
    alpha = np.random.default_rng(0).uniform(0.0, C, 40)
    exact = np.array([math.fsum(problem.gram[i] * (alpha * problem.y)) for i in range(40)])
    apart = np.abs(exact - margins_without_offset(problem, alpha)).max()
    assert 2.0 * apart <= rounding_of_violation(problem, alpha)
    assert rounding_of_violation(problem, alpha) < 1e-10 * (1.0 + alpha.sum())
