"""Copying one part of an array to another in compiled code.

A slice that is assigned to a slice brings along all that broadcasting may need: many lines, which LLVM optimises again
in every function that calls the one where they stand.
"""

from __future__ import annotations

from core.lowlevel.compiled import inlined
from core.lowlevel.simd import AnyFloats


@inlined
def put(into: AnyFloats, values: AnyFloats) -> None:
    """Copy values (n,) to the first n entries of an array; the two may be parts of one, if they do not overlap."""
    for k in range(values.size):
        into[k] = values[k]
