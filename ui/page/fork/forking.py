"""What a fork is asked of: a problem, and the run on it that is watched."""

from __future__ import annotations

from dataclasses import dataclass

from core.trace import Trace
from ui.solve.kernels import KernelSpec
from ui.solve.recording import run_name
from ui.solve.run.forked import ForkedRun, forked
from ui.solve.solving import Coordinates, Labels
from ui.solve.way import COORDINATE_SOLVER, LIBSVM, LOOP_RULES, ORDERS, PAIR_SOLVERS, Way
from ui.words import Words


@dataclass(frozen=True, eq=False)
class Forking:
    """The points, the kernel and C, and how the run goes, with its fork where it has one."""

    problem: tuple[Coordinates, Labels, KernelSpec, float | None]
    way: Way

    @property
    def visits(self) -> bool:
        """Whether it is a run of coordinate descent, which moves one coordinate at a time."""
        return self.way.solver == COORDINATE_SOLVER

    @property
    def needs(self) -> int:
        """How many points are picked for one step."""
        return 1 if self.visits else 2

    @property
    def rule(self) -> str:
        """The rule of the run; of coordinate descent the order of its visits."""
        return self.way.order if self.visits else self.way.solver

    @property
    def others(self) -> tuple[str, ...]:
        """The rules that can go on in place of its own."""
        rules = ORDERS if self.visits else tuple(LOOP_RULES) if self.way.solver == LIBSVM else PAIR_SOLVERS
        return tuple(rule for rule in rules if rule != self.rule)

    @property
    def alike(self) -> bool:
        """Whether both of a pair must have one label: of nu-SVC the sum of alpha over each class is fixed."""
        return self.way.machine.name == "nu-svc"

    @property
    def name(self) -> str:
        """The name of the run."""
        return run_name(*self.problem, self.way)

    def run(self) -> ForkedRun:
        """Return the run, with what it has beside it after a fork."""
        return forked(*self.problem, self.way)

    def trace(self) -> Trace:
        """Return the line of it that is shown."""
        return self.run().shown.trace


def rule_name(rule: str, words: Words) -> str:
    """Return what the rule of a branch is called; of coordinate descent the order of its visits."""
    return words(f"branch.order.{rule}" if rule in ORDERS else f"panel.solver.{LOOP_RULES.get(rule, rule)}")
