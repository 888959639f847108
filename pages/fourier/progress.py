"""The rolls that follow while the page is looked at: it shows what is known, and again until all are in."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.problem import InputError
from pages.fourier import answers
from pages.fourier.answers import ManyRolls, Rolled
from pages.fourier.question import Question
from ui.page import guard
from ui.page.showing import Showing

AT_ONCE = 0.03  # seconds for rolls before the first figures stand
MORE = 0.12  # seconds for further ones, each time
PAUSE = 0.1  # seconds until then

ShowRolls = Callable[[Question, Rolled, ManyRolls, Showing], None]


def follow(asked: Question, rolled: Rolled, showing: Showing, show: ShowRolls) -> None:
    """Show what the rolls have done so far, and again with further ones until all of them are in."""
    standing = answers.standing(asked, AT_ONCE)
    first = [(asked, rolled, standing, showing)]
    again = None if standing.complete else PAUSE

    def shown() -> None:
        try:
            now = first.pop() if first else _further(showing)
        except InputError:  # what the page says of its question, it says itself
            return
        show(*now)
        if again is not None and now[2].complete:
            st.rerun()  # the whole page, which leaves no clock behind

    st.fragment(guard.part(shown), run_every=again)()


def _further(showing: Showing) -> tuple[Question, Rolled, ManyRolls, Showing]:
    """Return the question with more rolls; `InputError` where nothing can be solved.

    Where it is another one by now, since a hand has edited the points, the whole page runs.
    """
    asked, now = showing.renewed()
    if now.content != showing.content:
        st.rerun()
    return asked, answers.rolled(asked), answers.standing(asked, MORE), now
