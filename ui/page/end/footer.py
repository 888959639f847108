"""The footer of every page: three things to try, the theory, the code, the table of points, and its link."""

from __future__ import annotations

from ui.page import guard
from ui.page.end.theory import Code, more
from ui.page.lessons import lesson_links
from ui.page.page import AnyPage
from ui.state import session
from ui.words import Words


@guard.part
def close(page: AnyPage, words: Words, hidden: frozenset[str], code: Code) -> None:
    """Show its visible parts."""
    if page.lessons and "try" not in hidden:
        lesson_links(page.name, page.lessons, words)
    if "more" not in hidden:
        more(page.name, words, code, page.points)
    session.write_link()
