"""What the looks seen so far say, as functions of data."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from core.problem import InputError
from core.selection import Grid, Kind, Look, Purpose, best, chosen, grid_of, one_standard_error, transfer
from core.selection.folded import spread


def _look(gamma: float, C: float, *errors: float, kind: Kind = Kind.EXACT, purpose: Purpose = Purpose.BOTH) -> Look:
    return Look(purpose, kind, gamma, C, None, errors, (10,) * len(errors), 0, 1.0)


def test_the_error_is_the_mean_over_the_folds_as_in_scikit_learn() -> None:
    look = Look(Purpose.BOTH, Kind.EXACT, 1.0, 1.0, None, (1.0, 3.0), (10, 5))
    assert look.error == pytest.approx((0.1 + 0.6) / 2)
    assert look.standard_error == pytest.approx(np.std([0.1, 0.6], ddof=1) / math.sqrt(2))
    assert _look(1.0, 1.0, 3).standard_error == 0.0


def test_of_equal_errors_the_least_penalty_and_then_the_least_gamma_is_best() -> None:
    looks = [_look(2.0, 1.0, 1, 1), _look(1.0, 1.0, 1, 1), _look(0.1, 5.0, 1, 1), _look(0.1, 0.1, 2, 2)]
    assert best(looks) is looks[1]


def test_one_standard_error_takes_the_simplest_that_is_no_worse_than_chance_explains() -> None:
    looks = [_look(1.0, 10.0, 1, 3), _look(1.0, 1.0, 2, 3), _look(1.0, 0.1, 9, 9)]
    assert best(looks) is looks[0]
    assert one_standard_error(looks) is looks[1]
    assert one_standard_error(looks[:1]) is looks[0]


def test_what_is_chosen_is_exact_once_there_is_an_exact_look() -> None:
    mapped = _look(1.0, 1.0, 0, 0, kind=Kind.FOURIER, purpose=Purpose.GAMMA)
    exact = [_look(1.0, C, e, e, purpose=Purpose.C) for C, e in ((1.0, 2), (10.0, 1))]
    assert chosen([mapped]) is mapped
    assert chosen([mapped, *exact]) is exact[1]
    last = replace(exact[0], purpose=Purpose.EXACT)
    assert chosen([mapped, *exact, last]) is last


def test_a_transfer_says_what_the_exact_machine_loses_and_how_long_both_took() -> None:
    mapped = [_look(1.0, C, 1, 1, kind=Kind.FOURIER) for C in (1.0, 2.0)]
    exact = _look(1.0, 5.0, 2, 2, purpose=Purpose.C)
    cost = transfer([*mapped, exact])
    assert cost is not None
    assert (cost.approximate, cost.exact) == (mapped[0], exact)
    assert cost.error == pytest.approx(0.1)
    assert (cost.searching, cost.training) == (2.0, 1.0)
    assert transfer(mapped) is None
    assert transfer([exact]) is None


def test_a_grid_is_ascending_and_without_repetition() -> None:
    assert grid_of([2, 1.0, 1.0], [1.0], [20, 10]) == Grid((1.0, 2.0), (1.0,), (10, 20))
    assert grid_of([2, 1.0, 1.0], [1.0, 3.0]).cells == 4


@pytest.mark.parametrize(
    ("gammas", "Cs", "key"),
    [
        ([], [1.0], "grid.empty"),
        ([1.0], [], "grid.empty"),
        ([0.0], [1.0], "grid.value"),
        ([math.inf], [1.0], "grid.value"),
        ([math.nan], [1.0], "grid.value"),
        ([1.0], [-1.0], "grid.value"),
        (["x" * 99], [1.0], "grid.value"),
    ],
)
def test_a_bad_grid_gets_one_sentence(gammas: list[float], Cs: list[float], key: str) -> None:
    with pytest.raises(InputError) as refused:
        grid_of(gammas, Cs)
    assert refused.value.key == key
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 8, 15, 16])
def test_who_stops_early_has_seen_the_whole_range(count: int) -> None:
    order = spread(count)
    assert sorted(order) == list(range(count))
    if count == 15:
        assert order[:8] == (0, 8, 4, 12, 2, 6, 10, 14)
