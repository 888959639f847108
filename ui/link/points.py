"""Edited points as a short text for a URL, and back, bit for bit.

The text is base64url (without padding) of

    version | 0 as is, 1 deflated | crc32 of the body | body
    body: log2 of the window's side int8 | its corner in sixteenths of the side, 2 x int64 | number of points n, uint16
          | grid indices, n x 2 x uint16 | labels

Version 1 has two classes, a bit per label, 1 for class +1; version 2 has more, a byte per label, 0 for the first class.

in little endian. 200 points need at most 1134 characters, or 1367 with more than two classes.
"""

from __future__ import annotations

import base64
import math
import re
import struct
import zlib
from typing import Final

import numpy as np
from numpy.typing import NDArray

from datasets.classes import FIRST_PAIR
from datasets.plane import Window, check_coordinates, from_indices, grid_indices
from datasets.points import LABELS
from datasets.read_error import ReadError

TWO_CLASSES: Final = 1
SEVERAL: Final = 2

_ENVELOPE = struct.Struct("<BBI")
_WINDOW = struct.Struct("<bqqH")
_INDEX = np.dtype("<u2")
_CLASS_OF = np.zeros(max(LABELS) + 2, np.uint8)  # by label; -1 is the last
_CLASS_OF[list(LABELS)] = np.arange(len(LABELS))
_ALPHABET = re.compile(r"[A-Za-z0-9_-]*")


class DamagedPointsError(ValueError):
    """The text is not one that `encode` writes, or holds more points than allowed."""


class FarPointsError(DamagedPointsError):
    """The text is valid, but its points or their window lie outside the range of any board."""

    def __init__(self, size: float) -> None:
        super().__init__("an impossible window, or points too far out")
        self.size = size  # of the window's side


def encode(X: NDArray[np.float64], y: NDArray[np.int8], window: Window) -> str:
    """Write points X (n, 2) and labels y (n) of `LABELS`; ValueError if a point is not on the window's grid."""
    indices = grid_indices(X, window)
    if not np.array_equal(from_indices(indices, window), np.asarray(X).reshape(-1, 2)):
        raise ValueError("the points do not lie on the window's grid: snap them first")
    sixteenth = window.size / 16
    frame = _WINDOW.pack(
        math.frexp(window.size)[1] - 1, int(window.x0 / sixteenth), int(window.y0 / sixteenth), len(indices)
    )
    labels = np.asarray(y)
    two = bool(np.isin(labels, FIRST_PAIR).all())
    written = np.packbits(labels > 0) if two else _CLASS_OF[labels]
    body = frame + indices.astype(_INDEX).tobytes() + written.tobytes()
    small = zlib.compress(body, 9)
    deflated = len(small) < len(body)
    envelope = _ENVELOPE.pack(TWO_CLASSES if two else SEVERAL, deflated, zlib.crc32(body))
    return base64.urlsafe_b64encode(envelope + (small if deflated else body)).rstrip(b"=").decode()


def decode(text: str, most: int) -> tuple[NDArray[np.float64], NDArray[np.int8], Window]:
    """Return the X (n, 2), y (n) and window that `encode` wrote; DamagedPointsError for anything else or n > `most`."""
    longest_body = _WINDOW.size + 5 * most
    if len(text) > 2 * (_ENVELOPE.size + longest_body):
        raise DamagedPointsError("longer than the points allowed can be")
    data = _plain(text)
    if len(data) < _ENVELOPE.size:
        raise DamagedPointsError("cut off")
    version, deflated, checksum = _ENVELOPE.unpack_from(data)
    if version not in (TWO_CLASSES, SEVERAL) or deflated > 1:
        raise DamagedPointsError("written by another version")
    body = data[_ENVELOPE.size :]
    if deflated:
        body = _inflated(body, longest_body)
    if zlib.crc32(body) != checksum:
        raise DamagedPointsError("the checksum is another one")
    return _opened(body, most, version)


def _opened(body: bytes, most: int, version: int) -> tuple[NDArray[np.float64], NDArray[np.int8], Window]:
    if len(body) < _WINDOW.size:
        raise DamagedPointsError("cut off")
    power, across, up, n = _WINDOW.unpack_from(body)
    labels_at = _WINDOW.size + 2 * _INDEX.itemsize * n
    if n > most or len(body) != labels_at + (n if version == SEVERAL else (n + 7) // 8):
        raise DamagedPointsError("another number of points than announced")
    size = math.ldexp(1.0, power)
    try:
        window = Window(across * (size / 16), up * (size / 16), size)
        X = check_coordinates(from_indices(np.frombuffer(body[_WINDOW.size : labels_at], _INDEX), window))
    except ReadError as error:
        raise FarPointsError(size) from error
    written = np.frombuffer(body[labels_at:], np.uint8)
    if version == TWO_CLASSES:
        return X, np.where(np.unpackbits(written, count=n) == 1, 1, -1).astype(np.int8), window
    if n and written.max() >= len(LABELS):
        raise DamagedPointsError("a class beyond the sixth")
    return X, np.asarray(LABELS, np.int8)[written], window


def _plain(text: str) -> bytes:
    """Undo base64url, in its only canonical spelling."""
    if not _ALPHABET.fullmatch(text) or len(text) % 4 == 1:
        raise DamagedPointsError("not base64url")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if base64.urlsafe_b64encode(data).rstrip(b"=").decode() != text:
        raise DamagedPointsError("not canonical base64url")
    return data


def _inflated(data: bytes, limit: int) -> bytes:
    """Undo deflate, never into more than `limit` bytes."""
    engine = zlib.decompressobj()
    try:
        body = engine.decompress(data, limit)
    except zlib.error as error:
        raise DamagedPointsError("not deflated data") from error
    if not engine.eof or engine.unused_data:
        raise DamagedPointsError("deflated data with another end")
    return body
