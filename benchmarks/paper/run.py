"""Measure the experiments of the paper on choosing gamma with Fourier features, and write them into one file.

``python -m benchmarks paper --data FOLDER`` uses some of the rows of each set, as many as a quarter of an hour on one
core allows; ``--rows 0 --tests 0`` uses whole sets, which takes days for the largest. The file is replaced only at
the end: an interrupted run keeps the old one.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.occasion import begun, ended
from benchmarks.results.sets import libsvm_file
from core.problem import FourierMap, Gaussian
from core.problem.arrays import Matrix, Vector
from core.selection import Grid, Learner, Strategy, grid_of
from core.topics.choosing.experiment import Searched, SearchTask, search_task, searched
from core.topics.fourier.theory import mse_constant
from core.topics.fourier.view import measured_points, roll_errors
from pages.paper.measurements import MEASURED, Experiments, MethodAtSize, MethodOnSet, RowsOfSet, Settings
from pages.paper.now import DRAWING, NARROW, RANKS, strategy_of_method
from pages.paper.printed import COLUMNS, FIGURE_GAMMA, FOLDS, GAMMAS, PENALTIES, REPETITIONS, SETS, SIZED
from ui.page.measured.file import Occasion

COMPONENTS = (10, 20, 50, 100, 200, 300, 400, 600, 800, 1200, 2000)
ROLLS = 10
ROWS, TESTS = 1100, 2000  # most rows of a set: mg, housing and mpg are complete
SIZES = (125, 250, 500, 1000, 2000)  # of figures 3 and 4
LEARNERS = {"regression": Learner.REGRESSION, "classification": Learner.SVM}
FILES = {  # if the name of the file is not that of the set; a test file has the suffix .t
    "letter": "letter.scale",
    "shuttle": "shuttle.scale",
    **{name: f"{name}_scale" for name in ("mg", "abalone", "housing", "space_ga", "cpusmall", "mpg")},
}
OWN_TEST = ("ijcnn1", "a8a", "letter", "w7a", "shuttle")


@dataclass(frozen=True, eq=False)
class DividedRows:
    """All rows of a set in a fixed shuffled order: the training rows, and the test rows."""

    X: Matrix
    y: Vector
    X_test: Matrix
    y_test: Vector
    divided: bool  # the set has no test rows of its own

    def first(self, rows: int, tests: int) -> DividedRows:
        """Return the first rows of each part; 0 means all."""
        own, other = rows or len(self.y), tests or len(self.y_test)
        return DividedRows(self.X[:own], self.y[:own], self.X_test[:other], self.y_test[:other], self.divided)


def rows_of(folder: Path, name: str) -> DividedRows | None:
    """Return the rows of a set of table 1; None if one of its files is not in the folder.

    A set without test rows of its own is divided in the paper's proportion.
    """
    file, line, rng = FILES.get(name, name), SETS[name], np.random.default_rng(0)
    own = libsvm_file(folder, file, line.d)
    other = libsvm_file(folder, f"{file}.t", line.d) if name in OWN_TEST else None
    if own is None or (name in OWN_TEST and other is None):
        return None
    X, y = own[0].toarray(), own[1]
    order = rng.permutation(len(y))
    if other is not None:
        seen = rng.permutation(len(other[1]))
        return DividedRows(X[order], y[order], other[0].toarray()[seen], other[1][seen], divided=False)
    train = round(len(y) * line.train / (line.train + line.test))
    return DividedRows(X[order[:train]], y[order[:train]], X[order[train:]], y[order[train:]], divided=True)


class Wanted(NamedTuple):
    """The options of the command line."""

    settings: Settings
    sets: tuple[str, ...]
    sizes: tuple[int, ...]

    @property
    def grid(self) -> Grid:
        """The grid of the methods."""
        return grid_of(self.settings.gammas, self.settings.penalties, self.settings.ranks)


def main(arguments: list[str] | None = None) -> int:
    """Measure, and replace the file."""
    parser = argparse.ArgumentParser(
        "python -m benchmarks paper", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, help="folder with the public sets in LIBSVM's format, plain, .xz or .bz2")
    parser.add_argument("--sets", nargs="+", choices=list(SETS), default=list(SETS), help="these sets only")
    parser.add_argument("--rows", type=int, default=ROWS, help="training rows of a set at most; 0: all")
    parser.add_argument("--tests", type=int, default=TESTS, help="test rows of a set at most; 0: all")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES), help="training rows of figures 3 and 4")
    parser.add_argument("--repetitions", type=int, default=REPETITIONS, help="of the methods that draw something")
    parser.add_argument("--into", type=Path, default=MEASURED.path, help="the file")
    given = parser.parse_args(arguments or [])
    if min(given.rows, given.tests) < 0 or min(given.repetitions, *given.sizes) < 1:
        parser.error("rows and tests are 0 or more, repetitions and sizes 1 or more")
    if given.data is None:
        print("needs --data FOLDER; the file stays as it is")
        return 0
    settings = Settings(FOLDS, given.repetitions, GAMMAS, PENALTIES, RANKS, given.rows, given.tests)
    experiments = measured(given.data, Wanted(settings, tuple(given.sets), tuple(given.sizes)))
    if not experiments.sets:
        print("the folder holds none of the sets; the file stays as it is")
        return 1
    replace(MEASURED, path=given.into).write(experiments)
    print(f"{experiments.taken.seconds:.0f} s, load {experiments.taken.load_before:.2f} before")
    return 0


def measured(folder: Path, wanted: Wanted) -> Experiments:
    """Run every method on every available set, and on growing parts of two of them."""
    began, taken = time.perf_counter(), begun(Occasion, "python -m benchmarks paper --data FOLDER")
    sets, cells, sizes, absent = list[RowsOfSet](), list[MethodOnSet](), list[MethodAtSize](), list[str]()
    for name in wanted.sets:
        rows = rows_of(folder, name)
        if rows is None:
            absent.append(name)
            continue
        sets.append(_set(name, rows, wanted.settings))
        cells += _cells(name, rows.first(wanted.settings.most_rows, wanted.settings.most_tests), wanted)
        if name in SIZED.values():
            sizes += _sizes(name, rows, wanted)
    rows_and_runs = (tuple(sets), tuple(cells), tuple(sizes), tuple(absent))
    return Experiments(ended(taken, began), wanted.settings, COMPONENTS, ROLLS, *rows_and_runs)


def _set(name: str, rows: DividedRows, settings: Settings) -> RowsOfSet:
    """Return the properties of a set, with the error of K' over D at gamma = 1."""
    part, (n, d), t = rows.first(settings.most_rows, settings.most_tests), rows.X.shape, len(rows.y_test)
    targets = np.concatenate([rows.y, rows.y_test])
    X = measured_points(part.X)
    rolls = [roll_errors(X, FourierMap(FIGURE_GAMMA, COMPONENTS[-1], seed), COMPONENTS).mse for seed in range(ROLLS)]
    return RowsOfSet(
        data=name,
        counted=(d, n, t),
        divided=rows.divided,
        used=(len(part.y), len(part.y_test)),
        variance=float(targets.var()) if SETS[name].task == "regression" else None,
        constant=mse_constant(Gaussian(FIGURE_GAMMA).gram(X, X)),
        points=len(X),
        mse=tuple(float(value) for value in np.mean(rolls, axis=0)),
    )


