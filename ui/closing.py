"""What every page ends with: three things to try, the theory, the code, the table of points, and its link."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

import streamlit as st

from ui import guard, session
from ui.lessons import offer
from ui.text import Words
from ui.theory import more


def whole_page(name: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Make the fragment of a page: where showing it fails unexpectedly, it still ends as every page does."""

    def decorate(show: Callable[[], None]) -> Callable[[], None]:
        @wraps(show)
        def shown() -> None:
            with guard.contained() as failed:
                show()
            if failed:
                close(name, session.current(), session.words())

        return st.fragment(shown)

    return decorate


@guard.part
def close(page: str, lab: session.Lab, words: Words, code: Callable[[session.Lab], str] | None = None) -> None:
    """Show all of it that is not hidden; `code` writes the page's own script, without one that of the board."""
    if "try" not in lab.shared.hidden:
        offer(page, words)
    if "more" not in lab.shared.hidden:
        more(page, lab, words, code)
    session.write_link()
