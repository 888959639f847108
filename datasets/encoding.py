"""From the bytes of a file to text: which encoding, and is it text at all."""

from __future__ import annotations

import re

from datasets.refusal import ReadError

SAMPLE = 32_768  # bytes that the guess looks at
ARCHIVES = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"\xd0\xcf\x11\xe0", b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ")
BINARIES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"%PDF", b"\x7fELF", b"MZ", b"RIFF", b"II*\x00", b"MM\x00*")
# Encodings in the order in which they are tried. Left alone, charset-normalizer takes a short Chinese table for Korean.
CHINESE_FIRST = (("gb18030", "cp1252"), ("big5", "shift_jis", "euc_kr", "cp1251"))
WESTERN_FIRST = (("cp1252", "cp1251"), ("big5", "shift_jis", "euc_kr"), ("cp1250", "gb18030"))
# Controls, zero-width and direction marks and lone surrogates: invisible in a cell, harmful in a name.
INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


def decode(data: bytes) -> tuple[str, str | None]:
    """Return the text of a file and the encoding if it had to be guessed.

    UTF-8 with and without mark, UTF-16 with mark, then the guess of charset-normalizer among the encodings that
    spreadsheets write. Raises `ReadError` for archives, binary files, and letters that nobody can make out.
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
        encoding = _guess(data)
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


def _guess(data: bytes) -> str:
    from charset_normalizer import from_bytes

    sample = data[:SAMPLE]
    if len(data) > SAMPLE and b"\n" in sample:
        sample = sample[: sample.rindex(b"\n")]  # never half a letter at the end
    for group in WESTERN_FIRST if _has_lone_letters(data) else CHINESE_FIRST:
        best = from_bytes(sample, cp_isolation=list(group)).best()
        if best is not None and best.encoding != "ascii":
            return best.encoding
    raise ReadError("file.encoding")


def _has_lone_letters(data: bytes) -> bool:
    """Return whether most letters beyond ASCII stand in runs of odd length, as in "für", never in Chinese pairs."""
    runs = [len(run) % 2 for run in re.findall(rb"[\x80-\xff]+", data)[:5000]]
    return 2 * sum(runs) > len(runs)
