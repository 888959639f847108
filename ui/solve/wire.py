"""The binary format between Python and the modules in assets/js: one JSON header and a few arrays.

    "SVML" | uint32 length of the header | header (strict JSON, UTF-8) | zeros to a multiple of 8 | arrays

Everything is little endian; each array is followed by zeros to a multiple of 8, so that the browser can lay
a typed array over it. `header["arrays"]` lists name, type and shape in order. assets/js/shared/wire.js is the twin.
"""

from __future__ import annotations

import json
import math
import re
import struct
from collections.abc import Iterable, Mapping
from itertools import pairwise
from threading import Lock
from typing import Annotated, Any, NoReturn, TypeVar

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

MAGIC = b"SVML"
LIMIT = 1 << 20  # bytes; 2000 points with their answer need about 80 kB

_PRELUDE = struct.Struct("<4sI")
_TYPES = {name: np.dtype(f"<{name}") for name in ("f8", "f4", "i4", "u1", "i1")}
_MOST_AXES = 4

Kind = TypeVar("Kind")


class WireError(ValueError):
    """The bytes are not a blob that `pack` writes, or its header is invalid."""


def one_of(names: Iterable[str]) -> msgspec.Meta:
    """Return the constraint that a string is one of these names, for a field that `read_as` reads."""
    return msgspec.Meta(pattern=rf"\A(?:{'|'.join(map(re.escape, names))})\Z")


_laying_out = Lock()
_kinds_laid_out: set[object] = set()


def laid_out(kind: type[Kind]) -> type[Kind]:
    """Return a msgspec type, or a dataclass, prepared so that several threads can decode it at once.

    The library lays out the fields of a type on first use, and the process crashes if a second thread uses it
    meanwhile: two simultaneous first visitors would crash the server.
    """
    if kind not in _kinds_laid_out:
        with _laying_out:
            msgspec.json.Decoder(kind)
            _kinds_laid_out.add(kind)
    return kind


def read_as(sent: object, kind: type[Kind]) -> Kind:
    """Return data from a browser as a value of this type, which declares its fields and their bounds.

    Raises
    ------
    WireError
        If a field is missing, has the wrong type, or is out of bounds.
    """
    try:
        return msgspec.convert(sent, laid_out(kind))
    except msgspec.ValidationError as error:
        raise WireError(str(error)) from error


class _Described(msgspec.Struct, forbid_unknown_fields=True):
    """One array, as the header lists it; each count is below 2^31, so that their product stays small."""

    name: str
    type: Annotated[str, one_of(_TYPES)]
    shape: Annotated[list[Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)]], msgspec.Meta(max_length=_MOST_AXES)]


_Listed = Annotated[list[_Described], msgspec.Meta(max_length=32)]


def pack(header: Mapping[str, object], arrays: Mapping[str, ArrayLike]) -> bytes:
    """Write a header and named arrays as one blob.

    Parameters
    ----------
    header : mapping
        Anything that JSON can represent; nan and infinity become null.
    arrays : mapping
        Name to array of one of the types f8, f4, i4, u1, i1, with at most four axes.

    Raises
    ------
    WireError
        If an array has another type or too many axes, or if the header already has "arrays".
    """
    if "arrays" in header:
        raise WireError('the header names its own "arrays"')
    laid = {name: _laid_out(name, values) for name, values in arrays.items()}
    listed = [{"name": name, "type": a.dtype.str[1:], "shape": list(a.shape)} for name, a in laid.items()]
    text = json.dumps(
        _sayable({**header, "arrays": listed}), ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )
    return b"".join([pack_text(text), *(_padded(a.tobytes()) for a in laid.values())])


def pack_text(header: str) -> bytes:
    """Write a header that is already strict JSON and lists its "arrays", which follow separately."""
    encoded = header.encode(errors="replace")  # an unpaired surrogate, echoed from a browser, becomes a question mark
    return _padded(_PRELUDE.pack(MAGIC, len(encoded)) + encoded)


def unpack(data: bytes | bytearray | memoryview, limit: int = LIMIT) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Read a blob back into its header (without "arrays") and its arrays, which are fresh, aligned copies.

    Only the format is checked here; the caller checks that the numbers are finite and make sense.

    Raises
    ------
    WireError
        If the blob is longer than `limit` bytes or does not match its header exactly.
    """
    if len(data) > limit:
        raise WireError(f"{len(data)} bytes; at most {limit} are allowed")
    data = bytes(data)
    header, start = _read_header(data)
    plan: list[_Described] = read_as(header.pop("arrays", None), _Listed)
    if len({array.name for array in plan}) < len(plan):
        raise WireError("the name of an array comes twice")
    sizes = [math.prod(array.shape) * _TYPES[array.type].itemsize for array in plan]
    edges = [start]
    for size in sizes:
        edges.append(_up_to_eight(edges[-1] + size))
    if edges[-1] != len(data):
        raise WireError(f"{len(data)} bytes where the header announces {edges[-1]}")
    arrays = {}
    for array, size, (first, _) in zip(plan, sizes, pairwise(edges), strict=True):
        flat = np.frombuffer(data[first : first + size], _TYPES[array.type])
        arrays[array.name] = flat.reshape(array.shape).astype(flat.dtype.newbyteorder("="))
    return header, arrays


def _read_header(data: bytes) -> tuple[dict[str, Any], int]:
    """Return the header and the offset of the arrays."""
    if len(data) < _PRELUDE.size:
        raise WireError("too short for a blob")
    magic, length = _PRELUDE.unpack_from(data)
    if magic != MAGIC:
        raise WireError("does not begin with SVML")
    end = _PRELUDE.size + length
    if _up_to_eight(end) > len(data):
        raise WireError("the header is longer than the blob")
    try:
        header = json.loads(data[_PRELUDE.size : end].decode(), parse_constant=_refuse_constant, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise WireError("the header is not strict JSON") from error
    if not isinstance(header, dict):
        raise WireError("the header is not an object")
    return header, _up_to_eight(end)


def _laid_out(name: str, values: ArrayLike) -> NDArray[Any]:
    array = np.asarray(values)
    kind = array.dtype.newbyteorder("<").str[1:]
    if kind not in _TYPES:
        raise WireError(f"array {name!r} has type {array.dtype}, not one of {', '.join(_TYPES)}")
    if array.ndim > _MOST_AXES:
        raise WireError(f"array {name!r} has {array.ndim} axes, at most {_MOST_AXES} are allowed")
    return np.ascontiguousarray(array, _TYPES[kind]).reshape(array.shape)


def _sayable(value: Any) -> Any:  # noqa: ANN401 - anything that JSON can represent
    """Turn NumPy scalars into numbers and numbers that JSON cannot say into None."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {key: _sayable(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_sayable(inner) for inner in value]
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not strict JSON")


def _finite(written: str) -> float:
    value = float(written)
    return value if math.isfinite(value) else _refuse_constant(written)


def _up_to_eight(length: int) -> int:
    return (length + 7) & ~7


def _padded(data: bytes) -> bytes:
    return data.ljust(_up_to_eight(len(data)), b"\0")
