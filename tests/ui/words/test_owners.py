"""A text that several readers share stands in a shared catalogue: the words of a page are its own."""

import ast
import re
from pathlib import Path

from pages import PAGES

ROOT = Path(__file__).parents[3]
NAMES = frozenset(page.name for page in PAGES)
KEY = re.compile(r"([a-z]+)(\.[A-Za-z0-9_-]+)*\.[A-Za-z0-9_-]*")  # its end may be filled in: f"{...}"
FILE = re.compile(r".*\.(py|js|css|po|csv|json|svm)")


def pages_read(code: str) -> set[str]:
    """Return the keys in a piece of code that begin with the name of a page."""
    written = {
        node.value
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and not FILE.fullmatch(node.value)
    }
    found = {text: KEY.fullmatch(text) for text in written}
    return {text for text, match in found.items() if match is not None and match[1] in NAMES}


def test_no_page_reads_a_key_of_another_page() -> None:
    for name in NAMES:
        for path in (ROOT / "pages" / name).rglob("*.py"):
            foreign = {key for key in pages_read(path.read_text()) if key.split(".")[0] != name}
            assert foreign == set(), path.relative_to(ROOT)


def test_what_all_pages_share_reads_no_key_of_a_page() -> None:
    for path in (ROOT / "ui").rglob("*.py"):
        assert pages_read(path.read_text()) == set(), path.relative_to(ROOT)


def test_a_key_of_a_page_is_known_from_other_texts() -> None:
    code = 'words("budget.comma"), f"results.{end}", "language.comma", "paper.json", "taylor", "The race. Then"'
    assert pages_read(code) == {"budget.comma", "results."}
