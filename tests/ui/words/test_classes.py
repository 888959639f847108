"""The classes of a file keep their names wherever a text would say "class +1" or "class -1"."""

from __future__ import annotations

import re

import pytest

from ui.words import languages, named, words_for

in_both_languages = pytest.mark.parametrize("lang", languages)


@in_both_languages
def test_every_text_that_is_a_class_has_its_name(lang: str) -> None:
    words = words_for(lang)
    own = named(words, ("yes", "no"))
    for key, text in words.texts.items():
        if text in {words("draw.plus"), words("draw.minus")}:
            assert own(key) == ("yes" if text == words("draw.plus") else "no"), key
    assert "yes" in own("draw.plus.tip")
    assert "no" in own("draw.minus.tip")


@in_both_languages
def test_without_names_the_words_are_the_same(lang: str) -> None:
    assert named(words_for(lang), ("", "")) is words_for(lang)


@in_both_languages
def test_the_rest_of_several_classes_is_what_the_first_is_not(lang: str) -> None:
    words = words_for(lang)
    assert named(words, ("setosa", ""))("draw.minus") == words("class.others", name="setosa")


def test_a_long_name_is_cut_on_a_button_and_whole_in_a_figure() -> None:
    own = named(words_for("en"), ("x" * 50, "no"))
    assert re.fullmatch("x+…", own("draw.plus"))
    assert own("figure.class.plus") == "x" * 50
