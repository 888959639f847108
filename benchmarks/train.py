"""How long the trainer takes, and its rivals on the same data with the same C, gamma and tolerance.

Run from the root of the project: ``python -m benchmarks.train``, or with words that the wanted rows contain, such as
``python -m benchmarks.train moons C=100``. All take turns in one process, on one thread each. Printed are medians of
wall time and, in brackets, minima of processor time; beside them the objective D above the best one found, the true
violation m - M, both in float64 apart from all solvers, and the number of support vectors. Rivals that are not
installed are left out: ``pip install -e ".[bench]"`` brings LIBSVM itself and scikit-learn-intelex.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.datasets import make_classification, make_moons
from sklearn.svm import SVC
from threadpoolctl import threadpool_limits

from core.problem import Gaussian
from core.problem.arrays import Matrix, Vector
from core.problem.classification import c_svc_form
from core.problem.fast_decision import gaussian_at, gaussian_on_grid
from core.solver import train

TOLERANCE = 1e-3
CACHE = 200  # MB, for all
SECONDS = 2.0  # for each row
FEWEST, MOST = 3, 101  # turns
Fit = Callable[[], Vector]  # -> signed coefficients (n,)


@dataclass(frozen=True)
class Case:
    """A row of the table."""

    name: str
    X: Any  # (n, d) or CSR
    y: Vector
    gamma: float
    C: float


def points(name: str, n: int) -> tuple[Matrix, Vector, float]:
    """Return X, y and gamma of a made data set."""
    rng = np.random.default_rng(0)
    if name == "moons":
        X, label = make_moons(n, noise=0.3, random_state=0)
        return X, np.where(label > 0, 1.0, -1.0), 1.0
    if name == "checker":
        X = rng.uniform(0, 4, (n, 2))
        y = np.where(np.floor(X).sum(axis=1) % 2 > 0, 1.0, -1.0)
        return X, np.where(rng.random(n) < 0.05, -y, y), 1.0
    if name == "clouds20":
        y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
        return rng.normal(size=(n, 20)) + 0.5 * np.outer(y, np.arange(20) < 10), y, 1 / 20
    d = int(name.removeprefix("mixture"))
    X, label = make_classification(n, d, n_informative=20, random_state=0)
    return (X - X.mean(axis=0)) / X.std(axis=0), np.where(label > 0, 1.0, -1.0), 1 / d


def sparse_points(n: int) -> tuple[Any, Vector, float]:
    """Return CSR points like those of a9a: 123 binary features, 14 of them set, unlike in frequency."""
    rng = np.random.default_rng(0)
    share = 1.0 / (1.0 + np.arange(123) / 4.0)
    X = sparse.csr_array(rng.random((n, 123)) < 14 * share / share.sum(), dtype=np.float64)
    w = rng.normal(size=123)
    f = X @ w
    return X, np.where(f + rng.normal(size=n) > np.quantile(f, 0.76), 1.0, -1.0), 1 / 123


SIZES = {
    "moons": (200, 500, 2000, 10_000),
    "checker": (200, 500, 2000, 10_000),
    "clouds20": (2000, 5000, 10_000),
    "mixture100": (2000, 5000),
    "mixture780": (2000,),
}


def cases(words: list[str]) -> Iterator[Case]:
    """Yield the rows whose name contains all the words."""
    for name, sizes in SIZES.items():
        for n in sizes:
            for C in (1.0, 100.0):
                title = f"{name} n={n} C={C:g}"
                if all(word in title for word in words):
                    yield Case(title, *points(name, n), C)
    for n in (5000, 20_000):
        if all(word in f"sparse n={n} C=1" for word in words):
            yield Case(f"sparse n={n} C=1", *sparse_points(n), 1.0)


def rivals(case: Case) -> dict[str, Fit]:
    """Return what is compared; ours first."""
    X, y, gamma, C = case.X, case.y, case.gamma, case.C

    def ours() -> Vector:
        form = c_svc_form(y, len(y), C)
        return train(form, X, Gaussian(gamma), TOLERANCE, CACHE * 1_000_000).alpha * y

    def of(make: Callable[..., Any]) -> Fit:
        def fit() -> Vector:
            model = make(C=C, gamma=gamma, tol=TOLERANCE, cache_size=CACHE).fit(X, y)
            return _dense(model, len(y))

        return fit

    found: dict[str, Fit] = {"ours": ours, "SVC": of(SVC)}
    libsvm = _libsvm(case)
    if libsvm is not None:
        found["libsvm"] = libsvm
    try:
        from sklearnex.svm import SVC as INTEL
    except ImportError:
        return found
    return found if sparse.issparse(X) else {**found, "sklearnex": of(INTEL)}


def _dense(model: SVC, n: int) -> Vector:
    coef = np.zeros(n)
    values = model.dual_coef_.toarray()[0] if sparse.issparse(model.dual_coef_) else model.dual_coef_[0]
    coef[model.support_] = values
    return coef


def _libsvm(case: Case) -> Fit | None:
    """Return LIBSVM on a problem that is ready: the solver without its wrapping."""
    try:
        from libsvm.svm import svm_parameter, svm_problem
        from libsvm.svmutil import svm_train
    except ImportError:
        return None
    if len(case.y) > 5000:
        return None
    X = sparse.csr_matrix(case.X)
    problem = svm_problem(case.y, X)
    parameter = svm_parameter(f"-t 2 -c {case.C} -g {case.gamma} -e {TOLERANCE} -m {CACHE} -q")

    def fit() -> Vector:
        model = svm_train(problem, parameter)
        coef = np.zeros(len(case.y))
        places = np.array(model.get_sv_indices()) - 1
        coef[places] = [value[0] for value in model.get_sv_coef()]
        return coef if model.get_labels()[0] > 0 else -coef

    return fit


def judged(case: Case, coef: Vector) -> tuple[float, float]:
    """Return (D, m - M) of signed coefficients, in float64."""
    support = np.flatnonzero(coef)
    X = case.X.toarray() if sparse.issparse(case.X) else case.X
    score = case.y.copy()
    for begin in range(0, len(X), 1000):
        part = slice(begin, begin + 1000)
        score[part] -= Gaussian(case.gamma).gram(X[part], X[support]) @ coef[support]
    alpha = coef * case.y
    up = np.where(case.y > 0, alpha < case.C, alpha > 0)
    low = np.where(case.y > 0, alpha > 0, alpha < case.C)
    return float(-0.5 * coef @ (score + case.y)), float(score[up].max() - score[low].min())


def measure(case: Case) -> None:
    """Print one row for each rival."""
    fits = rivals(case)
    coefs = {name: fit() for name, fit in fits.items()}  # compiled, or loaded, before the clock counts
    wall: dict[str, list[float]] = {name: [] for name in fits}
    work: dict[str, list[float]] = {name: [] for name in fits}
    begun = time.perf_counter()
    while len(wall["ours"]) < FEWEST or (time.perf_counter() - begun < SECONDS and len(wall["ours"]) < MOST):
        for name, fit in fits.items():
            spent, seen = time.process_time(), time.perf_counter()
            fit()
            wall[name].append(time.perf_counter() - seen)
            work[name].append(time.process_time() - spent)
    numbers = {name: judged(case, coef) for name, coef in coefs.items()}
    best = min(D for D, _ in numbers.values())
    for name, (D, violation) in numbers.items():
        typical, least = median(wall[name]), min(work[name])
        ratio = f"{typical / median(wall['ours']):6.1f} ({least / max(min(work['ours']), 1e-9):6.1f})"
        print(
            f"{case.name if name == 'ours' else '':28}{name:>10} {1e3 * typical:9.2f} ({1e3 * least:9.2f}) ms x{ratio}"
            f"  D +{D - best:.1e}  violation {violation:.1e}  {np.count_nonzero(coefs[name]):6} SV",
            flush=True,
        )


def pictures() -> None:
    """Print how much faster the decision function of a grid is than SVC's."""
    for n in (500, 2000):
        X, y, gamma = points("moons", n)
        model = SVC(C=1.0, gamma=gamma).fit(X, y)
        coef = _dense(model, n)
        across, up = np.linspace(-2, 3, 200), np.linspace(-1.5, 2, 200)
        places = np.array([[a, b] for b in up for a in across])
        jobs: dict[str, Callable[[], object]] = {
            "SVC": lambda: model.decision_function(places),  # noqa: B023 - called before the next turn
            "any points": lambda: gaussian_at(X, coef, gamma, places),  # noqa: B023
            "grid": lambda: gaussian_on_grid(X, coef, gamma, across, up),  # noqa: B023
        }
        spent: dict[str, list[float]] = {name: [] for name in jobs}
        for _ in range(9):
            for name, job in jobs.items():
                begun = time.perf_counter()
                job()
                spent[name].append(time.perf_counter() - begun)
        middle = {name: median(times[1:]) for name, times in spent.items()}
        told = ", ".join(f"{name} {1e3 * t:.2f} ms (x{middle['SVC'] / t:.0f})" for name, t in middle.items())
        print(f"f at 200 x 200 points, {len(model.support_)} SV: {told}", flush=True)


def main(words: list[str] | None = None) -> None:
    """Print the table, or the rows of it whose name contains all the words."""
    with threadpool_limits(1):
        print(f"load {os.getloadavg()[0]:.2f} on {os.cpu_count()} cores; tolerance {TOLERANCE:g}, cache {CACHE} MB")
        for case in cases(words or []):
            measure(case)
        if not words or "pictures" in words:
            pictures()
        print(f"load {os.getloadavg()[0]:.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
