"""The leave-one-out errors of the panels in the background: at once if they are cheap, else on request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from core.selection import LeaveOneOut
from core.topics.gamma.experiment import AtGamma
from pages.gamma import answers
from pages.gamma.answers import LeftOut
from pages.gamma.question import Question
from ui.page.showing import Showing
from ui.page.work import PageWork, follow
from ui.state.visitor import visitor
from ui.state.widget import contained
from ui.words import number

ASKED = "gamma-left-out-asked"  # key of the visitor's last request
Show = Callable[[Sequence[LeaveOneOut | None]], None]


def follow_left_out(question: Question, panels: Sequence[AtGamma], showing: Showing, show: Show) -> None:
    """Show the errors known so far, and update them until all are known."""
    words, work = showing.words, leaving_out(question, panels)
    known = work.known()
    if not (answers.is_cheap(panels) or is_over(known) or st.session_state.get(ASKED) == work.about):
        show(errors_of(known))
        label = words("gamma.left_out.ask", n=number(question.count))
        st.button(label, key=f"left-out-{words.lang}", on_click=contained(partial(_ask, work.about)))
        return
    first = known if is_over(known) else work.soon()
    follow(work, first, lambda found: show(errors_of(found)), words, "gamma.left_out.progress", beneath=True)


def leaving_out(question: Question, panels: Sequence[AtGamma]) -> PageWork[tuple[LeftOut, ...]]:
    """Return the work of leaving out one support vector after the other, in all panels."""
    return PageWork(
        "gamma-left-out",
        " ".join(question.key(shown.gamma) for shown in panels),
        lambda: answers.left_out(question, panels, visitor()),
        partial(answers.known_left_out, question, panels),
        partial(answers.leave, question, panels),
        lambda found: (sum(each.done for each in found), sum(each.of for each in found)),
        is_over,
    )


def errors_of(found: Sequence[LeftOut]) -> list[LeaveOneOut | None]:
    """Return the known errors."""
    return [each.error for each in found]


def is_over(found: Sequence[LeftOut]) -> bool:
    """Whether the work has ended."""
    return all(each.error is not None for each in found)


def _ask(about: str) -> None:
    st.session_state[ASKED] = about
