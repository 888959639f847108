"""A script that reproduces the street and the margins of the line for the state on screen."""

from __future__ import annotations

from pages.margins.answers import TIGHT
from pages.margins.question import Question
from ui.page.end.script import penalty, points, script
from ui.solve.limits import steps_of_one


def reproduction(question: Question) -> str:
    """Return a script that measures the hand-set line and finds the street by SMO, a library and the hulls."""
    first, second = (place.tolist() for place in question.pair)
    C = penalty(question.C)
    return script(
        [
            "from core.topics.margin.experiment import hull_bound, nearest_of_hulls, primal_street",
            "from core.problem import Linear, c_svc",
            "from core.solver import answer",
            "from core.topics.margin.view import hand_line, line_through",
            "from core.view import solution",
        ],
        [
            *points(question.board),
            f"mine = hand_line(*line_through(np.array({first}), np.array({second}), {question.options.scale!r}), X, y)",
            "print(mine.w, mine.b, mine.smallest, mine.errors)",
            f"problem = c_svc(X, y, Linear(), C={C})",
            f"found = solution(problem, answer(problem, tolerance={TIGHT}, limit={steps_of_one(len(question.y))}))",
            "print(found.light, found.w, found.b, found.margin_width)",
            f"primal = primal_street(X, y, {C})",
            "if primal is not None:",
            f"    hulls = nearest_of_hulls(X, y, hull_bound(primal.alpha, y, {C}))",
            "    print(primal.w, primal.b, primal.objective, hulls and hulls.bisector)",
        ],
    )
