"""The order of the pages: prerequisites come before, and the first page says where a newcomer begins."""

from __future__ import annotations

from pages import PAGES
from tests.pages.visit import EN, Visit, every_page
from ui.page.around.navigation import in_order
from ui.page.page import AnyPage

ORDER = [PAGES[k].name for k in in_order(page.section for page in PAGES)]


@every_page
def test_what_a_page_needs_comes_before_it(page: AnyPage) -> None:
    assert all(ORDER.index(name) < ORDER.index(page.name) for name in page.needs)


def test_who_only_walks_meets_every_page_as_a_newcomer_does() -> None:
    """Also after a page that opened with points and a margin of its own; the beats of a page are a choice."""
    walk = Visit(ORDER[0])
    for page in (each for each in PAGES if not each.beats):
        walk.turn_to(page.name)
        if page.first is not None:
            alone = Visit(page.name)
            assert alone.query.items() <= walk.query.items(), page.name
            assert walk.lead() == alone.lead()


def test_the_first_page_says_where_to_begin_and_that_page_needs_nothing() -> None:
    (begins,) = {page.begins for page in PAGES if page.begins is not None}
    assert next(page for page in PAGES if page.name == begins).needs == ()
    shown = [link.proto.label for link in Visit(ORDER[0]).app.get("page_link")]
    assert EN("frame.begin") in shown
