"""The script that reproduces the numbers of the page for the state on screen."""

from __future__ import annotations

from pages.machines.question import Question
from ui.page.end.script import points, script
from ui.page.machine.script import maker, problem_lines
from ui.solve.limits import STEPS_OF_A_SOLVE
from ui.solve.solving import TOLERANCE


def reproduction(question: Question) -> str:
    """Return a script that trains the machine with the core."""
    return script(
        [
            f"from core.problem import {maker(question.spec)}",
            "from core.solver import answer",
            "from core.topics.machines.view import fitted",
            "from ui.solve.kernels import kernel_of",
        ],
        [
            *points(question.board),
            *problem_lines(question.spec, question.board.kernel, question.C),
            f"found = fitted(problem, answer(problem, tolerance={TOLERANCE}, limit={STEPS_OF_A_SOLVE}))",
            "print(found.light, found.nu, found.r, found.beyond, found.vectors, found.b)",
            "print(found.coef, found.certificate)",
        ],
    )
