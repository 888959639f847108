"""The question of the page, derived once: the points, their kernel, and the order in which they are visited."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ui.link.codec import OneOf, Whole, part, words
from ui.link.form import LinkForm
from ui.solve.board_problem import BoardProblem, content_key
from ui.solve.kernels import DEFINITE, KernelSpec
from ui.solve.limits import LARGEST_SEED
from ui.solve.options import PerceptronOptions
from ui.state.board import Board, OnBoard
from ui.state.change import usual_change
from ui.state.lab import Lab

PLAYER = "perceptron"  # key of the player
VISITS = ("cyclic", "random")
ETAS = (0.1, 0.5, 1.0, 2.0, 10.0)
LINEAR: KernelSpec = {"name": "linear"}


@dataclass(frozen=True)
class Options:
    """The page's own options."""

    visits: str = part("cyclic", words(*VISITS))  # the order of the points
    shuffle: int = part(0, Whole(0, LARGEST_SEED))  # seed of the random orders
    eta: float = part(1.0, OneOf({f"{eta:g}": eta for eta in ETAS}))  # size of an update


FORM = LinkForm("perceptron", "mistakes", Options)


@dataclass(frozen=True, eq=False)
class Question(OnBoard):
    """The whole question of the page."""

    options: Options
    spec: KernelSpec  # the visitor's kernel; the linear one if that has no feature space
    step: int | None  # the player's current step

    @property
    def problem(self) -> BoardProblem:
        """The hard margin of the same points, and the options of the run: the perceptron has no C."""
        return BoardProblem(self.X, self.y, self.spec, None, options=self.run_options)

    @property
    def stands_in(self) -> bool:
        """Whether the linear kernel replaces the visitor's."""
        return self.spec["name"] != self.board.kernel["name"]

    @property
    def run_options(self) -> PerceptronOptions:
        """The options of the run; a cyclic order ignores the seed."""
        random = self.options.visits == "random"
        seed, eta = self.options.shuffle if random else 0, self.options.eta
        return PerceptronOptions(self.options.visits, seed, eta)

    @property
    def shown_board(self) -> Board:
        """The board that the player draws: with this kernel, and without controls that have no effect."""
        return replace(self.board, kernel=self.spec, hidden=self.board.hidden | {"C", "margin"})

    def key(self, *more: object) -> str:
        """Return a key of the problem, the options of the run, and whatever else a result depends on."""
        return content_key(self.X, self.y, sorted(self.spec.items()), self.options, *more)


def read(lab: Lab) -> Question:
    """Return the question for a lab."""
    board = lab.board
    spec = board.kernel if board.kernel["name"] in DEFINITE else LINEAR
    return Question(board, lab.options(Options), spec, lab.shared.step)


change = usual_change(Options)
