"""Rows of the kernel matrix for the working sets: K[active, W] times a step, in blocks, in float32, summed in float64.

One interface. PlaneRows: two or three coordinates, computed on the spot and never stored. What costs more is kept, see
`stored_rows`. `Called` is the slow way for any kernel with a `gram`.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias

import numpy as np

from ....problem import Kernel, Precomputed
from ....problem.arrays import Indices, Matrix, Vector
from ....problem.fast_decision import add_gaussians, unit_of
from .formula import GAUSSIAN, formula
from .loops import Floats, plane_values
from .stored import Csr, Narrow, Sparse, StoredMatrix

PLANE = 3  # up to so many coordinates a row costs no more than reading it
SPARSE_SHARE = 0.25  # of nonzeros; with more of them a matrix product is quicker
NARROW = 64  # coordinates
CANCELS = 1e5  # gamma |x|^2 from which |x|^2 - 2 x.z + |z|^2 loses too many digits
ROUNDS = 1e8  # gamma |x|^2 from which x - mean is rounded by more than 1e-12 of a width
EXACT_POINTS, EXACT_OTHERS = 256, 1024  # of kernel values in float64, 2 MB at a time
TILE_PRODUCTS = 1 << 28  # in float64 between two looks at the cancel flag, some hundredths of a second
AnyPoints: TypeAlias = Matrix | Csr


class KernelRows(Protocol):
    """Kernel rows over the active points."""

    count: int  # of all points
    cost: int  # products in a kernel value

    @property
    def lengths(self) -> Vector:
        """|x|^2 of all points, from where the rows are computed, (n,): with it grows how wrong float32 is."""

    def block(self, chosen: Indices, first: int, K: Floats) -> None:
        """Write the kernel of the chosen points (places among the active) with those from `first` on into K.

        K is (q, q or more): columns from `first` on, on and above the diagonal. What is below it there may be lost.
        """

    def add(self, chosen: Indices, steps: Vector, pull: Vector, cancel: Indices) -> int:
        """Add sum_k steps_k K(x_t, x_chosen_k) to pull_t for all active t; return how many rows were computed."""

    def elsewhere(self, points: Indices, chosen: Indices, steps: Vector, cancel: Indices) -> Vector:
        """Return the same sum for points that are not active; here all are numbered as at first."""

    def exact(self, points: Indices, others: Indices) -> Matrix:
        """Return K of two sets of points, numbered as at first, in float64."""

    def shrink(self, kept: Indices) -> None:
        """Keep only these of the active points, ascending."""

    def restore(self) -> None:
        """Make all points active again."""


class PlaneRows:
    """Rows of a Gaussian in a few coordinates."""

    def __init__(self, X: Matrix, gamma: float) -> None:
        middle = X.mean(axis=0)  # the kernel does not see it, and float32 is most exact around zero
        self.count, self.cost = X.shape
        self._fine = np.ascontiguousarray(unit_of(gamma) * (X - middle).T)
        self._all = self._fine.astype(np.float32)
        self._X = self._all

    @property
    def lengths(self) -> Vector:
        """See `Rows.lengths`."""
        return np.asarray(np.einsum("ij,ij->j", self._fine, self._fine))

    def block(self, chosen: Indices, first: int, K: Floats) -> None:
        """See `KernelRows.block`."""
        plane_values(self._X, chosen, chosen[first:], K, first)

    def add(self, chosen: Indices, steps: Vector, pull: Vector, cancel: Indices) -> int:
        """See `KernelRows.add`."""
        add_gaussians(self._X, np.ascontiguousarray(self._X[:, chosen]), steps, pull, cancel)
        return len(chosen)

    def elsewhere(self, points: Indices, chosen: Indices, steps: Vector, cancel: Indices) -> Vector:
        """See `KernelRows.elsewhere`."""
        pull = np.zeros(len(points))
        X, z = (np.ascontiguousarray(self._all[:, some]) for some in (points, chosen))
        add_gaussians(X, z, steps, pull, cancel)
        return pull

    def exact(self, points: Indices, others: Indices) -> Matrix:
        """See `KernelRows.exact`."""
        K = np.empty((len(points), len(others)))
        plane_values(self._fine, points, others, K)
        return K

    def shrink(self, kept: Indices) -> None:
        """See `KernelRows.shrink`."""
        self._X = np.ascontiguousarray(self._X[:, kept])

    def restore(self) -> None:
        """See `KernelRows.restore`."""
        self._X = self._all


class Called:
    """Rows of any kernel at all, by its `gram`, in float64: the slow way."""

    def __init__(self, X: Matrix, kernel: Kernel) -> None:
        self.count, self.cost = X.shape
        self._fine, self._kernel = X, kernel
        self._active = np.arange(len(X))

    @property
    def lengths(self) -> Vector:
        """See `Rows.lengths`: here nothing is computed in float32."""
        return np.zeros(self.count)

    def _gram(self, points: Indices, others: Indices) -> Matrix:
        if isinstance(self._kernel, Precomputed):
            return np.asarray(self._fine[np.ix_(points, others)])
        return np.asarray(self._kernel.gram(self._fine[points], self._fine[others]))

    def block(self, chosen: Indices, first: int, K: Floats) -> None:
        """See `KernelRows.block`."""
        K[:, first : len(chosen)] = self._gram(self._active[chosen], self._active[chosen[first:]])

    def add(self, chosen: Indices, steps: Vector, pull: Vector, cancel: Indices) -> int:
        """See `KernelRows.add`."""
        pull += self.elsewhere(self._active, self._active[chosen], steps, cancel)
        return len(chosen)

    def elsewhere(self, points: Indices, chosen: Indices, steps: Vector, cancel: Indices) -> Vector:
        """See `KernelRows.elsewhere`."""
        return exact_pull(self, points, chosen, steps, cancel)

    def exact(self, points: Indices, others: Indices) -> Matrix:
        """See `KernelRows.exact`."""
        return self._gram(points, others)

    def shrink(self, kept: Indices) -> None:
        """See `KernelRows.shrink`."""
        self._active = self._active[kept]

    def restore(self) -> None:
        """See `KernelRows.restore`."""
        self._active = np.arange(len(self._fine))


def rows_for(X: AnyPoints, kernel: Kernel, cache_bytes: int) -> KernelRows:
    """Return the quickest rows for these points."""
    known = formula(kernel)
    if not isinstance(X, np.ndarray):
        if known is not None and X.nnz <= SPARSE_SHARE * X.shape[0] * X.shape[1]:
            return Sparse(X, known, cache_bytes)
        X = X.toarray()
    if known is None:
        return Called(X, kernel)
    in_plane = known.kind == GAUSSIAN and X.shape[1] <= PLANE
    if known.kind == GAUSSIAN and are_far(X, known.gamma, ROUNDS if in_plane else CANCELS):
        return Called(X, kernel)
    if in_plane:
        return PlaneRows(X, known.gamma)
    return (Narrow if X.shape[1] <= NARROW else StoredMatrix)(X, known, cache_bytes)


def are_far(X: Matrix, gamma: float, most: float) -> bool:
    """Tell whether gamma |x - mean|^2 is more than `most` for a point."""
    apart = np.maximum(X.max(axis=0) - X.min(axis=0), 0.0)
    if gamma * float(apart @ apart) <= most:  # as nearly always; no point is further from the mean
        return False
    from_mean = X - X.mean(axis=0)
    return bool(gamma * np.einsum("ij,ij->i", from_mean, from_mean).max() > most)


def exact_pull(rows: KernelRows, points: Indices, others: Indices, weights: Vector, cancel: Indices) -> Vector:
    """Return K(points, others) @ weights in float64, tile by tile."""
    pull = np.zeros(len(points))
    for top in range(0, len(points), EXACT_POINTS):
        some, here = points[top : top + EXACT_POINTS], pull[top : top + EXACT_POINTS]
        for left in range(0, len(others), EXACT_OTHERS):
            if cancel[0] != 0:
                return pull
            part = slice(left, left + EXACT_OTHERS)
            here += rows.exact(some, others[part]) @ weights[part]
    return pull


def exact_block(rows: KernelRows, points: Indices, cancel: Indices) -> Matrix:
    """Return K of some points with themselves in float64; once cancelled, the missing entries are zero."""
    K = np.zeros((len(points), len(points)))
    step = max(1, TILE_PRODUCTS // max(1, len(points) * rows.cost))
    for begin in range(0, len(points), step):
        if cancel[0] != 0:
            break
        K[begin : begin + step] = rows.exact(points[begin : begin + step], points)
    return K
