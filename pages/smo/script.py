"""A script that reproduces the runs of the page about SMO for the state on screen."""

from __future__ import annotations

from typing import Any

from core.problem import InputError
from pages.smo import answers
from pages.smo.question import Question
from ui.page.end.script import costs, points, script
from ui.solve.limits import STEPS_OF_A_RUN
from ui.solve.options import TIES, PairOptions, pair_options
from ui.solve.recording import ForkedRun, rule_options
from ui.solve.solving import TOLERANCE


def reproduction(question: Question) -> str:
    """Return a script that makes the same runs with the project's own core: of the rules, or of the picked pairs."""
    names, made = _runs(question)
    kernel = dict(question.board.kernel)
    return script(
        [
            "from core.problem import c_svc",
            f"from core.trace import {names}",
            "from core.view import playback",
            "from ui.solve.kernels import kernel_of",
        ],
        [
            *points(question.board),
            f"problem = c_svc(X, y, kernel_of({kernel!r}, X), {costs(question.board)})",
            *made,
            "for run in runs:",
            "    print(run.outcome, len(run), run.objective[-1], run.last.alpha, playback(run).b[-1])",
        ],
    )


def _runs(question: Question) -> tuple[str, list[str]]:
    """Return the script's imports for the runs, and the lines that make them; of a fork both branches."""
    if question.mode == "hand":
        pairs = tuple(pair[:2] for pair in question.pairs)
        ties = "" if question.ties == TIES[0] else f", ties={question.ties!r}"
        return "by_hand", [f"runs = [by_hand(problem, {pairs!r}, {TOLERANCE}{ties})]"]
    ending, fork = f"{TOLERANCE}, {STEPS_OF_A_RUN}", question.fork if question.mode == "watch" else None
    if fork is None or (forked := _watched(question)) is None or forked.other is None:
        rules = (question.rule,) if question.mode == "watch" else (question.rule, question.rival)
        own = {rule: _own(question, rule) for rule in rules}
        if not any(own.values()):
            return "record", [f"runs = [record(problem, rule, {ending}) for rule in {rules!r}]"]
        return "record", [
            f"own = {own!r}",
            f"runs = [record(problem, rule, {ending}, **own[rule]) for rule in {rules!r}]",
        ]
    row = (forked.shown if fork.shown else forked.other).trace.table[fork.step] if fork.picked else None
    pair = None if row is None else (int(row["i"]), int(row["j"]))
    return "fork, record", [
        f"trunk = record(problem, {question.rule!r}, {ending}{_named(_own(question, question.rule))})",
        f"branch = fork(trunk, {fork.step}, {fork.rule!r}, {ending}, "
        f"picked={pair!r}{_named(_own(question, fork.rule))})",
        "runs = [trunk, branch]",
    ]


def _own(question: Question, rule: str) -> dict[str, Any]:
    """Return the options of a rule that are not those by default."""
    usual, own = PairOptions(rule), pair_options(rule, question.draws, ties=question.ties)
    return {} if own == usual else rule_options(rule, own)


def _named(own: dict[str, Any]) -> str:
    """Return options as further arguments of a call."""
    return "".join(f", {name}={value!r}" for name, value in own.items())


def _watched(question: Question) -> ForkedRun | None:
    """Return the run and its branch; None if the points are refused, an error that the script reports itself."""
    try:
        return answers.watched(question)
    except InputError:
        return None
