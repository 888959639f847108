"""The script that finds the numbers of the page again, for the state on screen."""

from __future__ import annotations

from pages.kernels.question import BOARDS, Question
from ui.page.end.script import penalty, points, script
from ui.solve.limits import STEPS_OF_A_SOLVE
from ui.solve.solving import TOLERANCE


def reproduction(question: Question) -> str:
    """Return a script that trains all three machines with the core."""
    kernels = [dict(question.kernel(board)) for board in BOARDS]
    return script(
        [
            "from core.problem import c_svc",
            "from core.selection import leave_one_out",
            "from core.solver import answer",
            "from core.topics.kernels.view import gram_numbers",
            "from core.view import solution",
            "from ui.solve.kernels import kernel_of",
        ],
        [
            *points(question.board),
            "for kernel in (",
            *(f"    {kernel!r}," for kernel in kernels),
            "):",
            f"    problem = c_svc(X, y, kernel_of(kernel, X), {penalty(question.C)})",
            f"    found = solution(problem, answer(problem, tolerance={TOLERANCE}, limit={STEPS_OF_A_SOLVE}))",
            "    print(kernel, found.light, found.vectors, found.steps, found.errors, gram_numbers(problem.gram))",
            f"    print(leave_one_out(problem, found.alpha, found.decision, {TOLERANCE}))",
        ],
    )
