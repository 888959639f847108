"""A kernel matrix from a file, and the labels that stand beside it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...problem import InputError
from ...problem.arrays import Matrix, Vector
from ...problem.asymmetry import asymmetry
from ...problem.proof.kernel_rounding import EPS
from ...problem.validation import LARGEST_KERNEL_VALUE
from .theory import Known

MOST = 200  # rows


class MatrixOfFile(NamedTuple):
    """A matrix that was given."""

    known: Known
    y: Vector | None  # (n,) the labels, +1 and -1; None if none were given
    apart: float  # the largest |K_ij - K_ji|, which rounding explains


def given_matrix(numbers: Matrix) -> MatrixOfFile:
    """Return the symmetric matrix of a table (n, n), or (n, n + 1) where the last column has the labels.

    The numbers count as exact, but for what they differ from symmetric. `InputError`, with the worst entry, for a table
    that is not square, too large, not finite, or not symmetric but for rounding.
    """
    rows, columns = numbers.shape
    y = None
    if columns == rows + 1 and np.isin(numbers[:, -1], (1.0, -1.0)).all():
        y, numbers = np.array(numbers[:, -1]), numbers[:, :-1]
    elif columns == rows + 1:
        sentence = "The matrix is {rows}×{columns}; a column beside a square may only hold labels, 1 and -1."
        raise InputError("matrix.labels", sentence, rows=rows, columns=columns)
    elif rows != columns:
        raise InputError(
            "precomputed.not_square",
            "The Gram matrix is {rows}×{columns}; it must be square.",
            rows=rows,
            columns=columns,
        )
    if rows > MOST:
        raise InputError("matrix.large", "The matrix has {rows} rows; at most {most} are taken.", rows=rows, most=MOST)
    K = np.array(numbers, dtype=np.float64, order="C")
    out = ~(np.abs(K) <= LARGEST_KERNEL_VALUE)
    if out.any():
        i, j = divmod(int(out.argmax()), rows)
        raise InputError(
            "matrix.not_a_number", "The entry in row {i}, column {j} is not a finite number.", i=i + 1, j=j + 1
        )
    found = asymmetry(K, EPS)
    if found.apart > found.allowed:
        i, j = found.i, found.j
        raise InputError(
            "matrix.not_symmetric",
            "Row {i}, column {j} has {one}, and row {j}, column {i} has {other}; rounding explains {allowed} at most.",
            i=i + 1,
            j=j + 1,
            one=float(K[i, j]),
            other=float(K[j, i]),
            allowed=found.allowed,
        )
    K, error = 0.5 * (K + K.T), 0.5 * np.abs(K - K.T)
    K.flags.writeable = False
    return MatrixOfFile(Known(K, error + EPS * np.abs(K) * (error > 0.0)), y, found.apart)
