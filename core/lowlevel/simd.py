"""LLVM intrinsics that Numba lacks, for numbers: with them LLVM turns plain loops into vector code.

Numba has no names for these. `larger` and `plus` allow what IEEE arithmetic forbids a compiler to do by itself: take
a maximum, or a sum, in another order. They do so for one operation and not, as fastmath would, for a whole function;
on one machine the order is always the same, so results repeat bit for bit; on another processor it may differ, as does
`fused`, so nothing that a page shows as steps may use them: see `elementary`. The exponentials are polynomials,
because a call of the C library cannot be vectorised: 0.2 ns instead of 2.3 ns for each number; and they are powers of
two, because the caller multiplies by gamma anyway, and the factor log2 e then costs nothing.
"""

# ruff: noqa: ANN401 - what writes code for LLVM deals in things without types
from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from .compiled import COMPILES, FEATURES, compiled

WIDE = "+avx512f" in FEATURES.split(",")  # vectors of 64 bytes, divided no faster than two of 32
Number = float | np.floating[Any]  # a float32 or a float64: compiled code is made for either
AnyFloats = NDArray[np.floating[Any]]

LOG2E = 1.4426950408889634  # exp(x) = 2^(LOG2E x)
F32_LEAST, F64_LEAST = np.float32(-125.0), -1021.0  # 2^x below it is nearly the smallest normal number: taken as if it
F32_MAGIC, F64_MAGIC = np.float32(1.5 * 2**23), 1.5 * 2.0**52  # adding it rounds to an integer, into the low bits
# Of the polynomials with p(0) = 1 the nearest to 2^r on |r| <= 1/2, relatively: 1.1e-7; Taylor's needs one more term.
F32_TERMS = tuple(np.array([1.0, 0.69314698, 0.2402224, 0.05550735, 0.00967162, 0.00132646], np.float32))
F64_TERMS = tuple(math.log(2.0) ** k / math.factorial(k) for k in range(14))  # the next one is below 5e-18


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
def smaller(typing: Any, a: Any, b: Any) -> Any:
    """Return the smaller of two numbers of one floating type, neither of them NaN."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        a, b = arguments
        flags = ("nnan", "nsz")
        return builder.select(builder.fcmp_ordered("<", a, b, flags=flags), a, b, flags=flags)

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
        function = builder.module.declare_intrinsic(name, (), ir.FunctionType(kind, [kind] * 3))
        return builder.call(function, arguments)

    return a(a, a, a), code


@instruction
def times_power_of_two(typing: Any, value: Any, shifted: Any) -> Any:
    """Return value 2^n for shifted = n + magic number; neither the value nor the result is zero or subnormal."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        integer = ir.IntType(value.bitwidth)
        mantissa = ir.Constant(integer, 23 if value == types.float32 else 52)
        bits, n = (builder.bitcast(one, integer) for one in arguments)
        raised = builder.add(bits, builder.shl(n, mantissa))  # n stands in the low bits, and goes to the exponent
        return builder.bitcast(raised, arguments[0].type)

    return value(value, value), code


@instruction
def _bits_of(typing: Any, value: Any) -> Any:
    """Return the 64 bits of a float64 as a whole number."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.IntType(64))

    return types.int64(types.float64), code


@instruction
def _float_of(typing: Any, bits: Any) -> Any:
    """Return the float64 with these 64 bits."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.int64), code


@instruction
def _quotient(typing: Any, a: Any, b: Any) -> Any:
    """Return a / b, also for b = 0: a check for Python's ZeroDivisionError would prevent vectorisation."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.fdiv(*arguments)

    return types.float64(types.float64, types.float64), code


# Under NUMBA_DISABLE_JIT plain Python computes the same bits.
bits_of: Any = _bits_of if COMPILES else lambda value: int(np.float64(value).view(np.int64))
float_of: Any = _float_of if COMPILES else lambda bits: float(np.uint64(bits % 2**64).view(np.float64))
quotient: Any = _quotient if COMPILES else np.divide


@instruction
def first_guess_of_inverse(typing: Any, a: Any) -> Any:
    """Return 1 / a for a float32 a > 0 to an eighth of it: the exponent changes its sign, and the digits nearly so."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        integer = ir.IntType(32)
        bits = builder.sub(ir.Constant(integer, 0x7EF311C7), builder.bitcast(arguments[0], integer))
        return builder.bitcast(bits, arguments[0].type)

    return types.float32(types.float32), code


