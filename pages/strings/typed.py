"""The fields for the words of the page."""

from __future__ import annotations

from functools import partial

from pages.strings.question import change, refusal
from ui.page import typed
from ui.page.showing import Showing
from ui.state import session


def field(name: str, now: str, showing: Showing, lines: bool = False) -> None:
    """Show the field of one text of the page."""

    def take(text: str) -> None:
        session.apply(change, name, text)

    label = showing.words(f"strings.{name}")
    typed.field(f"strings-{name}", label, now, partial(refusal, name), take, showing, lines)
