"""A script that reproduces the numbers of the page of equal budgets for the state on screen."""

from __future__ import annotations

from pages.budget.answers import choices
from pages.budget.question import Question
from ui.page.end.script import penalty, script


def reproduction(question: Question) -> str:
    """Return a script that trains the same machines with the project's own core."""
    points, data = question.board.points, question.options.data
    if data == "board":
        rows = [f"X = np.array({points.X.tolist()!r})", f"y = np.array({points.y.tolist()!r}, float)"]
    else:
        rows = [f"rows = all_features({data!r})", "X, y = rows.X, rows.y.astype(float)"]
    setting, C = question.setting, penalty(question.board.C)
    return script(
        [
            "from core.topics.budget.experiment import MapChoice, Setting, approximate, held_out, reference",
            "from datasets import all_features",
        ],
        [
            *rows,
            f"setting = Setting(X, y, {setting.gamma!r}, {C}, {setting.window!r}, {setting.limit})",
            "exact = reference(setting)",
            "print(exact.entry.features, exact.entry.training, held_out(None, setting))",
            "choices = [",
            *(f"    {choice!r}," for choice in choices(question.order, question.draws)),
            "]",
            "for choice in choices:",
            "    found = approximate(choice, setting, exact)",
            "    print(choice.name, found.features, found.disagreement, found.kernel_error, held_out(choice, setting))",
        ],
    )
