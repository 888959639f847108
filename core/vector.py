"""What only a compiler could love: a few instructions that let LLVM turn plain loops into vector code.

Numba has no names for these. `larger` and `plus` allow what IEEE arithmetic forbids a compiler to do by itself: take
a maximum, or a sum, in another order. They do so for one operation and not, as fastmath would, for a whole function;
on one machine the order is always the same, so results repeat bit for bit. The exponentials are polynomials, because
a call of the C library cannot be vectorised: 0.2 ns instead of 2.3 ns for each number.
"""

# ruff: noqa: ANN401 - what writes code for LLVM deals in things without types
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from core.compiled import compiled

Number = float | np.floating[Any]  # a float32 or a float64: compiled code is made for either
Numbers = NDArray[np.floating[Any]]

F32_LEAST = np.float32(-87.0)  # exp below it is less than the smallest normal number: taken as if it were this
F64_LEAST = -708.0
F32_ONE, F64_ONE = 127, 1023  # exponent bits of 1.0
F32_MAGIC, F64_MAGIC = np.float32(1.5 * 2**23), 1.5 * 2.0**52  # adding it rounds to an integer, into the low bits
F32_LOG2E, F64_LOG2E = np.float32(1.4426950408889634), 1.4426950408889634
# ln 2 in two parts: the first has so few digits that its product with an integer is exact (Cody and Waite).
F32_LN2_HIGH, F32_LN2_LOW = np.float32(0.693359375), np.float32(-2.12194440e-4)
F64_LN2_HIGH, F64_LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10


def instruction(function: Callable[..., Any]) -> Any:
    """Return the instruction whose code the function writes."""
    return intrinsic(function)


@instruction
def larger(typing: Any, a: Any, b: Any) -> Any:
    """Return the larger of two numbers of one floating type, neither of them NaN."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        a, b = arguments
        flags = ("nnan", "nsz")
        return builder.select(builder.fcmp_ordered(">", a, b, flags=flags), a, b, flags=flags)

    return a(a, a), code


@instruction
def like(typing: Any, value: Any, pattern: Any) -> Any:
    """Return the value in the floating type of the pattern, so that one loop serves float32 and float64."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.cast(builder, arguments[0], value, pattern)

    return pattern(value, pattern), code


@instruction
def plus(typing: Any, a: Any, b: Any) -> Any:
    """Return a + b; a loop of such sums may be taken in any order."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.fadd(*arguments, flags=("reassoc", "nsz"))

    return a(a, a), code


@instruction
def fused(typing: Any, a: Any, b: Any, c: Any) -> Any:
    """Return a b + c, with one rounding where the processor has an instruction for it."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = arguments[0].type
        name = f"llvm.fmuladd.{'f32' if isinstance(kind, ir.FloatType) else 'f64'}"
        tools: Any = cgutils  # it has no types
        function = tools.get_or_insert_function(builder.module, ir.FunctionType(kind, [kind] * 3), name)
        return builder.call(function, arguments)

    return a(a, a, a), code


def _power_of_two(context: Any, builder: Any, shifted: Any, one: int, digits: int, width: int) -> Any:
    """Return 2^n as a float, n being the integer that adding the magic number left in the low bits of `shifted`."""
    integer = ir.IntType(width)
    bits = builder.add(builder.bitcast(shifted, integer), ir.Constant(integer, one))
    return builder.bitcast(builder.shl(bits, ir.Constant(integer, digits)), shifted.type)


@instruction
def power_of_two_32(typing: Any, shifted: Any) -> Any:
    """Return 2^n for shifted = n + F32_MAGIC."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _power_of_two(context, builder, arguments[0], F32_ONE, 23, 32)

    return types.float32(types.float32), code


@instruction
def power_of_two_64(typing: Any, shifted: Any) -> Any:
    """Return 2^n for shifted = n + F64_MAGIC."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _power_of_two(context, builder, arguments[0], F64_ONE, 52, 64)

    return types.float64(types.float64), code


