"""A journal on disk: the finished units of a search, so that another run can continue after it was killed.

A folder can contain the journals of several searches, each under the hash of everything that determines its numbers:
points, targets, folds, strategy and grid. A line is a unit with a checksum and is written in one piece; a line left
incomplete by a killed process or a full disk is ignored, and its unit is repeated.
"""

from __future__ import annotations

import hashlib
import json
import os
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from ..folded import Folded
from ..judged import Judged
from ..look import Grid
from ..plan import Strategy
from .units import Unit

VERSION = 1  # of the format of the lines, and of the numbers in them
SUFFIX = ".jsonl"
FULL = "The results of the search are not kept any more: {}. The search goes on in memory."


class Journal:
    """The lines of one search; without a folder it keeps nothing."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.done: dict[str, tuple[Judged, ...]] = {} if path is None else _read(path)

    def find(self, unit: Unit) -> tuple[Judged, ...] | None:
        """Return the results of a unit, None if it is not done yet."""
        return self.done.get(_key(unit))

    def keep(self, unit: Unit, judged: tuple[Judged, ...]) -> None:
        """Write a unit; if that fails, warn once, and write nothing from then on."""
        if self._path is None:
            return
        told = json.dumps({"unit": _key(unit), "judged": judged})
        try:
            _append(self._path, f"{_checksum(told)} {told}\n")
        except OSError as problem:
            self._path = None
            warnings.warn(FULL.format(problem.strerror or problem), RuntimeWarning, stacklevel=2)


def journal_in(folder: str | os.PathLike[str] | None, folded: Folded, strategy: Strategy, grid: Grid) -> Journal:
    """Return the journal of a search in a folder, created if necessary; an empty one without a folder or on failure."""
    if folder is None:
        return Journal(None)
    home = Path(folder)
    try:
        home.mkdir(parents=True, exist_ok=True)
        path = home / f"{fingerprint(folded, strategy, grid)}{SUFFIX}"
        _append(path, "")
        return Journal(path)
    except OSError as problem:
        warnings.warn(FULL.format(problem.strerror or problem), RuntimeWarning, stacklevel=3)
        return Journal(None)


def fingerprint(folded: Folded, strategy: Strategy, grid: Grid) -> str:
    """Return a hash of everything that determines the numbers of a search."""
    digest = hashlib.blake2b(repr((VERSION, strategy, grid, folded.classes, folded.learner)).encode(), digest_size=16)
    for array in (folded.X, folded.target, *(rows for split in folded.splits for rows in split)):
        digest.update(repr((array.shape, array.dtype.str)).encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def _key(unit: Unit) -> str:
    spot = unit.spot
    return json.dumps([spot.kind, spot.gamma, spot.rank, spot.seed, spot.learner, unit.fold, unit.Cs])


def _checksum(told: str) -> str:
    return hashlib.blake2b(told.encode(), digest_size=8).hexdigest()


def _append(path: Path, line: str) -> None:
    """Append a line to a file, possibly after an incomplete one; it is on disk on return."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        size = os.fstat(handle).st_size
        ended = size == 0 or os.pread(handle, 1, size - 1) == b"\n"
        data = (line if ended or not line else "\n" + line).encode()
        if os.write(handle, data) != len(data):
            raise OSError("the disk is full")
        os.fsync(handle)
    finally:
        os.close(handle)


def _read(path: Path) -> dict[str, tuple[Judged, ...]]:
    """Return the units of a file with complete lines."""
    done: dict[str, tuple[Judged, ...]] = {}
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        checksum, _, told = line.partition(" ")
        if checksum == _checksum(told):
            entry: dict[str, Any] = json.loads(told)
            done[entry["unit"]] = tuple(Judged(*row) for row in entry["judged"])
    return done
