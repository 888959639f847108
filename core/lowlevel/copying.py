"""Copying one part of an array to another in compiled code.

A slice that is assigned to a slice brings along all that broadcasting may need: many lines, and for the words of its
error the code for Python's strings, some seconds in every process that compiles.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from .compiled import inlined


@inlined
def put(into: NDArray[Any], values: NDArray[Any]) -> None:
    """Copy values (n,) to the first n entries of an array; the two may be parts of one, if they do not overlap."""
    for k in range(values.size):
        into[k] = values[k]