@compiled
def exp32(x: np.float32) -> np.float32:
    """Return exp(x) for a float32 x <= 0 with a relative error below 3e-7; below -87 the value at -87, 1.6e-38."""
    x = larger(x, F32_LEAST)
    shifted = fused(x, F32_LOG2E, F32_MAGIC)
    n = shifted - F32_MAGIC
    r = fused(n, -F32_LN2_HIGH, x)
    r = fused(n, -F32_LN2_LOW, r)  # |r| <= ln 2 / 2
    p = fused(np.float32(1.0 / 720.0), r, np.float32(1.0 / 120.0))
    p = fused(p, r, np.float32(1.0 / 24.0))
    p = fused(p, r, np.float32(1.0 / 6.0))
    p = fused(p, r, np.float32(0.5))
    p = fused(p, r, np.float32(1.0))
    p = fused(p, r, np.float32(1.0))
    value: np.float32 = p * power_of_two_32(shifted)
    return value


@compiled
def exp64(x: float) -> float:
    """Return exp(x) for a float64 x <= 0 with a relative error below 5e-16; below -708 the value at -708."""
    x = larger(x, F64_LEAST)
    shifted = fused(x, F64_LOG2E, F64_MAGIC)
    n = shifted - F64_MAGIC
    r = fused(n, -F64_LN2_HIGH, x)
    r = fused(n, -F64_LN2_LOW, r)
    p = fused(1.0 / 6227020800.0, r, 1.0 / 479001600.0)  # 1/13!, 1/12!, ...: the next term is below 5e-18
    p = fused(p, r, 1.0 / 39916800.0)
    p = fused(p, r, 1.0 / 3628800.0)
    p = fused(p, r, 1.0 / 362880.0)
    p = fused(p, r, 1.0 / 40320.0)
    p = fused(p, r, 1.0 / 5040.0)
    p = fused(p, r, 1.0 / 720.0)
    p = fused(p, r, 1.0 / 120.0)
    p = fused(p, r, 1.0 / 24.0)
    p = fused(p, r, 1.0 / 6.0)
    p = fused(p, r, 0.5)
    p = fused(p, r, 1.0)
    p = fused(p, r, 1.0)
    value: float = p * power_of_two_64(shifted)
    return value


def exponential(x: Number) -> Number:
    """Return exp(x) for x <= 0 in the type of x, see `exp32` and `exp64`."""
    raise NotImplementedError("only compiled code calls it")


@overload(exponential, strict=False)
def _exponential(x: Any) -> Any:
    chosen = exp32 if x == types.float32 else exp64
    return lambda x: chosen(x)


@instruction
def borrowed(typing: Any, array: Any) -> Any:
    """Return a view that does not count as a reference: its rows cost no atomic counting, 0.1 us a step of SMO.

    Only for arguments of a compiled function, which the caller keeps alive while it runs.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        tools: Any = cgutils  # it has no types
        view = tools.create_struct_proxy(array)(context, builder, value=arguments[0])
        view.meminfo = tools.get_null_value(view.meminfo.type)
        view.parent = tools.get_null_value(view.parent.type)
        return view._getvalue()

    return array(array), code


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
        function = tools.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
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
        lanes, lane = a.type.count, ir.IntType(32)
        one = builder.insert_element(ir.Constant(a.type, ir.Undefined), first, ir.Constant(lane, 0))
        every = builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(lane, lanes), [0] * lanes))
        store = builder.store(builder.fmul(builder.fmul(every, a), b), lines[2])
        store.align = target.dtype.bitwidth // 8
        return context.get_dummy_value()

    return types.void(source.dtype, source, types.int64, factor, types.int64, target, types.int64), code


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
def settle(typing: Any) -> Any:
    """Wait until what `send_line` sent can be read by every thread."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.fence("seq_cst")
        return context.get_dummy_value()

    return types.void(), code


@compiled
def before_line(array: Numbers) -> int:
    """Return how many entries of a flat array stand before the first address that is a multiple of `LINE`."""
    first: int = -(array.ctypes.data // array.itemsize) % lanes(array)
    return min(array.size, first)
