"""Text with delimiters: CSV of any country, tabs, bars, and columns set apart by spaces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from datasets.read_error import Note, ReadError, shorten
from datasets.reading.numerals import MISSING, NumberColumn, is_number, read_columns
from datasets.table import Table, finish_table

MOST_ROWS, MOST_CELLS = 100_000, 2_000_000
MOST_COLUMNS = 201  # a kernel matrix of 200 points, and their labels
SAMPLE_LINES, SAMPLE_LETTERS = 50, 65_536
SPACES = " "  # any number of them, and of tabs
# Ties go to the first: a comma may be a decimal sign or stand in a sentence, a tab never does.
DELIMITERS = ("\t", ";", "|", ",", "，", SPACES)
# The cells of a row, stripped. Plain tuples of text are no work for the garbage collector, which would hold the
# interpreter's lock while it visits a hundred thousand rows.
TextRow: TypeAlias = tuple[str, ...]
FEWEST_COUNTED = 3  # rows in which a run of numbers is no accident

_GAP = re.compile(r"[ \t\u3000]+")
_MARGIN = re.compile(r"^[ \t\u3000]+|[ \t\u3000]+$", re.MULTILINE)
_NAMED_DELIMITER = re.compile(r"sep=(.)", re.IGNORECASE)  # the first line of a file for Excel
_RULE = re.compile(r":?[-=+]+:?")  # below the head of a table in Markdown, and around one that a database draws
_NAME_OF_ROWS = re.compile(  # what the first column is called where it names the rows
    r"(.*[\W_])?(?i:id|idx|index)|.*[a-z]I[dD]|.*(序号|编号|行号)|(?i:|#|no|nr|row|rows|rownames|obs|unnamed: 0)\.?"
)


@dataclass(frozen=True)
class Dialect:
    """What stands between two cells, and around a cell that has this sign in it."""

    delimiter: str
    quote: str = '"'


def read_delimited(text: str, notes: tuple[Note, ...] = ()) -> Table:
    """Return the table of a delimited text; rows of another length than most are left out and noted.

    So is a first column that only counts or names the rows: it would separate whatever is sorted by class.

    Raises `ReadError` with a key `file.*`.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    head, _, below = text.partition("\n")
    if named := _NAMED_DELIMITER.fullmatch(head.strip('"')):
        text = below
    dialect = guess_dialect(text, (named[1],) if named else DELIMITERS)
    rows, lines = split_rows(text, dialect)
    if not rows:
        raise ReadError("file.no_table")
    rows, ragged = _keep_even(rows, lines)
    headed = has_header(rows)
    names = rows[0] if headed else ("",) * len(rows[0])
    if headed:
        rows = [row for row in rows if row != names]  # files put together repeat it
    # A column at a time: one `zip` of all rows holds the interpreter's lock for 100 ms.
    columns = [tuple(row[k] for row in rows) for k in range(len(names))]
    places = [k for k, column in enumerate(columns) if names[k] or any(column)]
    read = dict(zip(places, read_columns([columns[k] for k in places], _usual_sign(dialect, columns)), strict=True))
    counted: tuple[Note, ...] = ()
    if len(places) > 1 and _names_rows(names[places[0]] if headed else None, columns[places[0]], [*read.values()]):
        counted, places = (Note("file.row_numbers"),), places[1:]
    table = finish_table(
        [names[k] or f"x{k + 1}" for k in places],
        [(columns[k], read[k].numbers) for k in places],
        notes + ragged + counted,
    )
    numeric = {name: read[k] for name, k in zip(table.columns, places, strict=True) if name in table.numeric}
    return replace(table, notes=table.notes + _on_numbers(numeric))


