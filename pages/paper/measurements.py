"""What `python -m benchmarks paper` wrote down, as frozen values; `assets/paper.json` holds them.

Nothing is computed here, and the file is never written by hand.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import msgspec

from core.topics.choosing.experiment import Searched
from ui.page.occasion import Occasion
from ui.solve.memory import SharedResults

MEASURED = Path(__file__).parents[2] / "assets" / "paper.json"
SCHEMA = 1

_read: SharedResults[FileReading] = SharedResults()


class PaperFileError(ValueError):
    """The file is not what the command writes; the message is the key of a sentence: paper.<key>."""


@dataclass(frozen=True)
class AskedOfAll:
    """What was asked of every method."""

    folds: int
    repetitions: int  # of the methods that draw something
    gammas: tuple[float, ...]
    penalties: tuple[float, ...]
    ranks: tuple[int, ...]  # D, and landmarks
    most_rows: int  # that train; 0: all
    most_tests: int  # that judge; 0: all


@dataclass(frozen=True)
class RowsOfSet:
    """A set as we have it, and the error of K' on it at gamma = 1."""

    data: str
    counted: tuple[int, int, int]  # coordinates, training rows, test rows of the whole set
    divided: bool  # the set has no test rows of its own: ours were sampled
    used: tuple[int, int]  # rows that trained and that judged
    variance: float | None  # of the targets of a regression, over the whole set
    constant: float  # c of E[MSE] = c / D
    points: int  # that K' was measured on
    mse: tuple[float, ...]  # mean over the rolls, one for each D of `Selected.components`


@dataclass(frozen=True)
class MethodOnSet:
    """One method on one set, once for each seed; a method that draws nothing has one run."""

    data: str
    method: str
    runs: tuple[Searched, ...]


@dataclass(frozen=True)
class MethodAtSize:
    """One method on so many training rows."""

    data: str
    method: str
    rows: int
    run: Searched


@dataclass(frozen=True)
class Selected:
    """The experiments of the paper."""

    taken: Occasion
    asked: AskedOfAll
    components: tuple[int, ...]  # D of figures 1 and 2
    rolls: int
    sets: tuple[RowsOfSet, ...]
    cells: tuple[MethodOnSet, ...]
    sizes: tuple[MethodAtSize, ...]
    absent: tuple[str, ...]  # sets whose files were not there


@dataclass(frozen=True)
class FileReading:
    """What the file holds, or the key of the sentence that says why there is nothing."""

    found: Selected | None
    why: str | None


def to_json(found: Selected) -> str:
    """Return the measurements as text."""
    return json.dumps({"schema": SCHEMA, **asdict(found)}, indent=1, allow_nan=False) + "\n"


def from_json(text: str) -> Selected:
    """Return the measurements of a text; `PaperFileError` "old" for another schema, "damaged" for anything else."""
    try:
        content = msgspec.json.decode(text)
        if not isinstance(content, dict):
            raise PaperFileError("damaged")
        if content.pop("schema", None) != SCHEMA:
            raise PaperFileError("old")
        found = msgspec.convert(content, Selected)
    except msgspec.MsgspecError as error:
        raise PaperFileError("damaged") from error
    if msgspec.json.decode(msgspec.json.encode(found)) != content:
        raise PaperFileError("damaged")
    return found


def read_file(path: Path = MEASURED) -> FileReading:
    """Return what a file holds; a file that is absent, old or damaged gives the sentence that says so."""
    try:
        return FileReading(from_json(path.read_text(encoding="utf-8")), None)
    except FileNotFoundError:
        return FileReading(None, "paper.missing")
    except PaperFileError as error:
        return FileReading(None, f"paper.{error}")
    except (OSError, UnicodeDecodeError):
        return FileReading(None, "paper.damaged")


def measured() -> FileReading:
    """Return what the file of the project holds; it is read once."""
    return _read.get(str(MEASURED), read_file)
