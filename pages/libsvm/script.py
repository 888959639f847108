"""The script that finds the run of LIBSVM's loop again, for the state on screen."""

from __future__ import annotations

from pages.libsvm.question import Question
from ui.page.end.script import penalty, points, script
from ui.solve.limits import STEPS_OF_A_RUN
from ui.solve.recording import LIBSVM_TOLERANCE


def reproduction(asked: Question) -> str:
    """Return a script that makes the same run with the project's own core."""
    kernel, C = dict(asked.board.kernel), penalty(asked.board.C)
    options = f"shrinking={asked.options.shrinking}, cache_rows={asked.rows}"
    return script(
        [
            "from core.problem import c_svc",
            "from core.trace import record",
            "from core.view.libsvm import printed_line",
            "from ui.solve.kernels import kernel_of",
        ],
        [
            *points(asked.board),
            f"problem = c_svc(X, y, kernel_of({kernel!r}, X), C={C})",
            f'run = record(problem, "libsvm", {LIBSVM_TOLERANCE}, {STEPS_OF_A_RUN}, {options})',
            'print(run.outcome, len(run), "".join(printed_line(run)))',
            'print(run.table["active"], run.last.cache.tally, run.last.alpha)',
        ],
    )
