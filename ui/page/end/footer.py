"""What every page ends with: three things to try, the theory, the code, the table of points, and its link."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ui.page import guard
from ui.page.end.theory import more
from ui.page.lessons import Lesson, lesson_links
from ui.state import session
from ui.words import Words


@guard.part
def close(
    page: str,
    lessons: Sequence[Lesson],
    words: Words,
    hidden: frozenset[str],
    code: Callable[[], str],
    points: bool = True,
    language: str = "python",
) -> None:
    """Show all of it that is not hidden; `code` writes the script, in that language."""
    if lessons and "try" not in hidden:
        lesson_links(page, lessons, words)
    if "more" not in hidden:
        more(page, words, code, points, language)
    session.write_link()
