"""The training time of linear machines compared with scikit-learn's LinearSVC (LIBLINEAR) at equal accuracy.

Run from the root of the project: ``python -m benchmarks.linear``, with words contained in the wanted rows, such as
``python -m benchmarks.linear taylor C=32``, or with a folder of files in LIBSVM's format (also ``.xz``), whose sets
with two classes are then measured too. The measure is the primal: the relative excess of P(w) over the best known dual
value, which ours proves. Each gets the loosest tolerance of a ladder that reaches a target; then all alternate in
one process: with one BLAS thread, then with the threads of a user who sets nothing (`--one` or `--default` selects
one of the two). Printed are medians of wall time and, in brackets, minima of processor time.
"""

from __future__ import annotations

import lzma
import math
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.datasets import load_svmlight_file
from sklearn.svm import LinearSVC

from benchmarks.results.threads import modes, running
from core.problem import TaylorMap, linear_certify
from core.problem.arrays import Vector
from core.problem.formulation.classification import c_svc_form
from core.solver.linear import train_linear

TARGETS = (1e-2, 1e-3, 1e-4, 1e-6)  # of (P - D*) / D*
LADDER = (1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 1e-3, 5e-4, 2e-4, 1e-4, 1e-5)
SECONDS, FEWEST, MOST = 1.0, 3, 25  # for each row
PATIENCE = 4.0  # seconds: a solver that takes longer at a tolerance is not run at a smaller one
EPOCHS = 20_000
SMALLEST = 2000  # fewest points of a set that is read
Weights = tuple[Vector, float]
WeightsFit = Callable[[], Weights]  # -> w, b


@dataclass(frozen=True)
class LinearCase:
    """Some rows of the table."""

    name: str
    X: Any
    y: Vector
    C: float
    loss: str

    def excess(self, found: Weights, best: float) -> float:
        """Return (P - D*) / D*."""
        w, b = found
        slack = np.maximum(0.0, 1.0 - self.y * (self.X @ w + b))
        lost = slack if self.loss == "hinge" else slack**2
        return (0.5 * (float(w @ w) + b * b) + self.C * float(lost.sum()) - best) / best


def taylor_points() -> tuple[Any, Vector]:
    """Return the 231 Taylor features of order 2 of 20 000 points in 20 coordinates; the constant is the 232nd."""
    rng = np.random.default_rng(0)
    Z = rng.normal(size=(20_000, 20)).astype(np.float32)
    f = np.sin(1.5 * Z[:, 0]) + Z[:, 1] * Z[:, 2] - 0.5 * Z[:, 3] ** 2 + 0.5 + 0.3 * Z[:, 4]
    return TaylorMap(1 / 40, 2).features(Z), np.where(f + 0.5 * rng.normal(size=len(Z)) > 0, 1.0, -1.0)


def dense_points(n: int, d: int) -> tuple[Any, Vector]:
    """Return normal points of length about 3, labelled by a plane and noise."""
    rng = np.random.default_rng(0)
    X = (3.0 / math.sqrt(d) * rng.normal(size=(n, d))).astype(np.float32)
    f = X @ (rng.normal(size=d) / 3.0)
    return X, np.where(f + 0.5 * rng.normal(size=n) > 0, 1.0, -1.0)


def sparse_points(n: int, d: int, held: int) -> tuple[Any, Vector]:
    """Return rows with about so many nonzero numbers, some columns far more frequent than others, of length 1."""
    rng = np.random.default_rng(0)
    columns = (d * rng.random(n * held) ** 3).astype(np.int32)
    begins = np.arange(0, n * held + 1, held, dtype=np.int32)
    X = sparse.csr_array((rng.random(n * held) + 0.1, columns, begins), shape=(n, d))
    X.sum_duplicates()
    length = np.sqrt(np.asarray(X.multiply(X).sum(axis=1)).ravel())
    X = X.multiply(1.0 / length[:, None]).tocsr()
    f = X @ rng.normal(size=d)
    return X, np.where(f + 0.3 * rng.normal(size=n) > 0, 1.0, -1.0)


def cases(words: list[str]) -> Iterator[LinearCase]:
    """Yield the rows whose name contains all the words, and those of the folders among the words."""
    folders = [Path(word) for word in words if Path(word).is_dir()]
    wanted = [word for word in words if not Path(word).is_dir()]
    if not folders:
        yield from _made(wanted)
    for path in sorted(path for folder in folders for path in folder.iterdir()):
        if all(word in path.name for word in wanted):
            yield from _read(path)


def _made(wanted: list[str]) -> Iterator[LinearCase]:
    makers: dict[str, tuple[Callable[[], tuple[Any, Vector]], tuple[float, ...]]] = {
        "taylor 20000 x 232": (taylor_points, (1.0, 32.0)),
        "dense 10000 x 501": (lambda: dense_points(10_000, 500), (1.0,)),
        "dense 10000 x 2001": (lambda: dense_points(10_000, 2000), (1.0,)),
        "sparse 50000 x 20000": (lambda: sparse_points(50_000, 20_000, 49), (1.0, 10.0)),
    }
    for name, (make, penalties) in makers.items():
        for C in penalties:
            for loss in ("hinge", "squared_hinge"):
                for kind in (np.float32, np.float64):
                    title = f"{name} C={C:g} {loss} {np.dtype(kind).name}"
                    if all(word in title for word in wanted):
                        X, y = make()
                        yield LinearCase(title, X.astype(kind), y, C, loss)


