"""Text with delimiters: CSV of any country, tabs, bars, and columns set apart by spaces."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from datasets.read_error import Note, ReadError
from datasets.reading.numerals import MISSING, guess_decimal, is_number
from datasets.table import Table, finish_table

MOST_ROWS, MOST_COLUMNS, MOST_CELLS = 100_000, 200, 2_000_000
SAMPLE_LINES, SAMPLE_LETTERS = 50, 65_536
# Ties go to the first: a comma may be a decimal sign or stand in a sentence, a tab never does.
DELIMITERS = ("\t", ";", "|", ",", "，", None)  # None: spaces


@dataclass(frozen=True)
class TextRow:
    """The cells of one row, stripped, and the line where it ends."""

    cells: list[str]
    line: int


def read_delimited(text: str, notes: tuple[Note, ...] = ()) -> Table:
    """Return the table of a delimited text; rows of another length than most are left out and noted.

    Raises `ReadError` with a key `file.*`.
    """
    delimiter = guess_delimiter(text)
    rows = split_rows(text, delimiter)
    if not rows:
        raise ReadError("file.no_table")
    rows, ragged = _keep_even(rows)
    names = [""] * len(rows[0].cells)
    if has_header(rows):
        names = rows[0].cells
        rows = [row for row in rows if row.cells != names]  # files put together repeat it
    decimal = guess_decimal((cell for row in rows[:1000] for cell in row.cells), delimiter == ",")
    comma = (Note("file.decimal_comma"),) if decimal == "," else ()
    columns = list(zip(*(row.cells for row in rows), strict=True))
    used = [k for k, column in enumerate(columns) if names[k] or any(column)]
    return finish_table(
        [names[k] or f"x{k + 1}" for k in used], [columns[k] for k in used], decimal, notes + ragged + comma
    )


def guess_delimiter(text: str) -> str | None:
    """Return the delimiter that gives the first lines the same number of cells and the most numbers; None for spaces.

    csv.Sniffer takes the decimal comma of "1,5;2,5" for the delimiter, hence this count.
    """
    lines = text[:SAMPLE_LETTERS].splitlines()[:SAMPLE_LINES]
    sample = "\n".join(lines[:-1] if len(text) > SAMPLE_LETTERS and len(lines) > 1 else lines)

    def score(delimiter: str | None) -> float:
        rows = split_rows(sample, delimiter, most_columns=SAMPLE_LETTERS)
        width, count = Counter(len(row.cells) for row in rows).most_common(1)[0] if rows else (0, 0)
        if width < 2:
            return 0.0
        cells = [cell for row in rows for cell in row.cells]
        return count / len(rows) + sum(map(is_number, cells)) / len(cells)

    return max(DELIMITERS, key=score)


def split_rows(text: str, delimiter: str | None, most_columns: int = MOST_COLUMNS) -> list[TextRow]:
    """Return the rows, without blanks and comments; `ReadError` at the first row that is too many or too wide."""
    if delimiter is None:
        return _collect(((line.split(), k) for k, line in enumerate(text.splitlines(), 1)), most_columns)
    try:
        return _collect(_csv_cells(text, delimiter, csv.QUOTE_MINIMAL), most_columns)
    except csv.Error:  # a quote that opens and never closes is a plain character
        try:
            return _collect(_csv_cells(text, delimiter, csv.QUOTE_NONE), most_columns)
        except csv.Error:
            raise ReadError("file.no_table") from None


def _csv_cells(text: str, delimiter: str, quoting: int) -> Iterator[tuple[list[str], int]]:
    # The mode is strict so that an open quote is an error instead of swallowing the rest of the file.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, quoting=quoting, strict=True)  # type: ignore[arg-type]
    for cells in reader:
        yield cells, reader.line_num


def _collect(source: Iterator[tuple[list[str], int]], most_columns: int) -> list[TextRow]:
    rows: list[TextRow] = []
    total = 0
    for cells, line in source:
        if len(cells) > most_columns:
            raise ReadError("file.columns", count=len(cells), limit=MOST_COLUMNS)
        stripped = [" ".join(cell.split()).strip("\"' ") for cell in cells]
        if not any(stripped) or (stripped[0].startswith(("#", "%")) and not _mostly_numbers(stripped)):
            continue
        rows.append(TextRow(stripped, line))
        total += len(cells)
        if len(rows) > MOST_ROWS + 1:  # one for the header
            raise ReadError("file.rows", limit=MOST_ROWS)
        if total > MOST_CELLS:
            raise ReadError("file.cells", limit=MOST_CELLS)
    return rows


def _mostly_numbers(cells: list[str]) -> bool:
    return 2 * sum(map(is_number, cells)) > len(cells)


def _keep_even(rows: list[TextRow]) -> tuple[list[TextRow], tuple[Note, ...]]:
    """Return the rows of the most frequent length, and a note on the others; refuse when they are half of all."""
    width = Counter(len(row.cells) for row in rows).most_common(1)[0][0]
    even = [row for row in rows if len(row.cells) == width]
    others = [row for row in rows if len(row.cells) != width]
    if not others:
        return rows, ()
    first = others[0]
    if len(others) >= len(even):
        raise ReadError("file.ragged", expected=width, line=first.line, count=len(first.cells))
    return even, (Note("file.ragged", {"expected": width, "count": len(others), "line": first.line}),)


def has_header(rows: list[TextRow]) -> bool:
    """Return whether the first row has a word above a column of numbers."""
    first, below = rows[0].cells, rows[1 : SAMPLE_LINES + 1]
    for k, cell in enumerate(first):
        is_word = cell.lower() not in MISSING and not is_number(cell)
        if is_word and below and _mostly_numbers([row.cells[k] for row in below]):
            return True
    return False
