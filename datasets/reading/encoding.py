"""From the bytes of a file to text: which encoding, and is it text at all."""

from __future__ import annotations

import re

from datasets.read_error import ReadError
from datasets.reading.guess import likeliest

ARCHIVES = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"\xd0\xcf\x11\xe0", b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ")
BINARIES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"%PDF", b"\x7fELF", b"MZ", b"RIFF", b"II*\x00", b"MM\x00*")
# Controls, zero-width and direction marks and lone surrogates: invisible in a cell, harmful in a name.
INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


def decode(data: bytes) -> tuple[str, str | None]:
    """Return the text of a file and the encoding if it had to be guessed.

    UTF-8 with and without mark, UTF-16 with mark, then the likeliest of the encodings that spreadsheets write.
    Raises `ReadError` for archives, binary files, and letters that nobody can make out.
    """
    if data.startswith(ARCHIVES):
        raise ReadError("file.archive")
    if data.startswith(BINARIES):
        raise ReadError("file.binary")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return clean(_strictly(data, "utf-16")), None
    if b"\x00" in data:
        raise ReadError("file.binary")
    try:
        return clean(data.decode("utf-8-sig")), None
    except UnicodeDecodeError:
        encoding = likeliest(data)
    if encoding is None:
        raise ReadError("file.encoding")
    return clean(_strictly(data, encoding)), encoding


def clean(text: str) -> str:
    """Return text without invisible characters and with the minus sign as a hyphen; refuse what is mostly controls."""
    visible, removed = INVISIBLE.subn("", text)
    if removed > max(8, len(text) // 50):
        raise ReadError("file.binary")
    return visible.replace("\u2212", "-")


def _strictly(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise ReadError("file.encoding") from None
