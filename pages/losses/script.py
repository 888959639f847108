"""A script that reproduces the slack, the path and both objectives for the state on screen."""

from __future__ import annotations

from pages.losses.answers import HIGH, LOW, TIGHT
from pages.losses.question import Question
from ui.page.end.script import penalty, points, script


def reproduction(question: Question) -> str:
    """Return a script that computes alpha over C and compares the objectives of Li's theorem 7.4 and exercise 7.3."""
    C = penalty(question.C)
    return script(
        [
            "from core.topics.margin.experiment import hinge_value, least_hinge",
            "from core.problem import Precomputed, c_svc, decision_values, offset",
            "from core.solver import regularisation_path, train",
            "from ui.solve.kernels import kernel_of",
        ],
        [
            *points(question.board),
            f"kernel, C = kernel_of({dict(question.board.kernel)!r}, X), {C}",
            f"path = regularisation_path(X, y, kernel, {LOW!r}, {HIGH!r})",
            "alpha, f = path.alpha(C), path.decision(C)",
            "slack = np.maximum(0.0, 1.0 - y * f)",
            "norm = float((alpha * y) @ path.gram @ (alpha * y))",
            "print(len(path.breakpoints), path.b_interval(C), slack.sum(), 0.5 * norm + C * slack.sum())",
            "print(C * hinge_value(f, y, norm, 1 / (2 * C)))",
            "least = least_hinge(path.gram, np.asarray(y, dtype=float), 1 / (2 * C))",
            "print(least and C * least.value)",
            'squared = c_svc(X, y, kernel, C, loss="squared_hinge")',
            f"beta = train(squared.form, np.array(squared.gram), Precomputed(), {TIGHT!r}).alpha",
            "values = decision_values(squared, beta, offset(squared, beta), X)",
            "print(beta / (2 * C), np.maximum(0.0, 1.0 - y * values))",
        ],
    )
