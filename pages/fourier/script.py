"""A script that makes the same roll as the page, for the state on screen."""

from __future__ import annotations

from pages.fourier.question import Question
from ui.page.end.script import penalty, script
from ui.solve.limits import STEPS_OF_A_SOLVE
from ui.solve.solving import TOLERANCE


def reproduction(question: Question) -> str:
    """Return a script that measures the roll and trains both kernels with the project's own core."""
    return script(
        [
            "from core.problem import FourierMap, Gaussian, c_svc",
            "from core.solver import answer",
            "from core.view import solution",
        ],
        [
            f"X = np.array({question.X.tolist()!r})",
            f"y = np.array({question.y.tolist()!r})",
            f"phi = {question.phi!r}",
            "error = np.abs(phi.gram(X, X) - Gaussian(phi.gamma).gram(X, X))",
            'print("worst entry", error.max(), "mean square", (error**2).mean())',
            "for kernel in (Gaussian(phi.gamma), phi):",
            f"    problem = c_svc(X, y, kernel, C={penalty(question.C)})",
            f"    found = solution(problem, answer(problem, tolerance={TOLERANCE}, limit={STEPS_OF_A_SOLVE}))",
            "    print(kernel, found.light, found.b, found.certificate)",
        ],
    )
