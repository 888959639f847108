"""A script that reproduces the run of coordinate descent for the state on screen."""

from __future__ import annotations

from core.problem import Kernel, NystroemMap
from pages.descent import answers
from pages.descent.question import LOSSES, Question
from ui.page.end.script import penalty, points, script
from ui.solve.limits import STEPS_OF_A_RUN
from ui.solve.recording import BIAS, COORDINATE_TOLERANCE


def reproduction(asked: Question) -> str:
    """Return a script that finds the same solution with the project's own core."""
    made, run = _made(asked)
    return script(
        [f"from core.problem import {problem_names(asked)}", f"from core.trace import {made}"],
        [
            *problem_lines(asked),
            *run,
            "alpha = run.state_at(len(run)).alpha",
            "print(run.outcome, len(run), plane(problem, alpha), linear_certificate(problem, alpha))",
        ],
    )


def _made(asked: Question) -> tuple[str, list[str]]:
    """Return the script's imports for the run, and the lines that make it; of a branch those of its trunk, too."""
    ending, fork = f"{COORDINATE_TOLERANCE}, {STEPS_OF_A_RUN}", asked.fork
    run = f'run = record(problem, "dual-cd", {ending}, {visiting(asked)})'
    if fork is None or not fork.shown or answers.run(asked).other is None:
        return "record", [run]
    on = f"order={fork.rule!r}, seed={asked.options.shuffle}, shrinking={asked.options.shrinking}"
    return "fork, record", [
        run,
        f'run = fork(run, {fork.step}, "dual-cd", {ending}, picked={fork.picked!r}, {on})',
    ]


def problem_names(asked: Question) -> str:
    """Return the script's imports for the problem, its certificate and its kernel."""
    used = [asked.kernel, *([] if asked.phi is None else [asked.phi])]
    used += [used[0].kernel] if isinstance(used[0], NystroemMap) else []
    return ", ".join(sorted({"linear_certificate", "linear_svc", "plane", *(type(one).__name__ for one in used)}))


def problem_lines(asked: Question) -> list[str]:
    """Return the lines that make the problem of dual coordinate descent."""
    options, phi = asked.options, asked.phi
    features, bias = "X" if phi is None else f"{as_code(phi, asked)}.features(X)", BIAS if options.bias else None
    made = f"linear_svc({features}, y, {penalty(asked.board.C)}, {LOSSES[options.loss]!r}, {bias})"
    return [*points(asked.board), f"problem = {made}"]


def as_code(made: Kernel, asked: Question) -> str:
    """Return the kernel or the map of a question as code; landmarks are sampled from the points."""
    if not isinstance(made, NystroemMap):
        return repr(made)
    return f"NystroemMap.choose({made.kernel!r}, X, {len(made.landmarks)}, {asked.spec['landmark_seed']})"


def visiting(asked: Question) -> str:
    """Return the order of the visits, as arguments of `record`."""
    options = asked.options
    return f"order={options.visits!r}, seed={options.shuffle}, shrinking={options.shrinking}"
