"""A script that reproduces the numbers of the page about duality for the state on screen."""

from __future__ import annotations

from pages.duality.question import EXERCISE, Question
from ui.page.end.script import script


def reproduction(question: Question) -> str:
    """Return a script that finds the optimum, the current bounds, and the solutions of the example and the exercise."""
    X, y = ([list(row) for row in EXERCISE[0]], list(EXERCISE[1]))
    return script(
        [
            "from core.topics.duality.experiment import solved_by_hard_margin, three_points_view",
            "from core.topics.duality.theory import TOYS",
            "from core.topics.duality.view import at_place",
        ],
        [
            f"program = TOYS[{question.toy.name!r}].build({list(question.numbers)!r})",
            f"x, multipliers = np.array({question.x.tolist()!r}), np.array({question.multipliers.tolist()!r})",
            "place = at_place(program, x, multipliers)",
            f"three = three_points_view(np.array({question.points.tolist()!r}))",
            f"found = solved_by_hard_margin(np.array({X!r}), np.array({y!r}))",
            "print(place.primal, place.dual, place.gap, place.conditions, place.optimum)",
            "print(three.dual.stationary, three.dual.edges, three.dual.best, three.path)",
            "print(found.light, found.alpha, found.w, found.b, found.certificate)",
        ],
    )
