"""The script that finds the numbers of the page again, for the state on screen."""

from __future__ import annotations

from pages.mercer.question import Question
from ui.page.end.script import penalty, points, script
from ui.solve.limits import STEPS_OF_A_SOLVE
from ui.solve.solving import SOLVER, TOLERANCE


def reproduction(question: Question) -> str:
    """Return a script with the eigenvalues, the witness, and the run of SMO."""
    return script(
        [
            "from core.problem import c_svc",
            "from core.solver import answer",
            "from core.topics.mercer.distances import few",
            "from core.topics.mercer.theory import judge, known_gram",
            "from core.topics.mercer.view import course",
            "from core.trace import record",
            "from ui.solve.kernels import kernel_of",
        ],
        [
            *points(question.board),
            f"kernel = kernel_of({dict(question.spec)!r}, X)",
            f"found = judge(known_gram(kernel, X[few(len(X), {len(question.rows)})]), kernel.always_psd)",
            "print(found.verdict, found.eigenvalues, found.witness, found.form)",
            f"problem = c_svc(X, y, kernel, {penalty(question.board.C)})",
            f"run = course(record(problem, {SOLVER!r}, {TOLERANCE}, {STEPS_OF_A_SOLVE}))",
            "print(run.outcome, run.steps, run.first, run.flat, -run.dual[-1])",
            f"print(answer(problem, {SOLVER!r}, {TOLERANCE}, {STEPS_OF_A_SOLVE}).outcome)",
        ],
    )