def guess_dialect(text: str, delimiters: Sequence[str] = DELIMITERS) -> Dialect:
    """Return the dialect that gives the first lines the same number of cells and the most numbers.

    csv.Sniffer takes the decimal comma of "1,5;2,5" for the delimiter, hence this count.
    """
    lines = text[:SAMPLE_LETTERS].split("\n")[:SAMPLE_LINES]
    sample = "\n".join(lines[:-1] if len(text) > SAMPLE_LETTERS and len(lines) > 1 else lines)

    def score(dialect: Dialect) -> float:
        rows, _ = split_rows(sample, dialect, most_columns=SAMPLE_LETTERS)
        width, count = Counter(map(len, rows)).most_common(1)[0] if rows else (0, 0)
        if width < 2:
            return 0.0
        cells = [cell for row in rows for cell in row]
        return count / len(rows) + sum(map(is_number, cells)) / len(cells)

    return max((Dialect(sign, _quote(sample, sign)) for sign in delimiters), key=score)


def _quote(sample: str, delimiter: str) -> str:
    """Return the apostrophe where it encloses every word, or all below the first line; else the quotation mark."""
    if "'" in sample:
        for start in (0, sample.find("\n") + 1):
            found = [match.groups() for match in _pattern(Dialect(delimiter, "'")).finditer(sample, start)]
            wrapped = [quoted for quoted, _, _ in found if quoted is not None]
            bare = [cell.strip() for _, cell, _ in found if cell is not None]
            if wrapped and "\n" not in "".join(wrapped) and all(is_number(c) or c.lower() in MISSING for c in bare):
                return "'"
    return '"'


def split_rows(text: str, dialect: Dialect, most_columns: int = MOST_COLUMNS) -> tuple[list[TextRow], list[int]]:
    """Return the rows, without blanks and comments, and the line where each ends.

    `ReadError` at the first row that is too many or too wide.
    """
    rows: list[TextRow] = []
    lines: list[int] = []
    total = 0
    for cells, line in _split(text, dialect, most_columns):
        stripped = tuple(" ".join(cell.split()) for cell in cells)
        if all(not cell or _RULE.fullmatch(cell) for cell in stripped):
            continue
        if stripped[0].startswith(("#", "%")) and not _mostly_numbers(stripped):
            continue
        rows.append(stripped)
        lines.append(line)
        total += len(cells)
        if len(rows) > MOST_ROWS + 1:  # one for the header
            raise ReadError("file.rows", limit=MOST_ROWS)
        if total > MOST_CELLS:
            raise ReadError("file.cells", limit=MOST_CELLS)
    return rows, lines


def _split(text: str, dialect: Dialect, most_columns: int) -> Iterator[tuple[list[str], int]]:
    """Yield the cells of each row, and the line where it ends; `ReadError` where there are too many."""
    spaced = dialect.delimiter == SPACES
    if dialect.quote not in text:
        for line, row in enumerate(_lines(text), start=1):
            kept = row.strip() if spaced else row
            count = 1 + (sum(1 for _ in _GAP.finditer(kept)) if spaced else kept.count(dialect.delimiter))
            if count > most_columns:
                raise ReadError("file.columns", count=count, limit=MOST_COLUMNS)
            yield (_GAP.split(kept) if spaced else kept.split(dialect.delimiter)), line
        return
    cells, line = [], 1
    for match in _pattern(dialect).finditer(_MARGIN.sub("", text) if spaced else text):
        quoted, plain, end = match.groups()
        cells.append(plain if quoted is None else quoted.replace(2 * dialect.quote, dialect.quote))
        line += 0 if quoted is None else quoted.count("\n")
        if end in ("\n", ""):
            if len(cells) > most_columns:
                raise ReadError("file.columns", count=len(cells), limit=MOST_COLUMNS)
            yield cells, line
            cells, line = [], line + 1


