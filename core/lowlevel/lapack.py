"""LAPACK without the GIL, which SciPy's own calls hold until they return.

The routines are those that SciPy comes with; a call through ctypes releases the lock. What `numpy.linalg` has (eigh,
svd, qr, solve, inv, cholesky) is taken from there: NumPy releases the lock, too. Least squares of a large matrix are in
`core.solver.smallest_norm`, in pieces made of the panels below.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numba.extending import get_cython_function_address
from numpy.typing import NDArray

Doubles: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.intc]
BLOCKED = 64  # columns at a time inside LAPACK
SMALLEST = 25  # rows of a bidiagonal matrix that LAPACK no longer halves


class Reflections(NamedTuple):
    """Q L Q' = A with L tridiagonal and Q a product of reflections; Q leaves the first row as it is."""

    below: Doubles  # (s, s) in Fortran's order: the reflections stand below the diagonal
    tau: Doubles  # (s - 1,) of each reflection
    diagonal: Doubles  # (s,) of L
    beside: Doubles  # (s - 1,) of L


def tridiagonal(A: Doubles) -> Reflections:
    """Return the reflections that make a symmetric A (s, s) tridiagonal, s >= 2."""
    s = len(A)
    below = np.array(A, order="F", dtype=np.float64)
    diagonal, beside, tau = np.empty(s), np.empty(s - 1), np.empty(s - 1)
    work = np.empty(BLOCKED * s)
    _called("dsytrd", "L", s, below, s, diagonal, beside, tau, work, work.size)
    return Reflections(below, tau, diagonal, beside)


def turned(made: Reflections, columns: Doubles, way: str) -> Doubles:
    """Return Q columns (s, k), or Q' columns for "T"; "N" is Q."""
    s, k = columns.shape
    found = np.array(columns, order="F", dtype=np.float64)
    work = np.empty(BLOCKED * (k + BLOCKED + 1))
    given = (s - 1, k, s - 1, made.below[1:], s, made.tau, found[1:], s, work, work.size)
    _called("dormqr", "L", way, *given)
    return found


def factored(A: Doubles) -> Doubles | None:
    """Return L (n, n) in Fortran's order with L L' = A, for a symmetric A (n, n) whose lower triangle is read.

    The strict upper triangle keeps the entries of A. None if A is not positive definite to working precision.
    """
    L = np.array(A, order="F", dtype=np.float64)
    return L if _called("dpotrf", "L", len(L), L, max(len(L), 1)) == 0 else None


def factor_corner(A: Doubles, rows: Doubles) -> bool:
    """Write L with L L' = A on and below the diagonal of A (k, k), and B L'^-1 into the rows B (m, k) that stand below.

    Both are parts of a matrix in C's order. False where A is not positive definite to working precision.
    """
    k, m, stride = len(A), len(rows), A.strides[0] // A.itemsize  # LAPACK reads columns: it sees the transposed
    if _called("dpotrf", "U", k, A, stride) != 0:
        return False
    if m > 0:
        _routine("cython_blas", "dtrsm", 11)(
            *(_pointer(one) for one in ("L", "U", "T", "N", k, m, 1.0, A, stride, rows, stride))
        )
    return True


