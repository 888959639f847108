"""What every page ends with: three things to try, the theory, the code, the table of points, and its link."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ui.page import guard
from ui.page.end.theory import more
from ui.page.lessons import Lesson, lesson_links
from ui.state import session
from ui.state.lab import Lab
from ui.words import Words


@guard.part
def close(
    page: str,
    lessons: Sequence[Lesson],
    lab: Lab,
    words: Words,
    code: Callable[[Lab], str] | None = None,
    points: bool = True,
    language: str = "python",
) -> None:
    """Show all of it that is not hidden; `code` writes the page's own script, without one that of the board."""
    if lessons and "try" not in lab.shared.hidden:
        lesson_links(page, lessons, words)
    if "more" not in lab.shared.hidden:
        more(page, lab, words, code, points, language)
    session.write_link()
