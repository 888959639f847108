"""A script that reproduces the run of coordinate descent for the state on screen."""

from __future__ import annotations

from core.problem import Kernel, NystroemMap
from pages.descent import answers
from pages.descent.question import LOSSES, Question
from ui.page.end.script import penalty, points, script
from ui.solve.limits import STEPS_OF_A_RUN
from ui.solve.recording import BIAS, COORDINATE_TOLERANCE


def reproduction(question: Question) -> str:
    """Return a script that finds the same solution with the project's own core."""
    made, run = _made(question)
    return script(
        [f"from core.problem import {problem_names(question)}", f"from core.trace import {made}"],
        [
            *problem_lines(question),
            *run,
            "alpha = run.state_at(len(run)).alpha",
            "print(run.outcome, len(run), plane(problem, alpha), linear_certificate(problem, alpha))",
        ],
    )


def _made(question: Question) -> tuple[str, list[str]]:
    """Return the script's imports for the run, and the lines that make it; of a branch those of its trunk, too."""
    ending, fork = f"{COORDINATE_TOLERANCE}, {STEPS_OF_A_RUN}", question.fork
    run = f'run = record(problem, "dual-cd", {ending}, {visiting(question)})'
    if fork is None or not fork.shown or answers.run(question).other is None:
        return "record", [run]
    on = f"order={fork.rule!r}, seed={question.options.shuffle}, shrinking={question.options.shrinking}"
    return "fork, record", [
        run,
        f'run = fork(run, {fork.step}, "dual-cd", {ending}, picked={fork.picked!r}, {on})',
    ]


def problem_names(question: Question) -> str:
    """Return the script's imports for the problem, its certificate and its kernel."""
    used = [question.kernel, *([] if question.phi is None else [question.phi])]
    used += [used[0].kernel] if isinstance(used[0], NystroemMap) else []
    return ", ".join(sorted({"linear_certificate", "linear_svc", "plane", *(type(one).__name__ for one in used)}))


def problem_lines(question: Question) -> list[str]:
    """Return the lines that make the problem of dual coordinate descent."""
    options, phi = question.options, question.phi
    features, bias = "X" if phi is None else f"{as_code(phi, question)}.features(X)", BIAS if options.bias else None
    made = f"linear_svc({features}, y, {penalty(question.board.C)}, {LOSSES[options.loss]!r}, {bias})"
    return [*points(question.board), f"problem = {made}"]


def as_code(made: Kernel, question: Question) -> str:
    """Return the kernel or the map of a question as code; landmarks are sampled from the points."""
    if not isinstance(made, NystroemMap):
        return repr(made)
    return f"NystroemMap.choose({made.kernel!r}, X, {len(made.landmarks)}, {question.spec['landmark_seed']})"


def visiting(question: Question) -> str:
    """Return the order of the visits, as arguments of `record`."""
    options = question.options
    return f"order={options.visits!r}, seed={options.shuffle}, shrinking={options.shrinking}"
