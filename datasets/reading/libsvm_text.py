"""LIBSVM's sparse text: one point per line, `label index:value index:value ...`, indices ascending.

A parser of our own: scikit-learn's takes `1 999999999:1`, fifteen bytes, for a table of eight gigabytes. What others
have added to the format is refused by name: weights (`label:weight`), groups of a ranking (`qid:3`), several labels.
"""

from __future__ import annotations

import re
from array import array

import numpy as np

from datasets.read_error import Note, ReadError, shorten
from datasets.reading.delimited import MOST_CELLS, MOST_COLUMNS, MOST_ROWS
from datasets.reading.numerals import read_number
from datasets.table import Table, finish_table

MOST_INDEX = MOST_COLUMNS
LABEL_NAME = "y"
PAIR = re.compile(r"[+-]?\d{1,18}:[^\s:,;]+")
FIRST_PAIR = re.compile(r"[+-]?\d{1,18}:[+-]?(\d|\.\d|nan|inf)\S*", re.IGNORECASE)  # by which the format is known
GROUP = re.compile(r"qid:\S*")
WEIGHTED = re.compile(r"[+-]?[\d.]+:[^\s:]*")  # a label with its weight, or a feature where the label should be


def looks_like_libsvm(text: str) -> bool:
    """Return whether the first line that has features writes all of them as index:value."""
    for line in text[:65_536].splitlines()[:50]:
        features = line.partition("#")[0].split()[1:]
        if features:
            return any(kind.fullmatch(features[0]) for kind in (FIRST_PAIR, GROUP))
    return False


def read_libsvm(text: str, notes: tuple[Note, ...] = ()) -> Table:
    """Return the table of a LIBSVM text: columns y, x1, x2, ...; what a line leaves out is 0.

    Raises `ReadError` with a key `libsvm.*` that names the line, or `file.*` when the table is too large or unusable.
    """
    labels: list[str] = []
    rows, indices, values = array("q"), array("q"), array("d")
    for number, line in enumerate(text.splitlines(), start=1):
        tokens = line.partition("#")[0].split()
        if not tokens:
            continue
        labels.append(_label(tokens[0], number))
        if len(labels) > MOST_ROWS:
            raise ReadError("file.rows", limit=MOST_ROWS)
        for index, value in _features(tokens[1:], number):
            rows.append(len(labels) - 1)
            indices.append(index)
            values.append(value)
    lowest, highest = min(indices, default=1), max(indices, default=0)
    lowest = min(lowest, 1)  # a first feature that is 0 everywhere still counts
    width = highest - lowest + 1
    if len(labels) * (width + 1) > MOST_CELLS:
        raise ReadError("file.cells", limit=MOST_CELLS)
    dense = np.zeros((len(labels), width))
    dense[np.array(rows), np.array(indices) - lowest] = np.array(values)
    names = [LABEL_NAME, *(f"x{index}" for index in range(lowest, highest + 1))]
    numbers = np.array([read_number(label) for label in labels])
    return finish_table(names, [(labels, numbers), *((None, column) for column in dense.T)], notes)


def _label(token: str, line: int) -> str:
    """Return the label of a line; any name of a class, but `ReadError` for a weight or several labels."""
    if WEIGHTED.fullmatch(token) is not None:
        raise ReadError("sparse.weight", line=line, token=shorten(token))
    if "," in token:
        raise ReadError("sparse.labels", line=line, token=shorten(token))
    return token


def _features(tokens: list[str], line: int) -> list[tuple[int, float]]:
    """Return the (index, value) pairs of one line."""
    pairs: list[tuple[int, float]] = []
    for token in tokens:
        if GROUP.fullmatch(token) is not None:
            raise ReadError("sparse.group", line=line, token=shorten(token))
        if PAIR.fullmatch(token) is None:
            raise ReadError("sparse.pair", line=line, token=shorten(token))
        head, _, tail = token.partition(":")
        index = int(head)
        if not 0 <= index <= MOST_INDEX:  # 0 too: scikit-learn writes files that count from 0
            raise ReadError("sparse.index", line=line, index=index, limit=MOST_INDEX)
        if pairs and index <= pairs[-1][0]:
            raise ReadError("sparse.order", line=line, index=index, before=pairs[-1][0])
        pairs.append((index, _value(tail, token, line)))
    return pairs


def _value(text: str, token: str, line: int) -> float:
    """Return a number; nan for nan and inf, whose rows are left out later like any row with a gap."""
    try:
        number = float(text if "_" not in text else "refused: Python would read 1_0 as 10")
    except ValueError:
        raise ReadError("sparse.value", line=line, token=shorten(token)) from None
    return number if np.isfinite(number) else np.nan
