"""The script that finds the numbers of the page again, for the state on screen."""

from __future__ import annotations

from pages.probabilities.question import Question
from ui.page.end.script import points, script
from ui.solve.solving import TOLERANCE


def reproduction(question: Question) -> str:
    """Return a script with the curves and their scores, the threshold, the coupling, and the noise."""
    options = question.options
    common = f"{options.split}, {TOLERANCE}, {question.limit}"
    return script(
        [
            "from core.estimators.probability import NEAR, laplace_within",
            "from core.topics.mercer.distances import few",
            "from core.topics.probabilities.experiment import calibrate, regression_noise",
            "from core.topics.probabilities.theory import confusion, coupling_course, pair_matrix, roc",
            "from ui.solve.kernels import kernel_of",
        ],
        [
            *points(question.board),
            f"rows = few(len(X), {len(question.rows)})",
            "X, y = X[rows], y[rows].astype(float)",
            f"kernel, C = kernel_of({dict(question.board.kernel)!r}, X), {question.C!r}",
            f"found = calibrate(X, y, kernel, C, {common})",
            "print(found.A, found.B, found.targets, found.scores)",
            "for step in found.steps:",
            "    print(step)",
            f"print(confusion(found.p, y, {options.threshold!r}), roc(found.p, y).area)",
            f"course = coupling_course(pair_matrix({options.r12!r}, {options.r13!r}, {options.r23!r}), NEAR)",
            "print(course.p, course.residual, course.exact, course.votes, course.printed)",
            "line = np.column_stack([X[:, 0], np.zeros(len(X))])",
            f"noise = regression_noise(line, X[:, 1], kernel_of({dict(question.board.kernel)!r}, line), C, "
            f"{options.epsilon!r}, line, {common})",
            f"print(noise.s, noise.plain, noise.of_training, laplace_within({options.width!r}, noise.s))",
        ],
    )
