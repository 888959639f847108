"""Every formulation as its sources write it, in plain NumPy and plain loops, and LIBSVM's rule for the nu problems."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from core.problem import Formulation, Problem
from tests.core.naive import TAU, Choice, Matrix, Vector, exact


class NaiveDual(NamedTuple):
    """minimise 1/2 a'Qa + p'a with s'a = const (and e'a = const), 0 <= a <= C, in LIBSVM's scale."""

    Q: Matrix
    s: Vector
    p: Vector
    C: Vector
    start: Vector
    alike: bool


def fill(C: list[float], total: float) -> list[float]:
    """Return LIBSVM's start: the boxes one after the other."""
    alpha = []
    for bound in C:
        alpha.append(min(bound, max(total, 0.0)))
        total -= alpha[-1]
    return alpha


def nu_svc_dual(K: Matrix, y: Vector, nu: float) -> NaiveDual:
    n = len(y)
    start = np.zeros(n)
    for sign in (1.0, -1.0):
        members = [i for i in range(n) if y[i] == sign]
        for i, value in zip(members, fill([1.0] * len(members), nu * n / 2), strict=True):
            start[i] = value
    Q = np.array([[y[i] * y[j] * K[i, j] for j in range(n)] for i in range(n)])
    return NaiveDual(Q, y, np.zeros(n), np.ones(n), start, True)


def _doubled(K: Matrix) -> tuple[Matrix, Vector]:
    n = len(K)
    s = np.array([1.0] * n + [-1.0] * n)
    return np.array([[s[k] * s[m] * K[k % n, m % n] for m in range(2 * n)] for k in range(2 * n)]), s


def eps_svr_dual(K: Matrix, z: Vector, C: float, epsilon: float) -> NaiveDual:
    Q, s = _doubled(K)
    p = np.array([epsilon - value for value in z] + [epsilon + value for value in z])
    return NaiveDual(Q, s, p, np.full(len(s), C), np.zeros(len(s)), False)


def nu_svr_dual(K: Matrix, z: Vector, C: float, nu: float) -> NaiveDual:
    Q, s = _doubled(K)
    half = fill([C] * len(z), C * nu * len(z) / 2)
    p = np.array([-value for value in z] + [+value for value in z])
    return NaiveDual(Q, s, p, np.full(len(s), C), np.array(half + half), True)


def one_class_dual(K: Matrix, nu: float) -> NaiveDual:
    n = len(K)
    return NaiveDual(K, np.ones(n), np.zeros(n), np.ones(n), np.array(fill([1.0] * n, nu * n)), False)


def squared_dual(K: Matrix, y: Vector, C: float) -> NaiveDual:
    n = len(y)
    Q = np.array([[y[i] * y[j] * K[i, j] + (i == j) / (2 * C) for j in range(n)] for i in range(n)])
    return NaiveDual(Q, y, -np.ones(n), np.full(n, np.inf), np.zeros(n), False)


def choose_alike(
    K: Matrix, y: Vector, C: Vector, alpha: Vector, G: Vector, tolerance: float, second_order: bool, ties: str
) -> Choice | None:
    """Return LIBSVM's working set for two equalities (mathematics 7), or None at the optimum."""
    tie_break = max if ties == "last" else min
    top: dict[float, int] = {}
    spread = []
    gain: dict[int, float] = {}
    for sign in (1.0, -1.0):
        mine = [t for t in range(len(y)) if y[t] == sign]
        up = [t for t in mine if (alpha[t] < C[t] if sign > 0 else alpha[t] > 0)]
        low = [t for t in mine if (alpha[t] > 0 if sign > 0 else alpha[t] < C[t])]
        if not up or not low:
            continue
        m = max(-sign * G[t] for t in up)
        spread.append(m - min(-sign * G[t] for t in low))
        top[sign] = tie_break(t for t in up if -sign * G[t] == m)
        for t in low:
            b = m + sign * G[t]
            if b > 0:
                a = K[top[sign], top[sign]] + K[t, t] - 2.0 * K[top[sign], t]
                gain[t] = (b * b / (a if a > 0 else TAU)) if second_order else b
    if not spread or max(spread) < tolerance or not gain:
        return None
    j = tie_break(t for t in gain if gain[t] == max(gain.values()))
    return Choice(top[float(y[j])], j, max(spread))


class ExactValues(NamedTuple):
    primal: Fraction
    dual: Fraction


def exact_values(problem: Problem, alpha: Vector, b: float, r: float) -> ExactValues:
    """Return P and D of these very floats without any rounding, each as its source writes it, in LIBSVM's scale."""
    form, n = problem.form, len(problem.gram)
    a, up, down = exact(alpha), exact(alpha[:n]), exact(alpha[n:])
    match form.formulation:
        case Formulation.EPS_SVR | Formulation.NU_SVR:
            coef = [one - other for one, other in zip(up, down, strict=True)]
        case _:
            coef = [value * int(sign) for value, sign in zip(a, problem.y, strict=True)]
    support = [j for j in range(n) if coef[j]]
    g = [sum((coef[j] * Fraction(float(problem.gram[i, j])) for j in support), Fraction(0)) for i in range(n)]
    norm = sum((coef[j] * g[j] for j in support), Fraction(0))
    return ExactValues(
        norm / 2 + _loss(problem, [v + Fraction(b) for v in g], Fraction(b), Fraction(r)),
        norm / 2 + _linear(problem, a),
    )


def _loss(problem: Problem, f: list[Fraction], b: Fraction, r: Fraction) -> Fraction:
    form, zero = problem.form, Fraction(0)
    target, C = exact(form.target), exact(np.where(np.isinf(form.upper), 0.0, form.upper))
    total = sum(exact(form.start), zero)
    match form.formulation:
        case Formulation.C_SVC:
            costs = [1 / (2 * d) for d in exact(form.diagonal)]
            return sum((c * max(zero, 1 - y * v) ** 2 for c, y, v in zip(costs, target, f, strict=True)), zero)
        case Formulation.NU_SVC:
            return sum((max(zero, r - y * v) for y, v in zip(target, f, strict=True)), zero) - r * total
        case Formulation.ONE_CLASS:
            return sum((max(zero, -v) for v in f), zero) + b * total
        case Formulation.EPS_SVR:
            epsilon = Fraction(float(form.p[0])) + target[0]
            return sum((C[0] * max(zero, abs(v - z) - epsilon) for z, v in zip(target, f, strict=True)), zero)
        case _:
            return sum((C[0] * max(zero, abs(v - z) + r) for z, v in zip(target, f, strict=True)), zero) - r * total


def _linear(problem: Problem, a: list[Fraction]) -> Fraction:
    form = problem.form
    slope = sum((p * value for p, value in zip(exact(form.p), a, strict=True)), Fraction(0))
    return slope + sum((d * value**2 / 2 for d, value in zip(exact(form.diagonal), a, strict=True)), Fraction(0))
