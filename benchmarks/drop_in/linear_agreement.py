"""The problems of `LinearSVC` compared with LIBLINEAR: primal values of both, and our certificate between them."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import sklearn.svm

from benchmarks.drop_in.problems import LINEAR_MACHINES, RandomProblem
from core import estimators

LINEAR = frozenset(LINEAR_MACHINES)
TOLERANCE, EPOCHS, THEIR_EPOCHS = 1e-7, 20_000, 1_000_000
SLIP = 1e-6  # relative to the objective
THEIRS = 1e-4  # relative to the objective: how far above it LIBLINEAR may stop


def primal(problem: RandomProblem, machine: Any) -> float:  # noqa: ANN401 - a fitted machine
    """Return the primal of all planes of a machine."""
    X, y, named = problem.X, problem.y, problem.named
    coef, b = machine.coef_, np.broadcast_to(machine.intercept_, len(machine.coef_))
    if named.get("multi_class") == "crammer_singer":
        W, v = (np.vstack([-0.5 * coef, 0.5 * coef]), np.append(-0.5 * b, 0.5 * b)) if len(coef) == 1 else (coef, b)
        f = X @ W.T + v
        lost = f - f[np.arange(len(y)), y.astype(int)][:, None] + (np.arange(f.shape[1]) != y[:, None])
        return float(0.5 * (W**2).sum() + 0.5 * v @ v + named["C"] * lost.max(axis=1).sum())
    total = 0.0
    for row in range(len(coef)):
        sign = np.where(y == (1 if len(coef) == 1 else row), 1.0, -1.0)
        slack = np.maximum(0.0, 1.0 - sign * (X @ coef[row] + b[row]))
        w = np.append(coef[row], b[row])
        size = float(np.abs(w).sum()) if named.get("penalty") == "l1" else 0.5 * float(w @ w)
        total += size + named["C"] * float((slack if named.get("loss") == "hinge" else slack**2).sum())
    return total


def linear_ending(problem: RandomProblem) -> str:
    """Return how a problem of `LinearSVC` ended."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        options = {**problem.named, "tol": TOLERANCE, "random_state": 0}
        ours = estimators.LinearSVC(max_iter=EPOCHS, **options).fit(problem.X, problem.y)
        theirs = sklearn.svm.LinearSVC(max_iter=THEIR_EPOCHS, **options).fit(problem.X, problem.y)
    proofs = ours.certificate_ if isinstance(ours.certificate_, tuple) else (ours.certificate_,)
    value, other = primal(problem, ours), primal(problem, theirs)
    gap = sum(proof.gap + proof.rounding for proof in proofs) + SLIP * (1.0 + value)
    if value - other > gap:
        return "other"
    return "same" if other - value <= gap + THEIRS * (1.0 + value) else "theirs"
