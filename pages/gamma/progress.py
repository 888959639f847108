"""The leave-one-out errors of the panels, with a bar of progress where they take long."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.experiment import AtGamma
from core.selection import LeaveOneOut
from pages.gamma import answers
from pages.gamma.question import Question
from ui.page.showing import Showing
from ui.words import number


def left_out_errors(asked: Question, panels: Sequence[AtGamma], showing: Showing) -> list[LeaveOneOut | None]:
    """Return the leave-one-out errors: at once where they are cheap, else on request with a bar of progress."""
    words = showing.words
    known = [answers.known_left_out(asked, shown) for shown in panels]
    if all(known):
        return known
    if answers.is_cheap(panels):
        return [answers.left_out(asked, shown) for shown in panels]
    if not st.button(words("gamma.left_out.ask", n=number(asked.count))):
        return known
    bar = st.progress(0.0, words("gamma.left_out.running"))
    found: list[LeaveOneOut | None] = []
    for index, shown in enumerate(panels):

        def tell(done: int, of: int, index: int = index) -> None:
            bar.progress((index + done / of) / len(panels), words("gamma.left_out.running"))

        found.append(answers.left_out(asked, shown, tell))
    bar.empty()
    return found
