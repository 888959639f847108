"""The script that reproduces the numbers of the page for the state on screen."""

from __future__ import annotations

from pages.machines.question import Question
from ui.page.end.script import points, script
from ui.page.machine.script import maker, problem_lines
from ui.solve.limits import STEPS_OF_A_SOLVE
from ui.solve.solving import TOLERANCE


def reproduction(asked: Question) -> str:
    """Return a script that trains the machine with the core."""
    return script(
        [
            f"from core.problem import {maker(asked.spec)}",
            "from core.solver import answer",
            "from core.topics.machines.view import fitted",
            "from ui.solve.kernels import kernel_of",
        ],
        [
            *points(asked.board),
            *problem_lines(asked.spec, asked.board.kernel, asked.C),
            f"found = fitted(problem, answer(problem, tolerance={TOLERANCE}, limit={STEPS_OF_A_SOLVE}))",
            "print(found.light, found.nu, found.r, found.beyond, found.vectors, found.b)",
            "print(found.coef, found.certificate)",
        ],
    )