@compiled
def by_division(a: Number, b: Number) -> Number:
    """Return a / b."""
    return a / b


@compiled
def by_inverse(a: np.float32, b: np.float32) -> np.float32:
    """Return a / b for 1e-37 < b < 1e37, to 1e-5 of it."""
    guess = first_guess_of_inverse(b)
    guess *= fused(-b, guess, np.float32(2.0))  # Newton's method: the error is squared
    value: np.float32 = a * (guess * fused(-b, guess, np.float32(2.0)))
    return value


def rough_quotient(a: Number, b: Number) -> Number:
    """Return nearly a / b for b > 0, in their type: enough to tell which of many is best."""
    raise NotImplementedError("only compiled code calls it")


@overload(rough_quotient, strict=False)
def _rough_quotient(a: Any, b: Any) -> Any:
    chosen = by_inverse if a == types.float32 and WIDE else by_division
    return lambda a, b: chosen(a, b)


LABELS = 2048  # a label takes eleven of the digits of a number


@instruction
def labelled(typing: Any, value: Any, label: Any) -> Any:
    """Return a number near the value that carries a label, 0 <= label < `LABELS`, in its last digits.

    The largest of many such numbers says who it is, without another search; of equal values >= 0 the first label wins.
    What the digits told is lost: 2e-4 of a float32, 5e-13 of a float64.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        integer = ir.IntType(value.bitwidth)
        number = arguments[1] if label.bitwidth == value.bitwidth else builder.trunc(arguments[1], integer)
        kept = builder.and_(builder.bitcast(arguments[0], integer), ir.Constant(integer, -LABELS))
        told = builder.sub(ir.Constant(integer, LABELS - 1), number)
        return builder.bitcast(builder.or_(kept, told), arguments[0].type)

    return value(value, label), code


@instruction
def label_of(typing: Any, value: Any) -> Any:
    """Return the label of a number."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        integer, index = ir.IntType(value.bitwidth), ir.IntType(64)
        told = builder.and_(builder.bitcast(arguments[0], integer), ir.Constant(integer, LABELS - 1))
        label = builder.sub(ir.Constant(integer, LABELS - 1), told)
        return label if value.bitwidth == 64 else builder.sext(label, index)

    return types.int64(value), code


@compiled
def two_to_32(x: np.float32) -> np.float32:
    """Return 2^x for a float32 x <= 0 with a relative error below 3e-7; below -125 the value at -125, 2.4e-38."""
    x = larger(x, F32_LEAST)
    shifted = x + F32_MAGIC
    r = x - (shifted - F32_MAGIC)  # exact, |r| <= 1/2
    p = fused(F32_TERMS[5], r, F32_TERMS[4])
    p = fused(p, r, F32_TERMS[3])
    p = fused(p, r, F32_TERMS[2])
    p = fused(p, r, F32_TERMS[1])
    p = fused(p, r, F32_TERMS[0])
    value: np.float32 = times_power_of_two(p, shifted)
    return value


@compiled
def two_to_64(x: float) -> float:
    """Return 2^x for a float64 x <= 0 with a relative error below 5e-16; below -1021 the value at -1021."""
    x = larger(x, F64_LEAST)
    shifted = x + F64_MAGIC
    r = x - (shifted - F64_MAGIC)
    p = fused(F64_TERMS[13], r, F64_TERMS[12])
    p = fused(p, r, F64_TERMS[11])
    p = fused(p, r, F64_TERMS[10])
    p = fused(p, r, F64_TERMS[9])
    p = fused(p, r, F64_TERMS[8])
    p = fused(p, r, F64_TERMS[7])
    p = fused(p, r, F64_TERMS[6])
    p = fused(p, r, F64_TERMS[5])
    p = fused(p, r, F64_TERMS[4])
    p = fused(p, r, F64_TERMS[3])
    p = fused(p, r, F64_TERMS[2])
    p = fused(p, r, F64_TERMS[1])
    p = fused(p, r, F64_TERMS[0])
    value: float = times_power_of_two(p, shifted)
    return value


def two_to(x: Number) -> Number:
    """Return 2^x for x <= 0 in the type of x, see `two_to_32` and `two_to_64`."""
    raise NotImplementedError("only compiled code calls it")


@overload(two_to, strict=False)
def _two_to(x: Any) -> Any:
    chosen = two_to_32 if x == types.float32 else two_to_64
    return lambda x: chosen(x)
