"""The words of the pages: gettext catalogues by language, and how they join into sentences, lists and dates.

A language is a folder of assets/text with one catalogue for each page, and `shared` with those of every page; its own
name is the text `language.name`. It is a value that is passed down (`words_for("zh")` gives a `Words`); nothing is
global. A key such as "light.proved.title" is the msgid.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, cached_property, reduce
from pathlib import Path
from types import MappingProxyType

from babel import Locale, UnknownLocaleError
from babel.dates import format_datetime
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

CATALOGUES = Path(__file__).parents[2] / "assets" / "text"
DEFAULT = "en"
BEGIN, END = "\ue000", "\ue001"  # of a name in a list, while it is joined
# A character between two names in Latin letters or figures: Chinese sets it off by spaces.
JOINED = re.compile(f"([!-~₀-₉]){END}([\u4e00-\u9fff]){BEGIN}([!-~])")


@dataclass(frozen=True)
class Words:
    """All texts of one language; call it with a key and the values of its placeholders."""

    lang: str
    texts: Mapping[str, str] = field(repr=False, compare=False)
    instead: tuple[tuple[str, str], ...] = ()  # texts of a visitor's own, such as the names of their classes

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the text of `key` with its {placeholders} filled; KeyError if the key or a value is missing."""
        return self.texts[key].format(**values)

    def replacing(self, texts: Mapping[str, str]) -> Words:
        """Return the same words with other texts for some keys."""
        return Words(self.lang, MappingProxyType({**self.texts, **texts}), (*self.instead, *texts.items()))

    def subset(self, prefixes: Iterable[str]) -> dict[str, str]:
        """Return the raw texts whose key starts with one of `prefixes`, for a component to fill in itself."""
        return {key: self.texts[key] for prefix in prefixes for key in self._keys(prefix)}

    def _keys(self, prefix: str) -> Sequence[str]:
        """Return the keys that start with a prefix: they stand together, because all are sorted."""
        first = bisect_left(self._sorted, prefix)
        return self._sorted[first : bisect_right(self._sorted, prefix, first, key=lambda key: key[: len(prefix)])]

    @cached_property
    def _sorted(self) -> Sequence[str]:
        return sorted(self.texts)

    def joined(self, sentences: Iterable[str]) -> str:
        """Put sentences one after another as this language does; empty ones are left out."""
        said = [sentence for sentence in sentences if sentence] or [""]
        return reduce(lambda first, second: self("language.sentences", first=first, second=second), said)

    def listed(self, names: Sequence[str]) -> str:
        """Return names as a list in words, such as "a, b and c"."""
        text = format_list([f"{BEGIN}{name}{END}" for name in names], locale=self.lang)
        return JOINED.sub(r"\1 \2 \3", text).translate({ord(BEGIN): None, ord(END): None})

    def moment(self, when: datetime) -> str:
        """Return a date with its time of day."""
        return format_datetime(when, "long", locale=self.lang)


@cache
def words_for(lang: str) -> Words:
    """Return the words of a language; ValueError if there is no such language."""
    if lang not in languages:
        raise ValueError(f"no catalogue for the language {lang!r}: there are {', '.join(languages)}")
    texts = []
    for path in sorted((CATALOGUES / lang).rglob("*.po")):
        for message in _catalogue(path, lang):
            if isinstance(message.id, str) and isinstance(message.string, str) and message.id:
                texts.append((message.id, message.string))
    return Words(lang, MappingProxyType(dict(sorted(texts))))


def _catalogue(path: Path, lang: str) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=lang)


def _known() -> Iterator[tuple[str, str]]:
    """Yield each language and its own name, the default first."""
    folders = sorted(CATALOGUES.iterdir(), key=lambda folder: (folder.name != DEFAULT, folder.name))
    for folder in folders:
        message = _catalogue(folder / "shared" / "language.po", folder.name).get("language.name")
        if message is not None:
            yield folder.name, str(message.string)


languages: Mapping[str, str] = MappingProxyType(dict(_known()))


def first_language(locale: str | None) -> str:
    """Guess the language of a first visit from the browser's locale, such as "zh-CN"; the default if unknown."""
    try:
        wanted = Locale.parse((locale or DEFAULT).lower().replace("-", "_")).language
    except (UnknownLocaleError, ValueError):
        return DEFAULT
    return wanted if wanted in languages else DEFAULT


def unguessed(code: str | None, locale: str | None) -> str | None:
    """Return the code of a language; None if it is the first language of the browser's locale."""
    return None if code == first_language(locale) else code
