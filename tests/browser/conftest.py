"""Strangers: each in a browser context of their own, watched for errors and for requests that leave the host."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from visitor import Visitor

LOCALES = {"en": "en-US", "zh": "zh-CN"}


@pytest.fixture
def lang(request: pytest.FixtureRequest) -> str:
    """Return the language of a visitor: of about half of the tests it is Chinese, always of the same ones.

    What is about words is asked in both, by the marks of the test.
    """
    return ("en", "zh")[zlib.crc32(request.node.originalname.encode()) % 2]


@pytest.fixture
def newcomer(browser: Any, server: str) -> Iterator[Callable[..., Visitor]]:
    """Return a maker of visitors; at the end none may have seen an error or left the host."""
    met: list[Visitor] = []

    def meet(lang: str = "en", **options: Any) -> Visitor:
        size = options.pop("viewport", {"width": 1440, "height": 900})
        context = browser.new_context(viewport=size, locale=LOCALES[lang], **options)
        met.append(Visitor(context, server, lang))
        return met[-1]

    yield meet
    for visitor in met:
        visitor.context.close()
    assert [error for visitor in met for error in visitor.errors] == []
    assert [url for visitor in met for url in visitor.abroad] == []
