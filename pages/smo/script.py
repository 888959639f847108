"""The script that finds the runs of the page about SMO, for the state on screen."""

from __future__ import annotations

from pages.smo.question import Question
from ui.page.end.script import penalty, points, script
from ui.solve.limits import STEPS_OF_A_RUN
from ui.solve.solving import TOLERANCE


def reproduction(asked: Question) -> str:
    """Return a script that makes the same runs with the project's own core: of the rules, or of the pairs picked."""
    rules = {"watch": (asked.rule,), "two": (asked.rule, asked.rival)}.get(asked.mode)
    made = f"by_hand(problem, {tuple(pair[:2] for pair in asked.pairs)!r}, {TOLERANCE})"
    if rules is not None:
        made = f"record(problem, rule, {TOLERANCE}, {STEPS_OF_A_RUN}) for rule in {rules!r}"
    kernel, C = dict(asked.board.kernel), penalty(asked.board.C)
    return script(
        [
            "from core.problem import c_svc",
            f"from core.trace import {'by_hand' if rules is None else 'record'}",
            "from core.view import playback",
            "from ui.solve.kernels import kernel_of",
        ],
        [
            *points(asked.board),
            f"problem = c_svc(X, y, kernel_of({kernel!r}, X), C={C})",
            f"runs = [{made}]",
            "for run in runs:",
            "    print(run.outcome, len(run), run.objective[-1], run.last.alpha, playback(run).b[-1])",
        ],
    )
