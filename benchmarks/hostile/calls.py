"""Calls that validation lets in, and far from what anybody means: drawn by Hypothesis, as plain data."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from benchmarks.hostile.kernels import called, kernels, transformers
from benchmarks.hostile.points import AnyNumbers, matrices, one_in, points, powers, targets, thinned, weights
from core.problem import Kernel, Precomputed
from core.problem.maps import Rows

MACHINES = ("SVC", "NuSVC", "SVR", "NuSVR", "OneClassSVM")
TRAINED = ("c_svc", "squared_hinge", "nu_svc", "eps_svr", "nu_svr", "one_class")  # forms that a walk or trainer solves
WALKS = ("smo-first-order", "smo-second-order", "platt", "dual-cd")
LINEAR = ("hinge", "squared_hinge", "l1", "crammer_singer")  # what `LinearSVC` minimises
PLANES = ("linear", "features", "dual-cd")  # ways that look for a plane among the coordinates, or among features
MAY_BE_SPARSE = ("machine", "linear", "features", "trainer")
NO_CACHE = 1e-6  # megabytes: the trainer then decomposes, however few the points
DEFAULT = -1  # limit


@dataclass(frozen=True)
class Call:
    """One call.

    Attributes
    ----------
    way
        "machine", "linear" (`LinearSVC`), "features" (the same on those of a transformer), "trainer"
        (`core.solver.train`) or one of `WALKS`.
    what
        The class of a machine, the formulation, the loss, or one of `LINEAR`.
    kernel
        What is asked for; a matrix (n, n) is given as X for `Precomputed`.
    options
        The parameters, by name; "features" are the name and the parameters of a transformer.
    """

    way: str
    what: str
    X: Rows  # (n, d)
    y: AnyNumbers  # (n,) signs, or numbers to predict
    kernel: Kernel | Callable[[AnyNumbers, AnyNumbers], AnyNumbers] | None
    weight: AnyNumbers | None  # (n,) of the points
    tolerance: float
    limit: int  # steps, epochs of a linear machine; `DEFAULT`: none is given
    options: dict[str, Any]

    @property
    def variables(self) -> int:
        """How many variables the dual has."""
        many = 3 if self.what == "crammer_singer" else 2 if "svr" in self.what.lower() else 1
        return int(self.X.shape[0]) * many


penalties = st.one_of(powers(-6, 6), powers(6, 100), st.just(math.inf))
finite_penalties = st.one_of(powers(-6, 6), powers(6, 100))
fractions = st.one_of(st.sampled_from([1.0, 1e-9, 1e-3, 0.5]), st.floats(0.01, 1.0))
limits = st.one_of(st.sampled_from([1, 2, 3]), st.integers(4, 3000))
tolerances = st.sampled_from([1e-3, 1e-3, 1e-1, 1e-6, 1e-10])


@st.composite
def hostile_calls(draw: st.DrawFn) -> Call:
    """Return any call of them all."""
    way = draw(st.sampled_from(["machine", "machine", "machine", "linear", "features", "trainer", "trainer", *WALKS]))
    what = draw(st.sampled_from(_choices(way)))
    by_matrix = way not in PLANES and draw(one_in(4))
    X = draw(matrices() if by_matrix else points())
    signs = "svr" not in what.lower()
    y, weight = draw(targets(len(X), signs)), draw(weights(len(X)))
    options = draw(_options(way, what))
    if way == "features":
        options["features"] = draw(transformers(X))
    kernel = None if way in PLANES else Precomputed() if by_matrix else draw(_asked(way, X))
    if way == "dual-cd":
        weight = None
    thin = way in MAY_BE_SPARSE and not by_matrix and kernel is not called and draw(one_in(4))
    limit = DEFAULT if draw(one_in(8)) else draw(limits)
    return Call(way, what, draw(thinned(X)) if thin else X, y, kernel, weight, draw(tolerances), limit, options)


@st.composite
def _asked(draw: st.DrawFn, way: str, X: AnyNumbers) -> Kernel | Callable[[AnyNumbers, AnyNumbers], AnyNumbers]:
    return called if way == "machine" and draw(one_in(10)) else draw(kernels(X))


def _choices(way: str) -> tuple[str, ...]:
    if way == "machine":
        return MACHINES
    if way in PLANES:
        return LINEAR[:2] if way == "dual-cd" else LINEAR
    return TRAINED[:2] if way == "platt" else TRAINED


@st.composite
def _options(draw: st.DrawFn, way: str, what: str) -> dict[str, Any]:
    """Return what this kind of call takes beside its kernel: the penalty, nu, epsilon, the cache."""
    name, found = what.lower().replace("_", ""), dict[str, Any]()
    if way in PLANES or name in ("svc", "csvc", "squaredhinge"):
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
    if way in PLANES:
        found["bias"] = draw(st.one_of(st.none(), powers(-3, 3)))
    if name == "crammersinger":
        found["third"] = draw(st.booleans())
    return found
