"""A frozen dataclass as one word of a link, and back: 0_auto_auto_1, one part for each field.

The `part` of a field defines how it is written and which values are allowed. Reading any text gives a value or None,
never an exception.
"""

from __future__ import annotations

import base64
import dataclasses
import math
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

Options = TypeVar("Options")

BETWEEN = "_"  # between the parts of a word
LONGEST = 4000  # characters of a word; two lists of words take 3,800 where every letter has four bytes
_WHOLE = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]{1,20}(\.[0-9]{0,20})?(e[+-]?[0-9]{1,3})?", re.ASCII)


class Part(Protocol):
    """How one field is written and read; `read` raises ValueError for a value that is not allowed."""

    def write(self, value: Any) -> str:  # noqa: ANN401 - whatever the field holds
        """Return the value as text."""

    def read(self, text: str) -> Any:  # noqa: ANN401
        """Return the value of a text."""


@dataclass(frozen=True)
class Whole:
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def write(self, value: int) -> str:
        """Return its digits; ValueError for anything but a whole number."""
        if isinstance(value, bool | str) or int(value) != value:
            raise ValueError(str(value))
        return str(int(value))

    def read(self, text: str) -> int:
        """Return the number."""
        if not _WHOLE.fullmatch(text) or not self.low <= int(text) <= self.high:
            raise ValueError(text)
        return int(text)


@dataclass(frozen=True)
class Real:
    """A finite number from `low` to `high`, written so that it is read back bit for bit."""

    low: float
    high: float

    def write(self, value: float) -> str:
        """Return the shortest text that reads back to the same bits; ValueError for a text."""
        if isinstance(value, bool | str):
            raise ValueError(str(value))
        return repr(float(value)).removesuffix(".0").replace("e+", "e")

    def read(self, text: str) -> float:
        """Return the number."""
        value = float(text) if _NUMBER.fullmatch(text) else math.nan
        if not (math.isfinite(value) and self.low <= value <= self.high):
            raise ValueError(text)
        return value


@dataclass(frozen=True)
class OneOf:
    """One of a few values, each with its word."""

    words: Mapping[str, object]

    def write(self, value: object) -> str:
        """Return the word of a value."""
        return next(word for word, known in self.words.items() if known == value)

    def read(self, text: str) -> object:
        """Return the value of a word."""
        if text not in self.words:
            raise ValueError(text)
        return self.words[text]


@dataclass(frozen=True)
class Maybe:
    """A value or None, for which there is a special word."""

    part: Part
    nothing: str = "auto"

    def write(self, value: object) -> str:
        """Return the text of the value, or the word for None."""
        return self.nothing if value is None else self.part.write(value)

    def read(self, text: str) -> object:
        """Return the value, or None for its word."""
        return None if text == self.nothing else self.part.read(text)


@dataclass(frozen=True)
class Several:
    """From `least` to `most` values with a separator."""

    part: Part
    between: str
    least: int
    most: int

    def write(self, values: Sequence[object]) -> str:
        """Return the texts of the values."""
        return self.between.join(map(self.part.write, values))

    def read(self, text: str) -> tuple[Any, ...]:
        """Return the values."""
        parts = text.split(self.between, self.most) if text else []
        if not self.least <= len(parts) <= self.most:
            raise ValueError(text)
        return tuple(map(self.part.read, parts))


@dataclass(frozen=True)
class Text:
    """A text of at most `most` letters, as the base 64 of its UTF-8; no separator is among the digits.

    Lines may end, but there is no other control character.
    """

    most: int

    def write(self, value: str) -> str:
        """Return its digits; ValueError for anything but a text."""
        if not isinstance(value, str):
            raise ValueError(str(value))
        return base64.b64encode(value.encode(), b"-.").decode().rstrip("=")

    def read(self, text: str) -> str:
        """Return the text."""
        value = base64.b64decode(text + "=" * (-len(text) % 4), b"-.", validate=True).decode()
        if len(value) > self.most or self.write(value) != text or not is_plain(value):
            raise ValueError(text)
        return value


def is_plain(text: str) -> bool:
    """Tell whether a text has no control character but the ends of lines."""
    return all(unicodedata.category(letter) not in ("Cc", "Cs") or letter == "\n" for letter in text)


def words(*values: str) -> OneOf:
    """Return a choice among words that stand for themselves."""
    return OneOf({value: value for value in values})


def part(default: Any, how: Part) -> Any:  # noqa: ANN401 - a field of a dataclass may hold anything
    """Return a field of a dataclass with its default and its part of a link."""
    return dataclasses.field(default=default, metadata={"part": how})


def encode(options: object) -> str:
    """Return a dataclass as one word; the last field may itself contain the separator."""
    return BETWEEN.join(how.write(getattr(options, name)) for name, how in _parts(type(options)))


def decode(kind: type[Options], text: str) -> Options | None:
    """Return the dataclass of a word, None for anything else; missing parts at the end get their defaults."""
    parts = _parts(kind)
    texts = text.split(BETWEEN, len(parts) - 1) if len(text) <= LONGEST else []
    if not texts:
        return None
    try:
        return kind(**{name: how.read(one) for (name, how), one in zip(parts, texts, strict=False)})
    except ValueError:
        return None


def _parts(kind: type) -> list[tuple[str, Part]]:
    return [(field.name, field.metadata["part"]) for field in dataclasses.fields(kind)]
