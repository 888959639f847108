"""LLVM intrinsics that Numba lacks, for memory: SIMD loads, prefetch, streaming stores.

Plain loops load a row only when they need it, and write it through caches that will not reuse it. These intrinsics are
faster, and check nothing.
"""

# ruff: noqa: ANN401 - what writes code for LLVM deals in things without types
from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils

from .compiled import COMPILES, FEATURES, compiled
from .simd import AnyFloats, instruction


@instruction
def prefetch(typing: Any, array: Any, position: Any) -> Any:
    """Ask for the memory around entry `position` of a one-dimensional array, and do not wait for it.

    A position behind the end is harmless. Rows in random order come from memory twice as quick.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        tools: Any = cgutils  # it has no types
        view = tools.create_struct_proxy(array)(context, builder, value=arguments[0])
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        function = builder.module.declare_intrinsic("llvm.prefetch.p0", (), kind)
        place = builder.bitcast(builder.gep(view.data, [arguments[1]]), byte)
        read, keep, data = (ir.Constant(number, value) for value in (0, 3, 1))
        builder.call(function, [place, read, keep, data])
        return context.get_dummy_value()

    return types.void(array, types.int64), code


LINE = 64  # bytes of a cache line; also of the widest vector


def _line(context: Any, builder: Any, array: Any, value: Any, index: Any) -> Any:
    """Return the place of the `LINE` bytes of array[index:]."""
    tools: Any = cgutils  # it has no types
    place = builder.gep(tools.create_struct_proxy(array)(context, builder, value=value).data, [index])
    kind = ir.VectorType(place.type.pointee, LINE * 8 // array.dtype.bitwidth)
    return builder.bitcast(place, kind.as_pointer())


def _loaded(builder: Any, place: Any, array: Any) -> Any:
    """Return the vector at a place which need not be a multiple of its size."""
    value = builder.load(place)
    value.align = array.dtype.bitwidth // 8
    return value


def _every_lane(builder: Any, value: Any, vector: Any) -> Any:
    """Return a vector with the value in each of its lanes."""
    lane = ir.IntType(32)
    one = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.Constant(lane, 0))
    return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(lane, vector.count), [0] * vector.count))


@instruction
def lanes(typing: Any, array: Any) -> Any:
    """Return how many entries of an array make a line: a constant of the compiled code."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.get_constant(types.int64, LINE * 8 // array.dtype.bitwidth)

    return types.int64(array), code


@instruction
def multiply_line(
    typing: Any, first: Any, source: Any, begin: Any, factor: Any, other: Any, target: Any, at: Any
) -> Any:
    """Write first * source[begin:] * factor[other:] to target[at:], as many entries as fit into `LINE` bytes.

    Nothing is checked: there must be so many. For short loops of any length, whose last vector may write too much.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        first, *places = arguments
        arrays = (source, factor, target)
        lines = [_line(context, builder, *one) for one in zip(arrays, places[::2], places[1::2], strict=True)]
        a, b = (_loaded(builder, line, array) for line, array in zip(lines[:2], arrays, strict=False))
        every = _every_lane(builder, first, a.type)
        store = builder.store(builder.fmul(builder.fmul(every, a), b), lines[2])
        store.align = target.dtype.bitwidth // 8
        return context.get_dummy_value()

    return types.void(source.dtype, source, types.int64, factor, types.int64, target, types.int64), code


class _Table:
    """A two-dimensional array in C order, for code that reads and writes its numbers and its lines."""

    def __init__(self, context: Any, builder: Any, kind: Any, value: Any) -> None:
        tools: Any = cgutils  # it has no types
        view = tools.create_struct_proxy(kind)(context, builder, value=value)
        self._builder, self._data = builder, view.data
        self.width = tools.unpack_tuple(builder, view.shape)[1]
        self.bits = kind.dtype.bitwidth
        self.line = ir.VectorType(view.data.type.pointee, LINE * 8 // self.bits)

    def place(self, row: Any, column: Any, row_further: int = 0, lines_further: int = 0) -> Any:
        """Return the place of [row + row_further, column + lines_further lines]."""
        build, integer = self._builder, ir.IntType(64)
        row = build.add(row, ir.Constant(integer, row_further))
        column = build.add(column, ir.Constant(integer, lines_further * self.line.count))
        return build.gep(self._data, [build.add(build.mul(row, self.width), column)])

    def load(self, place: Any) -> Any:
        """Return the line at a place."""
        value = self._builder.load(self._builder.bitcast(place, self.line.as_pointer()))
        value.align = self.bits // 8
        return value

    def store(self, value: Any, place: Any) -> None:
        """Write a line to a place."""
        self._builder.store(value, self._builder.bitcast(place, self.line.as_pointer())).align = self.bits // 8


# Of a block of inner products: eight sums hide how long a product takes to be added, and fit the registers. AVX-512
# has 32 of a line each, others half as many of half a line. Where a product is rounded before it is added, twice as
# many lines read the rows half as often: 46 instead of 39 billion operations a second.
ROWS, (LINES, ORDERED_LINES) = 4, (2, 4) if "+avx512f" in FEATURES.split(",") else (1, 1)


def _block(fused: bool, count: int, rows: Any, columns: Any, out: Any) -> Any:
    """Return the signature and the code of a block of inner products, `count` lines wide.

    Products are added without being rounded first where `fused` is asked for and the processor can.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        tools: Any = cgutils  # it has no types
        z, x, to = (_Table(context, builder, *one) for one in zip((rows, columns, out), arguments[::2], strict=True))
        first, begin, at = arguments[1::2]
        kind = ir.FunctionType(z.line, [z.line] * 3)
        both = builder.module.declare_intrinsic(f"llvm.fmuladd.v{z.line.count}f{z.bits}", (), kind)
        zero, block = ir.Constant(z.line, None), [(r, line) for r in range(ROWS) for line in range(count)]
        sums = {place: tools.alloca_once_value(builder, zero) for place in block}
        with tools.for_range(builder, z.width) as loop:
            lines = [x.load(x.place(loop.index, begin, 0, line)) for line in range(count)]
            own = [builder.load(z.place(first, loop.index, r)) for r in range(ROWS)]
            every = [_every_lane(builder, value, z.line) for value in own]
            for r, line in block:
                a, b, total = every[r], lines[line], builder.load(sums[r, line])
                added = builder.call(both, [a, b, total]) if fused else builder.fadd(total, builder.fmul(a, b))
                builder.store(added, sums[r, line])
        top = ir.Constant(ir.IntType(64), 0)
        for r, line in block:
            to.store(builder.load(sums[r, line]), to.place(top, at, r, line))
        return context.get_dummy_value()

    return types.void(rows, types.int64, columns, types.int64, out, types.int64), code


