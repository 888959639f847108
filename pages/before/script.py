"""A script that reproduces the numbers of the page for the state on screen."""

from __future__ import annotations

from pages.before.question import Question
from ui.page.end.script import costs, points, script


def reproduction(question: Question) -> str:
    """Return a script with the recalls, the machine on standardised features, and the terms of one prediction."""
    options = question.options
    return script(
        [
            "from core.problem import c_svc, decision_values, offset",
            "from core.solver import answer",
            "from core.topics.before.explanation import moves, terms",
            "from core.topics.before.imbalance import recall",
            "from core.topics.before.scaling import larger, standard",
            "from ui.solve.kernels import kernel_of",
        ],
        [
            *points(question.board),
            f"spec, place = {dict(question.board.kernel)!r}, np.array({question.place.tolist()!r})",
            f"Z = larger(2, {question.feature}, {options.factor!r})(X)",
            "for rows in (X, Z, standard(Z)(Z)):",
            f"    problem = c_svc(rows, y, kernel_of(spec, rows), {costs(question.board)})",
            "    found = answer(problem, tolerance=1e-5)",
            "    b = offset(problem, found.alpha)",
            "    print(found.steps, recall(y, decision_values(problem, found.alpha, b, rows)))",
            "    if rows is X:",
            "        f = lambda x, problem=problem, alpha=found.alpha, b=b: decision_values(problem, alpha, b, x)",
            "        print(f(place[None, :]), terms(problem, found.alpha, place))",
            f"        (x0, x1, side) = {question.board.square!r}",
            "        print(moves(f, place, ((x0, x0 + side), (x1, x1 + side))))",
        ],
    )
