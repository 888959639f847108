"""Sets with numbers as targets: their shapes, and a series that solves its own equation."""

import numpy as np
import pytest

from datasets import diabetes, mackey_glass
from datasets.targets import AHEAD, DELAY, INPUTS


def test_diabetes_is_standardised_and_closed_for_writing() -> None:
    X, z = diabetes()
    assert (X.shape, z.shape) == ((442, 10), (442,))
    np.testing.assert_allclose(X.mean(axis=0), 0.0, atol=1e-12)
    np.testing.assert_allclose(X.std(axis=0), 1.0)
    with pytest.raises(ValueError, match="read-only"):
        X[0, 0] = 1.0


def test_the_windows_are_of_one_series_which_obeys_the_equation() -> None:
    n = 200
    X, z = mackey_glass(n)
    assert X.shape == (n, INPUTS)
    assert (X.min(), X.max()) == (-1.0, 1.0)
    np.testing.assert_array_equal(X[6:, 1], X[:-6, 0])  # what was now is six steps later the value before
    x = z  # a later stretch of the series, in its own unit
    middle, late = x[DELAY + 1 : -1], x[1 : -DELAY - 1]
    slope = 0.5 * (x[DELAY + 2 :] - x[DELAY:-2])
    np.testing.assert_allclose(slope, 0.2 * late / (1.0 + late**10) - 0.1 * middle, atol=4e-3)
    assert 0.03 < z.var() < 0.08
    scale = np.polyfit(X[AHEAD:, 0], z[:-AHEAD], 1)  # the target is the same series, 85 steps later
    np.testing.assert_allclose(np.polyval(scale, X[AHEAD:, 0]), z[:-AHEAD], atol=1e-9)
