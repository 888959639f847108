"""The reference solutions of golden.json as problems of this core."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from core.problem import (
    Gaussian,
    Kernel,
    Linear,
    LinearProblem,
    Polynomial,
    Precomputed,
    Problem,
    Sigmoid,
    TaylorGaussian,
    c_svc,
    eps_svr,
    linear_svc,
    nu_svc,
    nu_svr,
    one_class,
)
from core.problem.arrays import Matrix

GOLDEN: dict[str, Any] = json.loads(Path(__file__).parents[1].joinpath("golden.json").read_text(encoding="utf-8"))
GIVEN = {entry["id"]: entry for entry in GOLDEN["problems"]}
LOSS = {"L1": "hinge", "L2": "squared_hinge"}
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


def linear_problem(entry: dict[str, Any]) -> LinearProblem:
    """Return an entry without an equality constraint as a problem."""
    bias = entry["params"]["bias"]
    loss = LOSS[entry["formulation"][-2:]]
    return linear_svc(entry["X"], entry["y"], entry["params"]["C"], loss, bias if bias > 0 else None)


def formulation(entry: dict[str, Any]) -> Problem:
    """Return an entry of any other formulation as a problem."""
    params, value = entry["params"], kernel(entry["kernel"])
    match entry["formulation"]:
        case "nu-SVC":
            return nu_svc(entry["X"], entry["y"], value, params["nu"])
        case "eps-SVR":
            return eps_svr(entry["X"], entry["y"], value, params["C"], params["epsilon"])
        case "nu-SVR":
            return nu_svr(entry["X"], entry["y"], value, params["C_libsvm"], params["nu"])
        case "one-class":
            return one_class(entry["X"], value, params["nu"])
        case "C-SVC-squared-slack":
            return c_svc(entry["X"], entry["y"], value, params["C"], loss="squared_hinge")
        case "C-SVC":
            return problem(entry)
    raise ValueError(entry["formulation"])


def traced(trace: dict[str, Any]) -> Problem:
    """Return the problem of a golden run of SMO."""
    C, y, value = trace["C"], trace["y"], Linear() if trace["kernel"] == "linear" else Polynomial(2)
    if not isinstance(C, list):
        return c_svc(trace["X"], y, value, C)
    of_class = dict(zip(y, C, strict=True))
    return c_svc(trace["X"], y, value, 1.0, {label: float(of_class[label]) for label in (1, -1)})
