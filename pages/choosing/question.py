"""The question of the page about choosing, derived once: points, the map of gamma and C, folds, and time budgets."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from core.problem.arrays import Vector
from ui.link.codec import Maybe, Real, Whole, part, words
from ui.link.form import LinkForm
from ui.solve.board_problem import content_key
from ui.solve.kernels import KernelSpec, kept_eigenpairs, spec_with
from ui.solve.limits import COMPONENTS_CHOSEN, FOLDS, LANDMARKS_TAKEN, LARGEST_SEED, SECONDS
from ui.state.board import OnBoard
from ui.state.change import usual_change
from ui.state.lab import Lab

BOARD = "choosing-points"  # the board of the page
SHOWN = ("machines", "errors")  # contents of the map
MACHINES = ("svm", "ridge")
RULES = ("best", "simplest")


@dataclass(frozen=True)
class Options:
    """The page's own options."""

    shown: str = part("machines", words(*SHOWN))
    machine: str = part("svm", words(*MACHINES))
    folds: int = part(5, Whole(*FOLDS))
    deal: int = part(0, Whole(0, LARGEST_SEED))  # seed of the split into folds and test points
    fold: int = part(1, Whole(1, FOLDS[1]))  # number of the fold shown
    rule: str = part("best", words(*RULES))
    spent: float | None = part(None, Maybe(Real(*SECONDS)))  # time limit of each strategy in seconds; None: none
    rank: int | None = part(None, Maybe(Whole(1, LANDMARKS_TAKEN)))  # eigenpairs that Nyström keeps; None: all


FORM = LinkForm("choosing", "choosing", Options)


@dataclass(frozen=True, eq=False)
class Question(OnBoard):
    """The whole question of the page."""

    options: Options
    spec: KernelSpec  # the Gaussian as a kernel of the board

    @property
    def z(self) -> Vector:
        """The labels as numbers."""
        return self.y.astype(np.float64)

    @property
    def gamma(self) -> float:
        """The gamma of the visitor's cell."""
        return self.board.numbers["gamma"]

    @property
    def components(self) -> int:
        """D of the Fourier features, up to the limit of this page."""
        return min(int(self.board.numbers["components"]), COMPONENTS_CHOSEN)

    @property
    def order(self) -> int:
        """The order m of the Taylor kernel."""
        return int(self.board.numbers["order"])

    @property
    def seed(self) -> int:
        """The seed of the Fourier features."""
        return int(self.board.numbers["seed"])

    @property
    def landmarks(self) -> tuple[int, int]:
        """The number of landmarks, and their seed."""
        return int(self.board.numbers["landmarks"]), int(self.board.numbers["landmark_seed"])

    @property
    def rank(self) -> int | None:
        """The number of kept eigenpairs of the landmarks' kernel matrix; None: all."""
        return kept_eigenpairs(self.options.rank, self.landmarks[0])

    @property
    def spent(self) -> float:
        """The time budget of each strategy in seconds."""
        return math.inf if self.options.spent is None else self.options.spent

    @property
    def fold(self) -> int:
        """The number of the fold shown, counted from 1; at most the number of folds."""
        return min(self.options.fold, self.options.folds, max(1, len(self.y)))

    @property
    def work(self) -> str:
        """Key of the inputs of the strategies."""
        return self.key(self.components, self.seed, self.landmarks, self.rank)

    @property
    def tracks(self) -> str:
        """Key of what the map shows of the strategies."""
        return f"{self.work} {self.options.rule} {self.spent}"

    @property
    def pictures(self) -> str:
        """Key of the inputs of the small pictures."""
        return self.key("tiles", self.square)

    def key(self, *more: object) -> str:
        """Return a key of the points, the machine, the folds and whatever else a result depends on."""
        own = self.options
        return content_key(self.X, self.y, own.machine, own.folds, own.deal, *more)


def read(lab: Lab) -> Question:
    """Return the question for a lab."""
    board, options = lab.board, lab.options(Options)
    return Question(board, options, spec_with("gaussian", board.numbers))


change = usual_change(Options)
