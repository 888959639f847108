"""Small problems of every awkward kind, drawn by Hypothesis, and a few named ones."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn.datasets import make_moons

from core.problem import Gaussian, Kernel, Linear, Polynomial, Problem, Sigmoid, TaylorGaussian, c_svc

PSD_KERNELS: list[Kernel] = [
    Linear(),
    Polynomial(2),
    Polynomial(3, gamma=0.5, zeta=1.0),
    Gaussian(1.0),
    Gaussian(100.0),
    TaylorGaussian(1.0, 4),
]
INDEFINITE_KERNELS: list[Kernel] = [Sigmoid(0.5, -1.0), Polynomial(2, gamma=1.0, zeta=-1.0)]
RULES = ("smo-first-order", "smo-second-order")
TIES = ("last", "first")

Points = NDArray[np.float64]
Labels = NDArray[np.float64]

halves = st.integers(-6, 6).map(lambda number: number / 2)  # a coarse grid: duplicates and collinear triples abound
plane = st.tuples(halves, halves)
diagonal = halves.map(lambda x: (x, 2 * x - 1))
anywhere = st.tuples(st.floats(-3, 3), st.floats(-3, 3))


@st.composite
def labelled_points(draw: st.DrawFn, most: int = 12) -> tuple[Points, Labels]:
    """Return points on a grid, on one line or anywhere, with both labels, sometimes on one spot."""
    kind = draw(st.sampled_from([plane, diagonal, anywhere]))
    X = draw(st.lists(kind, min_size=2, max_size=most))
    y = draw(st.lists(st.sampled_from([1.0, -1.0]), min_size=len(X), max_size=len(X)))
    y[0], y[1] = 1.0, -1.0
    return np.array(X), np.array(y)


penalties = st.floats(-3, 6).map(lambda exponent: 10.0**exponent)
weights = st.one_of(st.none(), st.tuples(st.floats(0.1, 10), st.floats(0.1, 10)))


@st.composite
def problems(draw: st.DrawFn, kernels: list[Kernel] | None = None, most: int = 12) -> Problem:
    """Return a soft-margin problem."""
    X, y = draw(labelled_points(most))
    kernel = draw(st.sampled_from(PSD_KERNELS + INDEFINITE_KERNELS if kernels is None else kernels))
    pair = draw(weights)
    return c_svc(X, y, kernel, draw(penalties), None if pair is None else {1: pair[0], -1: pair[1]})


def moons(n: int, seed: int = 0, noise: float = 0.3) -> tuple[Points, Labels]:
    """Return two overlapping half moons."""
    X, label = make_moons(n, noise=noise, random_state=seed)
    return X, np.where(label > 0, 1.0, -1.0)


def cloud(n: int, seed: int, gap: float = 0.0) -> tuple[Points, Labels]:
    """Return two overlapping clouds, or two that are a gap apart."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    return rng.normal(size=(n, 2)) + np.outer(y, [0.5 + gap, 0.5 + gap]), y


XOR = np.array([[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]])
XOR_LABELS = np.array([1.0, 1.0, -1.0, -1.0])


def impossible_hard_margins() -> dict[str, Problem]:
    """Return hard margins that do not exist, each for another reason."""
    X, y = cloud(12, seed=3, gap=3.0)
    outlier = np.vstack([X, X[y < 0].mean(axis=0)])
    twins = np.vstack([X, X[0]])
    rings = np.array([[math.cos(a) * r, math.sin(a) * r] for r in (1.0, 2.0, 3.0) for a in range(6)])
    return {
        "xor, linear": c_svc(XOR, XOR_LABELS, Linear(), math.inf),
        "one outlier in the other hull": c_svc(outlier, np.append(y, 1.0), Linear(), math.inf),
        "opposite twins, Gaussian": c_svc(twins, np.append(y, -y[0]), Gaussian(2.0), math.inf),
        "opposite twins, Taylor": c_svc(twins, np.append(y, -y[0]), TaylorGaussian(0.2, 3), math.inf),
        "three rings, degree 2": c_svc(rings, np.repeat([1.0, -1.0, 1.0], 6), Polynomial(2), math.inf),
        "moons, degree 2": c_svc(*moons(60), Polynomial(2), math.inf),
        "a line, alternating": c_svc([[0.0], [1.0], [2.0]], [1, -1, 1], Linear(), math.inf),
    }
