"""A kernel matrix may be crooked by the rounding of the precision that it came in, and by no more."""

from __future__ import annotations

import re
import warnings
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics.pairwise import polynomial_kernel
from sklearn.preprocessing import KernelCenterer

from core.estimators import SVC, SVR, KernelRidge, NuSVC, NuSVR, OneClassSVM
from core.estimators.machine.kernel_choice import rounding_unit, symmetric
from core.problem import Gaussian
from core.problem.asymmetry import SINGLE

N = 60
X = np.random.default_rng(0).normal(size=(N, 4))
Y = np.where(X[:, 0] > 0, 1.0, -1.0)
SMOOTH = Gaussian(0.3).gram(X, X)
NOISE = 1e-8 * np.random.default_rng(1).normal(size=(N, N))
MACHINES = (SVC, NuSVC, SVR, NuSVR, OneClassSVM, KernelRidge)


def crooked(K: np.ndarray) -> np.ndarray:
    """Return a kernel matrix of which one half has the next numbers of its precision."""
    return np.where(np.tri(N, dtype=bool), K, np.nextafter(K, K.dtype.type(np.inf)))


def centred(K: np.ndarray) -> np.ndarray:
    return np.asarray(KernelCenterer().fit(K).transform(K))


MATRICES = {
    "float32": crooked(SMOOTH.astype(np.float32)),
    "float64": crooked(SMOOTH),
    "a polynomial in float32": crooked(polynomial_kernel(X.astype(np.float32), degree=3)),
    "centred in float32": centred(crooked(SMOOTH.astype(np.float32))),
    "centred": centred(crooked(SMOOTH)),
    "float32 kept in float64": crooked(SMOOTH.astype(np.float32)).astype(np.float64),
    "noise of 1e-8": SMOOTH + NOISE,
}


def fitted(kind: Any, K: Any, **named: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return kind(**named).fit(K, Y)


@pytest.mark.parametrize("called", [False, True], ids=["precomputed", "called"])
@pytest.mark.parametrize("kind", MACHINES, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("name", MATRICES)
def test_what_is_symmetric_but_for_rounding_is_taken_as_its_mean(name: str, kind: Any, called: bool) -> None:
    K = MATRICES[name]
    assert not np.array_equal(K, K.T)
    if called and kind is not KernelRidge:  # whose function sees two points at a time
        machine = fitted(kind, X, kernel=lambda a, b: K)
    else:
        machine = fitted(kind, K, kernel="precomputed")
    mean = 0.5 * (K.astype(np.float64) + K.T.astype(np.float64))
    same = fitted(kind, mean, kernel="precomputed")
    assert np.array_equal(machine.dual_coef_, same.dual_coef_)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([np.float32, np.float64]),
    st.floats(-6, 6),
    st.floats(-2, 2),
    st.tuples(st.integers(0, N - 1), st.integers(0, N - 1)).filter(lambda pair: pair[0] != pair[1]),
    st.sampled_from(MACHINES),
)
def test_a_matrix_is_refused_where_it_is_further_from_symmetric_than_rounding_and_the_worst_pair_is_named(
    kind: Any, size: float, excess: float, pair: tuple[int, int], machine: Any
) -> None:
    K = (10.0**size * SMOOTH).astype(kind)
    K = np.asarray(np.tril(K) + np.tril(K, -1).T)
    allowed = max(N * float(np.finfo(kind).eps), SINGLE) * float(np.abs(K).max())
    wide = K.astype(np.float64)
    wide[pair] += 10.0**excess * allowed
    moved = wide if kind is np.float64 else wide.astype(kind)
    apart = abs(float(moved[pair]) - float(moved[pair[::-1]]))
    assume(abs(apart - allowed) > 1e-6 * allowed)
    if apart < allowed:
        mean = symmetric(moved.astype(np.float64), rounding_unit(moved))
        assert np.array_equal(mean, 0.5 * (moved.astype(np.float64) + moved.T.astype(np.float64)))
        return
    with pytest.raises(ValueError, match="not symmetric") as told:
        fitted(machine, moved, kernel="precomputed")
    named = re.findall(r"entry \((\d+), (\d+)\) is ([-+.e\d]+)", str(told.value))
    found = {(int(i), int(j)): float(value) for i, j, value in named}
    assert found == {each: float(moved[each]) for each in (pair, pair[::-1])}


def test_the_precision_is_that_of_the_numbers_as_they_came() -> None:
    single, double = (float(np.finfo(kind).eps) for kind in (np.float32, np.float64))
    for values, unit in (
        (SMOOTH, double),
        (SMOOTH.astype(np.float32), single),
        (pd.DataFrame(SMOOTH.astype(np.float32)), single),
        (pd.DataFrame(SMOOTH), double),
        (pd.DataFrame(SMOOTH, dtype="Float32"), single),
        (pd.DataFrame(SMOOTH, dtype="Float64"), double),
        (SMOOTH.tolist(), double),
        (np.eye(3, dtype=int), double),
    ):
        assert rounding_unit(values) == unit
