"""The names of up to six classes: those of a file, or their numbers."""

from __future__ import annotations

from collections.abc import Sequence

from ui.words.catalogue import Words


def class_words(words: Words, names: Sequence[str], place: int) -> str:
    """Return what a class is called, by its place from 0; `names` are those of the file, "" where there is none."""
    own = names[place] if place < len(names) else ""
    return own or words("class.number", n=place + 1)
