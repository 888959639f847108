"""A script that reproduces the panels for the state on screen."""

from __future__ import annotations

from pages.gamma.question import Question
from ui.page.end.script import penalty, points, script
from ui.solve.limits import steps_of_one
from ui.solve.solving import TOLERANCE


def reproduction(question: Question) -> str:
    """Return a script that solves every gamma with the project's own core."""
    C = penalty(question.board.C)
    return script(
        ["from core.topics.gamma.experiment import panel"],
        [
            *points(question.board),
            f"gammas, window = {question.gammas!r}, {question.board.square!r}",
            f"limit, share = {steps_of_one(question.count, question.share)}, {question.share}",
            f"panels = [panel(X, y, gamma, {C}, window, {TOLERANCE}, limit, share) for gamma in gammas]",
            "for shown in panels:",
            "    found = shown.solution",
            "    print(shown.gamma, found.light, found.vectors, found.errors, found.alpha, found.b, found.certificate)",
        ],
    )
