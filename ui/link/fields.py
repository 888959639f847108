"""The fields of a link as text: each is read, or refused with a sentence and replaced by its default."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from ui.words import number

Value = TypeVar("Value")

_SHOWN = 24  # characters of an invalid field that are quoted
_LONGEST = 64  # characters of a number


class Unread(NamedTuple):
    """A field that could not be read: the key of a sentence and the values for it."""

    key: str
    values: Mapping[str, str]


class UnreadableError(ValueError):
    """A field cannot be read: the key of its sentence and the values for it."""

    def __init__(self, key: str, **values: str) -> None:
        super().__init__(key)
        self.key, self.values = key, values


@dataclass(frozen=True)
class Fields:
    """The fields of a link and the errors found while reading them."""

    texts: Mapping[str, str]
    unread: list[Unread]

    def take(self, name: str, parse: Callable[[str], Value], default: Value) -> Value:
        """Return the parsed field, or the default if the field is absent or invalid."""
        if name not in self.texts:
            return default
        try:
            return parse(self.texts[name])
        except UnreadableError as error:
            self.unread.append(Unread(error.key, {"got": _shown(self.texts[name]), **error.values}))
            return default


def single_fields(params: Mapping[str, str | Sequence[str]], names: Sequence[str]) -> Fields:
    """Keep the fields with exactly one value; a repeated field is ambiguous."""
    fields = Fields(texts := {}, [])
    for name in names:
        values = params.get(name, ())
        several = [values] if isinstance(values, str) else list(values)
        if len(several) == 1:
            texts[name] = several[0]
        elif several:
            fields.unread.append(Unread("link.twice", {"name": name, "count": number(len(several))}))
    return fields


def finite_number(text: str, form: re.Pattern[str]) -> float | None:
    """Read a finite number of the given form; None for anything else."""
    if len(text) > _LONGEST or not form.fullmatch(text):
        return None
    value = float(text)
    return value if math.isfinite(value) else None


def _shown(text: str) -> str:
    """Return the beginning of an invalid field, without characters that a page could read as formatting."""
    calm = "".join(c if c.isalnum() or c in " .,+-" else "·" for c in text[:_SHOWN])
    return calm + "…" * (len(text) > _SHOWN)
