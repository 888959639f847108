"""The dual without its equality constraint, from a kernel matrix: its proof is that of the features of its root."""

from __future__ import annotations

import math

import numpy as np
import pytest

from core.problem import Gaussian, Kernel, Linear, linear_certificate, linear_svc
from core.solver.linear.kernel_dual import kernel_dual

BIASES = [None, 1.0, 0.5]


def _points(n: int = 40) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(4)
    y = np.where(np.arange(n) % 3 == 0, 1.0, -1.0)
    return rng.normal(0.0, 0.8, (n, 2)) + 0.7 * y[:, None], y


def _root(gram: np.ndarray) -> np.ndarray:
    values, vectors = np.linalg.eigh(gram)
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0.0)))


@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
@pytest.mark.parametrize(("kernel", "C"), [(Gaussian(0.4), 10.0), (Linear(), 0.1), (Gaussian(4.0), math.inf)])
def test_the_optimum_is_proved_by_the_certificate_of_the_features(
    kernel: Kernel, C: float, loss: str, bias: float | None
) -> None:
    X, y = _points()
    gram = kernel.gram(X, X)
    linear = linear_svc(_root(gram), y, C, loss, bias)
    found = kernel_dual(gram, linear.form, bias, 1e-6)
    proof = linear_certificate(linear, found.alpha)
    assert proof.violation <= 1e-5
    assert proof.box == 0.0
    assert found.relative_gap == pytest.approx(proof.gap / abs(proof.dual), abs=1e-6)
    assert found.relative_gap < 1e-4
    assert found.b == pytest.approx((bias or 0.0) ** 2 * float(found.alpha @ y))


@pytest.mark.parametrize("bias", BIASES)
def test_points_that_no_plane_parts_prove_nothing_under_a_hard_margin(bias: float | None) -> None:
    gram, y = np.ones((6, 6)), np.repeat([1.0, -1.0], 3)
    classes = linear_svc(np.ones((6, 1)), y, math.inf, bias=bias).form
    assert not kernel_dual(gram, classes, bias, 1e-6).relative_gap < math.inf
