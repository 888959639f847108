"""When, where and under which load something was measured, and how a page says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ui.words import Words, number

BUSY = 0.3  # load before the start from which others must have been at work


@dataclass(frozen=True, kw_only=True)
class Occasion:
    """When, where and by which command it was measured."""

    date: str  # UTC, 2026-11-21T19:40
    seconds: float  # that all of it took
    command: str
    machine: str
    cores: int
    system: str
    versions: dict[str, str]
    load_before: float  # mean of the last minute
    load_after: float

    @property
    def busy(self) -> bool:
        """Whether others were at work when the measurement began."""
        return self.load_before > BUSY


def when(taken: Occasion, page: str, notes: Sequence[str], words: Words) -> str:
    """Say when, on what and under which load it was measured, and how to do it again, with the words of a page."""
    said = words(
        f"{page}.taken",
        date=words.moment(datetime.strptime(taken.date, "%Y-%m-%dT%H:%M")),
        machine=taken.machine,
        cores=taken.cores,
        before=number(taken.load_before, 2),
        after=number(taken.load_after, 2),
        minutes=number(taken.seconds / 60, 2),
    )
    return words.joined([said, *notes, words(f"{page}.again", command=taken.command)])


def versions(taken: Occasion, words: Words) -> str:
    """Return the versions of everybody who took part, as a list."""
    return words("language.comma").join(f"{name} {version}" for name, version in taken.versions.items())