def solved(L: Doubles, right: Doubles) -> Doubles:
    """Return the X of L L' X = right (n,) or (n, k), of a factor L (n, n) in C's or in Fortran's order."""
    X = np.array(right, order="F", dtype=np.float64)
    triangle = "L" if L.flags.f_contiguous else "U"
    _called("dpotrs", triangle, len(L), X.size // max(len(L), 1), L, max(len(L), 1), X, max(len(L), 1))
    return X


def reciprocal_condition(L: Doubles, size: float) -> float:
    """Return an estimate of 1 / (|A| |A^-1|) in the norm of the largest column, `size` = |A|, of L L' = A as above."""
    n, found = len(L), np.empty(1)
    whole = np.empty(n, dtype=np.intc)
    _called("dpocon", "L" if L.flags.f_contiguous else "U", n, L, max(n, 1), size, found, np.empty(3 * n), whole)
    return float(found[0])


def pivoted_factor(A: Doubles) -> Doubles:
    """Return L (n, r) with L L' = A up to rounding, of a positive semidefinite A (n, n), largest pivot first.

    r is the numerical rank of A: pivots below n EPS max(A_ii) count as 0.
    """
    n = len(A)
    packed, pivots, rank = np.array(A, order="F", dtype=np.float64), np.empty(n, np.intc), np.empty(1, np.intc)
    _called("dpstrf", "L", n, packed, max(n, 1), pivots, rank, -1.0, np.empty(2 * n))
    factor = np.zeros((n, int(rank[0])))
    factor[pivots - 1] = np.tril(packed[:, : int(rank[0])])
    return factor


def least_squares(A: Doubles, right: Doubles, cut: float) -> Doubles:
    """Return the x (k,) of smallest norm with the smallest |A x - right|, A (m, k), by QR with pivots.

    The rank is that of the largest leading triangle of R whose estimated condition is below 1 / cut.
    """
    (m, k), rank = A.shape, np.empty(1, np.intc)
    left, x = np.array(A, order="F", dtype=np.float64), np.zeros(max(m, k))
    x[:m] = right
    work = np.empty(max(min(m, k) + 2 * k + BLOCKED * (k + 1), 2 * min(m, k) + BLOCKED))
    pivots, large = np.zeros(k, np.intc), max(m, 1)
    _called("dgelsy", m, k, 1, left, large, x, len(x), pivots, cut, rank, work, work.size)
    return x[:k]


def reflect_panel(A: Doubles, count: int, rest: Doubles) -> Doubles:
    """Factor the first columns of A (m, count + ...) by reflections, and apply their transpose to `rest` (m, k).

    Both are parts of matrices in Fortran's order, and are written over: R stands on and above the diagonal, the
    reflections below it. Return tau (count,) of each reflection.
    """
    m, large, k = len(A), A.strides[1] // A.itemsize, rest.shape[1]
    tau, work = np.empty(count), np.empty(BLOCKED * (max(count, k) + BLOCKED + 1))
    _called("dgeqrf", m, count, A, large, tau, work, work.size)
    if k:
        beside = rest.strides[1] // rest.itemsize
        _called("dormqr", "L", "T", m, k, count, A, large, tau, rest, beside, work, work.size)
    return tau


def reflected(below: Doubles, tau: Doubles, columns: Doubles, way: str) -> Doubles:
    """Return Q columns (m, k), or Q' columns for "T", of the reflections (m, s) of `reflect_panel`."""
    m, k = columns.shape
    found = np.array(columns, order="F", dtype=np.float64)
    work = np.empty(BLOCKED * (k + BLOCKED + 1))
    _called("dormqr", "L", way, m, k, len(tau), below, m, tau, found, m, work, work.size)
    return found


class Bidiagonal(NamedTuple):
    """Q B P' = A of a square A, with B upper bidiagonal, Q and P products of reflections."""

    below: Doubles  # (s, s) in Fortran's order: A, and the reflections in its place
    diagonal: Doubles  # (s,) of B
    beside: Doubles  # (s - 1,) of B
    tau_q: Doubles  # (s,) of each reflection
    tau_p: Doubles  # (s,)

    @classmethod
    def of(cls, A: Doubles) -> Bidiagonal:
        """Return what the panels of A (s, s) in Fortran's order are written into, A among it."""
        s = len(A)
        return cls(A, np.empty(s), np.empty(max(s - 1, 0)), np.empty(s), np.empty(s))

    def reduce(self, first: int, count: int) -> None:
        """Reduce the rows and columns first, ..., first + count - 1; those before them are done."""
        s, A, own = len(self.below), self.below[first:, first:], slice(first, first + count)
        left, end = s - first, first + count
        tau = self.tau_q[own], self.tau_p[own]
        if end >= s:
            work = np.empty(BLOCKED * 2 * left)
            beside = self.beside[first:] if left > 1 else np.empty(1)
            _called("dgebrd", left, left, A, s, self.diagonal[own], beside, *tau, work, work.size)
            return
        X, Y = np.empty((left, count), order="F"), np.empty((left, count), order="F")
        given = (left, left, count, A, s, self.diagonal[own], self.beside[own], *tau, X, left, Y, left)
        _routine("cython_lapack", "dlabrd", len(given))(*(_pointer(one) for one in given))
        left_by, right_by = np.hstack([A[count:, :count], X[count:]]), np.hstack([Y[count:], A[:count, count:].T])
        rest = A[count:, count:].T  # whose rows are together in memory
        rest -= right_by @ left_by.T
        at = np.arange(count)
        A[at, at], A[at, at + 1] = self.diagonal[own], self.beside[own]

    def least_squares(self, right: Doubles, cut: float) -> Doubles:
        """Return the X (s, k) of smallest norm with the smallest |A X - right|; singular values below the `cut` are 0.

        `cut` is in units of the largest one. LinAlgError where they cannot be found.
        """
        s, k = right.shape
        inner = self._turned("Q", "T", right)
        levels = max(0, int(np.log2(s / (SMALLEST + 1))) + 1) if s else 0
        work = np.empty(9 * s + 2 * s * SMALLEST + 8 * s * levels + s * k + (SMALLEST + 1) ** 2)
        rank, whole = np.zeros(1, np.intc), np.zeros(3 * s * levels + 11 * s + 1, np.intc)
        numbers = self.diagonal.copy(), np.append(self.beside, 0.0)  # they are written over
        given = ("U", SMALLEST, s, k, *numbers, inner, s, cut, rank, work, whole)
        if _called("dlalsd", *given) != 0:
            raise np.linalg.LinAlgError("the singular values of a bidiagonal matrix did not converge")
        return self._turned("P", "N", inner)

    def _turned(self, which: str, way: str, columns: Doubles) -> Doubles:
        s, k = columns.shape
        found = np.array(columns, order="F", dtype=np.float64)
        work = np.empty(BLOCKED * (k + BLOCKED + 1))
        tau = self.tau_q if which == "Q" else self.tau_p
        _called("dormbr", which, "L", way, s, k, s, self.below, s, tau, found, s, work, work.size)
        return found


def _called(name: str, *given: str | int | float | Doubles | Integers) -> int:
    """Call a routine in Fortran's way, by pointers to all it is given; of an array, to its first number.

    Return the INFO of the routine, 0 for success; ValueError if it is negative.
    """
    ended = ctypes.c_int()
    _routine("cython_lapack", name, len(given) + 1)(*(_pointer(one) for one in given), ctypes.byref(ended))
    if ended.value < 0:
        raise ValueError(f"{name} does not take its argument {-ended.value}")
    return ended.value


def _pointer(given: str | int | float | Doubles | Integers) -> Any:  # noqa: ANN401 - ctypes names no common type
    if isinstance(given, np.ndarray):
        return given.ctypes.data
    if isinstance(given, str):
        return ctypes.byref(ctypes.c_char(given.encode()))
    return ctypes.byref(ctypes.c_double(given) if isinstance(given, float) else ctypes.c_int(given))


@lru_cache
def _routine(library: str, name: str, arguments: int) -> Callable[..., None]:
    address = get_cython_function_address(f"scipy.linalg.{library}", name)
    return ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * arguments)(address)
