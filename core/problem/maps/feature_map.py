"""The protocol of feature maps, and the rows that they read and write."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray
from scipy import sparse

from ...lowlevel.prefault import prefaulted
from ..arrays import Matrix
from ..gram import inner_gram

Dense: TypeAlias = NDArray[np.floating[Any]]  # two dimensions, float64 or float32
Rows: TypeAlias = Any  # (n, d): a table of numbers, or a SciPy sparse array or matrix
Features: TypeAlias = Any  # (n, D): dense in C order, or CSR if the rows are sparse and the map keeps zeros

CACHED = 32 << 20  # bytes of features that the caches probably hold until they are read
BLOCK_BYTES = 64 << 20  # of features at a time, for a Gram matrix


class FeatureMap(Protocol):
    """A map Phi from points to features; K(x, z) = Phi(x).Phi(z) makes it a kernel too."""

    @property
    def always_psd(self) -> bool:
        """True: an inner product of features is positive semidefinite."""

    def dimension(self, d: int) -> int:
        """Return the number of features of a point with d coordinates."""

    def operations(self, n: int, d: int) -> int:
        """Return the multiplications, additions and function calls for the features of n points in d coordinates."""

    def largest(self, n: int, d: int, numbers: int) -> tuple[str, int]:
        """Return the letter of the parameter to lower, and its value at which n points have `numbers` features."""

    def features(self, X: Rows, out: Dense | None = None) -> Features:
        """Return Phi of the rows of X (n, d), shape (n, dimension(d)); written into `out` if given."""

    def gram(self, A: Matrix, B: Matrix) -> Matrix:
        """Return Phi(a).Phi(b) for all rows a of A (len(A), d) and b of B (len(B), d), shape (len(A), len(B))."""


def dense_rows(X: ArrayLike) -> Dense:
    """Return X (n, d) in C order; float32 stays, everything else becomes float64."""
    array = np.asarray(X)
    return np.ascontiguousarray(array, precision(array))


def precision(X: Rows) -> np.dtype[Any]:
    """Return the type of the features of X."""
    return np.dtype(np.float32 if X.dtype == np.float32 else np.float64)


def sparse_rows(X: Rows) -> Any:  # noqa: ANN401 - SciPy's sparse classes are not typed
    """Return a sparse X (n, d) as CSR with sorted columns and without stored zeros."""
    rows = X.tocsr().astype(precision(X))
    if rows.nnz and not (rows.has_canonical_format and bool(np.all(rows.data))):
        rows = rows.copy() if rows is X else rows
        rows.sum_duplicates()
        rows.eliminate_zeros()
    return rows


def room(out: Dense | None, shape: tuple[int, int], dtype: DTypeLike) -> Dense:
    """Return the array to write into: the given one, if it fits exactly, or a new one."""
    if out is None:
        return prefaulted(shape, dtype)
    if out.shape != shape or out.dtype != dtype or not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError(f"out must be a writeable {np.dtype(dtype)} array of shape {shape} in C order")
    return out


def passes_caches(out: Dense | None) -> bool:
    """Tell whether writing the features into a given array would evict everything else from the caches.

    A new array is in the caches already, because the system clears it.
    """
    return out is not None and out.nbytes > CACHED


def no_room(out: Dense | None) -> None:
    """Refuse a given array if the features of sparse rows stay sparse."""
    if out is not None:
        raise ValueError("features of sparse rows are sparse: they cannot be written into a given array")


def blocks(n: int, row_bytes: int, block_bytes: int = BLOCK_BYTES) -> Iterator[slice]:
    """Split n rows into blocks of at most `block_bytes`, at least one row each."""
    step = max(1, block_bytes // max(row_bytes, 1))
    for begin in range(0, n, step):
        yield slice(begin, min(begin + step, n))


def block_of(X: Rows, rows: slice) -> Dense:
    """Return some rows of X as a dense block."""
    return dense_rows(X[rows].toarray() if sparse.issparse(X) else X[rows])


def inner_products(phi: FeatureMap, A: Matrix, B: Matrix) -> Matrix:
    """Return Phi(A) Phi(B)', a block of both at a time, so that the table of all features is never built."""
    row_bytes = 8 * phi.dimension(A.shape[1])
    if row_bytes * max(len(A), len(B)) <= BLOCK_BYTES:
        Z = phi.features(A)
        return inner_gram(Z, Z if A is B else phi.features(B))
    gram = np.empty((len(A), len(B)))
    for columns in blocks(len(B), row_bytes):
        right = phi.features(B[columns])
        for rows in blocks(len(A), row_bytes):
            gram[rows, columns] = inner_gram(phi.features(A[rows]), right)
    return gram
