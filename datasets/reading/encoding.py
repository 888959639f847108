"""From the bytes of a file to text: which encoding, and is it text at all."""

from __future__ import annotations

import re

import numpy as np

from datasets.read_error import ReadError
from datasets.reading.guess import likeliest

ARCHIVES = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"\xd0\xcf\x11\xe0", b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ")
MARKS = {  # of UTF-32 first: its mark begins with that of UTF-16
    b"\xff\xfe\x00\x00": "utf-32",
    b"\x00\x00\xfe\xff": "utf-32",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
FORMATS = {  # text that is no table, by its beginning
    "JSON": re.compile(r"\s*[\[{]\s*[\[{\"]"),
    "HTML": re.compile(r"\s*<(!doctype html|html|table|head|body)\b", re.IGNORECASE),
    "XML": re.compile(r"\s*<\?xml\b", re.IGNORECASE),
    "ARFF": re.compile(r"\s*(%[^\n]*\n\s*)*@relation\b", re.IGNORECASE),
}
BINARIES = (
    b"SQLite format 3\x00",
    b"PAR1\x15",
    b"\x93NUMPY",
    b"\x89HDF",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"%PDF",
    b"\x7fELF",
    b"MZ\x90",
    b"RIFF",
    b"II*\x00",
    b"MM\x00*",
)
# Controls, zero-width and direction marks and lone surrogates: invisible in a cell, harmful in a name.
INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)

PIECE = 1 << 20  # letters


def decode(data: bytes) -> tuple[str, str | None]:
    """Return the text of a file and the encoding if it had to be guessed.

    UTF-8 with and without mark, UTF-16 with and without it, UTF-32, then the likeliest of the encodings that
    spreadsheets write.
    Raises `ReadError` for archives, binary files, and text in an unknown encoding.
    """
    if data.startswith(ARCHIVES):
        raise ReadError("file.archive")
    if data.startswith(BINARIES):
        raise ReadError("file.binary")
    marked = next((encoding for mark, encoding in MARKS.items() if data.startswith(mark)), None)
    if marked is not None:
        return clean(_strictly(data, marked)), None
    if b"\x00" in data:
        return clean(_strictly(data, _without_mark(data))), None
    try:
        return clean(data.decode("utf-8-sig")), None
    except UnicodeDecodeError:
        encoding = likeliest(data)
    if encoding is None:
        raise ReadError("file.encoding")
    return clean(_strictly(data, encoding)), encoding


def _without_mark(data: bytes) -> str:
    """Return the encoding of UTF-16 without its mark: of delimiters and digits always the same byte of the two is 0."""
    is_sign = np.zeros(256, dtype=bool)
    is_sign[list(b",;\t\n0123456789")] = True
    pairs = np.frombuffer(data, np.uint8, 2 * (len(data) // 2)).reshape(-1, 2)
    even, odd = (np.count_nonzero((pairs[:, k] == 0) & is_sign[pairs[:, 1 - k]]) for k in (0, 1))
    if len(data) % 2 or 8 * max(even, odd) < len(pairs) or min(even, odd):
        raise ReadError("file.binary")
    return "utf-16-be" if even else "utf-16-le"


def clean(text: str) -> str:
    """Return text without invisible characters and with the minus sign as a hyphen; refuse what is mostly controls."""
    if "\x00" in text:
        raise ReadError("file.binary")
    # A piece at a time: the whole text would hold the lock of the interpreter for tens of milliseconds.
    visible = "".join(INVISIBLE.sub("", text[k : k + PIECE]) for k in range(0, len(text), PIECE))
    if len(text) - len(visible) > max(8, len(text) // 50):
        raise ReadError("file.binary")
    for name, beginning in FORMATS.items():
        if beginning.match(visible):
            raise ReadError("file.other_format", format=name)
    return visible.replace("\u2212", "-")


def _strictly(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise ReadError("file.encoding") from None
