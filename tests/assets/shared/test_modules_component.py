"""What components do alike: the document says the language of the page, and is written only where that is another."""

from __future__ import annotations

from bench import Bench, clouds

WATCH = """() => {
    globalThis.written = [];
    const root = document.documentElement;
    new MutationObserver(() => written.push(root.lang)).observe(root, { attributeFilter: ["lang"] });
}"""


def written(lab: Bench, lang: str) -> list[str]:
    """Return the languages that were written to the document while a board of this language was updated."""
    X, y = clouds(6)
    lab.board(X, y, lang=lang)
    return lab.page.evaluate("() => written.splice(0)")


def test_an_update_writes_the_language_of_the_document_only_where_it_is_another(lab: Bench) -> None:
    lab.page.evaluate(WATCH)
    assert written(lab, "en") == []  # else each update of any component works out the style of the whole page
    assert written(lab, "zh") == ["zh"]
    assert written(lab, "zh") == []
    assert written(lab, "en") == ["en"]
