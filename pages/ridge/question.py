"""The question of the page about ridge regression, derived once: points, gamma, lambda, features, the moved point."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.problem import FourierMap
from core.problem.arrays import Vector
from core.problem.kernels import Kernel
from core.topics.ridge.theory import SMALLEST
from ui.link.codec import Maybe, Real, Whole, part, words
from ui.link.form import LinkForm
from ui.solve.board_problem import Coordinates, content_key
from ui.solve.kernels import KernelSpec, kept_eigenpairs, kernel_of, spec_with
from ui.solve.limits import FARTHEST, LAMBDA, LANDMARKS_TAKEN, LARGEST_EPSILON, POINTS
from ui.state.board import OnBoard
from ui.state.change import usual_change
from ui.state.lab import Lab

BOARD = "ridge-points"  # the board of the page
LINES = ("wave", "points")  # the data of the curve
CHANGES = ("move", "features")  # the cause of the change of the kernel matrix
FAMILIES = ("gaussian", "taylor", "polynomial", "linear")  # positive semidefinite, so that the bounds hold
CASES = (
    "points",
    "ones",
    "three",
)  # the board's points with labels or ones as targets, or the smallest counterexample


@dataclass(frozen=True)
class Options:
    """The page's own options."""

    penalty: float = part(1.0, Real(*LAMBDA))  # lambda, if it is not 0
    penalised: str = part("positive", words("positive", "zero"))
    line: str = part("wave", words(*LINES))
    change: str = part("move", words(*CHANGES))
    case: str = part("points", words(*CASES))
    point: int = part(1, Whole(1, POINTS))  # number of the moving point, counted from 1
    shift: float = part(1.0, Real(0.0, FARTHEST))  # to the right
    family: str = part("gaussian", words(*FAMILIES))  # the kernel of the panel with the moving point
    rank: int | None = part(None, Maybe(Whole(1, LANDMARKS_TAKEN)))  # eigenpairs that Nyström keeps; None: all
    epsilon: float = part(0.2, Real(0.0, LARGEST_EPSILON))  # half the width of the tube of SVR


FORM = LinkForm("ridge", "ridge", Options)


@dataclass(frozen=True, eq=False)
class Question(OnBoard):
    """The whole question of the page."""

    options: Options
    phi: FourierMap  # Fourier features of the Gaussian
    spec: KernelSpec  # the Gaussian as a kernel of the board

    @property
    def gamma(self) -> float:
        """Inverse width of the Gaussian."""
        return self.phi.gamma

    @property
    def penalty(self) -> float:
        """Lambda."""
        return 0.0 if self.options.penalised == "zero" else self.options.penalty

    @property
    def landmarks(self) -> tuple[int, int]:
        """The number of landmarks, and their seed."""
        return int(self.board.numbers["landmarks"]), int(self.board.numbers["landmark_seed"])

    @property
    def rank(self) -> int | None:
        """The number of kept eigenpairs of the landmarks' kernel matrix; None: all."""
        return kept_eigenpairs(self.options.rank, self.landmarks[0])

    @property
    def family(self) -> Kernel:
        """The kernel of the panel about stability."""
        name = self.options.family if self.options.change == "move" else FAMILIES[0]
        return kernel_of(spec_with(name, self.board.numbers))

    @property
    def moved(self) -> tuple[Coordinates, Vector]:
        """The points of the panel about stability, (n, 2), and their targets (n,)."""
        if self.options.case == "three":
            return np.array(SMALLEST.X), np.ones(len(SMALLEST.X))
        return self.X, np.ones(len(self.y)) if self.options.case == "ones" else self.y.astype(np.float64)

    @property
    def point(self) -> int:
        """The index of the moving point; the last one if there are not so many."""
        return SMALLEST.point if self.options.case == "three" else min(self.options.point, len(self.y)) - 1

    def key(self, *more: object) -> str:
        """Return a key of the points, gamma, lambda and whatever else a result depends on."""
        return content_key(self.X, self.y, self.gamma, self.penalty, *more)


def read(lab: Lab) -> Question:
    """Return the question for a lab."""
    board = lab.board
    numbers = board.numbers
    phi = FourierMap(numbers["gamma"], int(numbers["components"]), int(numbers["seed"]))
    return Question(board, lab.options(Options), phi, spec_with("gaussian", numbers))


change = usual_change(Options)
