"""A setting of a page that a link gets wrong is told in one sentence, whichever page it is of."""

from __future__ import annotations

from pages import PAGES
from tests.pages.visit import every_page
from ui.page.page import AnyPage
from ui.words import languages, words_for


@every_page
def test_every_page_with_settings_in_a_link_has_a_sentence_for_a_wrong_one(page: AnyPage) -> None:
    if page.form is None:
        return
    for lang in languages:
        assert words_for(lang)(f"link.{page.form.page}", got="?") != ""


def test_most_pages_have_settings() -> None:
    assert sum(page.form is not None for page in PAGES) > len(PAGES) // 2
