"""The glossary: each word that a text marks has a definition in every language, and each definition has such a word."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from ui.server.glossary import PATH, definitions, route
from ui.words import languages, words_for

MOST = 60
MARKED = re.compile(r"\]\(#term-([a-z]+)\)")


def terms(lang: str) -> set[str]:
    return {key.split(".")[1] for key in definitions(lang) if not key.endswith(".name")}


@pytest.mark.parametrize("lang", languages)
def test_every_word_that_is_marked_has_a_definition_and_every_definition_a_word(lang: str) -> None:
    marked = {name for text in words_for(lang).texts.values() for name in MARKED.findall(text)}
    assert marked - terms(lang) == set()
    assert terms(lang) - marked == set()


@pytest.mark.parametrize("lang", languages)
def test_a_definition_is_short_and_ends_as_a_sentence_does(lang: str) -> None:
    told = definitions(lang)
    assert len(terms(lang)) <= MOST
    for name in terms(lang):
        assert told[f"term.{name}"][-1] in ".。"
        assert len(told[f"term.{name}"]) < 240
        assert told[f"term.{name}.name"]


def asked(**params: str) -> Any:
    """Return what the route answers."""

    async def ask() -> Any:
        transport = httpx.ASGITransport(app=Starlette(routes=[route()]))
        async with httpx.AsyncClient(transport=transport, base_url="http://lab") as client:
            return (await client.get(PATH, params=params)).json()

    return asyncio.run(ask())


def test_the_browser_gets_the_definitions_of_its_language_and_english_for_one_that_is_unknown() -> None:
    for lang in languages:
        assert asked(lang=lang) == definitions(lang)
    assert asked(lang="xx") == asked() == definitions("en")
