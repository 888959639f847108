"""The order in which units go to workers."""

from hypothesis import given
from hypothesis import strategies as st

from core.selection.folded import Learner
from core.selection.judged import Setup
from core.selection.look import Kind
from core.selection.sweep.units import Unit, by_spot, in_turns
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


@given(COUNTS, st.integers(1, 5))
def test_a_process_takes_a_spot_and_near_the_end_a_fold(counts: list[int], workers: int) -> None:
    units = _left(counts)
    batches = by_spot(units, workers)
    assert [unit for batch in batches for unit in batch.units] == units
    whole = max(0, len(counts) - workers)
    assert [len(batch.units) for batch in batches] == counts[:whole] + [1] * sum(counts[whole:])


def _left(counts: list[int]) -> list[Unit]:
    """Return the units of so many folds of one spot after the other."""
    spots = [Setup(Kind.EXACT, float(k + 1), None, 0, Learner.SVM) for k in range(len(counts))]
    return [Unit(spot, fold, (1.0,)) for spot, count in zip(spots, counts, strict=True) for fold in range(count)]
