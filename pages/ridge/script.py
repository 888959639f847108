"""A script that reproduces the numbers of the page for the state on screen."""

from __future__ import annotations

from pages.ridge.question import Question
from ui.page.end.script import penalty, points, script
from ui.solve.limits import STEPS_OF_A_SOLVE
from ui.solve.solving import TOLERANCE


def reproduction(question: Question) -> str:
    """Return a script that trains both machines, and ridge regression with both kinds of features, with the core."""
    count, seed = question.landmarks
    return script(
        [
            "from core.problem import FourierMap, Gaussian, NystroemMap, c_svc",
            "from core.solver import answer",
            "from core.solver.ridge import ridge, ridge_of_features",
            "from core.view import solution",
        ],
        [
            *points(question.board),
            f"kernel, penalty = Gaussian({question.gamma!r}), {question.penalty!r}",
            "K = kernel.gram(X, X)",
            "found = ridge(K, y, penalty)",
            'print("ridge", found.regular, found.weights, K @ found.weights)',
            f"phi, few = {question.phi!r}, min({count}, len(X))",
            f"for features in (phi, NystroemMap.choose(kernel, X, few, {seed})):",
            "    Z = features.features(X)",
            "    print(features, Z @ ridge_of_features(Z, y, penalty).weights)",
            f"problem = c_svc(X, y, kernel, C={penalty(question.C)})",
            f"svm = solution(problem, answer(problem, tolerance={TOLERANCE}, limit={STEPS_OF_A_SOLVE}))",
            'print("svm", svm.light, svm.alpha, svm.b, svm.certificate)',
        ],
    )