def _lines(text: str) -> Iterator[str]:
    """Yield the lines, one at a time: `split` and `StringIO` hold the lock of the interpreter for the whole text."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield text[start:end]
        start = end + 1


def _pattern(dialect: Dialect) -> re.Pattern[str]:
    """Return the pattern of a cell: quoted, or plain, and what ends it.

    A quote counts where it opens a cell and closes it; any other is a letter, so that an open quote spans no cells.
    """
    q, sign = dialect.quote, re.escape(dialect.delimiter)
    between, plain, space = (_GAP.pattern, r"[^ \t\u3000\n]*", "") if sign == r"\ " else (sign, rf"[^{sign}\n]*", " *+")
    quoted = rf"{space}{q}([^{q}]*+(?:{q}{q}[^{q}]*+)*+){q}{space}(?={between}|\n|\Z)"
    return re.compile(rf"(?:{quoted}|({plain}))({between}|\n|\Z)")


def _mostly_numbers(cells: Sequence[str]) -> bool:
    return 2 * sum(map(is_number, cells)) > len(cells)


def _keep_even(rows: list[TextRow], lines: list[int]) -> tuple[list[TextRow], tuple[Note, ...]]:
    """Return the rows of the most frequent length, and a note on the others; refuse when they are half of all.

    A head may have a cell less than its rows: R leaves out the name of the row names, and some write a delimiter more
    at the end of each row.
    """
    width = Counter(map(len, rows)).most_common(1)[0][0]
    rows = [row[:width] if len(row) > width and not any(row[width:]) else row for row in rows]
    head, below = rows[0], [row for row in rows[1:] if len(row) == width]
    if below and len(head) == width - 1 and not any(map(is_number, head)):
        ends = any(row[-1] for row in below)
        rows[0] = ("", *head) if ends else (*head, "")
    even = [row for row in rows if len(row) == width]
    if len(even) == len(rows):
        return rows, ()
    first = next(k for k, row in enumerate(rows) if len(row) != width)
    if 2 * len(even) <= len(rows):
        raise ReadError("file.ragged", expected=width, line=lines[first], count=len(rows[first]))
    return even, (Note("file.ragged", {"expected": width, "count": len(rows) - len(even), "line": lines[first]}),)


def has_header(rows: list[TextRow]) -> bool:
    """Return whether the first row has a word above a column of numbers."""
    first, below = rows[0], rows[1 : SAMPLE_LINES + 1]
    for k, cell in enumerate(first):
        is_word = cell.lower() not in MISSING and not is_number(cell)
        if is_word and below and _mostly_numbers([row[k] for row in below]):
            return True
    return False


def _usual_sign(dialect: Dialect, columns: Sequence[Sequence[str]]) -> str:
    """Return the decimal sign where no number tells it: a comma where one is seen and no comma stands between cells."""
    comma = dialect.delimiter == ";" and any("," in cell and is_number(cell) for column in columns for cell in column)
    return "," if comma else "."


def _names_rows(name: str | None, cells: Sequence[str], columns: Sequence[NumberColumn]) -> bool:
    """Return whether the first column counts or names the rows; `name` is None if the file has no head.

    With a head it has no name and all its cells differ, or it has one like "id" above whole numbers that all differ;
    either may begin again with each of the files put together. Without a head it is 0, 1, 2, ... or 1, 2, 3, ... beside
    two other columns of numbers.
    """
    values: NDArray[np.float64] = columns[0].numbers
    rows, distinct, steps = len(cells), len(set(cells)), np.diff(values)
    whole = bool((values == np.floor(values)).all())  # nan is none
    if name is None:
        beside = sum(2 * int((~np.isnan(column.numbers)).sum()) > rows for column in columns[1:])
        return rows >= FEWEST_COUNTED and values[0] in (0.0, 1.0) and bool((steps == 1.0).all()) and beside >= 2
    if not whole:
        return name == "" and distinct == rows >= FEWEST_COUNTED and bool(np.isnan(values).all())
    again = bool(((steps == 1.0) | (values[1:] == values[0])).all()) and FEWEST_COUNTED <= distinct < rows
    return _NAME_OF_ROWS.fullmatch(name) is not None and (distinct == rows >= 2 or again)


def _on_numbers(columns: Mapping[str, NumberColumn]) -> tuple[Note, ...]:
    """Return what to say of the writing of the numbers in the columns of these names."""
    notes = [Note("file.decimal_comma")] if any("," in column.decimals for column in columns.values()) else []
    for name, column in columns.items():
        if column.assumed is not None:
            written, number = column.assumed
            read_as = repr(number).removesuffix(".0")
            notes.append(Note("file.assumed", {"written": written, "column": shorten(name), "number": read_as}))
            break
    mixed = [name for name, column in columns.items() if len(column.decimals) > 1]
    return (*notes, *(Note("file.two_signs", {"column": shorten(name)}) for name in mixed[:1]))
