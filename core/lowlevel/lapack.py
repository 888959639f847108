"""LAPACK on matrices of some hundred rows, called so that other threads go on: SciPy's own calls stop them meanwhile.

The routines are those that SciPy comes with; a call through ctypes releases the interpreter's lock.
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
BLOCKED = 64  # columns at a time inside LAPACK


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


def _called(name: str, *given: str | int | Doubles) -> None:
    """Call a routine in Fortran's way, by pointers to all it is given; of an array, to its first number."""
    failed = ctypes.c_int()
    _routine(name, len(given) + 1)(*(_pointer(one) for one in given), ctypes.byref(failed))
    if failed.value != 0:
        raise ValueError(f"{name} does not take its argument {-failed.value}")


def _pointer(given: str | int | Doubles) -> Any:  # noqa: ANN401 - ctypes names no common type
    if isinstance(given, np.ndarray):
        return given.ctypes.data
    return ctypes.byref(ctypes.c_char(given.encode()) if isinstance(given, str) else ctypes.c_int(given))


@lru_cache
def _routine(name: str, arguments: int) -> Callable[..., None]:
    address = get_cython_function_address("scipy.linalg.cython_lapack", name)
    return ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * arguments)(address)
