"""The experiment of the paper on the approximate Gaussian kernel, on our rows, with our own solvers.

LINEAR, GAUSS-m and POLY-2 are dual coordinate descent on the rows themselves, their Taylor features and their quadratic
features, with a constant feature 1 for the offset; KERNEL is the trainer on the Gaussian. C and gamma are the
printed ones, and those found by cross-validation on a sample of the rows with a coarser grid.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.results import linear_solvers as lines
from benchmarks.results.judge import accuracy, kernel_values
from benchmarks.results.printed import CUBIC, CUBIC_ACCURACY, DOUBTFUL, METHODS, TABLE_1, TABLE_2, TABLE_3
from benchmarks.results.sets import Sample, public
from core.problem import Gaussian, PolynomialMap, TaylorMap, c_svc_form
from core.problem.arrays import Vector
from core.selection import folds
from core.solver import Outcome, train
from core.solver.linear.train import train_linear
from pages.results.measurements import Cell, Paper, PaperSet, Printed, SectionTaken, Trial

LINEAR_TOLERANCE, KERNEL_TOLERANCE = 0.1, 1e-3  # LIBLINEAR's and LIBSVM's own
EPOCHS = 1000
CACHE_BYTES = 1_000_000_000
ROWS, FOLDS = 1000, 5  # of the cross-validation
QUICK_ROWS = 500  # of a quick look, instead of all training rows
PENALTIES = tuple(2.0**k for k in range(-5, 11, 2))  # every second one of the paper's, which all have odd exponents
GAMMAS = tuple(2.0**k for k in range(-9, 6, 2))
LONG = 10.0  # seconds
PATIENCE = 60.0  # seconds for the cross-validation of one method on one set; the results until then count
SETS = ("a9a", "ijcnn1", "mnist38", "covtype")
MOST_NUMBERS, MOST_HELD = 500_000_000, 100_000_000  # nonzero features: of an epoch, and in memory


class PaperTraining(NamedTuple):
    """One training."""

    decide: Callable[[Any], Vector]  # rows -> f
    seconds: float
    iterations: int
    size: int
    stopped: bool


def paper(taken: SectionTaken, folder: Path | None, quick: bool) -> Paper:
    """Run everything on the available sets."""
    samples = {name: public(folder, name) if folder else None for name in SETS}
    cells = [cell for name in TABLE_1 for cell in _cells(name, samples.get(name), quick)]
    sets = tuple(_set(name, samples.get(name)) for name in TABLE_1)
    return Paper(taken, sets, tuple(cells), LINEAR_TOLERANCE, KERNEL_TOLERANCE, EPOCHS, ROWS, FOLDS)


def _set(name: str, sample: Sample | None) -> PaperSet:
    counted = None
    if sample is not None:
        filled = sample.X.nnz / len(sample.y)
        counted = tuple(map(float, (sample.X.shape[1], filled, len(sample.y), len(sample.truth))))
    printed = tuple(map(float, TABLE_1[name]))
    sample_only = counted is not None and counted[2] < printed[2]
    return PaperSet(name, printed, counted, TABLE_3[name], DOUBTFUL.get(name, ()), sample_only)


def _cells(name: str, sample: Sample | None, quick: bool) -> Iterator[Cell]:
    for method in (METHODS[0], METHODS[1], CUBIC, *METHODS[2:]):
        printed = TABLE_2[name].get(method)
        if method == CUBIC and name in CUBIC_ACCURACY:
            best = TABLE_2[name]["GAUSS-2"]
            printed = Printed(CUBIC_ACCURACY[name], best.C, best.gamma)
        trials: list[Trial] = []
        if sample is not None:
            parameters = printed or TABLE_2[name]["GAUSS-2"]
            rows = sample.first(QUICK_ROWS) if quick else sample
            trials.append(_trial(method, rows, parameters.C, parameters.gamma, None))
            if not quick and trials[0].why_not is None:
                trials.append(_trial(method, rows, *_chosen(method, sample.first(ROWS))))
        cell = Cell(name, method, printed, tuple(trials))
        print("\n".join(_console(cell)), flush=True)
        yield cell


def _trial(method: str, sample: Sample, C: float, gamma: float | None, searched: float | None) -> Trial:
    gamma = None if method == "LINEAR" else gamma
    if numbers(sample.X, order_of(method)) > MOST_NUMBERS:
        return Trial(False, C, gamma, why_not="room")
    few = sample.first(ROWS)
    trained(method, few.X, few.y, C, gamma)  # compile or load before timing
    run = trained(method, sample.X, sample.y, C, gamma)
    if run.seconds < LONG:
        run = min(run, trained(method, sample.X, sample.y, C, gamma), key=lambda one: one.seconds)
    right = 100 * accuracy(run.decide(sample.unseen), sample.truth)
    measured = (right, run.seconds, run.iterations, run.size, run.stopped)
    return Trial(searched is not None, C, gamma, *measured, None, searched)


def order_of(method: str) -> int:
    """Return the degree of the features: 1 for the rows themselves, 0 for KERNEL."""
    return {"LINEAR": 1, "GAUSS-2": 2, CUBIC: 3, "POLY-2": 2, "KERNEL": 0}[method]


def numbers(X: Any, m: int) -> float:  # noqa: ANN401 - CSR
    """Return the number of nonzero features of degree at most m: C(z + m, m) for a row with z nonzero numbers."""
    z = np.diff(X.indptr).astype(float)
    return float(np.sum(np.prod([(z + k) / k for k in range(1, m + 1)], axis=0)))


def trained(method: str, X: Any, y: Vector, C: float, gamma: float | None, epochs: int = EPOCHS) -> PaperTraining:  # noqa: ANN401
    """Train one method; the seconds include the feature map, but not compilation."""
    if method == "KERNEL":
        return _kernel(X, y, C, gamma or 1.0)
    return _mapped(method, X, y, C, gamma or 1.0, epochs)


def _kernel(X: Any, y: Vector, C: float, gamma: float) -> PaperTraining:  # noqa: ANN401
    begun = time.perf_counter()
    done = train(c_svc_form(y, len(y), C), X, Gaussian(gamma), KERNEL_TOLERANCE, CACHE_BYTES)
    seconds, coef = time.perf_counter() - begun, done.alpha * y

    def decide(points: Any) -> Vector:  # noqa: ANN401
        return kernel_values(X, gamma, coef, points) + done.b

    return PaperTraining(decide, seconds, done.steps, int(np.count_nonzero(coef)), done.outcome != Outcome.OPTIMAL)


def _mapped(method: str, X: Any, y: Vector, C: float, gamma: float, epochs: int) -> PaperTraining:  # noqa: ANN401
    m = order_of(method)
    phi = None if m == 1 else PolynomialMap(2, gamma, 1.0) if method == "POLY-2" else TaylorMap(gamma, m)
    rows = X.astype(np.float32)  # half the memory

    def features(points: Any) -> Any:  # noqa: ANN401
        return points if phi is None else phi.features(points)

    begun = time.perf_counter()
    if phi is not None and numbers(X, m) > MOST_HELD:  # computed again whenever they are needed
        done = train_linear(c_svc_form(y, len(y), C), rows, lines.BIAS, LINEAR_TOLERANCE, epochs, 0, phi=phi)
    else:
        done = train_linear(c_svc_form(y, len(y), C), features(rows), lines.BIAS, LINEAR_TOLERANCE, epochs, 0)
    seconds, w = time.perf_counter() - begun, done.w

    def decide(points: Any) -> Vector:  # noqa: ANN401
        parts = [slice(begin, begin + 2000) for begin in range(0, points.shape[0], 2000)]
        return np.concatenate([features(points[part].astype(np.float32)) @ w for part in parts]) + done.b

    return PaperTraining(decide, seconds, done.epochs, len(w), done.outcome != Outcome.OPTIMAL)


def _chosen(method: str, sample: Sample) -> tuple[float, float | None, float]:
    """Return C and gamma with the best accuracy over the folds, the smallest of several.

    Also return the share of the grid that was evaluated within `PATIENCE`.
    """
    part, until = folds(sample.y, FOLDS), time.monotonic() + PATIENCE
    gammas: tuple[float | None, ...] = (None,) if method == "LINEAR" else GAMMAS
    grid = sorted(product(PENALTIES, gammas), key=lambda one: one[0])  # small penalties train fast
    best, chosen = -1.0, grid[0]
    for at, (C, gamma) in enumerate(grid):
        if time.monotonic() > until:
            return *chosen, at / len(grid)
        right = 0.0
        for k in range(FOLDS):
            seen, unseen = np.flatnonzero(part != k), np.flatnonzero(part == k)
            run = trained(method, sample.X[seen], sample.y[seen], C, gamma, epochs=100)
            right += accuracy(run.decide(sample.X[unseen]), sample.y[unseen]) * len(unseen)
        if right > best + 1e-9:
            best, chosen = right, (C, gamma)
    return *chosen, 1.0


def _console(cell: Cell) -> Iterator[str]:
    printed = f"printed {cell.printed.accuracy:.2f} %" if cell.printed else "not printed"
    yield f"{cell.data:10}{cell.method:8} {printed}"
    for trial in cell.trials:
        kind = "chosen" if trial.chosen else "as printed"
        gamma = "" if trial.gamma is None else f" gamma {trial.gamma:g}"
        if trial.accuracy is None or trial.seconds is None:
            yield f"{'':20}{kind:11} C {trial.C:g}{gamma}: does not fit"
            continue
        numbers = f"{trial.accuracy:.2f} % in {trial.seconds:.2f} s, {trial.iterations} iterations, size {trial.size}"
        yield f"{'':20}{kind:11} C {trial.C:g}{gamma}: {numbers}{', stopped' if trial.stopped else ''}"
