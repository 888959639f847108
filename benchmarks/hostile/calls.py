"""Calls that validation lets in, and far from what anybody means: drawn by Hypothesis, as plain data."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.problem import Gaussian, Kernel, Linear, Polynomial, Precomputed, Sigmoid, TaylorGaussian

Numbers = NDArray[np.float64]
MACHINES = ("SVC", "NuSVC", "SVR", "NuSVR", "OneClassSVM")
TRAINED = ("c_svc", "squared_hinge", "nu_svc", "eps_svr", "nu_svr", "one_class")  # forms that a walk or trainer solves
WALKS = ("smo-first-order", "smo-second-order", "platt", "dual-cd")
NO_CACHE = 1e-6  # megabytes: the trainer then decomposes, however few the points
MOST_POINTS = 24


@dataclass(frozen=True)
class Call:
    """One call.

    Attributes
    ----------
    way
        "machine", "linear" (`LinearSVC`), "trainer" (`core.solver.train`) or one of `WALKS`.
    what
        The class of a machine, or the formulation.
    kernel
        What is asked for; a matrix (n, n) is given as X for `Precomputed`.
    options
        The parameters, by name.
    """

    way: str
    what: str
    X: Numbers  # (n, d)
    y: Numbers  # (n,) signs, or numbers to predict
    kernel: Kernel | Callable[[Numbers, Numbers], Numbers] | None
    weight: Numbers | None  # (n,) of the points
    tolerance: float
    limit: int  # steps, epochs of a linear machine; -1: the default
    options: dict[str, Any]

    @property
    def variables(self) -> int:
        """How many variables the dual has."""
        return len(self.X) * (2 if "svr" in self.what.lower() else 1)


def called(X: Numbers, Z: Numbers) -> Numbers:
    """Return a kernel that is none: the difference of two; a function, as scikit-learn takes them."""
    return np.asarray(np.exp(-((X[:, None] - Z) ** 2).sum(axis=2)) - X @ Z.T)


def powers(least: float, most: float) -> st.SearchStrategy[float]:
    """Return powers of ten, the ends among them."""
    ends = st.sampled_from([10.0**least, 10.0**most, 1.0])
    return st.one_of(ends, st.floats(least, most).map(lambda exponent: 10.0**exponent))


penalties = st.one_of(powers(-6, 6), powers(6, 100), st.just(math.inf))
finite_penalties = st.one_of(powers(-6, 6), powers(6, 100))
fractions = st.one_of(st.sampled_from([1.0, 1e-9, 1e-3, 0.5]), st.floats(0.01, 1.0))
limits = st.one_of(st.sampled_from([1, 2, 3]), st.integers(4, 3000))
tolerances = st.sampled_from([1e-3, 1e-3, 1e-1, 1e-6, 1e-10])


@st.composite
def points(draw: st.DrawFn) -> Numbers:
    """Return some points: on a grid, on a line, on one place, or anywhere; at any scale, and shifted."""
    n, d, seed = draw(st.integers(2, MOST_POINTS)), draw(st.integers(1, 3)), draw(st.integers(0, 2**16))
    rng = np.random.default_rng(seed)
    kind = draw(st.sampled_from(["anywhere", "grid", "line", "place", "far apart"]))
    X: Numbers = rng.normal(size=(n, d))
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
def matrices(draw: st.DrawFn) -> Numbers:
    """Return a symmetric matrix that is seldom positive semidefinite."""
    n, seed = draw(st.integers(2, MOST_POINTS)), draw(st.integers(0, 2**16))
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
def kernels(draw: st.DrawFn) -> Kernel:
    """Return a kernel of points."""
    gamma, shift = draw(powers(-8, 8)), draw(st.one_of(st.sampled_from([-1.0, 0.0, 1.0]), st.floats(-100, 100)))
    order = draw(st.integers(1, 10))
    choices: list[Callable[[], Kernel]] = [
        Linear,
        lambda: Polynomial(order, gamma, shift),
        lambda: Gaussian(gamma),
        lambda: Sigmoid(gamma, shift),
        lambda: TaylorGaussian(gamma, order),
    ]
    return draw(st.sampled_from(choices))()


@st.composite
def targets(draw: st.DrawFn, n: int, signs: bool) -> Numbers:
    """Return signs, both of them, or numbers at any scale."""
    rng = np.random.default_rng(draw(st.integers(0, 2**16)))
    if not signs:
        return np.asarray(rng.normal(size=n) * draw(powers(-8, 8)))
    y = np.where(rng.random(n) < draw(st.sampled_from([0.5, 0.1])), -1.0, 1.0)
    y[:2] = 1.0, -1.0
    return y


@st.composite
def weights(draw: st.DrawFn, n: int) -> Numbers | None:
    """Return weights of points, zeros among them, or None; the first two points keep theirs."""
    if draw(st.booleans()):
        return None
    rng = np.random.default_rng(draw(st.integers(0, 2**16)))
    weight = rng.choice([0.0, 1e-3, 1.0, 30.0], n)
    weight[:2] = 1.0
    return np.asarray(weight)


@st.composite
def hostile_calls(draw: st.DrawFn) -> Call:
    """Return any call of them all."""
    way = draw(st.sampled_from(["machine", "machine", "machine", "linear", "trainer", "trainer", *WALKS]))
    what = draw(st.sampled_from(_choices(way)))
    features = way in ("linear", "dual-cd")
    kernel: Kernel | Callable[[Numbers, Numbers], Numbers] | None
    by_matrix = not features and draw(st.integers(0, 3)) == 0
    X = draw(matrices() if by_matrix else points())
    kernel = None if features else Precomputed() if by_matrix else draw(kernels())
    if way == "machine" and not by_matrix and draw(st.integers(0, 9)) == 0:
        kernel = called
    signs = "svr" not in what.lower()
    y, weight = draw(targets(len(X), signs)), draw(weights(len(X)))
    options = draw(_options(way, what))
    if way == "dual-cd":
        weight = None
    return Call(way, what, X, y, kernel, weight, draw(tolerances), draw(limits), options)


def _choices(way: str) -> tuple[str, ...]:
    if way == "machine":
        return MACHINES
    if way in ("linear", "dual-cd"):
        return ("hinge", "squared_hinge")
    return TRAINED[:2] if way == "platt" else TRAINED


@st.composite
def _options(draw: st.DrawFn, way: str, what: str) -> dict[str, Any]:
    """Return what this kind of call takes beside its kernel: the penalty, nu, epsilon, the cache."""
    name, found = what.lower().replace("_", ""), dict[str, Any]()
    if name in ("svc", "csvc", "hinge", "squaredhinge"):
        found["C"] = draw(penalties)
    elif name in ("svr", "epssvr", "nusvr"):
        found["C"] = draw(finite_penalties)
    if name in ("svr", "epssvr"):
        found["epsilon"] = draw(st.one_of(st.just(0.0), powers(-8, 8)))
    if name in ("nusvc", "nusvr", "oneclasssvm", "oneclass"):
        found["nu"] = draw(fractions)
    if way in ("machine", "trainer") and draw(st.booleans()):
        found["cache_size"] = NO_CACHE
    if way == "machine" and name == "svc" and draw(st.booleans()):
        found["class_weight"] = {-1.0: draw(powers(-3, 3)), 1.0: draw(powers(-3, 3))}
    if way in ("linear", "dual-cd"):
        found["bias"] = draw(st.one_of(st.none(), powers(-3, 3)))
    return found
