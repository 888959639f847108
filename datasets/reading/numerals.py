"""How people write numbers in cells: decimal point or comma, groups of thousands, and the marks for a gap."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

MISSING = frozenset({"", "na", "n/a", "#n/a", "nan", "null", "none", "-", "?", "."})
WHOLE_NUMBER = re.compile(r"[+-]?\d+\.?([eE][+-]?\d+)?")
COMMA_NUMBER = re.compile(r"[+-]?(\d*|[1-9]\d{0,2}(\.\d{3})+),\d+([eE][+-]?\d+)?")
POINT_NUMBER = re.compile(r"[+-]?(\d*|[1-9]\d{0,2}(,\d{3})+)\.\d+([eE][+-]?\d+)?")
GROUPED_BY_COMMA = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?")
GROUPED_BY_POINT = re.compile(r"[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d*)?")
WRITINGS = (WHOLE_NUMBER, POINT_NUMBER, COMMA_NUMBER, GROUPED_BY_COMMA, GROUPED_BY_POINT)


def is_number(cell: str) -> bool:
    """Return whether a cell looks like a number in either writing."""
    return any(writing.fullmatch(cell) for writing in WRITINGS)


def is_missing(cells: Sequence[str]) -> NDArray[np.bool_]:
    """Return (rows,) whether a cell is empty or says that its value is missing."""
    return np.fromiter((cell.lower() in MISSING for cell in cells), dtype=bool, count=len(cells))


def guess_decimal(cells: Iterable[str], between_commas: bool) -> str:
    """Return the decimal sign of the cells, "," or "."; between commas "1,234" means one thousand and something."""
    marked = [cell for cell in cells if "," in cell or "." in cell]
    commas = [cell for cell in marked if COMMA_NUMBER.fullmatch(cell)]
    if between_commas:
        commas = [cell for cell in commas if GROUPED_BY_COMMA.fullmatch(cell) is None]
    points = sum(POINT_NUMBER.fullmatch(cell) is not None for cell in marked)
    return "," if len(commas) > points else "."


def with_decimal_point(cell: str, decimal: str) -> str:
    """Return a number in plain writing: 1.234,5 becomes 1234.5 for the decimal sign ",", and 1,234.5 for "."."""
    if decimal == ",":
        return (cell.replace(".", "") if GROUPED_BY_POINT.fullmatch(cell) else cell).replace(",", ".")
    return cell.replace(",", "") if "," in cell and GROUPED_BY_COMMA.fullmatch(cell) else cell


def to_numbers(cells: Sequence[str], decimal: str) -> NDArray[np.float64]:
    """Return the cells (rows,) as numbers; nan where a cell is no finite number."""
    import pandas as pd  # here, since pandas takes longer to import than a server may take to start

    plain = pd.Series([with_decimal_point(cell, decimal) for cell in cells], dtype=object)
    numbers: NDArray[np.float64] = pd.to_numeric(plain, errors="coerce").to_numpy(dtype=np.float64, copy=True)
    numbers[~np.isfinite(numbers)] = np.nan
    return numbers
