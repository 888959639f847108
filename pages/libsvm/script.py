"""A script that reproduces the run of LIBSVM's loop on screen, and the corresponding options of svm-train."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pages.libsvm.question import Question
from ui.page.end.script import points, script
from ui.page.machine.script import maker, problem_lines
from ui.solve.limits import STEPS_OF_A_RUN
from ui.solve.machine.table import MACHINES
from ui.solve.recording import LIBSVM_TOLERANCE

KERNELS: Final[Mapping[str, str]] = {  # those of svm-train, with its options
    "linear": "-t 0",
    "polynomial": "-t 1 -d {degree} -g {gamma} -r {zeta}",
    "gaussian": "-t 2 -g {gamma}",
    "sigmoid": "-t 3 -g {gamma} -r {r}",
}
NUMBERS: Final[Mapping[str, str]] = {"C": "-c {C}", "nu": "-n {nu}", "epsilon": "-p {epsilon}"}  # svm-train's options


def reproduction(asked: Question) -> str:
    """Return a script that makes the same run with the project's own core."""
    options = f"shrinking={asked.options.shrinking}, cache_rows={asked.rows}"
    return script(
        [
            f"from core.problem import {maker(asked.spec)}",
            "from core.trace import record",
            "from core.topics.libsvm.view import printed_line",
            "from ui.solve.kernels import kernel_of",
        ],
        [
            *points(asked.board),
            *problem_lines(asked.spec, asked.board.kernel, asked.C),
            f'run = record(problem, "libsvm", {LIBSVM_TOLERANCE}, {STEPS_OF_A_RUN}, {options})',
            'print(run.outcome, len(run), "".join(printed_line(run)))',
            'print(run.table["active"], run.last.cache.tally, run.last.alpha)',
            *_lines_for_svm_train(asked),
        ],
    )


def svm_train(asked: Question) -> str | None:
    """Return the options with which svm-train makes the same run; None for a kernel that it does not have."""
    kernel = asked.board.kernel
    if kernel["name"] not in KERNELS:
        return None
    own = " ".join(NUMBERS[name] for name in asked.entry.parameters)
    numbers = own.format(C="inf" if asked.C is None else asked.C, nu=asked.spec.nu, epsilon=asked.spec.epsilon)
    machine = list(MACHINES).index(asked.spec.name)  # the table has the order of -s
    ends = f"-e {LIBSVM_TOLERANCE} -h {int(asked.options.shrinking)}"
    return f"-s {machine} {KERNELS[str(kernel['name'])].format(**kernel)} {numbers} {ends}"


def _lines_for_svm_train(asked: Question) -> list[str]:
    """Return the lines with the points in svm-train's format; a tube has only x1 as input, and predicts x2."""
    options = svm_train(asked)
    if options is None:
        return []
    row, of = ("{x2!r} 1:{x1!r}", "x1, x2 in X.tolist()")
    if not asked.entry.graph:
        row, of = "{label:+d} 1:{x1!r} 2:{x2!r}", "(x1, x2), label in zip(X.tolist(), y.tolist())"
    return [
        "",
        f"# LIBSVM makes the same run of a file with these lines: svm-train {options} points.txt",
        f'file = "".join(f"{row}\\n" for {of})',
    ]
