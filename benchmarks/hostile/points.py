"""Points and matrices that pass validation but are far from any sensible use; mostly few of them, sometimes many."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import sparse

from core.problem.maps import Rows

AnyNumbers = NDArray[np.float64]
FEW_POINTS, FEWER, MOST_POINTS = 24, 100, 300
FEW_COORDINATES, MOST_COORDINATES = 3, 40


def powers(least: float, most: float) -> st.SearchStrategy[float]:
    """Return powers of ten, including both ends."""
    ends = st.sampled_from([10.0**least, 10.0**most, 1.0])
    return st.one_of(ends, st.floats(least, most).map(lambda exponent: 10.0**exponent))


def one_in(times: int) -> st.SearchStrategy[bool]:
    """Return True once in so many times."""
    return st.integers(0, times - 1).map(lambda number: number == times - 1)  # Hypothesis shrinks to the usual case


@st.composite
def counts(draw: st.DrawFn, least: int, few: int, most: int) -> int:
    """Return a number up to `few`, and one time in eight one up to `most`."""
    return draw(st.integers(few + 1, most) if draw(one_in(8)) else st.integers(least, few))


@st.composite
def points(draw: st.DrawFn, most: int = MOST_POINTS) -> AnyNumbers:
    """Return points, up to `most`: on a grid, on a line, at one place, or anywhere; at any scale, and shifted."""
    n = draw(counts(2, FEW_POINTS, most))
    d, seed = draw(counts(1, FEW_COORDINATES, MOST_COORDINATES)), draw(st.integers(0, 2**16))
    rng = np.random.default_rng(seed)
    kind = draw(st.sampled_from(["anywhere", "grid", "line", "place", "far apart"]))
    X: AnyNumbers = rng.normal(size=(n, d))
    if kind == "grid":
        X = np.round(X)
    elif kind == "line":
        X = np.outer(X[:, 0], np.arange(1, d + 1))
    elif kind == "place":
        X[:] = X[0]
    elif kind == "far apart":
        X *= 10.0 ** rng.integers(-4, 5, (n, 1))
    X *= draw(powers(-8, 8))
    return X + draw(st.one_of(st.just(0.0), powers(0, 8), powers(0, 8).map(lambda shift: -shift)))


@st.composite
def thinned(draw: st.DrawFn, X: AnyNumbers) -> Rows:
    """Return the points as a sparse matrix, most of its entries zero; whole rows and columns may be empty."""
    rng = np.random.default_rng(draw(st.integers(0, 2**16)))
    return sparse.csr_array(np.where(rng.random(X.shape) < draw(st.sampled_from([0.5, 0.1, 0.01])), X, 0.0))


@st.composite
def matrices(draw: st.DrawFn, most: int = MOST_POINTS) -> AnyNumbers:
    """Return a symmetric matrix that is rarely positive semidefinite."""
    n, seed = draw(counts(2, FEW_POINTS, most)), draw(st.integers(0, 2**16))
    A = np.random.default_rng(seed).normal(size=(n, n))
    kind = draw(st.sampled_from(["any", "whole", "negative", "zero", "low rank", "gram"]))
    K = {
        "any": A + A.T,
        "whole": np.round(A + A.T),
        "negative": -A @ A.T,
        "zero": np.zeros((n, n)),
        "low rank": np.outer(A[0], A[0]) - np.outer(A[-1], A[-1]),
        "gram": A @ A.T,
    }[kind]
    return np.asarray(K * draw(powers(-8, 8)))


@st.composite
def targets(draw: st.DrawFn, n: int, signs: bool) -> AnyNumbers:
    """Return signs, both of them, or numbers at any scale."""
    rng = np.random.default_rng(draw(st.integers(0, 2**16)))
    if not signs:
        return np.asarray(rng.normal(size=n) * draw(powers(-8, 8)))
    y = np.where(rng.random(n) < draw(st.sampled_from([0.5, 0.1])), -1.0, 1.0)
    y[:2] = 1.0, -1.0
    return y


@st.composite
def weights(draw: st.DrawFn, n: int) -> AnyNumbers | None:
    """Return weights of points, or None: some zeros, or of any size; the first two points keep theirs."""
    if draw(st.booleans()):
        return None
    rng = np.random.default_rng(draw(st.integers(0, 2**16)))
    any_size = draw(one_in(4))
    weight = 10.0 ** rng.uniform(-4, 4, n) if any_size else rng.choice([0.0, 1e-3, 1.0, 30.0], n)
    weight[:2] = 1.0
    return np.asarray(weight)
