"""The question of the page, derived once: points, kernel, C, and what its sections are set to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from core.problem.arrays import Indices, Matrix, Vector
from core.topics.mercer.distances import few
from core.topics.probabilities.theory import pair_matrix
from ui.link.codec import Maybe, Real, Whole, part
from ui.link.form import LinkForm
from ui.solve.board_problem import BoardProblem, content_key
from ui.solve.kernels import numbers_of
from ui.solve.limits import (
    LARGEST_EPSILON,
    LARGEST_SEED,
    LARGEST_WIDTH,
    PAIR_PROBABILITY,
    POINTS_CALIBRATED,
    STEPS_WALKED,
    THRESHOLD_OF_P,
    steps_of_one,
)
from ui.solve.limits import TRAININGS_CALIBRATED as TRAININGS
from ui.solve.machine.table import USUAL_EPSILON, MachineSpec
from ui.state.board import OnBoard
from ui.state.change import usual_change, with_named_kernel
from ui.state.lab import Lab


@dataclass(frozen=True)
class Options:
    """What the visitor chose."""

    threshold: float = part(0.5, Real(*THRESHOLD_OF_P))
    split: int = part(0, Whole(0, LARGEST_SEED))  # the seed of the folds
    step: int | None = part(None, Maybe(Whole(*STEPS_WALKED)))  # of Newton's method; None: the last one
    r12: float = part(0.55, Real(*PAIR_PROBABILITY))  # class 1 is likelier than 2 and than 3 by a hair ...
    r13: float = part(0.55, Real(*PAIR_PROBABILITY))
    r23: float = part(0.95, Real(*PAIR_PROBABILITY))  # ... but 2 beats 3 clearly
    sweep: int | None = part(None, Maybe(Whole(*STEPS_WALKED)))  # of the coupling; None: the last one
    epsilon: float = part(USUAL_EPSILON, Real(0.0, LARGEST_EPSILON))
    width: float = part(1.0, Real(0.0, LARGEST_WIDTH))  # half of the interval around the regression


FORM = LinkForm("probabilities", "probabilities", Options)


@dataclass(frozen=True, eq=False)
class Question(OnBoard):
    """The whole question of the page; its board has the soft margin, even if the hard one is chosen."""

    options: Options
    rows: Indices  # the points that are used, all of a few hundred

    @property
    def points(self) -> Matrix:
        """The points that are used, (n, 2)."""
        return self.X[self.rows]

    @property
    def labels(self) -> Vector:
        """Their labels, (n,)."""
        return self.y[self.rows].astype(float)

    @cached_property
    def problem(self) -> BoardProblem:
        """C-SVC on these points; both classes have the same C."""
        return BoardProblem(self.points, self.y[self.rows], self.board.kernel, self.C)

    @cached_property
    def regression(self) -> BoardProblem:
        """Epsilon-SVR of x2 by x1 on the same points."""
        return replace(self.problem, machine=MachineSpec("eps-svr", epsilon=self.options.epsilon))

    @property
    def limit(self) -> int:
        """The most steps of each training."""
        return steps_of_one(len(self.rows), TRAININGS)

    @property
    def R(self) -> Matrix:  # noqa: N802 - as in the papers
        """r_st of three classes, (3, 3)."""
        return pair_matrix(self.options.r12, self.options.r13, self.options.r23)

    def key(self, *more: object) -> str:
        """Return a key of the points, the kernel, C and whatever else a result depends on."""
        return content_key(self.points, self.y[self.rows], numbers_of(self.board.kernel), self.C, *more)


def read(lab: Lab) -> Question:
    """Return the question for a lab."""
    board = replace(lab.board, C=lab.shared.soft)
    return Question(board, lab.options(Options), few(len(board.points.X), POINTS_CALIBRATED))


_usual = usual_change(Options)


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab after one value; the same lab if the value is invalid."""
    if name == "kernel":
        return with_named_kernel(lab, value)
    changed = _usual(lab, name, value)
    # Other numbers have an iteration of their own, which is shown to its end.
    return _usual(changed, "sweep", None) if name in ("r12", "r13", "r23") and changed is not lab else changed
