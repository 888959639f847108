"""A stand-in for the server: scikit-learn's SVC behind the same questions and answers."""

from __future__ import annotations

import numpy as np
from sklearn.svm import SVC

from core.problem import FourierMap
from ui.solve.kernels import kernel_of
from ui.solve.wire import pack, unpack

CORNERS = np.random.default_rng(5).uniform(-3.0, 3.0, (30, 2))  # from which landmarks are sampled


def gram(kernel: dict, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """Kernel matrix straight from the formulas, the judge of the browser's."""
    if kernel["name"] == "fourier":
        return FourierMap(kernel["gamma"], kernel["components"], kernel["seed"]).gram(X, Z)
    if kernel["name"] == "paired":
        W, _ = FourierMap(kernel["gamma"], kernel["components"], kernel["seed"], paired=True).frequencies(2)
        return np.cos((X @ W.T)[:, None] - (Z @ W.T)[None, :]).mean(axis=2)
    if kernel["name"] in ("nystroem", "formula"):  # a formula is judged in tests/core/problem/formula
        return kernel_of(kernel, CORNERS).gram(X, Z)
    dot = X @ Z.T
    if kernel["name"] == "linear":
        return dot
    if kernel["name"] == "polynomial":
        return (kernel["zeta"] + kernel["gamma"] * dot) ** kernel["degree"]
    if kernel["name"] == "sigmoid":
        return np.tanh(kernel["gamma"] * dot + kernel["r"])
    squares = (X**2).sum(1)[:, None] + (Z**2).sum(1)[None, :]
    if kernel["name"] == "gaussian":
        return np.exp(-kernel["gamma"] * (squares - 2 * dot))
    powers = np.cumprod(np.array([2 * kernel["gamma"] * dot / k for k in range(1, kernel["order"] + 1)]), axis=0)
    return np.exp(-kernel["gamma"] * squares) * (1 + (powers.sum(0) if kernel["order"] else 0))


def roles(alpha: np.ndarray, slack: np.ndarray, margin: np.ndarray, C: float) -> np.ndarray:
    """Roles 0-6 of the contract between server and board."""
    bounded = np.where(slack > 1 + 1e-6, 5, np.where(slack > 1e-6, 3, 6))
    return np.where(alpha == 0, np.where(margin < 1 + 1e-6, 1, 0), np.where(alpha < C * (1 - 1e-9), 2, bounded)).astype(
        "u1"
    )


def solve(X: np.ndarray, y: np.ndarray, kernel: dict, C: float | None) -> tuple[dict, dict[str, np.ndarray]]:
    """Header and arrays of an answer, without its number."""
    if len(set(y.tolist())) < 2:
        return {
            "state": "refused",
            "title": "One class is missing",
            "detail": "Two classes are needed; draw a point of the other.",
            "numbers": [],
        }, {}
    C = 1e6 if C is None else C
    K = gram(kernel, X, X)
    machine = SVC(C=C, kernel="precomputed", tol=1e-6, max_iter=200_000).fit(K, y)
    alpha = np.zeros(len(y))
    alpha[machine.support_] = np.abs(machine.dual_coef_[0])
    f = K @ (alpha * y) + machine.intercept_[0]
    slack = np.maximum(0, 1 - y * f)
    role = roles(alpha, slack, y * f, C)
    w = (alpha * y) @ X if kernel["name"] == "linear" else None
    counts = [
        ("free", "free support vectors", int((role == 2).sum())),
        ("bounded", "bounded support vectors", int((role > 2).sum())),
        ("errors", "training errors", int((slack > 1).sum())),
    ]
    header = {
        "state": "proved",
        "title": "Proved optimal",
        "detail": "Objective known to 7 digits.",
        "draw": True,
        "outcome": "OPTIMAL",
        "b": float(machine.intercept_[0]),
        "w": None if w is None else w.tolist(),
        "common": None,
        "steps": int(machine.n_iter_[0]),
        "numbers": [{"key": k, "label": label, "value": str(v)} for k, label, v in counts],
    }
    return header, {"alpha": alpha, "role": role, "slack": slack}


def answer(blob: bytes) -> bytes:
    """Answer to a request of the browser."""
    request, arrays = unpack(blob)
    header, found = solve(arrays["X"].reshape(-1, 2), arrays["y"], request["kernel"], request["C"])
    return pack({"seq": request["seq"], **header}, found)
