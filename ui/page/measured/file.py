"""A file of measurements: a benchmark writes it, a page reads it, and it is never edited by hand."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from ui.solve.memory import SharedResults
from ui.solve.wire import laid_out

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

BUSY = 0.3  # load before the start above which the machine counts as busy

Content = TypeVar("Content", bound="DataclassInstance")

_readings: SharedResults[Any] = SharedResults()


@dataclass(frozen=True, kw_only=True)
class Occasion:
    """Date, machine and command of a measurement."""

    date: str  # UTC, 2026-11-21T19:40
    seconds: float  # in total
    command: str
    machine: str
    cores: int
    system: str
    versions: dict[str, str]
    load_before: float  # mean of the last minute
    load_after: float

    @property
    def busy(self) -> bool:
        """Whether other work was running when the measurement began."""
        return self.load_before > BUSY


class MeasuredFileError(ValueError):
    """The text does not match the schema: "old" for a previous schema, "damaged" for anything else."""


@dataclass(frozen=True)
class FileContent(Generic[Content]):
    """The content of a file, or why it cannot be read: "missing", "old" or "damaged"."""

    content: Content | None
    why: str | None = None


@dataclass(frozen=True)
class MeasuredFile(Generic[Content]):
    """The file with the measurements of one benchmark, and their dataclass."""

    path: Path
    kind: type[Content]
    schema: int

    def to_json(self, content: Content) -> str:
        """Return the measurements as text."""
        return json.dumps({"schema": self.schema, **asdict(content)}, indent=1, allow_nan=False) + "\n"

    def from_json(self, text: str) -> Content:
        """Return the measurements in a text; `MeasuredFileError` for anything that `to_json` does not write."""
        try:
            fields = msgspec.json.decode(text)
            if not isinstance(fields, dict):
                raise MeasuredFileError("damaged")
            if fields.pop("schema", None) != self.schema:
                raise MeasuredFileError("old")
            content = msgspec.convert(fields, laid_out(self.kind))
        except msgspec.MsgspecError as error:
            raise MeasuredFileError("damaged") from error
        if msgspec.json.decode(msgspec.json.encode(asdict(content))) != fields:
            raise MeasuredFileError("damaged")  # an unknown or a missing field
        return content

    def read(self) -> FileContent[Content]:
        """Return the current content of the file."""
        try:
            return FileContent(self.from_json(self.path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return FileContent(None, "missing")
        except MeasuredFileError as error:
            return FileContent(None, str(error))
        except (OSError, UnicodeDecodeError):
            return FileContent(None, "damaged")

    def once(self) -> FileContent[Content]:
        """Return the content, read once per server."""
        reading: FileContent[Content] = _readings.get(str(self.path), self.read)
        return reading

    def write(self, content: Content) -> None:
        """Replace the file atomically by a text that can be read back."""
        text = self.to_json(content)
        self.from_json(text)
        draft = self.path.with_name(f".{self.path.name}.part")
        draft.write_text(text, encoding="utf-8")
        draft.replace(self.path)
