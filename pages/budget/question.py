"""The question of the page of equal budgets, derived once: its points, gamma and C, the budget, and the seeds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.problem.maps import PAIRED, WAVES
from core.topics.budget.experiment import Setting, budget
from datasets import all_features
from ui.link.codec import Maybe, Real, part, words
from ui.link.form import LinkForm
from ui.solve.board_problem import content_key
from ui.solve.kernels import PARAMETERS, penalty_of
from ui.solve.limits import FEATURES_OF_A_BUDGET, ORDER, steps_of_one
from ui.state.board import Board
from ui.state.change import number_in, usual_change, with_option
from ui.state.lab import Lab

DATA = ("board", "iris", "wine", "cancer")  # the points on the board, or all features of a bundled set
BOARD = "budget-points"  # the board that shows the exact kernel

_GAMMA = Real(PARAMETERS["gamma"].low, PARAMETERS["gamma"].high)


@dataclass(frozen=True)
class Options:
    """The page's own options; m, the seeds and the gamma of the board are those of the kernels on every page."""

    data: str = part("board", words(*DATA))
    gamma: float | None = part(None, Maybe(_GAMMA))  # of a bundled set; None: 1 / d


FORM = LinkForm("budget", "budget", Options)


@dataclass(frozen=True)
class Draws:
    """What is sampled at random, as in the kernels of the board."""

    waves: str  # "fourier" with phases, or "paired"
    seed: int  # of the frequencies
    landmark_seed: int


@dataclass(frozen=True, eq=False)
class Question:
    """The whole question of the page."""

    board: Board
    options: Options
    setting: Setting  # the problem for every machine
    content: str  # key of the setting
    chosen: int  # the chosen m
    order: int  # the largest m up to it whose features fit
    draws: Draws

    @property
    def d(self) -> int:
        """The number of coordinates of a point."""
        return int(self.setting.X.shape[1])

    @property
    def features(self) -> int:
        """The budget: the number of features of a Taylor map of this order."""
        return budget(self.order, self.d)

    @property
    def landmarks(self) -> int:
        """The number of landmarks: the budget, at most the number of points."""
        return min(self.features, len(self.setting.X))

    @property
    def plane(self) -> bool:
        """Whether the points can be drawn."""
        return self.setting.window is not None

    def key(self, *more: object) -> str:
        """Return a key of the setting and whatever else a result depends on."""
        return f"{self.content} {more!r}"


def read(lab: Lab) -> Question:
    """Return the question for a lab."""
    board, options = lab.board, lab.options(Options)
    setting = _setting(board, options)
    chosen = int(board.numbers["order"])
    return Question(
        board=board,
        options=options,
        setting=setting,
        content=content_key(setting.X, setting.y.astype(np.int8), setting.gamma, setting.C, setting.window),
        chosen=chosen,
        order=min(chosen, largest_order(setting.X.shape[1])),
        draws=Draws(
            PAIRED if board.kernel["name"] == PAIRED else WAVES,
            int(board.numbers["seed"]),
            int(board.numbers["landmark_seed"]),
        ),
    )


def largest_order(d: int) -> int:
    """Return the largest order whose features fit, for points with d coordinates."""
    return max(order for order in range(ORDER + 1) if budget(order, d) <= FEATURES_OF_A_BUDGET)


def _setting(board: Board, options: Options) -> Setting:
    """Return points, gamma and C, as copies, since Numba compiles separately for read-only arrays."""
    C = penalty_of(board.C)
    if options.data == "board":
        points = board.points
        return Setting(
            points.X.copy(),
            points.y.astype(np.float64),
            board.numbers["gamma"],
            C,
            board.square,
            steps_of_one(len(points.y)),
        )
    rows = all_features(options.data)
    gamma = options.gamma or 1.0 / rows.X.shape[1]
    return Setting(rows.X.copy(), rows.y.astype(np.float64), gamma, C, None, steps_of_one(len(rows.y), 2))


_usual = usual_change(Options)


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab after one value; the same lab if the value is invalid.

    A bundled set has its own gamma: one that suits the points on the board does not suit 30 dimensions.
    """
    if name == "gamma" and lab.options(Options).data != "board":
        return with_option(lab, lab.options(Options), name, number_in(value))
    return _usual(lab, name, value)
