"""What a page says where there is one of something: one step, one candidate, one feature, one wrong point."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from datasets import make_points
from tests.pages.visit import Visit, link_of
from tests.ui.words.test_counts import ADJECTIVES, NOUNS

ONE = re.compile(rf"(?<![\d.,/^×−-])(?<!of )(?<!× )(?<!= )\b1 {ADJECTIVES}(?:{NOUNS})\b")
TWO = make_points([[0.0, 0.0], [2.0, 1.0]], [1, -1])
FOUR = make_points([[0.0, 0.0], [0.25, 0.0], [2.0, 1.0], [0.125, 0.0]], [1, 1, -1, -1])  # one lies among the others

LINKS: list[tuple[str, dict[str, Any]]] = [
    ("board", {"k": "linear", "C": "1"}),
    ("smo", {"k": "linear", "C": "1", "step": "0"}),
    ("smo", {"k": "linear", "C": "1", "step": "1", "mode": "two"}),
    ("smo", {"k": "linear", "C": "1", "mode": "hand"}),
    ("descent", {"k": "linear", "C": "1", "step": "1"}),
    ("descent", {"k": "taylor", "m": "0", "C": "1", "step": "1"}),
    ("descent", {"k": "fourier", "D": "1", "C": "1", "step": "1"}),
    ("descent", {"k": "nystroem", "L": "1", "C": "1", "step": "1"}),
    ("race", {"k": "linear", "C": "1"}),
    ("gamma", {"C": "1", "gammas": "1_100"}),
    ("phi", {"k": "polynomial", "C": "1"}),
    ("taylor", {"k": "taylor", "m": "0", "C": "1"}),
    ("fourier", {"k": "fourier", "D": "1", "C": "1"}),
    ("budget", {"k": "taylor", "m": "0", "C": "1"}),
]


def said(visit: Visit) -> list[str]:
    """Return every text that a page shows or hands to its components, save the patterns that are still to be filled."""
    found = [visit.texts()]
    for name in ("plot", "standing", "light", "board", "player", "timeline"):
        for header in visit.data(name):
            bare = {key: value for key, value in header.items() if key != "words"}
            found += re.findall(r'"((?:[^"\\]|\\.)*)"', json.dumps(bare, ensure_ascii=False))
    return found


@pytest.mark.parametrize("points", [TWO, FOUR], ids=["two", "four"])
@pytest.mark.parametrize(("page", "query"), LINKS, ids=[f"{page}-{'-'.join(query.values())}" for page, query in LINKS])
def test_one_of_something_is_not_said_as_many(page: str, query: dict[str, Any], points: Any) -> None:
    texts = said(Visit(page, **{**link_of(points), **query, "lang": "en"}))
    assert len(texts) > 5
    assert [text for text in texts if ONE.search(text)] == []


@pytest.mark.parametrize(("text", "found"), [("1 points", True), ("of 1 points", False), ("21 points", False)])
def test_one_of_something_would_be_found(text: str, found: bool) -> None:
    assert bool(ONE.search(text)) == found
