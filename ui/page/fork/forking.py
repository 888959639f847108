"""What a fork is asked of: a problem, and the run on it that is watched."""

from __future__ import annotations

from dataclasses import dataclass

from core.trace import Trace
from ui.solve.kernels import KernelSpec
from ui.solve.recording import run_name
from ui.solve.run.forked import ForkedRun, forked
from ui.solve.solving import Coordinates, Labels
from ui.solve.way import COORDINATE_SOLVER, ORDERS, PAIR_SOLVERS, Way


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
        return tuple(rule for rule in (ORDERS if self.visits else PAIR_SOLVERS) if rule != self.rule)

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
