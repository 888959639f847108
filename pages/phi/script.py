"""A script that reproduces the plane of the lift for the state on screen."""

from __future__ import annotations

from pages.phi import answers
from pages.phi.maps import map_of
from pages.phi.question import Question
from ui.page.end.script import penalty, points, script
from ui.page.lifted import SOLVES
from ui.solve.limits import steps_of_one
from ui.solve.solving import TOLERANCE


def reproduction(question: Question) -> str:
    """Return a script that finds the same plane with the project's own core."""
    phi, C = map_of(question.features), penalty(question.board.C)
    limit = steps_of_one(len(question.y), SOLVES)
    return script(
        [
            f"from core.problem import {type(phi).__name__}",
            "from core.solver import answer",
            "from core.topics.phi.view import lift, lifted_problem",
            "from core.view import solution",
        ],
        [
            *points(question.board),
            f"phi, chosen = {phi!r}, {answers.chosen(question)}",
            f"problem = lifted_problem(phi, X, y, chosen, C={C})",
            f"found = solution(problem, answer(problem, tolerance={TOLERANCE}, limit={limit}))",
            f"window = {question.board.square}",
            "shown = lift(phi, chosen, X, problem, found.alpha, window)",
            "print(found.light, shown.w, shown.b, found.margin_width, found.errors)",
        ],
    )
