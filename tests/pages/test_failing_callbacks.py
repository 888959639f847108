"""What a visitor does may fail unexpectedly: the page stays, with one sentence, and nothing red."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.pages.visit import Visit
from ui.page import guard
from ui.state import session
from ui.words import languages, words_for

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("lang", languages)
def test_a_choice_that_fails_becomes_one_sentence_and_the_next_one_works(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    visit = Visit(lang=lang)
    (choice,) = (each for each in visit.app.selectbox if each.value == "moons")

    def fail(name: str) -> None:
        raise RuntimeError(name)

    with monkeypatch.context() as broken:
        broken.setattr(session, "open_dataset", fail)
        choice.select("rings")
        visit.run()
        assert visit.warnings() == [guard.apology(words_for(lang))]
        assert visit.query["data"] == "moons"
    visit.run()
    assert visit.warnings() == []


def test_every_callback_of_a_button_is_contained() -> None:
    for folder in ("ui", "pages"):
        for path in (ROOT / folder).rglob("*.py"):
            for given in re.findall(r"on_(?:click|change)=([\w.\"]+)", path.read_text(encoding="utf-8")):
                assert given in {"contained", '"rerun"', '"ignore"'}, (path, given)