@instruction
def inner_block(typing: Any, rows: Any, first: Any, columns: Any, begin: Any, out: Any, at: Any) -> Any:
    """Write the inner products of `ROWS` rows (q, d) with `LINES` lines of columns (d, n) to out (ROWS, m).

    They begin at row `first` and at column `begin`, and go to out[:, at:]. Nothing is checked: there must be so many.
    For few coordinates: there BLAS takes twice as long, and what it writes has left the fastest memory before it is
    read. The last bits depend on the processor.
    """
    return _block(True, LINES, rows, columns, out)


@instruction
def _ordered_block(typing: Any, rows: Any, first: Any, columns: Any, begin: Any, out: Any, at: Any) -> Any:
    """Write what `inner_block` writes, `ORDERED_LINES` wide, each product rounded and added in the coordinates' order.

    The bits are the same on every processor, however many lines there are.
    """
    return _block(False, ORDERED_LINES, rows, columns, out)


def _ordered_products(rows: AnyFloats, first: int, columns: AnyFloats, begin: int, out: AnyFloats, at: int) -> None:
    """Do what `_ordered_block` does, under NUMBA_DISABLE_JIT."""
    width = ORDERED_LINES * LINE // out.itemsize
    total = np.zeros((ROWS, width))
    for row, column in zip(rows[first : first + ROWS].T, columns[:, begin : begin + width], strict=True):
        total += np.multiply.outer(row, column)
    out[:, at : at + width] = total


ordered_block: Any = _ordered_block if COMPILES else _ordered_products


@instruction
def send_line(typing: Any, source: Any, begin: Any, target: Any, at: Any) -> Any:
    """Copy the `LINE` bytes of source[begin:] past the caches to target[at:], whose address is a multiple of `LINE`.

    An ordinary store first reads the line that it is about to overwrite: a large array is written three times as
    quick without. Not so memory that was never touched: the system has just cleared it, in the caches.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        of, to = (_line(context, builder, *one) for one in ((source, *arguments[:2]), (target, *arguments[2:])))
        store = builder.store(_loaded(builder, of, source), to)
        store.align = LINE
        store.set_metadata("nontemporal", builder.module.add_metadata([ir.Constant(ir.IntType(32), 1)]))
        return context.get_dummy_value()

    return types.void(source, types.int64, target, types.int64), code


@instruction
def store_fence(typing: Any) -> Any:
    """Wait until what `send_line` sent can be read by every thread."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.fence("seq_cst")
        return context.get_dummy_value()

    return types.void(), code


@compiled
def before_line(array: AnyFloats) -> int:
    """Return how many entries of a flat array stand before the first address that is a multiple of `LINE`."""
    first: int = -(array.ctypes.data // array.itemsize) % lanes(array)
    return min(array.size, first)
