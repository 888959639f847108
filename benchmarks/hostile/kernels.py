"""Kernels and feature maps with any parameters that pass validation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import strategies as st

from benchmarks.hostile.points import AnyNumbers, one_in, powers
from core.problem import (
    FourierMap,
    Gaussian,
    Kernel,
    Linear,
    NystroemMap,
    Polynomial,
    PolynomialMap,
    Sigmoid,
    TaylorGaussian,
    TaylorMap,
)

MOST_DEGREE = 20  # of a formula
MOST_ORDER, ORDER_OF_MANY = 10, 2  # of monomials: 286 features of three coordinates, and 861 of forty
MOST_COMPONENTS, LANDMARKS = 200, 50
MOST_FEATURES = 861  # of the maps sampled here


def called(X: AnyNumbers, Z: AnyNumbers) -> AnyNumbers:
    """Return the difference of two kernels, which is no kernel, as a function for scikit-learn's interface."""
    return np.asarray(np.exp(-((X[:, None] - Z) ** 2).sum(axis=2)) - X @ Z.T)


@st.composite
def kernels(draw: st.DrawFn, X: AnyNumbers) -> Kernel:
    """Return a kernel of points X (n, d): a formula, or one time in four the inner product of a feature map."""
    return draw(maps(X) if draw(one_in(4)) else formulas())


@st.composite
def formulas(draw: st.DrawFn) -> Kernel:
    """Return a kernel given by a formula."""
    gamma, shift = draw(powers(-8, 8)), draw(st.one_of(st.sampled_from([-1.0, 0.0, 1.0]), st.floats(-100, 100)))
    order = draw(st.integers(1, MOST_DEGREE))
    choices: list[Callable[[], Kernel]] = [
        Linear,
        lambda: Polynomial(order, gamma, shift),
        lambda: Gaussian(gamma),
        lambda: Sigmoid(gamma, shift),
        lambda: TaylorGaussian(gamma, order),
    ]
    return draw(st.sampled_from(choices))()


@st.composite
def maps(draw: st.DrawFn, X: AnyNumbers) -> Kernel:
    """Return a feature map, which can also be used as a kernel."""
    gamma, seed, paired = draw(powers(-8, 8)), draw(st.integers(0, 2**16)), draw(st.booleans())
    components, landmarks = draw(_components()), draw(st.integers(1, min(LANDMARKS, len(X))))
    order, kernel = draw(_orders(X)), draw(formulas())
    choices: list[Callable[[], Kernel]] = [
        lambda: FourierMap(gamma, components * (2 if paired else 1), seed, paired),
        lambda: NystroemMap.choose(kernel, X, landmarks, seed),
        lambda: TaylorMap(gamma, order),
        lambda: PolynomialMap(max(order, 1), gamma, float(seed % 3)),
    ]
    return draw(st.sampled_from(choices))()


@st.composite
def transformers(draw: st.DrawFn, X: AnyNumbers) -> tuple[str, dict[str, Any]]:
    """Return the name of a transformer of `core.estimators`, and its parameters."""
    gamma, seed, paired = draw(powers(-8, 8)), draw(st.integers(0, 2**16)), draw(st.booleans())
    components, order, kernel = draw(_components()), draw(_orders(X)), draw(formulas())
    fourier = {"n_components": components * (2 if paired else 1), "random_state": seed, "paired": paired}
    choices: list[tuple[str, dict[str, Any]]] = [
        ("TaylorFeatures", {"gamma": gamma, "order": order}),
        ("RandomFourierFeatures", {"gamma": gamma, **fourier}),
        ("NystroemFeatures", {"kernel": kernel, "n_components": min(components, LANDMARKS), "random_state": seed}),
    ]
    name, given = draw(st.sampled_from(choices))
    return name, given


def _components() -> st.SearchStrategy[int]:
    return st.one_of(st.sampled_from([1, 2]), st.integers(1, MOST_COMPONENTS))


def _orders(X: AnyNumbers) -> st.SearchStrategy[int]:
    return st.integers(0, MOST_ORDER if X.shape[1] <= 3 else ORDER_OF_MANY)
