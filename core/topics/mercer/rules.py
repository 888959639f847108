"""The rules that make kernels of kernels, applied to matrices with the errors of their entries (mathematics 4).

Each but the difference keeps a matrix positive semidefinite. An entrywise product is one by Schur: with B = sum_k v_k
v_k', a'(A o B)a = sum_k (a o v_k)' A (a o v_k). Powers are products, the exponential is the limit of sums of powers
with positive coefficients, and a limit keeps a'Ka >= 0. K_ij / sqrt(K_ii K_jj) only rescales the weights.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from ...problem import InputError
from ...problem.arrays import Matrix
from ...problem.proof.kernel_rounding import EPS
from ...problem.validation import LARGEST_KERNEL_VALUE
from .theory import SLACK, Known

SUM, PRODUCT, POWER, EXP, LIMIT, NORMALISE, DIFFERENCE = RULES = (
    "sum",
    "product",
    "power",
    "exp",
    "limit",
    "normalise",
    "difference",
)
OF_TWO: Final = (SUM, PRODUCT, DIFFERENCE)
ROUNDINGS = 8.0  # of an entry by the operation itself, an elementary function included


def keeps(rule: str) -> bool:
    """Tell whether a rule makes kernels of kernels."""
    return rule != DIFFERENCE


def combined(rule: str, A: Known, B: Known, order: int = 2) -> Known:
    """Return the matrix that a rule makes of A, and of B if it takes two, with the errors of its entries.

    `order` is the exponent of the power, or the last term of the partial sum of the exponential. `InputError` where a
    value overflows, or where there is nothing to normalise by.
    """
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        K, error = _made(rule, A, B, order)
        error = SLACK * (error + ROUNDINGS * EPS * np.abs(K))
    if not (np.isfinite(K).all() and np.abs(K).max() <= LARGEST_KERNEL_VALUE):
        raise InputError(
            "kernel.overflow", "The kernel is not finite on these points; lower the degree or gamma, or scale the data."
        )
    return Known(0.5 * (K + K.T), np.nan_to_num(error, nan=math.inf, posinf=math.inf))


def _made(rule: str, A: Known, B: Known, order: int) -> tuple[Matrix, Matrix]:
    """Return the matrix, and the errors that come from those of A and B."""
    K, off = A
    if rule == SUM:
        return K + B.K, off + B.error
    if rule == DIFFERENCE:
        return K - B.K, off + B.error
    if rule == PRODUCT:
        return K * B.K, np.abs(K) * B.error + np.abs(B.K) * off + off * B.error
    if rule == POWER:
        return K**order, order * (np.abs(K) + off) ** (order - 1) * off + order * EPS * np.abs(K) ** order
    if rule == EXP:
        return np.exp(K), np.exp(K) * np.expm1(off)
    if rule == LIMIT:
        return partial_exponential(K, order), np.exp(np.abs(K)) * (np.expm1(off) + 2.0 * order * EPS)
    return _normalised(A)


def partial_exponential(K: Matrix, order: int) -> Matrix:
    """Return sum_{k=0}^{order} K_ij^k / k!, which tends to exp(K_ij)."""
    term, total = np.ones_like(K), np.ones_like(K)
    for k in range(1, order + 1):
        term = term * K / k
        total += term
    return total


def _normalised(A: Known) -> tuple[Matrix, Matrix]:
    """Return K_ij / sqrt(K_ii K_jj); `InputError` where K_ii is not positive in spite of its error."""
    diagonal, off = A.K.diagonal(), A.error.diagonal()
    worst = int((diagonal - off).argmin())
    if not diagonal[worst] > off[worst]:
        raise InputError(
            "kernel.normalise",
            "K(x, x) is {value} at point {i}; normalising divides by its root, so it must be positive.",
            value=float(diagonal[worst]),
            i=worst + 1,
        )
    size = np.sqrt(diagonal)
    K = A.K / size[:, None] / size
    relative = off / (diagonal - off)
    return K, A.error / size[:, None] / size + np.abs(K) * (relative[:, None] + relative)
