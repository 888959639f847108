"""The script that finds the numbers of the page again, for the state on screen."""

from __future__ import annotations

from pages.strings.question import Question
from ui.page.end.script import penalty, script
from ui.solve.solving import TOLERANCE


def reproduction(question: Question) -> str:
    """Return a script with the kernel value of both words, and the machine of the word lists by `SVC`."""
    asked, (plus, minus) = question.options, question.classes
    lines = [
        f"s, t, length, decay = {asked.s!r}, {asked.t!r}, {asked.length}, {asked.decay!r}",
        "for normalised in (False, True):",
        "    print(StringKernel(length, decay, normalised).gram([s], [t]))",
    ]
    if plus and minus:
        lines += [
            f"plus = {list(plus)!r}",
            f"minus = {list(minus)!r}",
            f"machine = SVC(C={penalty(question.C)}, kernel={question.kernel!r}, tol={TOLERANCE})",
            "machine.fit(plus + minus, [1] * len(plus) + [-1] * len(minus))",
            "print(machine.support_vectors_, machine.dual_coef_, machine.certificate_)",
            f"print(machine.decision_function([{question.new!r}]))",
        ]
    return script(["from core.estimators import SVC", "from core.problem import StringKernel"], lines)
