"""What every page ends with: three things to try, the theory, the code, the table of points, and its link."""

from __future__ import annotations

from ui import session
from ui.lessons import offer
from ui.text import Words
from ui.theory import more


def close(page: str, lab: session.Lab, words: Words, code: str | None = None) -> None:
    """Show all of it that is not hidden; `code` is the page's own script, that of the board without one."""
    if "try" not in lab.shared.hidden:
        offer(page, words)
    if "more" not in lab.shared.hidden:
        more(page, lab, words, code)
    session.write_link()
