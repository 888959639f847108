"""What the core does with arrays beside its types."""

import warnings

import numpy as np

from core.problem.arrays import single


def test_what_is_too_large_for_single_precision_keeps_its_sign_without_a_warning() -> None:
    most = np.finfo(np.float32).max
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = single(np.array([1e300, -1e300, np.inf, 1.5, np.nan]))
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found, np.array([most, -most, most, 1.5, np.nan], np.float32))
