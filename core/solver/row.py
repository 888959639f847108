"""The row that a step leaves in the table of a trace: the fields of its record, all but how the run ended.

Every algorithm has the common columns i, j, alpha_i, alpha_j, violation and decrease, with j = -1 and nan where it has
no such thing, and its own columns after them.
"""

from __future__ import annotations

from typing import Any, get_type_hints

import numpy as np

COLUMN = {int: np.int32, float: np.float64, bool: np.bool_}


def row_type(step: type[tuple[Any, ...]]) -> np.dtype[np.void]:
    """Return the structured type of a row, from the annotations of a step record."""
    return np.dtype([(name, COLUMN[kind]) for name, kind in get_type_hints(step).items() if name != "outcome"])
