"""The textbook's step in plain NumPy and plain loops: slow, obvious, and written apart from the compiled core."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]
TAU = 1e-12


class Choice(NamedTuple):
    i: int
    j: int
    violation: float


def choose(
    K: Matrix, y: Vector, C: Vector, alpha: Vector, G: Vector, tolerance: float, second_order: bool, ties: str
) -> Choice | None:
    """Return the working set by the definitions of mathematics 6.3, or None at the optimum."""
    everyone = range(len(y))
    up = [t for t in everyone if (alpha[t] < C[t] if y[t] > 0 else alpha[t] > 0)]
    low = [t for t in everyone if (alpha[t] < C[t] if y[t] < 0 else alpha[t] > 0)]
    if not up or not low:
        return None
    score = [-y[t] * G[t] for t in everyone]
    m, M = max(score[t] for t in up), min(score[t] for t in low)
    if m - M < tolerance or m <= M:
        return None
    tie_break = max if ties == "last" else min
    i = tie_break(t for t in up if score[t] == m)
    gain = {t: m - score[t] for t in low if score[t] < m}
    if second_order:
        for t, b in gain.items():
            a = K[i, i] + K[t, t] - 2.0 * K[i, t]
            gain[t] = b * b / (a if a > 0 else TAU)
    j = tie_break(t for t in gain if gain[t] == max(gain.values()))
    return Choice(i, j, m - M)


def solve_two(K: Matrix, y: Vector, C: Vector, alpha: Vector, i: int, j: int) -> tuple[float, float]:
    """Return (alpha_i, alpha_j) from errors, over eta, projected on [L, H] (mathematics 6.1)."""
    f = K @ (alpha * y)
    eta = K[i, i] + K[j, j] - 2.0 * K[i, j]
    free_j = alpha[j] + y[j] * ((f[i] - y[i]) - (f[j] - y[j])) / (eta if eta > 0 else TAU)
    if y[i] != y[j]:
        low, high = max(0.0, alpha[j] - alpha[i]), min(C[j], C[i] + alpha[j] - alpha[i])
    else:
        low, high = max(0.0, alpha[i] + alpha[j] - C[i]), min(C[j], alpha[i] + alpha[j])
    new_j = min(max(free_j, low), high)
    return alpha[i] + y[i] * y[j] * (alpha[j] - new_j), new_j


def libsvms_step(
    K: Matrix, y: Vector, C: Vector, alpha: Vector, G: Vector, i: int, j: int
) -> tuple[float, float, Vector]:
    """Return (alpha_i, alpha_j) and the gradient after the pair's step by LIBSVM's formulas in their order.

    A pair has different bounds with class weights (mathematics 6.2): each float is that of the compiled step.
    """
    a = K[i, i] + K[j, j] - 2.0 * K[i, j]
    a = a if a > 0 else TAU
    if y[i] != y[j]:
        delta = (-G[i] - G[j]) / a
        new_i, new_j = libsvms_clip(y, C, alpha, i, j, alpha[i] + delta, alpha[j] + delta)
    else:
        delta = (G[i] - G[j]) / a
        new_i, new_j = libsvms_clip(y, C, alpha, i, j, alpha[i] - delta, alpha[j] + delta)
    moves = y[i] * (new_i - alpha[i]), y[j] * (new_j - alpha[j])
    return float(new_i), float(new_j), np.asarray(G + y * (K[i] * moves[0] + K[j] * moves[1]))


def libsvms_clip(
    y: Vector, C: Vector, alpha: Vector, i: int, j: int, new_i: float, new_j: float
) -> tuple[float, float]:
    """Return the end of a step to (new_i, new_j) in the box by LIBSVM's formulas in their order."""
    if y[i] != y[j]:
        kept = alpha[i] - alpha[j]
        if kept > 0:
            new_i, new_j = (kept, 0.0) if new_j < 0 else (new_i, new_j)  # III
        else:
            new_i, new_j = (0.0, -kept) if new_i < 0 else (new_i, new_j)  # IV
        if kept > C[i] - C[j]:
            new_i, new_j = (C[i], C[i] - kept) if new_i > C[i] else (new_i, new_j)  # I
        else:
            new_i, new_j = (C[j] + kept, C[j]) if new_j > C[j] else (new_i, new_j)  # II
    else:
        kept = alpha[i] + alpha[j]
        if kept > C[i]:
            new_i, new_j = (C[i], kept - C[i]) if new_i > C[i] else (new_i, new_j)
        else:
            new_i, new_j = (kept, 0.0) if new_j < 0 else (new_i, new_j)
        if kept > C[j]:
            new_i, new_j = (kept - C[j], C[j]) if new_j > C[j] else (new_i, new_j)
        else:
            new_i, new_j = (0.0, kept) if new_i < 0 else (new_i, new_j)
    return min(max(new_i, 0.0), C[i]), min(max(new_j, 0.0), C[j])  # a subtraction may miss by the last bit


