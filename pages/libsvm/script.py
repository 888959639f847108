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


def reproduction(question: Question) -> str:
    """Return a script that makes the same run with the project's own core."""
    options = f"shrinking={question.options.shrinking}, cache_rows={question.rows}"
    return script(
        [
            f"from core.problem import {maker(question.spec)}",
            "from core.trace import record",
            "from core.topics.libsvm.view import printed_line",
            "from ui.solve.kernels import kernel_of",
        ],
        [
            *points(question.board),
            *problem_lines(question.spec, question.board.kernel, question.C),
            f'run = record(problem, "libsvm", {LIBSVM_TOLERANCE}, {STEPS_OF_A_RUN}, {options})',
            'print(run.outcome, len(run), "".join(printed_line(run)))',
            'print(run.table["active"], run.last.cache.tally, run.last.alpha)',
            *_lines_for_svm_train(question),
        ],
    )


def svm_train(question: Question) -> str | None:
    """Return the options with which svm-train makes the same run; None for a kernel that it does not have."""
    kernel = question.board.kernel
    if kernel["name"] not in KERNELS:
        return None
    own = " ".join(NUMBERS[name] for name in question.entry.parameters)
    numbers = own.format(
        C="inf" if question.C is None else question.C, nu=question.spec.nu, epsilon=question.spec.epsilon
    )
    machine = list(MACHINES).index(question.spec.name)  # the table has the order of -s
    ends = f"-e {LIBSVM_TOLERANCE} -h {int(question.options.shrinking)}"
    return f"-s {machine} {KERNELS[str(kernel['name'])].format(**kernel)} {numbers} {ends}"


def points_file(question: Question) -> str:
    """Return the points in svm-train's format, in their order; a tube has only x1 as input, and predicts x2."""
    X = question.X.tolist()
    if question.entry.graph:
        return "".join(f"{x2!r} 1:{x1!r}\n" for x1, x2 in X)
    return "".join(f"{label:+d} 1:{x1!r} 2:{x2!r}\n" for (x1, x2), label in zip(X, question.y.tolist(), strict=True))


def _lines_for_svm_train(question: Question) -> list[str]:
    """Return the lines with the points in svm-train's format; a tube has only x1 as input, and predicts x2."""
    options = svm_train(question)
    if options is None:
        return []
    row, of = ("{x2!r} 1:{x1!r}", "x1, x2 in X.tolist()")
    if not question.entry.graph:
        row, of = "{label:+d} 1:{x1!r} 2:{x2!r}", "(x1, x2), label in zip(X.tolist(), y.tolist())"
    return [
        "",
        f"# LIBSVM makes the same run of a file with these lines: svm-train {options} points.txt",
        f'file = "".join(f"{row}\\n" for {of})',
    ]
