"""The question of the board: its points, kernel and C, the solver, and the visitor's step of the run.

For a machine other than C-SVC there is no choice of solver: its run is LIBSVM's own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from msgspec import structs

from pages.descent import Question as DescentQuestion
from pages.descent import read as read_descent
from pages.libsvm import read as read_loop
from pages.smo import Question as ForkQuestion
from pages.smo import read as read_fork
from ui.link.shared import RULES, SOLVERS
from ui.page.fork import Forking
from ui.page.machine.on_machine import OnMachine
from ui.solve.board_problem import BoardProblem, UpperBound
from ui.solve.kernels import PARAMETERS, is_mapped
from ui.solve.machine.table import FIRST, MachineSpec
from ui.solve.options import (
    COORDINATE_SOLVER,
    LIBSVM,
    RANDOM_PAIR,
    TIES,
    AlgorithmOptions,
    PairOptions,
    fork_of,
    pair_options,
)
from ui.state.board import Board
from ui.state.change import (
    DRAWS,
    unchanged,
    with_draws,
    with_line,
    with_named_kernel,
    with_parameter,
    with_ties,
)
from ui.state.lab import Lab, revised
from ui.state.machine import board_of, choice_of, machine_change, weighted


@dataclass(frozen=True, eq=False)
class Question:
    """The whole question of the page."""

    board: Board
    step: int | None = None  # the time line's current step; None: the end
    descent: DescentQuestion | None = None  # the question for the page of coordinate descent, if that is chosen
    pairs: ForkQuestion | None = None  # the question for the microscope, if a rule of SMO is chosen
    other: OnMachine | None = None  # the question for a machine other than C-SVC, if one is chosen

    @property
    def spec(self) -> MachineSpec:
        """The machine."""
        return self.board.machine

    @property
    def problem(self) -> BoardProblem:
        """The problem for the solver, with the options of the run."""
        return self.board.problem.with_options(self.run_options)

    @property
    def solver(self) -> str:
        """The chosen solver."""
        return self.board.solver or SOLVERS[0]

    @property
    def draws(self) -> int:
        """The seed of random pairs."""
        options = self.board.runs[RANDOM_PAIR]
        assert isinstance(options, PairOptions)
        return options.seed

    @property
    def ties(self) -> str:
        """The tie rule of the run."""
        return self.run_options.ties if isinstance(self.run_options, PairOptions) else TIES[0]

    @property
    def run_options(self) -> AlgorithmOptions:
        """The options of the run whose time line is under the board."""
        return self.board.runs[self.solver]

    @property
    def bound(self) -> UpperBound:
        """The upper bound of alpha; None: there is none."""
        return self.problem.bound

    @property
    def forking(self) -> Forking:
        """The values from which a fork of that run is made."""
        own = self.pairs or self.descent
        return Forking(self.problem) if own is None else own.forking

    @property
    def unmapped(self) -> str | None:
        """The name of the kernel if coordinate descent is chosen and the kernel has no explicit features; else None."""
        name = str(self.board.kernel["name"])
        return name if self.descent is not None and not is_mapped(self.board.kernel) else None


def read(lab: Lab) -> Question:
    """Return the question for a lab."""
    shared, spec = lab.shared, choice_of(lab, FIRST).spec
    if spec.name != FIRST:
        loop, fork = read_loop(lab).run_options, fork_of(LIBSVM, shared.fork)
        options = structs.replace(loop, fork=fork, onward=True)
        timed = replace(board_of(lab, spec), solver=LIBSVM, runs={LIBSVM: options})
        return Question(timed, shared.step, other=OnMachine(timed))
    pairs, descent = read_fork(lab), read_descent(lab)
    runs = {rule: pair_options(rule, shared.draws, pairs.fork, shared.ties) for rule in RULES}
    own = lab.board if shared.solver == COORDINATE_SOLVER else weighted(lab)  # coordinate descent has one C
    board = replace(own, solver=shared.solver, runs={**runs, COORDINATE_SOLVER: descent.watched})
    if shared.solver == COORDINATE_SOLVER:
        return Question(board, shared.step, descent=descent)
    return Question(board, shared.step, pairs=pairs)


_on_machine = machine_change(unchanged)


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab with another solver, kernel, machine or machine parameter, or the other branch of a fork."""
    if name in PARAMETERS:
        return with_parameter(lab, name, value)
    if name == "kernel":
        return with_named_kernel(lab, value)
    if name == DRAWS:
        return with_draws(lab, value)
    if name == "ties":
        return with_ties(lab, value)
    if name == "line":
        return with_line(lab, value)
    if name != "solver":
        return _on_machine(lab, name, value)
    known = value in SOLVERS and value != lab.shared.solver
    return revised(lab, replace(lab.shared, rule=str(value))) if known else lab