def platts_step(
    K: Matrix, y: Vector, C: Vector, alpha: Vector, E: Vector, b: float, i: int, j: int
) -> tuple[float, float, float, Vector]:
    """Return (alpha_i, alpha_j), b and the list E after a pair's step with a positive curvature, float by float."""
    a = K[i, i] + K[j, j] - 2.0 * K[i, j]
    free_j = alpha[j] - y[j] * (E[j] - E[i]) / a
    free_i = alpha[i] + y[i] * y[j] * (alpha[j] - free_j)
    new_i, new_j = libsvms_clip(y, C, alpha, i, j, free_i, free_j)
    d_i, d_j = y[i] * (new_i - alpha[i]), y[j] * (new_j - alpha[j])
    b_i, b_j = (-E[t] - K[i, t] * d_i - K[j, t] * d_j + b for t in (i, j))
    after = b_i if 0.0 < new_i < C[i] else b_j if 0.0 < new_j < C[j] else 0.5 * (b_i + b_j)
    return float(new_i), float(new_j), float(after), np.asarray(E + (K[i] * d_i + K[j] * d_j) + (after - b))


def gradient(K: Matrix, y: Vector, alpha: Vector) -> Vector:
    """Return G = Q alpha - 1 from scratch."""
    return np.asarray(y * (K @ (alpha * y)) - 1.0)


def exact(numbers: Any) -> list[Fraction]:
    """Return floats as the rational numbers that they are."""
    return [Fraction(float(number)) for number in numbers]


def exact_gradient(K: Matrix, y: Vector, alpha: Vector, t: int) -> Fraction:
    """Return G_t without any rounding."""
    pulls = (Fraction(float(K[t, k])) * Fraction(float(alpha[k])) * int(y[k]) for k in np.flatnonzero(alpha))
    return int(y[t]) * sum(pulls, Fraction(0)) - 1


def exact_decrease(K: Matrix, y: Vector, old: Vector, new: Vector, i: int, j: int) -> Fraction:
    """Return D(old) - D(new) without any rounding, where only i and j differ."""
    d_i, d_j = (Fraction(float(new[t])) - Fraction(float(old[t])) for t in (i, j))
    q_ii, q_jj, q_ij = (Fraction(float(K[s, t])) * int(y[s] * y[t]) for s, t in ((i, i), (j, j), (i, j)))
    slope = exact_gradient(K, y, old, i) * d_i + exact_gradient(K, y, old, j) * d_j
    return -slope - (q_ii * d_i * d_i + 2 * q_ij * d_i * d_j + q_jj * d_j * d_j) / 2


class Exact(NamedTuple):
    primal: Fraction | None  # None: a hard margin that no rescaling repairs
    dual: Fraction
    equality: Fraction


def exact_objectives(K: Matrix, y: Vector, C: Vector, alpha: Vector, b: float) -> Exact:
    """Return P and D of these very floats without any rounding."""
    coef = [a * int(sign) for a, sign in zip(exact(alpha), y, strict=True)]
    support = [k for k, c in enumerate(coef) if c]
    g = [sum((coef[k] * Fraction(float(K[t, k])) for k in support), Fraction(0)) for t in range(len(y))]
    squared_norm = sum((coef[k] * g[k] for k in support), Fraction(0))
    margin = [int(sign) * (value + Fraction(float(b))) for sign, value in zip(y, g, strict=True)]
    dual = squared_norm / 2 - sum(exact(alpha), Fraction(0))
    equality = sum(coef, Fraction(0))
    if np.isinf(C).all():
        smallest = min(margin)
        return Exact(squared_norm / 2 / smallest**2 if smallest > 0 else None, dual, equality)
    hinges = (Fraction(float(bound)) * max(Fraction(0), 1 - m) for bound, m in zip(C, margin, strict=True))
    return Exact(squared_norm / 2 + sum(hinges, Fraction(0)), dual, equality)
