"""How large features would be is known, and refused with what would fit, before anything is allocated."""

import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest
from scipy import sparse

from core.problem import FourierMap, Gaussian, InputError, NystroemMap, PolynomialMap, TaylorMap, map_size
from ui.solve.message import input_message
from ui.words import words_for


def test_sizes_are_whole_numbers_that_never_overflow() -> None:
    assert map_size(TaylorMap(1.0, 2), 100, 20).dimension == 231
    assert map_size(TaylorMap(1.0, 2), 100, 20).bytes == 231 * 100 * 8
    assert map_size(TaylorMap(1.0, 2), 100, 20, itemsize=4).bytes == 231 * 100 * 4
    assert map_size(TaylorMap(1.0, 10), 1, 25).dimension == 183_579_396
    huge = map_size(TaylorMap(1.0, 150), 10**9, 10**6)
    assert huge.dimension > 10**600
    assert huge.bytes == huge.dimension * 8 * 10**9
    assert map_size(FourierMap(1.0, 500), np.int64(50_000), 20).bytes == 500 * 50_000 * 8
    assert (
        map_size(FourierMap(1.0, 500), 1, 20).operations > map_size(FourierMap(1.0, 500, paired=True), 1, 20).operations
    )
    assert map_size(NystroemMap(Gaussian(1.0), np.eye(3)), 10, 3).dimension == 3


@pytest.mark.parametrize(
    ("job", "name", "largest"),
    [
        (lambda: TaylorMap(1.0, 10).features(np.ones((1000, 25))), "m", 5),
        (lambda: TaylorMap(1.0, 10).features(sparse.csr_array(np.ones((1000, 25)))), "m", 4),
        (lambda: TaylorMap(1.0, 150).exponents(10), "m", 19),
        (lambda: FourierMap(1.0, 1_000_000).features(np.ones((1000, 2))), "D", 268_435),
        (lambda: FourierMap(1.0, 1_000_000, paired=True).features(np.ones((1000, 2))), "D", 268_434),
        (lambda: PolynomialMap().features(np.ones((1000, 3000))), "n", 59),
        (lambda: PolynomialMap().features(sparse.csr_array(np.ones((100, 3000)))), "n", 29),
    ],
)
def test_what_does_not_fit_is_refused_with_what_does(job: Callable[[], object], name: str, largest: int) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(InputError) as refused:
            job()
        assert tracemalloc.get_traced_memory()[1] < 100e6
    finally:
        tracemalloc.stop()
    assert refused.value.key == "map.size"
    assert refused.value.values["name"] == name
    assert refused.value.values["largest"] == largest
    for lang in ("en", "zh"):
        assert f"{name}" in input_message(refused.value, words_for(lang))


def test_the_largest_that_fits_does_fit() -> None:
    with pytest.raises(InputError) as refused:
        TaylorMap(1.0, 10).features(np.ones((20_000, 20), np.float32))
    largest = int(str(refused.value.values["largest"]))
    phi, too_large = TaylorMap(1.0, largest), TaylorMap(1.0, largest + 1)
    assert map_size(phi, 20_000, 20, 4).bytes <= 2 << 30 < map_size(too_large, 20_000, 20, 4).bytes
