"""Kernels as plain numbers for compiled code: K as a function of the inner product and the squared lengths."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ....lowlevel.compiled import compiled
from ....lowlevel.simd import LOG2E, AnyFloats, Number, larger, like, two_to
from ....problem import Gaussian, Kernel, Linear, Polynomial, Sigmoid, TaylorGaussian
from ....problem.arrays import Vector

LINEAR, POLYNOMIAL, GAUSSIAN, SIGMOID, TAYLOR = range(5)


class Formula(NamedTuple):
    """A kernel of inner products."""

    kind: int
    gamma: float
    shift: float  # zeta of the polynomial kernel, r of the sigmoid; what multiplies x.z in the Taylor series
    degree: int
    series: Vector  # (order + 1,) coefficients of the Taylor kernel, lowest power first


def formula(kernel: Kernel) -> Formula | None:
    """Return the kernel as a formula, or None for an unknown kernel."""
    none = np.zeros(1)
    match kernel:
        case Linear():
            return Formula(LINEAR, 0.0, 0.0, 1, none)
        case Polynomial(degree, gamma, zeta):
            return Formula(POLYNOMIAL, gamma, zeta, degree, none)
        case Gaussian(gamma):
            return Formula(GAUSSIAN, gamma, 0.0, 1, none)
        case Sigmoid(gamma, r):
            return Formula(SIGMOID, gamma, r, 1, none)
        case TaylorGaussian(gamma):
            unit, coefficients = kernel.series()
            series = np.array(coefficients)
            within = bool(np.all(series < 1e30)) and bool(np.all(series > 1e-30))  # beyond, float32 ends
            return Formula(TAYLOR, gamma, unit, 1, series) if within else None
    return None


@compiled
def power(base: Number, exponent: int) -> Number:
    """Return base^exponent by repeated squaring."""
    result: Number = like(1.0, base)
    while exponent > 0:
        if exponent & 1:
            result *= base
        base *= base
        exponent >>= 1
    return result


@compiled
def to_values(formula: Formula, inner: AnyFloats, length: Number, lengths: AnyFloats) -> None:
    """Turn the inner products of one point with others into kernel values, in float32 or in float64.

    The lengths are squared, |x|^2 of the one and |z|^2 of the others.
    """
    gamma: Number = like(formula.gamma, length)
    shift: Number = like(formula.shift, length)
    zero, two = like(0.0, length), like(2.0, length)
    if formula.kind == GAUSSIAN:
        factor: Number = like(-LOG2E * formula.gamma, length)
        for t in range(inner.size):
            # Rounding may leave a squared distance below zero; the power is for numbers that are not above it.
            inner[t] = two_to(factor * larger(length + lengths[t] - two * inner[t], zero))
    elif formula.kind == POLYNOMIAL:
        for t in range(inner.size):
            inner[t] = power(shift + gamma * inner[t], formula.degree)
    elif formula.kind == SIGMOID:
        for t in range(inner.size):
            inner[t] = np.tanh(gamma * inner[t] + shift)
    elif formula.kind == TAYLOR:
        top = formula.series.size - 1
        for t in range(inner.size):
            total, argument = formula.series[top], formula.shift * inner[t]
            for k in range(top - 1, -1, -1):
                total = total * argument + formula.series[k]
            inner[t] = total * np.exp(-formula.gamma * (length + lengths[t]))


@compiled
def tabulate(formula: Formula, inner: AnyFloats, left: AnyFloats, right: AnyFloats) -> None:
    """Turn a table of inner products (a, b) into kernel values; left (a,) and right (b,) are squared lengths."""
    for k in range(inner.shape[0]):
        to_values(formula, inner[k], left[k], right)
