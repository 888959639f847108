"""The order in which units go to workers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.selection.folded import Learner
from core.selection.judged import Judged, Setup
from core.selection.look import Kind
from core.selection.sweep.units import SHORT, Portions, Unit, in_turns
from core.selection.workspace import KEPT

COUNTS = st.lists(st.integers(1, 6), max_size=8)  # folds that are left of each spot, as of a search that goes on


@given(COUNTS)
def test_threads_take_each_unit_once_and_never_more_spots_than_are_kept(counts: list[int]) -> None:
    units = _left(counts)
    order = in_turns(units)
    assert sorted(order) == sorted(units)
    places = {spot: [k for k, unit in enumerate(order) if unit.spot == spot] for spot in {unit.spot for unit in units}}
    for k in range(len(order)):
        assert sum(own[0] <= k <= own[-1] for own in places.values()) <= KEPT


def test_two_threads_begin_with_different_spots() -> None:
    spots = [Setup(Kind.FOURIER, gamma, 10, 0, Learner.RIDGE) for gamma in (1.0, 2.0)]
    order = in_turns([Unit(spot, fold, (1.0,)) for spot in spots for fold in range(5)])
    assert [unit.spot for unit in order[:2]] == spots


@given(COUNTS, st.integers(1, 5), st.sampled_from((1e-4, 0.02, 3.0)))
def test_processes_take_each_unit_once_in_whole_spots_and_near_the_end_in_pieces(
    counts: list[int], workers: int, seconds: float
) -> None:
    units = _left(counts)
    portions, sent = Portions(units, workers), list[Unit]()
    whole = sum(counts[: max(0, len(counts) - workers)])
    for batch in portions:
        spots = {unit.spot for unit in batch.units}
        if len(sent) < whole:
            assert len(batch.units) == sum(unit.spot in spots for unit in units), "a spot is not divided"
        else:
            assert len(spots) == 1
            assert len(batch.units) == 1 or len(batch.units) * seconds < SHORT + seconds
        sent += batch.units
        for _ in batch.units:
            portions.learn((Judged(0.0, 1, True, seconds, 0.0),))
    assert sent == units


@pytest.mark.parametrize(
    ("seconds", "sizes"),
    [
        (10.0, [5] * 38 + [1] * 10),  # a unit is long: no worker waits for a second spot
        (0.018, [5] + [25] * 4 + [20, 15, 10, 10] + [5] * 6 + [3, 2] * 2),
        (1e-6, [5, 45, 35, 25, 20, 15, 10] + [5] * 9),  # a message is longer than a unit
    ],
)
def test_a_batch_is_the_larger_the_shorter_a_unit_is_and_the_smaller_the_less_is_left(
    seconds: float, sizes: list[int]
) -> None:
    portions, given = Portions(_left([5] * 40), 2), list[int]()
    for batch in portions:
        given.append(len(batch.units))
        for _ in batch.units:
            portions.learn((Judged(0.0, 1, True, seconds / 2, seconds / 2),))
    assert given == sizes


def _left(counts: list[int]) -> list[Unit]:
    """Return the units of so many folds of one spot after the other."""
    spots = [Setup(Kind.EXACT, float(k + 1), None, 0, Learner.SVM) for k in range(len(counts))]
    return [Unit(spot, fold, (1.0,)) for spot, count in zip(spots, counts, strict=True) for fold in range(count)]
