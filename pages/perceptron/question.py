"""The question of the page, derived once: the points, their kernel, and the order in which they are examined."""

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

    visits: str = part("cyclic", words(*VISITS))  # in which order the points come
    shuffle: int = part(0, Whole(0, LARGEST_SEED))  # seed of the random orders
    eta: float = part(1.0, OneOf({f"{eta:g}": eta for eta in ETAS}))  # what a mistake adds


FORM = LinkForm("perceptron", "mistakes", Options)


@dataclass(frozen=True, eq=False)
class Question(OnBoard):
    """The whole question of the page."""

    options: Options
    spec: KernelSpec  # the visitor's kernel; the linear one in place of one without a feature space
    step: int | None  # at which the visitor stands

    @property
    def problem(self) -> BoardProblem:
        """The hard margin of the same points, and how the run goes: the perceptron has no C."""
        return BoardProblem(self.X, self.y, self.spec, None, options=self.run_options)

    @property
    def stands_in(self) -> bool:
        """Whether another kernel than the visitor's is shown."""
        return self.spec["name"] != self.board.kernel["name"]

    @property
    def run_options(self) -> PerceptronOptions:
        """How the run goes; the seed of an order that is not shuffled has no part in it."""
        random = self.options.visits == "random"
        seed, eta = self.options.shuffle if random else 0, self.options.eta
        return PerceptronOptions(self.options.visits, seed, eta)

    @property
    def shown_board(self) -> Board:
        """What the player draws: this kernel, and no control that has no effect."""
        return replace(self.board, kernel=self.spec, hidden=self.board.hidden | {"C", "margin"})

    def key(self, *more: object) -> str:
        """Return a key of the problem, of how it is run, and of whatever else a result depends on."""
        return content_key(self.X, self.y, sorted(self.spec.items()), self.options, *more)


def read(lab: Lab) -> Question:
    """Return the question for a lab."""
    board = lab.board
    spec = board.kernel if board.kernel["name"] in DEFINITE else LINEAR
    return Question(board, lab.options(Options), spec, lab.shared.step)


change = usual_change(Options)
