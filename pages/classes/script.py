"""The script that finds the numbers of the page again, for the state on screen."""

from __future__ import annotations

from pages.classes.question import Question
from ui.page.end.script import penalty, points, script
from ui.solve.solving import TOLERANCE


def reproduction(question: Question) -> str:
    """Return a script with the library's estimator on our core; class numbers count from 0."""
    return script(
        ["from core.estimators import SVC", "from ui.solve.kernels import kernel_of"],
        [
            *points(question.board),
            "classes = [1, -1, 2, 3, 4, 5]  # the labels in the order of the classes",
            "codes = np.array([classes.index(label) for label in y.tolist()])",
            f"kernel = kernel_of({dict(question.board.kernel)!r}, X)",
            f"machine = SVC(kernel=kernel, C={penalty(question.C)}, tol={TOLERANCE}, decision_function_shape='ovo')",
            "machine.fit(X, codes)",
            "print(machine.n_support_, machine.dual_coef_.shape, machine.intercept_)",
            f"print(machine.decision_function(X[{question.at}:{question.at + 1}]))",
            "print((machine.predict(X) != codes).sum())",
        ],
    )
