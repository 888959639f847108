"""The script that repeats both runs of the race for the state on screen."""

from __future__ import annotations

from pages.descent import LOSSES, Question, as_code, problem_lines, problem_names, visiting
from ui.page.end.script import penalty, script
from ui.solve.limits import PAIRS_OF_A_RACE, VISITS_OF_A_RACE
from ui.solve.recording import RACE_TOLERANCE


def reproduction(question: Question) -> str:
    """Return a script that makes both runs, each to its own optimum."""
    C, loss = penalty(question.board.C), LOSSES[question.options.loss]
    return script(
        [
            f"from core.problem import {problem_names(question)}",
            "from core.trace import record",
            "from core.topics.descent.experiment import free_problem, offsets, feature_count, race, value_cost",
        ],
        [
            *problem_lines(question),
            f"kernel = {as_code(question.kernel, question)}",
            f"free = free_problem(X, y, kernel, {C}, {loss!r})",
            f'pairs = record(free, "smo-second-order", {RACE_TOLERANCE}, {PAIRS_OF_A_RACE})',
            f'visits = record(problem, "dual-cd", {RACE_TOLERANCE}, {VISITS_OF_A_RACE}, {visiting(question)})',
            "both = offsets(free, problem)",
            "print(both.free.optimum, both.free.b, both.appended.optimum, both.appended.b)",
            "print(race(pairs, visits, both, value_cost(kernel, X.shape[1]), feature_count(kernel, *X.shape)))",
            "print(len(pairs), pairs.last.alpha, len(visits), visits.last.alpha)",
        ],
    )
