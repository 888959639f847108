"""The reference solutions of golden.json as problems of this core."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from core.problem import Gaussian, Kernel, Linear, Polynomial, Precomputed, Problem, Sigmoid, TaylorGaussian, c_svc
from core.problem.arrays import Matrix

GOLDEN: dict[str, Any] = json.loads(Path(__file__).parents[1].joinpath("golden.json").read_text(encoding="utf-8"))
C_SVC = {entry["id"]: entry for entry in GOLDEN["problems"] if entry["formulation"] == "C-SVC"}


def kernel(spec: dict[str, Any]) -> Kernel:
    """Return the kernel value that a golden entry names."""
    match spec["type"]:
        case "linear":
            return Linear()
        case "rbf":
            return Gaussian(spec["gamma"])
        case "poly":
            return Polynomial(spec["degree"], spec["gamma"], spec["coef0"])
        case "sigmoid":
            return Sigmoid(spec["gamma"], spec["coef0"])
        case "agk":
            return TaylorGaussian(1.0 / (2.0 * spec["sigma0"]), spec["m"])
        case "phi2":
            return Precomputed()
    raise ValueError(spec)


def points(entry: dict[str, Any], rows: str) -> Matrix:
    """Return X or X_test; for a kernel that comes as a matrix, its rows against X."""
    X, asked = np.array(entry["X"], dtype=float), np.array(entry[rows], dtype=float)
    if entry["kernel"]["type"] != "phi2":
        return asked
    inner = asked @ X.T
    return np.asarray(1.0 + inner + inner**2)


def problem(entry: dict[str, Any]) -> Problem:
    """Return a C-SVC entry as a problem."""
    params = entry["params"]
    C = math.inf if params["C"] == "inf" else params["C"]
    class_weight = {1: params.get("weight_pos", 1.0), -1: params.get("weight_neg", 1.0)}
    return c_svc(points(entry, "X"), entry["y"], kernel(entry["kernel"]), C, class_weight)
