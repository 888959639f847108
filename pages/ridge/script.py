"""A script that reproduces the numbers of the page for the state on screen."""

from __future__ import annotations

from pages.ridge.question import Question
from ui.page.end.script import penalty, points, script
from ui.solve.limits import STEPS_OF_A_SOLVE
from ui.solve.solving import TOLERANCE


def reproduction(asked: Question) -> str:
    """Return a script that trains both machines, and ridge regression with both kinds of features, with the core."""
    count, seed = asked.landmarks
    return script(
        [
            "from core.problem import FourierMap, Gaussian, NystroemMap, c_svc",
            "from core.solver import answer",
            "from core.solver.ridge import ridge, ridge_of_features",
            "from core.view import solution",
        ],
        [
            *points(asked.board),
            f"kernel, penalty = Gaussian({asked.gamma!r}), {asked.penalty!r}",
            "K = kernel.gram(X, X)",
            "found = ridge(K, y, penalty)",
            'print("ridge", found.regular, found.weights, K @ found.weights)',
            f"phi, few = {asked.phi!r}, min({count}, len(X))",
            f"for features in (phi, NystroemMap.choose(kernel, X, few, {seed})):",
            "    Z = features.features(X)",
            "    print(features, Z @ ridge_of_features(Z, y, penalty).weights)",
            f"problem = c_svc(X, y, kernel, C={penalty(asked.C)})",
            f"svm = solution(problem, answer(problem, tolerance={TOLERANCE}, limit={STEPS_OF_A_SOLVE}))",
            'print("svm", svm.light, svm.alpha, svm.b, svm.certificate)',
        ],
    )
