from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Dual, Gaussian, Linear, Problem, c_svc, linear_svc
from core.trace import record
from core.view import BoxView, Region, box_at, box_view, cut_pairs
from tests.core.golden import GOLDEN
from tests.core.naive import gradient
from tests.core.small_problems import INDEFINITE_KERNELS, cloud, moons, problems

GOLDEN_UPDATES = GOLDEN["extras"]["two_variable_updates"]
NAMES = ("smo-first-order", "smo-second-order", "platt")


def _box(entry: dict[str, Any]) -> BoxView:
    K = np.array([[entry["K_ii"], entry["K_ij"]], [entry["K_ij"], entry["K_jj"]]])
    y, C = np.array([entry["y_i"], entry["y_j"]], float), np.array([entry["C_i"], entry["C_j"]])
    alpha, G = np.array([entry["alpha_i"], entry["alpha_j"]]), np.array([entry["G_i"], entry["G_j"]])
    return box_view(Dual(K, y, -np.ones(2), C, math.inf), alpha, G, 0.0, 0, 1)


@pytest.mark.parametrize("entry", GOLDEN_UPDATES, ids=lambda entry: entry["region"][0])
def test_the_golden_updates_have_their_regions_ends_and_clips(entry: dict[str, Any]) -> None:
    box = _box(entry)
    assert [box.region.value] == entry["region"]
    assert (entry["L_j"], entry["H_j"]) == (box.L, box.H)
    np.testing.assert_allclose(box.free, entry["unclipped"], rtol=1e-14)
    np.testing.assert_allclose(box.new, entry["clipped"], rtol=1e-14)


def test_every_region_is_among_the_golden_ones() -> None:
    assert {name for entry in GOLDEN_UPDATES for name in entry["region"]} == {region.value for region in Region}


@given(problem=problems(), name=st.sampled_from(NAMES), data=st.data())
def test_the_box_of_any_step_agrees_with_points_tried_along_the_line(
    problem: Problem, name: str, data: st.DataObject
) -> None:
    trace = record(problem, name, 1e-4, limit=100)
    if len(trace) == 0:
        return
    k = data.draw(st.integers(0, len(trace) - 1))
    box, state = box_at(trace, k), trace.state_at(k)
    after = trace.state_at(k + 1).alpha
    assert box.new == (after[box.i], after[box.j])
    assert box.old == (state.alpha[box.i], state.alpha[box.j])
    assert box.same_label == (problem.y[box.i] == problem.y[box.j])
    K, y, scale = problem.dual.kernel, problem.y, 1.0 + state.alpha.max()
    noise = 1e-10 * scale * (1 + np.abs(K).max() * (1 + state.alpha.sum() + box.C_i + box.C_j))
    for share in (0.0, 0.3, 0.7, 1.0):
        alpha_j = box.L + share * (box.H - box.L)
        alpha_i, same = box.point_at(alpha_j)
        assert same == alpha_j
        assert -1e-9 * scale <= alpha_i <= box.C_i + 1e-9 * scale
        alpha = state.alpha.copy()
        alpha[box.i], alpha[box.j] = alpha_i, alpha_j
        dual = 0.5 * alpha @ (gradient(K, y, alpha) - 1.0)
        assert box.dual_at(alpha_j) == pytest.approx(dual, abs=noise * (1 + alpha.sum()))
        assert box.dual_at(box.new[1]) <= box.dual_at(alpha_j) + noise * (1 + alpha.sum()) or box.curvature <= 0
    c0, c1, c2 = box.coefficients
    t = box.new[1] - box.old[1]
    assert c0 + c1 * t + c2 * t * t == pytest.approx(box.dual_at(box.new[1]), abs=noise)


@given(problem=problems(), name=st.sampled_from(NAMES))
def test_a_region_names_the_bound_that_the_clipped_point_stands_on(problem: Problem, name: str) -> None:
    trace = record(problem, name, 1e-4, limit=60)
    bound = {
        Region.I: ("C_i", 0),
        Region.II: ("C_j", 1),
        Region.III: (None, 1),
        Region.IV: (None, 0),
        Region.I_ABOVE: ("C_i", 0),
        Region.J_BELOW: (None, 1),
        Region.J_ABOVE: ("C_j", 1),
        Region.I_BELOW: (None, 0),
    }
    for k in range(len(trace)):
        box = box_at(trace, k)
        if box.region is Region.INSIDE:
            assert box.L - 1e-12 * box.H <= box.new[1] <= box.H * (1 + 1e-12)
            assert name == "platt" or box.new == box.free
            continue
        name_of_bound, which = bound[box.region]
        assert box.new[which] == (0.0 if name_of_bound is None else getattr(box, name_of_bound))
        assert (box.region in (Region.I, Region.II, Region.III, Region.IV)) != box.same_label


def test_a_hard_margin_has_no_upper_edge() -> None:
    trace = record(c_svc([[0.0], [1.0]], [1, -1], Linear(), math.inf))
    box = box_at(trace, 0)
    assert (box.C_i, box.C_j, box.L, box.H) == (math.inf, math.inf, 0.0, math.inf)
    assert (box.new, box.region) == ((2.0, 2.0), Region.INSIDE)
    assert box.coefficients == (0.0, -2.0, 0.5)


def test_a_line_that_is_not_convex_shows_the_end_that_platt_took() -> None:
    X, y = cloud(30, 0)
    trace = record(c_svc(3.0 * X, y, INDEFINITE_KERNELS[1], 2.0), "platt")
    concave = np.flatnonzero(trace.table["curvature"] <= 0)
    assert len(concave) > 0
    for k in concave:
        box = box_at(trace, int(k))
        assert box.new in (box.low, box.high)
        assert box.dual_at(box.new[1]) <= min(box.dual_at(box.L), box.dual_at(box.H))
        assert box.region is not Region.INSIDE


def test_a_step_that_was_never_taken_and_a_run_without_pairs_have_no_box() -> None:
    trace = record(c_svc(*moons(20), Gaussian(1.0), 1.0))
    for k in (-1, len(trace)):
        with pytest.raises(IndexError):
            box_at(trace, k)
    with pytest.raises(TypeError, match="dual-cd moves no pairs"):
        box_at(record(linear_svc(*moons(20), 1.0), "dual-cd"), 0)


def test_two_different_bounds_show_every_region_and_no_minimum_lies_where_none_can() -> None:
    pairs = cut_pairs()
    assert {pair.region for pair in pairs} == {*Region} - {Region.INSIDE}
    for pair in pairs:
        assert pair.C_i != pair.C_j
        sign = 1.0 if pair.same_label else -1.0
        places = np.linspace(-2.0, 2.0, 400_001)  # of alpha_j along the line
        other = pair.old[0] + sign * (pair.old[1] - places)
        inside = (places >= 0) & (places <= pair.C_j) & (other >= 0) & (other <= pair.C_i)
        nearest = places[inside][np.abs(places[inside] - pair.free[1]).argmin()]
        assert abs(nearest - pair.new[1]) < 2e-5
        beyond_i = int(pair.free[0] > pair.C_i) - int(pair.free[0] < 0)
        beyond_j = int(pair.free[1] > pair.C_j) - int(pair.free[1] < 0)
        assert (beyond_i, beyond_j) != (0, 0)
        assert beyond_i * beyond_j * sign <= 0, "NA: beyond two bounds that no line through the box leads to"
