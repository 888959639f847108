"""A table as it came from a file: the numbers of every column, and the values of the columns that can name a class."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from datasets.read_error import Note, ReadError
from datasets.reading.numerals import is_missing

MOST_LABELS = 200  # different values of a column that can still name the class
LONGEST_NAME = 60

Cells: TypeAlias = Sequence[str] | None  # of a column, (rows,); None if there are only numbers


@dataclass(frozen=True, eq=False)
class ClassColumn:
    """A column seen as classes."""

    values: tuple[str, ...]  # distinct, numbers ascending, words in alphabetical order
    codes: NDArray[np.int32]  # (rows,) index into `values`; -1 where the cell is empty


@dataclass(frozen=True, eq=False)
class Table:
    """A table of numbers and of names."""

    columns: tuple[str, ...]  # names, all different
    numbers: NDArray[np.float64]  # (rows, columns), read-only; nan where the cell is no finite number
    numeric: tuple[str, ...]  # the columns whose filled cells are numbers, at least half of them
    labels: Mapping[str, ClassColumn]  # the columns with 2 to 200 different values
    notes: tuple[Note, ...] = ()

    def column(self, name: str) -> NDArray[np.float64]:
        """Return the numbers (rows,) of one column."""
        return self.numbers[:, self.columns.index(name)]


def finish_table(
    names: Sequence[str], columns: Iterable[tuple[Cells, NDArray[np.float64]]], notes: tuple[Note, ...]
) -> Table:
    """Return the table of columns given as cells and as the numbers (rows,) that these are read as.

    NA, none and the like stand for a missing number; in a column of classes they are names like any other.
    """
    unique = unique_names(names)
    stacked, numeric, labels = [], [], {}
    for name, (cells, values) in zip(unique, columns, strict=True):
        is_number = ~np.isnan(values)
        missing = ~is_number if cells is None else is_missing(cells)
        if is_number.any() and 2 * is_number.sum() >= (~missing).sum():
            numeric.append(name)
        empty = missing if cells is None else np.fromiter((cell == "" for cell in cells), bool, len(cells))
        found = number_labels(values) if cells is None or (is_number | empty).all() else word_labels(cells, empty)
        if found is not None:
            labels[name] = found
        stacked.append(values)
    numbers = np.column_stack(stacked)
    numbers.flags.writeable = False
    return Table(unique, numbers, tuple(numeric), labels, notes)


def check_classes(table: Table) -> None:
    """Raise `ReadError` for a table that has no two columns of numbers beside one that names the class."""
    if len(table.columns) < 3:
        raise ReadError("file.few_columns", count=len(table.columns))
    if not table.labels:
        raise ReadError("file.no_class", limit=MOST_LABELS)
    beside = max(sum(name != label for name in table.numeric) for label in table.labels)
    if beside < 2:
        raise ReadError("file.few_numbers", count=beside)


def number_labels(numbers: NDArray[np.float64]) -> ClassColumn | None:
    """Return numbers (rows,) as classes, "1" for 1.0; None unless there are 2 to 200 different ones."""
    codes, distinct = _factorize(numbers)
    if not 2 <= len(distinct) <= MOST_LABELS:
        return None
    return ClassColumn(tuple(repr(float(value) + 0.0).removesuffix(".0") for value in distinct), codes)


def word_labels(cells: Sequence[str], empty: NDArray[np.bool_]) -> ClassColumn | None:
    """Return cells of text (rows,) as classes; None unless there are 2 to 200 different ones, each short."""
    if len(set(cells)) > MOST_LABELS + 1:  # one may be empty; pandas would sort all, holding the interpreter's lock
        return None
    words = np.array(cells, dtype=object)
    words[empty] = None
    codes, distinct = _factorize(words)
    if not 2 <= len(distinct) <= MOST_LABELS or max(map(len, distinct)) > LONGEST_NAME:
        return None
    return ClassColumn(tuple(str(word) for word in distinct), codes)


def _factorize(cells: NDArray[Any]) -> tuple[NDArray[np.int32], NDArray[Any]]:
    """Return for each cell (rows,) the index of its value among the sorted distinct values; -1 for nan and None."""
    import pandas as pd

    codes, distinct = pd.factorize(cells, sort=True)
    return codes.astype(np.int32), distinct


def unique_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return names that are filled, short and all different: x3 for an empty third, "a (2)" for a second a."""
    taken: dict[str, None] = {}
    for number, name in enumerate(names, start=1):
        plain = name[:LONGEST_NAME] or f"x{number}"
        candidate, copy = plain, 2
        while candidate in taken:
            candidate, copy = f"{plain} ({copy})", copy + 1
        taken[candidate] = None
    return tuple(taken)
