"""The script that finds the numbers of the page again, for the state on screen."""

from __future__ import annotations

from pages.machines.question import Question
from ui.page.end.script import penalty, points, script
from ui.solve.limits import STEPS_OF_A_SOLVE
from ui.solve.solving import TOLERANCE


def reproduction(asked: Question) -> str:
    """Return a script that trains the machine with the core."""
    spec, C = asked.spec, penalty(asked.C)
    made = {
        "c-svc": f"c_svc(X, y, kernel, C={C})",
        "nu-svc": f"nu_svc(X, y, kernel, nu={spec.nu!r})",
        "one-class": f"one_class(X, kernel, nu={spec.nu!r})",
        "eps-svr": f"eps_svr(line, X[:, 1], kernel, C={C}, epsilon={spec.epsilon!r})",
        "nu-svr": f"nu_svr(line, X[:, 1], kernel, C={C}, nu={spec.nu!r})",
    }[spec.name]
    kernel, seen = dict(asked.board.kernel), "line" if asked.entry.graph else "X"
    return script(
        [
            f"from core.problem import {made.partition('(')[0]}",
            "from core.solver import answer",
            "from core.view.machines.fitted import fitted",
            "from ui.solve.kernels import kernel_of",
        ],
        [
            *points(asked.board),
            *(["line = np.column_stack([X[:, 0], np.zeros(len(X))])"] if asked.entry.graph else []),
            f"kernel = kernel_of({kernel!r}, {seen})",
            f"problem = {made}",
            f"found = fitted(problem, answer(problem, tolerance={TOLERANCE}, limit={STEPS_OF_A_SOLVE}))",
            "print(found.light, found.nu, found.r, found.beyond, found.vectors, found.b)",
            "print(found.coef, found.certificate)",
        ],
    )
