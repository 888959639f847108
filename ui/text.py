"""The words of the pages: one gettext catalogue per language, and how a number is written.

A language is a value that is passed down (`words_for("zh")` gives a `Words`); nothing here is global.
The catalogues are `assets/text/<language>.po`, with a dotted key such as "light.proved.title" as msgid.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from numbers import Integral
from pathlib import Path
from types import MappingProxyType
from typing import Literal, NoReturn, SupportsFloat

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

Language = Literal["en", "zh"]

languages: Mapping[Language, str] = MappingProxyType({"en": "English", "zh": "中文"})

CATALOGUES = Path(__file__).parent.parent / "assets" / "text"

_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
TIMES = "\u00a0×\u00a0"  # a number does not break at the end of a line
_PLAIN_POWERS = range(-3, 5)  # 0.001 to 99999 are read faster without a power of ten


class _Missing(NullTranslations):
    """What gettext asks when a catalogue has no such key: a missing text is an error, not its key on the page."""

    def gettext(self, message: str) -> NoReturn:
        raise KeyError(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> NoReturn:
        raise KeyError(msgid1)


@dataclass(frozen=True)
class Words:
    """All texts of one language; call it with a key and the values of its placeholders."""

    lang: Language
    texts: Mapping[str, str] = field(repr=False, compare=False)
    catalogue: GNUTranslations = field(repr=False, compare=False)

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the text of `key` with its {placeholders} filled; KeyError if the key or a value is missing."""
        return self.catalogue.gettext(key).format(**values)

    def plural(self, key: str, n: int, /, **values: object) -> str:
        """Return the text of `key` in the form that this language uses for `n`, which fills {n} as well."""
        return self.catalogue.ngettext(key, key, n).format(n=n, **values)

    def subset(self, prefixes: Iterable[str]) -> dict[str, str]:
        """Return the raw texts whose key starts with one of `prefixes`, for a component to fill in itself."""
        starts = tuple(prefixes)
        return {key: text for key, text in self.texts.items() if key.startswith(starts)}


@cache
def words_for(lang: str) -> Words:
    """Return the words of a language; ValueError if there is no such language."""
    for known in languages:
        if known == lang:
            return _read(known)
    raise ValueError(f"no catalogue for the language {lang!r}: there are {', '.join(languages)}")


def _read(lang: Language) -> Words:
    with (CATALOGUES / f"{lang}.po").open("rb") as file:
        catalogue = read_po(file, locale=lang)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    translations = GNUTranslations(compiled)
    translations.add_fallback(_Missing())
    texts = {m.id: m.string for m in catalogue if m.id and isinstance(m.id, str) and isinstance(m.string, str)}
    return Words(lang, MappingProxyType(texts), translations)


def first_language(locale: str | None) -> Language:
    """Guess the language of a first visit from the browser's locale, such as "zh-CN"; English if unknown."""
    return "zh" if (locale or "").lower().startswith("zh") else "en"


def number(value: SupportsFloat, digits: int = 3) -> str:
    """Write a number for reading: `digits` significant digits, a true minus sign, powers of ten where they help.

    Zeros at the end mean "rounded": 0.5 is written 0.5, and 0.50012 is written 0.500. Whole numbers of type
    int are counts and are written in full; so is the whole part of any number below 100000.
    """
    if isinstance(value, Integral):
        return str(int(value)).replace("-", "−")
    x = float(value)
    if not math.isfinite(x):
        return "–" if math.isnan(x) else "∞" if x > 0 else "−∞"
    if x == 0:
        return "0"
    mantissa, exponent = f"{x:.{digits - 1}e}".split("e")
    power = int(exponent)
    if power in _PLAIN_POWERS:
        return _exact_or_rounded(f"{x:.{max(digits - 1 - power, 0)}f}", "", x)
    return _exact_or_rounded(mantissa, f"e{power}", x)


def at_most(value: float, digits: int = 3) -> str:
    """Write a number like `number`, but rounded up: what is written is never below the value."""
    return number(_rounded(value, digits, ROUND_CEILING), digits)


def at_least(value: float, digits: int = 3) -> str:
    """Write a number like `number`, but rounded down: what is written is never above the value."""
    return number(_rounded(value, digits, ROUND_FLOOR), digits)


def _rounded(value: float, digits: int, direction: str) -> float:
    if not math.isfinite(value) or value == 0:
        return value
    exact = Decimal(value)
    power = exact.adjusted()
    last = min(power - digits + 1, 0) if power in _PLAIN_POWERS else power - digits + 1
    return float(exact.quantize(Decimal(1).scaleb(last), context=Context(prec=800, rounding=direction)))


def _exact_or_rounded(written: str, scale: str, x: float) -> str:
    """Drop the zeros after the point if what is written is `x` itself, and set the power of ten."""
    if "." in written and float(written + scale) == x:
        written = written.rstrip("0").rstrip(".")
    if scale:
        power = "10" + scale[1:].translate(_SUPERSCRIPTS)
        written = {"1": power, "-1": "-" + power}.get(written, f"{written}{TIMES}{power}")
    return written.replace("-", "−")
