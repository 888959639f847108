"""The clip of any point of the plane of a pair, against points tried along its line and LIBSVM's own order of tests."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Gaussian, c_svc
from core.trace import record
from core.view import Cut, Region, box_at, cut, cut_pairs
from tests.core.small_problems import moons

BOUNDS = st.floats(1e-3, 1e3)
SHARES = st.floats(-1.5, 2.5)
TRIED = 20_001
OF_LIBSVM = {  # the region of each of LIBSVM's assignments
    ("unlike", 0): Region.III,
    ("unlike", 1): Region.IV,
    ("unlike", 2): Region.I,
    ("unlike", 3): Region.II,
    ("equal", 0): Region.I_ABOVE,
    ("equal", 1): Region.J_BELOW,
    ("equal", 2): Region.J_ABOVE,
    ("equal", 3): Region.I_BELOW,
}


def libsvms(same: bool, C_i: float, C_j: float, i: float, j: float) -> tuple[float, float, Region]:
    """Clip in LIBSVM's order of assignments (mathematics 6.2)."""
    done = []
    if same:
        total = i + j
        if total > C_i and i > C_i:
            i, j = C_i, total - C_i
            done.append(0)
        elif total <= C_i and j < 0:
            i, j = total, 0.0
            done.append(1)
        if total > C_j and j > C_j:
            i, j = total - C_j, C_j
            done.append(2)
        elif total <= C_j and i < 0:
            i, j = 0.0, total
            done.append(3)
    else:
        difference = i - j
        if difference > 0 and j < 0:
            i, j = difference, 0.0
            done.append(0)
        elif difference <= 0 and i < 0:
            i, j = 0.0, -difference
            done.append(1)
        if difference > C_i - C_j and i > C_i:
            i, j = C_i, C_i - difference
            done.append(2)
        elif difference <= C_i - C_j and j > C_j:
            i, j = C_j + difference, C_j
            done.append(3)
    return i, j, OF_LIBSVM["equal" if same else "unlike", done[-1]] if done else Region.INSIDE


@given(same=st.booleans(), C_i=BOUNDS, C_j=BOUNDS, x=SHARES, z=SHARES)
def test_the_clip_is_the_nearest_point_of_the_line_in_the_box(
    same: bool, C_i: float, C_j: float, x: float, z: float
) -> None:
    free, scale = (x * C_i, z * C_j), max(C_i, C_j)
    found = cut(same, C_i, C_j, free)
    places = np.linspace(-0.0, C_j, TRIED)  # of alpha_j along the line
    other = free[0] + (1.0 if same else -1.0) * (free[1] - places)
    inside = places[(other >= 0) & (other <= C_i)]
    if found is None:
        assert len(inside) <= 1  # a corner may be on the line up to rounding
        return
    near = 1e-12 * scale
    assert -near <= found.new[0] <= C_i + near
    assert -near <= found.new[1] <= C_j + near
    if len(inside):
        best = inside[np.abs(inside - free[1]).argmin()]
        assert abs(best - found.new[1]) <= C_j / (TRIED - 1) + near
    sign = 1.0 if same else -1.0
    assert free[0] + sign * free[1] == pytest.approx(found.new[0] + sign * found.new[1], abs=4 * near)


@given(same=st.booleans(), C_i=BOUNDS, C_j=BOUNDS, x=SHARES, z=SHARES)
def test_its_region_is_that_of_libsvms_assignment(same: bool, C_i: float, C_j: float, x: float, z: float) -> None:
    free = (x * C_i, z * C_j)
    found = cut(same, C_i, C_j, free)
    if found is None:
        return
    i, j, region = libsvms(same, C_i, C_j, *free)
    near = 1e-9 * max(C_i, C_j)
    np.testing.assert_allclose(found.new, (i, j), rtol=0, atol=near)
    at_corner = min(math.dist(found.new, corner) for corner in ((0, 0), (0, C_j), (C_i, 0), (C_i, C_j))) <= near
    assert found.region is region or at_corner


@pytest.mark.parametrize("weights", [{1: 1.0, -1: 1.0}, {1: 3.0, -1: 0.4}])
def test_the_clip_of_a_steps_own_point_is_that_step(weights: dict[int, float]) -> None:
    X, y = moons(40)
    run = record(c_svc(X, y, Gaussian(1.0), 2.0, weights))
    assert len(run) > 5
    boxes = [*(box_at(run, k) for k in range(len(run))), *cut_pairs()]
    for box in boxes:
        found = cut(box.same_label, box.C_i, box.C_j, box.free)
        assert isinstance(found, Cut)
        np.testing.assert_allclose(found.new, box.new, rtol=0, atol=1e-12 * max(box.C_i, box.C_j))
        assert found.region is box.region


def test_a_hard_margin_clips_only_below() -> None:
    far = cut(False, math.inf, math.inf, (7.0, 9.0))
    assert far is not None
    assert (far.new, far.region) == ((7.0, 9.0), Region.INSIDE)
    low = cut(False, math.inf, math.inf, (2.0, -1.0))
    assert low is not None
    assert (low.new, low.region) == ((3.0, 0.0), Region.III)
    assert cut(True, math.inf, math.inf, (-2.0, 1.0)) is None
