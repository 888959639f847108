"""Style sheets ask no more of a browser than it answers quickly."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from ui.static.files import ASSETS

ROOT = ASSETS.parent
SHEETS = sorted([*(ASSETS / "css").glob("*.css"), *(ROOT / "pages").glob("*/page.css")])
# With the first, each text that Plotly measures styles the whole page again: 36 s on one page. With the second, every
# element is asked for all that stand before it: 420 ms instead of 33 to style a page once.
COSTLY = re.compile(r":root:has\(|:has\([^~{},]*\)\s*~")


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: str(sheet.relative_to(ROOT)))
def test_no_rule_makes_a_browser_look_through_the_whole_page(sheet: Path) -> None:
    rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert COSTLY.findall(rules) == []


@pytest.mark.parametrize("rule", [":root:has(.a) .b { }", ".page :has(> .stage) ~ * { }"])
def test_the_costly_rules_are_known(rule: str) -> None:
    assert COSTLY.search(rule)


def _keys(folder: Path) -> set[str]:
    return {key for path in folder.rglob("*.py") for key in re.findall(r'\bkey="([\w-]+)"', path.read_text())}


# Keys of the frame, and of places that several pages have.
_OF_PAGES = Counter(key for path in (ROOT / "pages").glob("*/page.py") for key in _keys(path.parent))
COMMON = _keys(ROOT / "ui") | {key for key, count in _OF_PAGES.items() if count > 1}


@pytest.mark.parametrize("sheet", sorted((ROOT / "pages").glob("*/page.css")), ids=lambda sheet: sheet.parent.name)
def test_a_rule_of_a_page_is_in_force_on_that_page_alone(sheet: Path) -> None:
    """The sheets of all pages are on every page: a rule without a name of its own page changes the others."""
    rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    for selector in re.findall(r"([^{}@]+)\{[^{}]*\}", rules):
        named = set(re.findall(r"st-key-([\w-]+)|\.lab-([\w-]+)", selector))
        assert {key or own for key, own in named} - COMMON, selector.strip()
