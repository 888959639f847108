"""The basis of a fork: a problem, and the run on it that the player shows."""

from __future__ import annotations

from dataclasses import dataclass

from core.trace import Trace
from ui.solve.board_problem import BoardProblem
from ui.solve.options import LOOP_RULES, ORDERS, CoordinateOptions
from ui.solve.recording import ForkedRun, forked
from ui.words import Words


@dataclass(frozen=True, eq=False)
class Forking:
    """The problem with the options of the run, and its fork if it has one."""

    question: BoardProblem

    @property
    def visits(self) -> bool:
        """Whether it is a run of coordinate descent, which moves one coordinate at a time."""
        return isinstance(self.question.options, CoordinateOptions)

    @property
    def needs(self) -> int:
        """The number of points to pick for one step."""
        return 1 if self.visits else 2

    @property
    def rule(self) -> str:
        """The rule of the run; for coordinate descent the order of its visits."""
        return "" if self.question.options is None else self.question.options.rule

    @property
    def others(self) -> tuple[str, ...]:
        """The other rules that can continue it."""
        options = self.question.options
        return () if options is None else tuple(rule for rule in options.fork_rules if rule != self.rule)

    @property
    def alike(self) -> bool:
        """Whether both points of a pair need the same label: nu-SVC fixes the sum of alpha over each class."""
        return self.question.machine.name == "nu-svc"

    @property
    def name(self) -> str:
        """The name of the run."""
        return self.question.run_name

    def run(self) -> ForkedRun:
        """Return the run, with its other line if it has a fork."""
        return forked(self.question)

    def trace(self) -> Trace:
        """Return the line that is shown."""
        return self.run().shown.trace


def rule_name(rule: str, words: Words) -> str:
    """Return the name of the rule of a branch; for coordinate descent the order of its visits."""
    return words(f"branch.order.{rule}" if rule in ORDERS else f"panel.solver.{LOOP_RULES.get(rule, rule)}")
