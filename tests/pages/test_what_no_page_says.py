"""What no page may say under any link: an interval whose ends read the same, a sign before a sign, no number at all."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from benchmarks.links import opened
from datasets import make_points
from tests.pages.visit import _leaves, every_page, link_of
from ui.page.guard import apology
from ui.solve.wire import unpack
from ui.words import languages, words_for

BROKEN = {apology(words_for(lang)) for lang in languages}
TEXTS = {"markdown", "caption", "title", "subheader", "header", "warning", "info"}
NUMBER = r"−?\d+(?:\.\d+)?(?:\u00a0×\u00a010[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)?"
NEVER = {
    "an interval whose ends read the same": rf"between ({NUMBER}) and \1(?![\d.])|(?<![\d.])({NUMBER})–\2\s%",
    "a range from a number to itself": rf"(?<![\d.−])({NUMBER}) (?:to|到) \1(?![\d.])",
    "a number compared with itself": r"(?<![\d.])(\d+)(?:\.0+)? [<>] \1(?:\.0+)?(?![\d.])",
    "a sign before a sign": r"[−+·] [−+]\d|− −|\+ −",
    "a negative zero": r"−0(?:\.0+)?(?![\d.])",
    "what is no number": r"\bnan\b|(?<!-c )\binf\b",
    "a share of nothing": r"–\u00a0?\s?%",
    "a violation of nothing": r"by more than 0(?!\.\d)|differ by (?:at most )?0 |at most 0 apart",
    "the same in Chinese": r"(?:超过|至多) 0(?![.\d%])",
    "the same bound on both sides": rf"≤ ({NUMBER}) \w+ ≥ \1(?![\d.])",
}
LINKS: dict[str, dict[str, str]] = {
    "as it opens": {},
    "at the end of a run": {"step": "999999"},
    "a hard margin": {"data": "example-7-1", "k": "linear", "C": "inf"},
    "no hard margin": {"data": "overlap", "k": "linear", "C": "inf"},
    "points that look alike": {"data": "moons", "k": "gaussian", "g": "1e-6", "C": "10"},
    "an indefinite kernel": {"data": "moons", "k": "sigmoid", "g": "0.5", "r": "-1", "C": "10"},
    "a constant kernel": {"data": "moons", "k": "taylor", "g": "1", "m": "0", "C": "10"},
    "two points": link_of(make_points([[-1.0, 0.0], [1.0, 0.5]], [-1, 1])),
    "one class": link_of(make_points([[-1.0, 0.0], [1.0, 0.5], [0.5, 1.0]], [1, 1, 1])),
}


def said(app: Any) -> Iterator[str]:
    """Yield every text of a page and of its components, its text alternatives among them."""
    for leaf in _leaves(app.main):
        if leaf.type == "bidi_component":
            header = unpack(leaf.proto.bytes)[0] if leaf.proto.bytes else json.loads(leaf.proto.json or "{}")
            yield from _strings(header)
        elif leaf.type in TEXTS:
            yield str(leaf.value)
        elif leaf.type == "html":
            yield re.sub(r"<[^>]+>", " ", leaf.proto.body)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if " " in value and not re.search(r"[A-Za-z0-9+/=_]{40}|[{$]", value):  # no code, data or template
            yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _strings(part)


@every_page
def test_no_page_says_what_contradicts_itself(page: Any) -> None:
    found = []
    for name, link in (*LINKS.items(), ("two points, in Chinese", {**LINKS["two points"], "lang": "zh"})):
        app = opened(page.name, {"lang": "en", **link}, unfold=True)
        assert [each.value for each in app.exception] == []
        for text in said(app):
            assert text not in BROKEN, f"{name}: a part of the page could not be shown"
            if "$" in text:
                continue  # a formula
            found += [f"{name}: {what}: {text}" for what, never in NEVER.items() if re.search(never, text)]
    assert found == []
