"""The script that finds the numbers of the page again, for the state on screen."""

from __future__ import annotations

from pages.architecture.question import Question
from ui.page.end.script import points, script
from ui.page.machine.script import maker, problem_lines
from ui.solve.limits import STEPS_OF_A_RUN
from ui.solve.recording import LIBSVM_TOLERANCE


def reproduction(question: Question) -> str:
    """Return a script with the counts of the calls, the merge, and the power."""
    options = question.options
    one, other = question.place("one"), question.place("other")
    return script(
        [
            f"from core.problem import {maker(question.spec)}",
            "from core.topics.libsvm.calls import BY_NAME, counts, source",
            "from core.topics.libsvm.nodes import memory_size, merge, nodes, powi",
            "from core.topics.libsvm.parameters import message, parameter_of, refusal",
            "from core.trace import record",
            "from ui.solve.kernels import kernel_of",
        ],
        [
            *points(question.board),
            *problem_lines(question.spec, question.board.kernel, question.C),
            f'run = record(problem, "libsvm", {LIBSVM_TOLERANCE}, {STEPS_OF_A_RUN}, shrinking=True)',
            "print(counts(run))",
            f"print(source(BY_NAME[{options.box!r}]))",
            f"print(merge(nodes(X[{one}]), nodes(X[{other}])), memory_size(X))",
            f"print(powi(3.0, {options.times}))",
            f"chosen, sizes = parameter_of({options.typed!r}), [int((y == sign).sum()) for sign in (1, -1)]",
            "print(message(chosen, sizes), refusal(chosen, sizes))",
        ],
    )
