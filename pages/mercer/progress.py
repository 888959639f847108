"""The fine plane of the sigmoid, row by row in the queue of the server."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from core.topics.mercer.plane import SigmoidPlane
from pages.mercer import answers
from pages.mercer.question import Question
from ui.page.showing import Showing
from ui.page.work import PageWork, follow
from ui.state.visitor import visitor


def follow_plane(question: Question, showing: Showing, show: Callable[[SigmoidPlane], None]) -> None:
    """Show the plane, and again when all of its rows are known."""
    work = filling(question)
    follow(work, work.soon(), show, showing.words, "mercer.plane.progress", beneath=True)


def filling(question: Question) -> PageWork[SigmoidPlane]:
    """Return the work of computing every row of the plane."""
    return PageWork(
        "mercer-plane",
        answers.plane_name(question),
        lambda: answers.plane(question, visitor()),
        partial(answers.plane, question, None),
        partial(answers.leave_plane, question),
        lambda found: (len(found.least), answers.FINE),
        lambda found: len(found.least) == answers.FINE,
    )
