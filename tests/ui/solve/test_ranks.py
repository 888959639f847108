"""The rank of an approximation: in pairs an even number is taken, and a number that no map has is refused."""

from __future__ import annotations

import numpy as np
import pytest

from core.problem import FourierMap, InputError
from ui.solve.kernels import KernelSpec, kernel_of, rank_of
from ui.solve.limits import COMPONENTS

X = np.eye(2)


def spec(name: str, D: int) -> KernelSpec:
    return {"name": name, "gamma": 1.0, "components": D, "seed": 0}


@pytest.mark.parametrize(("chosen", "taken"), [(1, 2), (2, 2), (7, 6), (100, 100)])
def test_pairs_take_an_even_number_and_the_map_has_it(chosen: int, taken: int) -> None:
    made = kernel_of(spec("paired", chosen), X)
    assert isinstance(made, FourierMap)
    assert rank_of(spec("paired", chosen)) == made.n_components == taken
    assert rank_of(spec("fourier", chosen)) == chosen


@pytest.mark.parametrize("name", ["fourier", "paired"])
@pytest.mark.parametrize("D", [0, -1, COMPONENTS + 1])
def test_a_number_of_features_outside_of_the_lab_is_refused(name: str, D: int) -> None:
    with pytest.raises(InputError):
        kernel_of(spec(name, D), X)