def _read(path: Path) -> Iterator[LinearCase]:
    """Yield a set of two classes, or nothing."""
    if ".t" in path.name:
        return
    try:
        with lzma.open(path) if path.suffix == ".xz" else path.open("rb") as file:
            X, label = load_svmlight_file(file)
    except ValueError:
        return
    if len(set(label)) == 2 and len(label) >= SMALLEST:
        y = np.where(label == label.max(), 1.0, -1.0)
        X.indices, X.indptr = X.indices.astype(np.int32), X.indptr.astype(np.int32)  # LIBLINEAR accepts no others
        for loss in ("hinge", "squared_hinge"):
            yield LinearCase(f"{path.name.split('.')[0]} {X.shape[0]} x {X.shape[1]} {loss}", X.tocsr(), y, 1.0, loss)


def contestants(case: LinearCase) -> dict[str, Callable[[float], WeightsFit]]:
    """Return the contestants by name, tolerance -> fit; ours first."""

    def ours(tolerance: float) -> WeightsFit:
        def fit() -> Weights:
            form = c_svc_form(case.y, len(case.y), case.C, loss=case.loss)
            found = train_linear(form, case.X, 1.0, tolerance, EPOCHS)
            return found.w, found.b

        return fit

    def theirs(dual: bool) -> Callable[[float], WeightsFit]:
        def make(tolerance: float) -> WeightsFit:
            def fit() -> Weights:
                options = {"C": case.C, "loss": case.loss, "dual": dual, "tol": tolerance, "max_iter": EPOCHS}
                model = LinearSVC(random_state=0, **options).fit(case.X, case.y)
                return model.coef_.ravel(), float(model.intercept_[0])

            return fit

        return make

    found = {"ours": ours, "LinearSVC": theirs(dual=True)}
    return found if case.loss == "hinge" else {**found, "LinearSVC primal": theirs(dual=False)}


def loosest(case: LinearCase, make: Callable[[float], WeightsFit], best: float) -> dict[float, float]:
    """Return the loosest sufficient tolerance for each target that is reached."""
    reached: dict[float, float] = {}
    for tolerance in LADDER:
        begun = time.perf_counter()
        excess = case.excess(make(tolerance)(), best)
        for target in TARGETS:
            if excess <= target:
                reached.setdefault(target, tolerance)
        if len(reached) == len(TARGETS) or time.perf_counter() - begun > PATIENCE:
            break
    return reached


def measure(case: LinearCase) -> int:
    """Print the rows of a case: each target, each contestant; return how many targets ours does not reach."""
    missed = 0
    form = c_svc_form(case.y, len(case.y), case.C, loss=case.loss)
    proof = linear_certify(form, case.X, train_linear(form, case.X, 1.0, 1e-5, 10 * EPOCHS).alpha)
    print(f"{case.name}: D* = {-proof.dual:.9g}, proved to {proof.relative_gap:.0e}", flush=True)
    makers = contestants(case)
    tolerances = {name: loosest(case, make, -proof.dual) for name, make in makers.items()}
    for target in TARGETS:
        fits = {name: makers[name](found[target]) for name, found in tolerances.items() if target in found}
        if "ours" not in fits:
            print(f"  {target:.0e} not reached by ours in time")
            missed += 1
            continue
        wall, work = take_turns(fits)
        for name in makers:
            if name not in fits:
                print(f"  {target:.0e} {name:>17} not reached in time")
                continue
            typical, least = median(wall[name]), min(work[name])
            ratio = f"{typical / median(wall['ours']):5.1f} ({least / max(min(work['ours']), 1e-9):5.1f})"
            text = f"{1e3 * typical:9.1f} ({1e3 * least:9.1f}) ms x{ratio}"
            print(f"  {target:.0e} {name:>17} tol {tolerances[name][target]:<6g} {text}", flush=True)
    return missed


def take_turns(fits: dict[str, WeightsFit]) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """Return wall and processor times of interleaved fits."""
    wall: dict[str, list[float]] = {name: [] for name in fits}
    work: dict[str, list[float]] = {name: [] for name in fits}
    begun = time.perf_counter()
    while len(wall["ours"]) < FEWEST or (time.perf_counter() - begun < SECONDS and len(wall["ours"]) < MOST):
        for name, fit in fits.items():
            spent, seen = time.process_time(), time.perf_counter()
            fit()
            wall[name].append(time.perf_counter() - seen)
            work[name].append(time.process_time() - spent)
    return wall, work


def main(words: list[str] | None = None) -> int:
    """Print the table, or the rows named by the words; return 1 if ours does not reach a target."""
    warnings.filterwarnings("ignore", message="Liblinear failed to converge")
    asked = words or []
    print("of wall time medians, (minima of CPU time)")
    missed = 0
    for mode in modes(asked):
        with running(mode):
            for case in cases([word for word in asked if not word.startswith("--")]):
                missed += measure(case)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
