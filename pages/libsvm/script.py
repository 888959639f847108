"""The script that finds the run of LIBSVM's loop again, for the state on screen."""

from __future__ import annotations

from pages.libsvm.question import Question
from ui.page.end.script import points, script
from ui.page.machine.script import maker, problem_lines
from ui.solve.limits import STEPS_OF_A_RUN
from ui.solve.recording import LIBSVM_TOLERANCE


def reproduction(asked: Question) -> str:
    """Return a script that makes the same run with the project's own core."""
    options = f"shrinking={asked.options.shrinking}, cache_rows={asked.rows}"
    return script(
        [
            f"from core.problem import {maker(asked.spec)}",
            "from core.trace import record",
            "from core.view.libsvm import printed_line",
            "from ui.solve.kernels import kernel_of",
        ],
        [
            *points(asked.board),
            *problem_lines(asked.spec, asked.board.kernel, asked.C),
            f'run = record(problem, "libsvm", {LIBSVM_TOLERANCE}, {STEPS_OF_A_RUN}, {options})',
            'print(run.outcome, len(run), "".join(printed_line(run)))',
            'print(run.table["active"], run.last.cache.tally, run.last.alpha)',
        ],
    )
