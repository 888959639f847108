"""No ** of bold type is left on a page: where Markdown's rule of flanks does not see it, it stays as it is."""

import re
import unicodedata

import pytest

from tests.ui.words.test_texts import catalogue
from ui.words import languages


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "PS"


def _left_raw(text: str) -> bool:
    """Tell whether a reader of Markdown leaves one of the ** of a text as it is: CommonMark's rule of flanks."""
    for k, found in enumerate(re.finditer(r"\*\*", text)):
        before, after = text[: found.start()][-1:] or " ", text[found.end() :][:1] or " "
        inner, outer = (before, after) if k % 2 else (after, before)
        if inner.isspace() or (_is_mark(inner) and not outer.isspace() and not _is_mark(outer)):
            return True
    return text.count("**") % 2 == 1


@pytest.mark.parametrize(
    ("text", "raw"), [("**a** b", False), ("a **（b）**c", True), ("**a", True), ("a** b**", True)]
)
def test_stars_that_would_stay_would_be_found(text: str, raw: bool) -> None:
    assert _left_raw(text) == raw


@pytest.mark.parametrize("lang", languages)
def test_no_star_of_bold_type_is_left_on_a_page(lang: str) -> None:
    parts = ((key, part) for key, text in catalogue(lang).items() for part in text.split("\n\n"))
    assert [key for key, part in parts if _left_raw(part)] == []
