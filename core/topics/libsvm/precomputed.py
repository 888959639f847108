"""A precomputed kernel on a few points: which matrix the training takes, and which one a prediction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from ...estimators import SVC, to_libsvm
from ...problem import Kernel
from ...problem.arrays import Indices, Matrix, Vector

TRAINED, TESTED = 5, 2  # points
TOLERANCE: Final = 1e-9  # of both machines, so that they may be compared


@dataclass(frozen=True)
class GivenMatrices:
    """Both matrices, and the machine that is trained on one and decides by the other."""

    train: Indices  # (n,) places on the board of the points of the training
    test: Indices  # (k,) of other points
    K: Matrix  # (n, n), for the training
    K_test: Matrix  # (k, n): a row for each new point, a column for each point of the training
    by_matrix: Vector  # (k,) f of the machine that has seen only the matrices
    by_kernel: Vector  # (k,) f of the machine that has the points and the kernel
    training_lines: tuple[str, ...]  # of LIBSVM's data file
    test_lines: tuple[str, ...]
    model: str  # LIBSVM's model file


def given_matrices(X: Matrix, y: Vector, kernel: Kernel, C: float) -> GivenMatrices | None:
    """Return the matrices for the first points (n, 2) of a board, of both classes; None if they are too few."""
    plus, minus = (np.flatnonzero(y == sign) for sign in (1, -1))
    if len(plus) < 1 or len(minus) < 1 or len(y) < TRAINED + 1:
        return None
    first = np.concatenate([plus[:1], minus[:1]])
    rest = np.setdiff1d(np.arange(len(y)), first)
    train = np.sort(np.concatenate([first, rest[: TRAINED - len(first)]]))
    test = rest[TRAINED - len(first) :][:TESTED]
    K, K_test = kernel.gram(X[train], X[train]), kernel.gram(X[test], X[train])
    K = 0.5 * (K + K.T)
    labels = y[train].astype(int)
    by_matrix = SVC(kernel="precomputed", C=C, tol=TOLERANCE).fit(K, labels)
    by_kernel = SVC(kernel=kernel, C=C, tol=TOLERANCE).fit(X[train], labels)
    return GivenMatrices(
        train,
        test,
        K,
        K_test,
        np.asarray(by_matrix.decision_function(K_test)),
        np.asarray(by_kernel.decision_function(X[test])),
        tuple(_line(int(label), serial, row) for serial, (label, row) in enumerate(zip(labels, K, strict=True), 1)),
        tuple(_line(int(label), 0, row) for label, row in zip(y[test].tolist(), K_test, strict=True)),
        to_libsvm(by_matrix),
    )


SHORT: Final = 4  # digits of the lines that are shown


def _line(label: int, serial: int, row: Vector) -> str:
    """Return a line of LIBSVM's file: the serial number as coordinate 0, then K(x, x_1), K(x, x_2), ..."""
    nodes = " ".join(f"{place}:{value:.{SHORT}g}" for place, value in enumerate(row.tolist(), 1))
    return f"{label:+d} 0:{serial} {nodes}"
