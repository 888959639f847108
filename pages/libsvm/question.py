"""The question of the page, derived once: the machine, whether LIBSVM shrinks, and the rows of its cache."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.solver import FEWEST_ROWS
from ui.link.codec import OneOf, Whole, part
from ui.link.form import LinkForm
from ui.solve.board_problem import BoardProblem, content_key
from ui.solve.limits import POINTS
from ui.solve.machine.table import FIRST, MachineEntry, MachineSpec
from ui.solve.options import LibsvmOptions
from ui.state.board import OnBoard
from ui.state.change import usual_change
from ui.state.lab import Lab
from ui.state.machine import MachineChoice, board_of, choice_of, machine_change

ROWS = 20  # default size of the cache: so few rows that some are evicted


@dataclass(frozen=True)
class Options:
    """The page's own options."""

    shrinking: bool = part(True, OneOf({"shrink": True, "keep": False}))  # LIBSVM's -h
    rows: int = part(ROWS, Whole(FEWEST_ROWS, POINTS))  # of the cache; the number of points means all


FORM = LinkForm("libsvm", "loop", Options)


@dataclass(frozen=True, eq=False)
class Question(OnBoard):
    """All inputs of the page; its board has the machine's C."""

    chosen: MachineChoice
    options: Options
    step: int | None  # the player's current step

    @property
    def spec(self) -> MachineSpec:
        """The machine, without parameters that it does not use."""
        return self.chosen.spec

    @property
    def entry(self) -> MachineEntry:
        """The machine's entry in the table."""
        return self.problem.entry

    @property
    def classifies(self) -> bool:
        """Whether it is C-SVC, to which some of the folds apply only."""
        return self.spec.name == FIRST

    @property
    def problem(self) -> BoardProblem:
        """The problem for the solver, with the options of the run."""
        return replace(self.board.problem, machine=self.spec, options=self.run_options)

    @property
    def rows(self) -> int | None:
        """The number of rows in the cache; None: all."""
        return self.options.rows if self.options.rows < len(self.y) else None

    @property
    def run_options(self) -> LibsvmOptions:
        """The options of the run."""
        return LibsvmOptions(self.options.shrinking, self.rows)

    def alike(self, other: Question) -> bool:
        """Whether another question has the same problem, except for the numbers of the machine."""
        return self.spec.name == other.spec.name and self._content() == other._content()

    def _content(self, *more: object) -> str:
        """Return a key of everything a run depends on except the numbers of its machine, and of `more`."""
        return content_key(self.X, self.y, sorted(self.board.kernel.items()), self.C, *more)

    def key(self, *more: object) -> str:
        """Return a key of the problem, the options of the run, and whatever else a result depends on."""
        return self._content(self.spec, self.options.shrinking, self.rows, *more)


def read(lab: Lab) -> Question:
    """Return the question for a lab."""
    chosen = choice_of(lab, FIRST)
    return Question(board_of(lab, chosen.spec), chosen, lab.options(Options), lab.shared.step)


change = machine_change(usual_change(Options))
