"""Strangers: each comes in without anything kept, watched for errors and for requests that leave the host."""

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
WINDOW = {"width": 1440, "height": 900}
ALONE = "alone"
MOST_FREE = 6  # tabs that wait for a visitor: one of each kind; each takes some hundred megabytes


@pytest.fixture
def lang(request: pytest.FixtureRequest) -> str:
    """Return the language of a visitor: of about half of the tests it is Chinese, always of the same ones.

    What is about words is asked in both, by the marks of the test.
    """
    return ("en", "zh")[zlib.crc32(request.node.originalname.encode()) % 2]


@pytest.fixture(scope="session")
def free_tabs() -> Iterator[dict[str, Visitor]]:
    """Keep the tabs that stand free, by language and kind: a new one takes seconds to compile all scripts again."""
    free: dict[str, Visitor] = {}
    yield free
    for visitor in free.values():
        visitor.context.close()


@pytest.fixture
def newcomer(
    browser: Any, whole_server: str, free_tabs: dict[str, Visitor], has_failed: Callable[[], bool]
) -> Iterator[Callable[..., Visitor]]:
    """Return a maker of visitors, who come in without anything kept; at the end none may have seen an error or left.

    The tab of one who has gone is handed on, unless a test that changes the browser asks for one `alone`.
    """
    met: list[tuple[str, Visitor]] = []

    def meet(lang: str = "en", alone: bool = False, viewport: dict[str, int] | None = None, **options: Any) -> Visitor:
        options = {"locale": LOCALES[lang], **options}
        kind = ALONE if alone else repr(sorted(options.items()))
        visitor = free_tabs.pop(kind, None) or Visitor(browser.new_context(**options), whole_server, lang)
        visitor.sees(viewport or WINDOW)
        met.append((kind, visitor))
        return visitor

    yield meet
    errors = [error for _, visitor in met for error in visitor.errors]
    abroad = [url for _, visitor in met for url in visitor.abroad]
    failed = has_failed() or errors or abroad
    for kind, visitor in met:
        if failed or kind == ALONE or kind in free_tabs:
            visitor.context.close()
        else:
            free_tabs[kind] = visitor.gone()
    while len(free_tabs) > MOST_FREE:
        free_tabs.pop(next(iter(free_tabs))).context.close()
    assert errors == []
    assert abroad == []
