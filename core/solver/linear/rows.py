"""The operations of the loops on a row of features: six small functions, each for a table and for CSR.

w has one entry more than a row: the last one is the weight of the constant feature, which is not stored.
"""

# ruff: noqa: ANN401 - only the compiler knows the kind of a row
from __future__ import annotations

from typing import Any, TypeAlias

from numba.extending import overload

from ...lowlevel.simd import AnyFloats
from . import dense, sparse
from .dense import DenseRows
from .sparse import SparseRows

StoredRows: TypeAlias = DenseRows | SparseRows


def inner(rows: StoredRows, i: int, w: AnyFloats) -> float:
    """Return x_i.w, summed in the type of w."""
    raise NotImplementedError("only compiled code calls it")


def add(rows: StoredRows, i: int, step: float, w: AnyFloats) -> None:
    """Add step x_i to w."""
    raise NotImplementedError("only compiled code calls it")


def expect(rows: StoredRows, i: int) -> None:
    """Prefetch row i."""
    raise NotImplementedError("only compiled code calls it")


def write(rows: StoredRows, i: int, into: AnyFloats) -> None:
    """Write x_i into the first entries of `into`, including zeros."""
    raise NotImplementedError("only compiled code calls it")


def squared(rows: StoredRows, i: int) -> float:
    """Return |x_i|^2 in float64."""
    raise NotImplementedError("only compiled code calls it")


def lent(rows: StoredRows) -> StoredRows:
    """Return the rows without counted references, see `core.lowlevel.cache_lines.borrowed`."""
    raise NotImplementedError("only compiled code calls it")


def _is_dense(rows: Any) -> bool:
    return rows.instance_class is DenseRows


@overload(inner, strict=False)
def _inner(rows: Any, i: Any, w: Any) -> Any:
    chosen = dense.inner if _is_dense(rows) else sparse.inner
    return lambda rows, i, w: chosen(rows, i, w)


@overload(add, strict=False)
def _add(rows: Any, i: Any, step: Any, w: Any) -> Any:
    chosen = dense.add if _is_dense(rows) else sparse.add
    return lambda rows, i, step, w: chosen(rows, i, step, w)


@overload(expect, strict=False)
def _expect(rows: Any, i: Any) -> Any:
    chosen = dense.expect if _is_dense(rows) else sparse.expect
    return lambda rows, i: chosen(rows, i)


@overload(write, strict=False)
def _write(rows: Any, i: Any, into: Any) -> Any:
    chosen = dense.write if _is_dense(rows) else sparse.write
    return lambda rows, i, into: chosen(rows, i, into)


@overload(squared, strict=False)
def _squared(rows: Any, i: Any) -> Any:
    chosen = dense.squared if _is_dense(rows) else sparse.squared
    return lambda rows, i: chosen(rows, i)


@overload(lent, strict=False)
def _lent(rows: Any) -> Any:
    chosen = dense.lent if _is_dense(rows) else sparse.lent
    return lambda rows: chosen(rows)