def _task(name: str, rows: DividedRows, wanted: Wanted) -> SearchTask:
    learner = LEARNERS[SETS[name].task]
    return search_task((rows.X, rows.y), (rows.X_test, rows.y_test), wanted.settings.folds, learner)


def _cells(name: str, rows: DividedRows, wanted: Wanted) -> Iterator[MethodOnSet]:
    task = _task(name, rows, wanted)
    for method in COLUMNS:
        seeds = range(wanted.settings.repetitions if method in DRAWING else 1)
        searched(task, strategy_of_method(method, task.choosing, 0), NARROW)  # compile before timing
        cell = MethodOnSet(
            name, method, tuple(_run(task, strategy_of_method(method, task.choosing, seed), wanted) for seed in seeds)
        )
        print(_console(cell), flush=True)
        yield cell


def _sizes(name: str, rows: DividedRows, wanted: Wanted) -> Iterator[MethodAtSize]:
    for size in (size for size in wanted.sizes if size <= len(rows.y)):
        task = _task(name, rows.first(size, wanted.settings.most_tests), wanted)
        for method in COLUMNS:
            one = MethodAtSize(name, method, size, _run(task, strategy_of_method(method, task.choosing, 0), wanted))
            print(f"{name:10}{method:10}{size:6} rows {one.run.seconds:8.2f} s, error {one.run.error:.4g}", flush=True)
            yield one


def _run(task: SearchTask, strategy: Strategy, wanted: Wanted) -> Searched:
    run = searched(task, strategy, wanted.grid)
    assert run is not None  # it is never cancelled
    return run


def _console(cell: MethodOnSet) -> str:
    errors, times = ([one.error for one in cell.runs], [one.seconds for one in cell.runs])
    return f"{cell.data:10}{cell.method:10}{_spread(times)} s, error {_spread(errors)} in {len(cell.runs)}"


def _spread(values: Sequence[float]) -> str:
    return f"{np.mean(values):8.4g} ± {np.std(values):.2g}"
