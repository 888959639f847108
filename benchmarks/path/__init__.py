"""The time for the path over every C, compared with one solve at the C of each breakpoint.

Run from the root of the project: ``python -m benchmarks path``. Printed are medians of wall time on one thread. The
solves are those of the trainer at the tolerance of the boards, 1e-3, each from alpha = 0. The path, by comparison, is
exact; its worst relative gap is printed.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np
from sklearn.datasets import make_moons

from benchmarks.results.threads import ONE, running
from core.problem import Gaussian, Kernel, Linear, Polynomial, Precomputed, c_svc, c_svc_form
from core.solver import RegularisationPath, regularisation_path, train

LOW, HIGH = 0.01, 1000.0
GOALS = {200: 0.3, 300: 1.0}  # seconds
KERNELS: dict[str, Kernel] = {
    "linear": Linear(),
    "Gaussian 0.1": Gaussian(0.1),
    "Gaussian 1": Gaussian(1.0),
    "Gaussian 10": Gaussian(10.0),
    "cubic": Polynomial(3),
}
TIMES = 5


def main(options: list[str] | None = None) -> None:
    """Print a row for each number of points and kernel."""
    del options
    print(f"C from {LOW:g} to {HIGH:g}; two moons with noise 0.3")
    print(
        f"{'n':>4} {'kernel':<13}{'breakpoints':>12}{'path':>10}{'goal':>9}{'solves':>11}{'ratio':>8}{'worst gap':>11}"
    )
    with running(ONE):
        for n, goal in GOALS.items():
            for name, kernel in KERNELS.items():
                _row(n, goal, name, kernel)


def _row(n: int, goal: float, name: str, kernel: Kernel) -> None:
    X, label = make_moons(n, noise=0.3, random_state=0)
    y = np.where(label > 0, 1.0, -1.0)
    path = regularisation_path(X, y, kernel, LOW, HIGH)
    ours = _median(lambda: regularisation_path(X, y, kernel, LOW, HIGH), TIMES)
    theirs = _median(lambda: _solves(path, y), 1)
    print(
        f"{n:>4} {name:<13}{len(path.breakpoints):>12}{1e3 * ours:>7.0f} ms{1e3 * goal:>6.0f} ms{1e3 * theirs:>8.0f} ms"
        f"{theirs / ours:>8.1f}{path.relative_gap:>11.1e}",
        flush=True,
    )


def _solves(path: RegularisationPath, y: np.ndarray) -> None:
    gram = np.asarray(c_svc(path.gram, y, Precomputed(), 1.0).gram)
    for C in path.bends:
        train(c_svc_form(y, len(y), float(C)), gram, Precomputed(), 1e-3)


def _median(job: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        job()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)
