"""What a fork is asked of: a problem, and the run on it that is watched."""

from __future__ import annotations

from dataclasses import dataclass

from core.trace import Trace
from ui.solve.board_problem import BoardProblem
from ui.solve.options import LOOP_RULES, ORDERS, CoordinateOptions
from ui.solve.recording import ForkedRun, forked
from ui.words import Words


@dataclass(frozen=True, eq=False)
class Forking:
    """The problem with the options of the run, and its fork where it has one."""

    question: BoardProblem

    @property
    def visits(self) -> bool:
        """Whether it is a run of coordinate descent, which moves one coordinate at a time."""
        return isinstance(self.question.options, CoordinateOptions)

    @property
    def needs(self) -> int:
        """How many points are picked for one step."""
        return 1 if self.visits else 2

    @property
    def rule(self) -> str:
        """The rule of the run; of coordinate descent the order of its visits."""
        return "" if self.question.options is None else self.question.options.rule

    @property
    def others(self) -> tuple[str, ...]:
        """The rules that can go on in place of its own."""
        options = self.question.options
        return () if options is None else tuple(rule for rule in options.fork_rules if rule != self.rule)

    @property
    def alike(self) -> bool:
        """Whether both of a pair must have one label: of nu-SVC the sum of alpha over each class is fixed."""
        return self.question.machine.name == "nu-svc"

    @property
    def name(self) -> str:
        """The name of the run."""
        return self.question.run_name

    def run(self) -> ForkedRun:
        """Return the run, with what it has beside it after a fork."""
        return forked(self.question)

    def trace(self) -> Trace:
        """Return the line of it that is shown."""
        return self.run().shown.trace


def rule_name(rule: str, words: Words) -> str:
    """Return what the rule of a branch is called; of coordinate descent the order of its visits."""
    return words(f"branch.order.{rule}" if rule in ORDERS else f"panel.solver.{LOOP_RULES.get(rule, rule)}")
