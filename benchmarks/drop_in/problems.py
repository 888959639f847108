"""Random small problems: a machine, a kernel, its parameters, and points that may coincide or lie on a grid."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from core.problem import Gaussian
from core.problem.arrays import Matrix, Vector

KERNEL_MACHINES = ("SVC", "NuSVC", "SVR", "NuSVR", "OneClassSVM")
KERNELS = ("linear", "poly", "rbf", "sigmoid", "precomputed")
LINEAR_MACHINES: dict[str, dict[str, Any]] = {
    "LinearSVC": {"dual": True},
    "LinearSVC hinge": {"loss": "hinge", "dual": True},
    "LinearSVC l1": {"penalty": "l1", "dual": False},
    "LinearSVC at once": {"multi_class": "crammer_singer"},
}


class RandomProblem(NamedTuple):
    """A problem."""

    machine: str
    named: dict[str, Any]  # parameters of the machine
    X: Matrix  # (n, d) points, or their kernel matrix (n, n)
    y: Vector  # (n,)
    points: Matrix  # (n, d)

    @property
    def title(self) -> str:
        """The machine, and its kernel if it has one."""
        return f"{self.machine} {self.named.get('kernel', '')}".strip()


def random_problem(seed: int) -> RandomProblem:
    """Return random problem `seed`: machines and kernels alternate."""
    rng = np.random.default_rng([seed, 7])
    names = [(name, kernel) for name in KERNEL_MACHINES for kernel in KERNELS]
    pairs = [*names, *((name, "") for name in LINEAR_MACHINES)]
    machine, kernel = pairs[seed % len(pairs)]
    points = _points(rng)
    n = len(points)
    if not kernel:
        named: dict[str, Any] = {"C": float(rng.choice([0.05, 1.0, 5.0])), **LINEAR_MACHINES[machine]}
        classes = int(rng.choice([2, 3])) if n > 5 else 2
        y = rng.permutation(np.arange(n) % classes).astype(float)
        return RandomProblem(machine, named, points, y, points)
    named = {"kernel": kernel, **_of_kernel(kernel, rng), **_of_machine(machine, rng)}
    if machine in ("SVR", "NuSVR"):
        y = np.round(rng.normal(size=n), int(rng.choice([0, 8])))
    else:
        y = np.where(rng.permutation(n) < max(1, n // 2), 1.0, -1.0)
    X = Gaussian(0.5).gram(points, points) + 0.3 * points @ points.T if kernel == "precomputed" else points
    return RandomProblem(machine, named, X, y, points)


def _points(rng: np.random.Generator) -> Matrix:
    """Return a cloud, a grid with duplicates, or a cloud with a constant coordinate."""
    n, d = int(rng.integers(4, 30)), int(rng.integers(1, 5))
    X, kind = rng.normal(size=(n, d)), rng.choice(["cloud", "cloud", "grid", "flat"])
    if kind == "grid":
        X = np.round(X)
    if kind == "flat":
        X[:, 0] = 2.0
    return np.ascontiguousarray(X * float(rng.choice([0.3, 1.0, 3.0])))


def _of_kernel(kernel: str, rng: np.random.Generator) -> dict[str, Any]:
    gamma = float(rng.choice([0.1, 0.5, 2.0]))
    match kernel:
        case "poly":
            return {"degree": int(rng.integers(1, 5)), "coef0": float(rng.choice([0.0, 1.0])), "gamma": 0.5}
        case "rbf":
            return {"gamma": gamma}
        case "sigmoid":
            return {"gamma": 0.1 * gamma, "coef0": float(rng.choice([0.0, -0.5, 0.5]))}
    return {}


def _of_machine(machine: str, rng: np.random.Generator) -> dict[str, Any]:
    C, nu = float(rng.choice([0.1, 1.0, 20.0])), float(rng.choice([0.1, 0.3, 0.5, 0.8]))
    match machine:
        case "SVC":
            return {"C": C}
        case "SVR":
            return {"C": C, "epsilon": float(rng.choice([0.0, 0.1, 0.5]))}
        case "NuSVR":
            return {"C": C, "nu": nu}
    return {"nu": nu}


def gram_of(problem: RandomProblem) -> Matrix:
    """Return the kernel matrix, in float64, by its formula."""
    named, X = problem.named, problem.points
    match named["kernel"]:
        case "linear":
            return X @ X.T
        case "poly":
            value: Matrix = (named["gamma"] * (X @ X.T) + named["coef0"]) ** named["degree"]
            return value
        case "rbf":
            return Gaussian(named["gamma"]).gram(X, X)
        case "sigmoid":
            return np.asarray(np.tanh(named["gamma"] * (X @ X.T) + named["coef0"]))
    return problem.X
