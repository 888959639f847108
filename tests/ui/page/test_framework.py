"""The words of the framework that are exchanged are words that it says, and each has a word in every language."""

from __future__ import annotations

import pytest

from ui.page.frame import FRAMEWORK
from ui.static.files import STREAMLIT_STATIC
from ui.words import languages, words_for


@pytest.fixture(scope="module")
def scripts() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in (STREAMLIT_STATIC / "static" / "js").glob("*.js"))


@pytest.mark.parametrize("key", FRAMEWORK)
def test_streamlit_says_what_is_exchanged(scripts: str, key: str) -> None:
    assert any(f"{quote}{FRAMEWORK[key]}{quote}" in scripts for quote in "`\"'")


@pytest.mark.parametrize("lang", languages)
def test_every_word_of_it_has_one_of_ours(lang: str) -> None:
    ours = [words_for(lang)(f"own.say.{key}") for key in FRAMEWORK]
    assert len(set(ours)) == len(ours)
    if lang == "zh":
        assert not any(word.isascii() for word in ours)
