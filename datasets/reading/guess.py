"""Which of the encodings that spreadsheets write a file is in: the one under which its words are most likely.

Every candidate decodes the same cells, and each of its letters has a probability: a share of the text for its class,
shared evenly in the class. Each different cell counts once, so a file and the same file ten times over are alike.
"""

from __future__ import annotations

import codecs
import math
import re
from collections.abc import Callable, Mapping

MOST_CELLS, LONGEST = 800, 200  # that the guess looks at, and bytes of each
PIECE = 1 << 16  # bytes that are decoded at a time
LEAST = -6.5  # mean log-probability of a byte; bytes thrown by dice have less under every candidate

Classes = tuple[tuple[range, float], ...]  # lead bytes, and the log-probability of one letter of them

_CELL = re.compile(rb'[^,;\t\r\n" ]+')  # what stands between is never half of a letter
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")


def _evenly(share: float, letters: int) -> float:
    return math.log(share / letters)


_DOUBLE: Mapping[str, tuple[Classes, float]] = {  # and what any other letter has
    "gb18030": (
        (
            (range(0xB0, 0xD8), _evenly(0.85, 3755)),  # level 1: the common letters
            (range(0xA1, 0xA4), _evenly(0.1, 100)),  # signs
            (range(0xD8, 0xF8), _evenly(0.04, 3008)),
        ),
        _evenly(0.01, 20_000),
    ),
    "big5": (
        (
            (range(0xA4, 0xC7), _evenly(0.85, 5401)),
            (range(0xA1, 0xA4), _evenly(0.1, 100)),
            (range(0xC9, 0xFA), _evenly(0.04, 7652)),
        ),
        _evenly(0.01, 20_000),
    ),
    "cp932": (
        (
            (range(0x82, 0x83), _evenly(0.35, 83)),  # hiragana
            (range(0x83, 0x84), _evenly(0.3, 86)),  # katakana
            (range(0x81, 0x82), _evenly(0.1, 100)),
            (range(0x88, 0x98), _evenly(0.2, 2965)),  # level 1
            (range(0xE0, 0xEB), _evenly(0.02, 3390)),
            (range(0xA1, 0xE0), _evenly(0.005, 63)),  # katakana of half the width, one byte each
        ),
        _evenly(0.01, 20_000),
    ),
    "cp949": (
        (
            (range(0xB0, 0xC9), _evenly(0.9, 2350)),  # the common syllables
            (range(0xA1, 0xA4), _evenly(0.08, 100)),
            (range(0xCA, 0xFE), _evenly(0.01, 4888)),  # Chinese letters
        ),
        _evenly(0.01, 20_000),
    ),
}
_SINGLE: Mapping[str, str] = {  # the letters that are usual beyond ASCII
    "cp1252": "äöüßéèàçñáíóúêâôîïåæøÄÖÜÉ",
    "cp1251": "абвгдежзийклмнопрстуфхцчшщъыьэюяё",
    "cp1250": "ąćęłńóśźżáčďéěíňřšťúůýžőűăâîöüäßŁŚŻŽŠČŘ",
}
_SIGNS = "°µ²³€«»–—“”§№±·"
_PRIOR = {"gb18030": 0.35, "cp1252": 0.35, "cp1251": 0.08, "big5": 0.08, "cp932": 0.08, "cp1250": 0.04, "cp949": 0.02}


def likeliest(data: bytes) -> str | None:
    """Return the encoding under which bytes that are no UTF-8 read best; None if they read badly in all."""
    cells = _cells(data)
    found = {name: _log_p(cells, name) for name in _PRIOR if _decodes(data, name)}
    best = max(found, key=lambda name: found[name] + math.log(_PRIOR[name]), default=None)
    beyond = sum(len(_BEYOND_ASCII.findall(cell)) for cell in cells)
    return best if best is not None and found[best] >= LEAST * beyond else None


def _cells(data: bytes) -> list[bytes]:
    """Return the different cells with a byte beyond ASCII, the first and the last of them where there are many."""
    found = (match[0] for match in _CELL.finditer(data))
    cells = [*dict.fromkeys(cell[:LONGEST] for cell in found if _BEYOND_ASCII.search(cell))]
    return cells if len(cells) <= MOST_CELLS else cells[: MOST_CELLS // 2] + cells[-MOST_CELLS // 2 :]


def _decodes(data: bytes, encoding: str) -> bool:
    """Tell whether bytes are text in an encoding; piece by piece, so that other threads can run."""
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        for begin in range(0, len(data), PIECE):
            decoder.decode(data[begin : begin + PIECE])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _log_p(cells: list[bytes], encoding: str) -> float:
    of_text: Callable[[str, str], float] = _double if encoding in _DOUBLE else _single
    return sum(of_text(cell.decode(encoding, "ignore"), encoding) for cell in cells)  # a long one is cut somewhere


def _double(text: str, encoding: str) -> float:
    classes, other = _DOUBLE[encoding]
    leads = (letter.encode(encoding) for letter in text if not letter.isascii())
    return sum(next((p for lead, p in classes if code[0] in lead and len(code) <= 2), other) for code in leads)


def _single(text: str, encoding: str) -> float:
    padded = f" {text} "
    around = zip(padded, padded[1:], padded[2:], strict=False)
    cyrillic = encoding == "cp1251"
    return sum(_of_letter(*three, _SINGLE[encoding], cyrillic) for three in around if not three[1].isascii())


def _of_letter(before: str, letter: str, after: str, usual: str, cyrillic: bool) -> float:
    """Return the log-probability of one letter of an alphabet beside its neighbours."""
    if not letter.isalpha():
        log_p = _evenly(0.05, len(_SIGNS)) if letter in _SIGNS else _evenly(0.01, 100)
        return log_p - 3.0 * (before.isalpha() and after.isalpha())
    known = letter in usual or (letter.lower() in usual and (cyrillic or not before.isalpha()))
    log_p = _evenly(0.9, len(usual)) if known else _evenly(0.03, 90)
    if letter.isupper() and before.islower():
        log_p -= 5.0
    # Cyrillic beside Latin letters, or accent beside accent.
    mixed = sum(side.isalpha() and side.isascii() == cyrillic for side in (before, after))
    return log_p - (5.0 if cyrillic else 0.75) * mixed
