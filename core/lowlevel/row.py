"""The row that a step leaves in the table of a trace: the fields of its record, all but how the run ended.

Every algorithm has the common columns i, j, alpha_i, alpha_j, violation and decrease, with j = -1 and nan where it has
no such thing, and its own columns after them.
"""

# ruff: noqa: ANN401 - what writes code for LLVM deals in things without types
from __future__ import annotations

from typing import Any, get_type_hints

import numpy as np
from numba import types
from numba.extending import intrinsic

from .compiled import COMPILES

COLUMN = {int: np.int32, float: np.float64, bool: np.bool_}


def row_type(step: type[tuple[Any, ...]]) -> np.dtype[np.void]:
    """Return the structured type of a row, from the annotations of a step record."""
    return np.dtype([(name, COLUMN[kind]) for name, kind in get_type_hints(step).items() if name != "outcome"])


def write_row(row: np.void, step: Any) -> None:
    """Write the fields of a step record into the columns of the same names."""
    for name in row.dtype.names or ():
        row[name] = getattr(step, name)


def _write_row_compiled(context: Any, row: Any, step: Any) -> Any:
    """Return the signature and the code of `write_row` for the types of a row and of a step record."""

    def store_fields(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        target, record = arguments
        for name in row.fields:
            k = step.fields.index(name)
            store = context.get_setattr(name, types.void(row, step.types[k]))
            store(builder, (target, builder.extract_value(record, k)))
        return context.get_dummy_value()

    return types.void(row, step), store_fields


if COMPILES:  # Numba has no loop over the names of fields
    write_row = intrinsic(_write_row_compiled)
