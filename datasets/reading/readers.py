"""The one reader of files and pasted text: size first, then encoding, then the kind of table."""

from __future__ import annotations

from datasets.read_error import Note, ReadError
from datasets.reading.delimited import read_delimited
from datasets.reading.encoding import clean, decode
from datasets.reading.libsvm_text import looks_like_libsvm, read_libsvm
from datasets.table import Table, check_classes

MEGABYTE = 1_000_000
MOST_MEGABYTES = 5


def read_table(data: bytes | str, classes: bool = True) -> Table:
    """Return the table in the bytes of a file or in pasted text; with `classes` one of two coordinates and a class.

    Understands CSV (comma, semicolon, tab, bar or spaces; decimal comma and thousands set apart; with and without
    header; quotes) and LIBSVM text, in UTF-8, UTF-16, UTF-32, GB18030 and the usual Western encodings. Cost is
    bounded: at most 5 MB, 100 000 rows, 201 columns and 2 000 000 cells. Raises `ReadError`, and nothing else, for
    whatever cannot be read.
    """
    if len(data) > MOST_MEGABYTES * MEGABYTE:
        raise ReadError("file.large", size=round(len(data) / MEGABYTE, 1), limit=MOST_MEGABYTES)
    text, encoding = decode(data) if isinstance(data, bytes) else (clean(data), None)
    if not text.strip():
        raise ReadError("file.empty")
    notes = (Note("file.encoding", {"encoding": encoding.upper()}),) if encoding else ()
    table = read_libsvm(text, notes) if looks_like_libsvm(text) else read_delimited(text, notes)
    if classes:
        check_classes(table)
    return table
