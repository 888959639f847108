"""The twelve sets of the paper from a folder of LIBSVM files, and how their rows are divided."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.results.sets import libsvm_file
from core.problem.arrays import Matrix, Vector
from pages.paper.printed import SETS

FILES = {  # where the name of the file is not that of the set; a test file has the ending .t
    "letter": "letter.scale",
    "shuttle": "shuttle.scale",
    **{name: f"{name}_scale" for name in ("mg", "abalone", "housing", "space_ga", "cpusmall", "mpg")},
}
OWN_TEST = ("ijcnn1", "a8a", "letter", "w7a", "shuttle")


@dataclass(frozen=True, eq=False)
class DividedRows:
    """All rows of a set in an order shuffled once: those that may train, and those that may judge."""

    X: Matrix
    y: Vector
    X_test: Matrix
    y_test: Vector
    divided: bool  # the set has no test rows of its own

    def first(self, rows: int, tests: int) -> DividedRows:
        """Return the first rows of either part; 0 stands for all."""
        own, other = rows or len(self.y), tests or len(self.y_test)
        return DividedRows(self.X[:own], self.y[:own], self.X_test[:other], self.y_test[:other], self.divided)


def rows_of(folder: Path, name: str) -> DividedRows | None:
    """Return the rows of a set of table 1; None where a file of it is not in the folder.

    A set without test rows of its own is divided in the proportion that the paper prints.
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
