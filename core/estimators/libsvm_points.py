"""Points in the format of LIBSVM's data files: `label index:value ...`, one a line, indices ascending from 1."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from ..problem import InputError
from ..problem.arrays import Indices, Vector
from .machine.inputs import MOST_INDEX, short_indices
from .node_parser import INDEX_LARGE, INDEX_ZERO, NO_ORDER, NO_POINT, POWERS, READ, parse

PIECE: Final = 1 << 19  # bytes read at a time: memory beside the result is a few times that
REFUSALS: Final = {
    NO_POINT: ("data.point", "Line {line} of the data file is not written as label index:value index:value ..."),
    NO_ORDER: ("data.order", "Line {line} of the data file has indices that do not ascend."),
    INDEX_ZERO: ("data.zero", "Line {line} of the data file has index 0; LIBSVM counts coordinates from 1."),
    INDEX_LARGE: ("data.index", "Line {line} of the data file has an index beyond 32 bits."),
}
LONGEST_LINE: Final = 1 << 26  # bytes: two and a half million coordinates with 17 digits


def points_to_libsvm(X: ArrayLike | sparse.csr_array, y: ArrayLike) -> str:
    """Return points (n, d), dense or sparse, and their labels or targets (n,) as the text of a data file.

    Numbers have 17 significant digits; zeros are left out.
    """
    rows, targets = sparse.csr_array(X), np.asarray(y, dtype=np.float64)
    ends, columns, values = rows.indptr.tolist(), (rows.indices + 1).tolist(), rows.data.tolist()
    nodes = [f"{column}:{value:.17g}" for column, value in zip(columns, values, strict=True)]
    lines = zip(targets.tolist(), pairwise(ends), strict=True)
    return "".join(f"{label:.17g} {' '.join(nodes[a:b])}\n" for label, (a, b) in lines)


def points_from_libsvm(
    file: str | Path | bytes | BinaryIO, n_features: int | None = None
) -> tuple[sparse.csr_matrix, Vector]:
    """Return the points of a LIBSVM data file, sparse (n, d), and their labels or targets (n,).

    Parameters
    ----------
    file
        The path of a file, its content, or an open binary file.
    n_features
        The number d of coordinates, since zeros are left out; by default the last index in the file.

    The file is read in pieces of whole lines without the interpreter's lock, and no table is made for it: memory is
    proportional to the size of the file.

    Raises
    ------
    InputError
        In one sentence: for a line that is no such point, a number that is not finite, an index above `n_features` or
        beyond 32 bits, or a line of more than 64 MB.
    """
    if isinstance(file, str | Path):
        with open(file, "rb") as opened:
            return _joined(list(_pieces(opened)), n_features)
    return _joined(list(_pieces(io.BytesIO(file) if isinstance(file, bytes) else file)), n_features)


class _Piece(NamedTuple):
    """The points of some whole lines."""

    lengths: Indices  # (rows,) nodes of each
    indices: NDArray[np.int32]  # of the nodes, counted from 0
    values: Vector
    labels: Vector


def _pieces(file: BinaryIO) -> Iterator[_Piece]:
    """Yield the points of some whole lines."""
    line, rest = 0, b""
    while True:
        read = file.read(PIECE)
        end = read.rfind(b"\n") + 1 if read else 0
        if read and not end:
            rest += read
            if len(rest) > LONGEST_LINE:
                sentence = "Line {line} of the data file has more than {most} MB."
                raise InputError("data.line", sentence, line=line + 1, most=LONGEST_LINE >> 20)
            continue
        whole, rest = rest + read[:end], read[end:]
        if whole:
            yield _read(whole, line)
        line += whole.count(b"\n")
        if not read:
            return


def _read(lines: bytes, before: int) -> _Piece:
    """Return the points of some lines; as many lines of the file stand `before` them."""
    data = np.frombuffer(lines, dtype=np.uint8)
    rows, count = lines.count(b"\n") + 1, lines.count(b":")
    labels, ends = np.empty(rows), np.empty(rows + 1, dtype=np.int64)
    indices, values = np.empty(count, dtype=np.int32), np.empty(count)
    later = np.empty((rows + count, 3), dtype=np.int64)
    found = parse(data, POWERS, labels, ends, indices, values, later)
    if found.error != READ:
        key, sentence = REFUSALS[found.error]
        raise InputError(key, sentence, line=before + found.line + 1)
    for place, start, end in later[: found.later].tolist():
        number = float(lines[start:end])
        if place < 0:
            labels[-1 - place] = number
        else:
            values[place] = number
    labels, values = labels[: found.rows], values[: found.nodes]
    if not (np.isfinite(values).all() and np.isfinite(labels).all()):
        raise InputError("data.infinite", "A number of the data file is not finite.")
    return _Piece(np.diff(ends[: found.rows + 1]), indices[: found.nodes], values, labels)


def _joined(pieces: list[_Piece], n_features: int | None) -> tuple[sparse.csr_matrix, Vector]:
    if not sum(len(piece.labels) for piece in pieces):
        raise InputError("data.empty", "The data file has no points.")
    lengths, indices, values, labels = (np.concatenate(parts) for parts in zip(*pieces, strict=True))
    highest = int(indices.max(initial=-1)) + 1
    if n_features is not None and not highest <= n_features <= MOST_INDEX:
        sentence = "The data file has index {highest}, and n_features is {given}."
        raise InputError("data.features", sentence, highest=highest, given=n_features)
    ends = np.concatenate([[0], np.cumsum(lengths)])
    shape = (len(lengths), highest if n_features is None else n_features)
    return short_indices(sparse.csr_matrix((values, indices, ends), shape=shape)), labels
