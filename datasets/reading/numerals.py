"""How people write numbers in cells: decimal point or comma, thousands set apart in any way, and the marks for a gap.

Nearly every cell can be read in one way only: 1.5, 1,5, 1.234,5, 1'234.5, 1 234,5, 1,50,000. The exceptions are cells
like 1.250, one sign before three digits. Those of a column are read alike: as its other cells are written, else as the
other columns of the file are, else in the usual way.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MISSING = frozenset({"", "na", "n/a", "#n/a", "nan", "null", "none", "-", "?", "."})  # in a column of numbers


def _writing(decimal: str, groups: str, more: str = "") -> re.Pattern[str]:
    """Return the pattern of a number with this decimal sign; one and the same sign sets all its thousands apart."""
    fraction = rf"(?:\{decimal}\d{'*' if decimal == '.' else '+'})?"  # 7. is a number, and 7, the end of a cell
    plain = rf"(?:\d+{fraction}|\{decimal}\d+)(?:[eE][+-]?\d+)?"
    grouped = rf"[1-9]\d{{0,2}}([{groups}])\d{{3}}(?:\1\d{{3}})*{fraction}"
    return re.compile(rf"[+-]?(?:{plain}|{grouped}{more})")


APART = "'\u2019 "  # apostrophes and the space set thousands apart whichever the decimal sign is
WRITINGS = {  # by the decimal sign
    ".": _writing(".", "," + APART, r"|[1-9]\d?(?:,\d\d)+,\d{3}(?:\.\d*)?"),  # 1,50,000 in India
    ",": _writing(",", "." + APART),
}
_PLAIN = {".": str.maketrans("", "", "," + APART), ",": str.maketrans(",", ".", "." + APART)}
_ONE_SIGN = re.compile(r"[+-]?(\d*)([.,])(\d+)([eE][+-]?\d+)?")
_UNGROUPED = re.compile(r"[+-]?\d{4,}")
EITHER = "?"


@dataclass(frozen=True, eq=False)
class NumberColumn:
    """A column of cells read as numbers."""

    numbers: NDArray[np.float64]  # (rows,) nan where a cell is no finite number
    decimals: frozenset[str] = frozenset()  # the decimal signs that its cells have
    assumed: tuple[str, float] | None = None  # a cell that could mean two numbers, and the one that it is read as


def is_number(cell: str) -> bool:
    """Return whether a cell looks like a number in any writing."""
    return any(writing.fullmatch(cell) for writing in WRITINGS.values())


def is_missing(cells: Sequence[str]) -> NDArray[np.bool_]:
    """Return (rows,) whether a cell is empty or says that its number is missing."""
    return np.fromiter((cell.lower() in MISSING for cell in cells), dtype=bool, count=len(cells))


def read_number(cell: str, decimal: str = ".") -> float:
    """Return the number of a cell, with this decimal sign where it could have either; nan where it is not finite."""
    number, sign = _read(cell)
    return _finite(cell.translate(_PLAIN[decimal])) if sign == EITHER else number


def read_columns(columns: Sequence[Sequence[str]], usual: str = ".") -> list[NumberColumn]:
    """Return the columns of a file as numbers; `usual` is the decimal sign where no cell of the file determines it."""
    read = [{cell: _read(cell) for cell in dict.fromkeys(cells)} for cells in columns]
    signs = [Counter(sign for _, sign in found.values() if sign in WRITINGS) for found in read]
    own = [max(found, key=found.__getitem__, default="") for found in signs]
    votes = Counter(filter(None, own))
    of_file = max(votes, key=votes.__getitem__, default=usual)
    return [_read_column(cells, found, sign, of_file) for cells, found, sign in zip(columns, read, own, strict=True)]


def _read_column(cells: Sequence[str], read: dict[str, tuple[float, str]], own: str, of_file: str) -> NumberColumn:
    found, decimal, assumed = {cell: number for cell, (number, _) in read.items()}, own or of_file, None
    decimals = {sign for cell, (_, sign) in read.items() if sign in WRITINGS and sign in cell}
    either = [cell for cell, (_, sign) in read.items() if sign == EITHER]
    if either:
        if not own and any(map(_UNGROUPED.fullmatch, read)):  # 1980 beside 1.250: thousands are not set apart
            decimal = "." if "." in either[0] else ","
        found |= {cell: read_number(cell, decimal) for cell in either}
        decimals |= {decimal for cell in either if decimal in cell}
        assumed = None if own else (either[0], found[either[0]])
    numbers = np.fromiter(map(found.__getitem__, cells), np.float64, len(cells))
    return NumberColumn(numbers, frozenset(decimals), assumed)


def _read(cell: str) -> tuple[float, str]:
    """Return the number of a cell, nan where it is none, and its decimal sign.

    That is "" where it has neither sign, and `EITHER` for one sign before three digits, whose number is not known yet.
    """
    if cell.isdecimal():
        return _finite(cell), ""
    if simple := _ONE_SIGN.fullmatch(cell):
        whole, sign, fraction, exponent = simple.groups()
        if len(fraction) == 3 and 0 < len(whole) <= 3 and whole[0] != "0" and not exponent:
            return math.nan, EITHER
        return _finite(cell.replace(",", ".")), sign
    for sign, writing in WRITINGS.items():
        if writing.fullmatch(cell):
            return _finite(cell.translate(_PLAIN[sign])), sign if "." in cell or "," in cell else ""
    return math.nan, ""


def _finite(plain: str) -> float:
    number = float(plain)
    return number if math.isfinite(number) else math.nan
