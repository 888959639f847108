"""What a reader says when it cannot take what came, and what it notes when it changed something.

Both carry a text key and values for the catalogues of words; the English sentence stands here too, so that an error in
a terminal can be read. A sentence says what came, what is allowed, and what to do.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Value = str | int | float

SENTENCES = {
    "file.empty": "The file is empty. Drop a CSV or LIBSVM text file with one point per row.",
    "file.large": "The file has {size} MB; at most {limit} MB are read. Keep fewer rows and try again.",
    "file.binary": "This is not a text file. Only CSV and LIBSVM text is read: save the data as CSV and try again.",
    "file.archive": "This is an Excel workbook or an archive. Save the sheet as CSV, then drop the CSV file.",
    "file.encoding": "The text encoding could not be detected. Save the file as UTF-8 and try again.",
    "file.no_table": "No rows and columns are found in this text. Write one point per row, commas between the cells.",
    "file.rows": "The file has more than {limit} rows, the maximum. Keep fewer rows and try again.",
    "file.columns": "The file has {count} columns; at most {limit} are read. Keep the columns you need and try again.",
    "file.cells": "The file has more than {limit} cells (rows times columns). Keep fewer of them and try again.",
    "file.ragged": (
        "Rows have different lengths: line {line} has {count} cells, expected {expected}. "
        "Give every row the same number of cells."
    ),
    "file.few_columns": (
        "Columns found: {count}. Three are needed: two of numbers and one that names the class. Check the delimiter."
    ),
    "file.few_numbers": (
        "Columns of numbers beside the class: {count}. Two are needed. Check the decimal sign and the delimiter."
    ),
    "file.no_class": (
        "No column can name the class: one with 2 to {limit} different values is needed. Add such a column."
    ),
    "file.other_format": "This is {format}, which cannot be read. Save the data as CSV and try again.",
    "sparse.group": "Line {line}: “{token}” groups points for a ranking, which is not learned here. Remove it.",
    "sparse.labels": "Line {line}: “{token}” gives several labels. Give each point one.",
    "sparse.weight": (
        "Line {line}: “{token}” stands where the label is expected: labels with a weight, and points without a label, "
        "are not read. Begin each line with its label alone."
    ),
    "sparse.pair": "Line {line}: “{token}” is not index:value. Write each feature like 3:0.25.",
    "sparse.index": "Line {line}: index {index} is outside 0 to {limit}. Keep fewer features and renumber them.",
    "sparse.order": "Line {line}: index {index} comes after {before}. Sort the indices of a line in ascending order.",
    "sparse.value": "Line {line}: “{token}” has no number after the colon. Write each feature like 3:0.25.",
    "choose.no_column": "The table has no column “{column}”. Choose one of its columns.",
    "choose.same_column": "“{column}” is chosen for both axes. Choose two different columns.",
    "choose.no_numbers": "“{column}” does not hold numbers. Choose a column of numbers for each axis.",
    "choose.no_label": (
        "“{column}” cannot name the class: 2 to {limit} different values are needed. Choose another column."
    ),
    "choose.no_class": "“{value}” is not a value of “{column}”. Choose one of its values for the class +1.",
    "choose.constant": "“{column}” has the same value in every row, so it separates nothing. Choose another column.",
    "choose.one_class": (
        "The complete rows are all of one class; both are needed. Choose other columns or another value for class +1."
    ),
    "choose.no_rows": "No row has a number in both columns and a class. Choose other columns or fill the gaps.",
    "points.shape": "Points must come as pairs of numbers x1, x2. Give two numbers for each point.",
    "points.lengths": "Points: {points}, labels: {labels}. Give one label for each point.",
    "points.finite": "Point {number} has a coordinate that is not a finite number. Give ordinary numbers.",
    "points.far": "Point {number} lies beyond ±{limit}. Rescale the data to a few units and try again.",
    "points.labels": "A label is none of the allowed ones. Give each point +1 or −1, or 2 to 5 for more classes.",
    "points.many": "You gave {count} points; the limit is {limit}. Keep fewer points and try again.",
    "window.shape": "The window x0 = {x0}, y0 = {y0}, size {size} is not on the grid. Open the board without it.",
}

NOTES = {
    "file.ragged": "Rows left out because their length is not {expected} cells: {count}, the first in line {line}.",
    "file.decimal_comma": "The comma is read as the decimal sign.",
    "file.encoding": "The file is read as {encoding}.",
    "file.assumed": (
        "“{written}” in “{column}” could mean two numbers; it is read as {number}, and numbers like it in the same way."
    ),
    "file.two_signs": "“{column}” has decimal points and decimal commas; each number is read as it is written.",
    "file.row_numbers": "The first column only numbers or names the rows and is left out.",
    "choose.missing": "Rows left out because a cell is empty or not a number: {count} of {total}.",
    "choose.thinned": "{kept} of {total} rows are shown, evenly spaced.",
    "choose.standardised": "Both axes are standardised: mean 0, standard deviation 1.",
}


class ReadError(ValueError):
    """Input that is refused, with one clear sentence.

    `key` names the sentence in the catalogues (there it is `error.<key>`), `values` fill its placeholders;
    `str()` is the sentence in English.
    """

    def __init__(self, key: str, **values: Value) -> None:
        self.key = key
        self.values = values
        super().__init__(SENTENCES[key].format_map(values))


@dataclass(frozen=True)
class Note:
    """One remark about what was changed on the way in (`note.<key>` in the catalogues); `str()` is English."""

    key: str
    values: dict[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        return NOTES[self.key].format_map(self.values)


def shorten(text: str, length: int = 40) -> str:
    """Return text for a sentence: cut to `length` characters with an ellipsis."""
    return text if len(text) <= length else text[: length - 1] + "…"
