"""Where a plan goes on after what its looks have found."""

from __future__ import annotations

import math
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.problem import Gaussian, InputError
from core.selection import Look, Strategy, best, folded, grid_of, walk
from core.selection.plan import Leg, plan_of
from tests.core.small_problems import moons

X, Y = moons(90, seed=3)


@settings(deadline=None)
@given(st.data(), st.integers(1, 40), st.sampled_from([1.2, 2.0, 10.0]))
def test_around_the_penalty_of_the_features_a_curve_with_one_valley_has_its_least_error(
    data: st.DataObject, count: int, step: float
) -> None:
    """The looks are made up here: what is asked is where the plan goes on."""
    grid = grid_of([1.0], [step**k for k in range(count)], [40])
    asked, places = folded(X, Y), st.integers(0, count - 1)
    anchor, valley = grid.Cs[data.draw(places)], grid.Cs[data.draw(places)]

    def told(leg: Leg, bottom: float) -> list[Look]:
        (spot,) = leg.spots
        apart = [abs(math.log(C / bottom)) for C in leg.Cs]
        return [
            Look(leg.purpose, spot.kind, spot.gamma, C, spot.rank, (error,), (1,))
            for C, error in zip(leg.Cs, apart, strict=True)
        ]

    plan, seen = plan_of(Strategy("rffdg-rbf"), asked, grid), list[Look]()
    leg = plan.send(told(next(plan), anchor))
    with suppress(StopIteration):
        while True:
            seen += told(leg, valley)
            leg = plan.send(told(leg, valley))
    assert best(seen).error == 0.0
    assert len({look.C for look in seen}) == len(seen)
    assert max(look.C for look in seen) <= 4.1 * step * max(anchor, valley)  # no further than the valley asks
    assert min(look.C for look in seen) >= min(anchor, valley) / step / 4.1


def test_other_kernels_are_looked_at_in_every_cell_with_the_folds_of_the_grid() -> None:
    """With Gaussians as the other kernels the looks are those of the grid."""
    grid = grid_of([0.5, 2.0, 8.0], [0.1, 1.0, 10.0])
    own = tuple(Gaussian(gamma) for gamma in grid.gammas)
    asked = folded(X, Y, 4)
    others, usual = (list(walk(name, asked, grid)) for name in (Strategy("kernels", kernels=own), "grid"))
    assert [(one.gamma, one.C, one.errors, one.points) for one in others] == [
        (one.gamma, one.C, one.errors, one.points) for one in usual
    ]


def test_kernels_must_be_given_to_be_looked_at() -> None:
    with pytest.raises(InputError, match="strategy"):
        walk(Strategy("kernels"), folded(X, Y), grid_of([1.0], [1.0]))
