"""The question of the page about the Taylor kernel, derived once: its options, its kernel, its points and its pair."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.problem import TaylorGaussian
from core.topics.choosing.experiment import Approximation
from core.view.grid import Square
from ui.component.handles import Place, TwoPlaces
from ui.link.codec import Maybe, Real, Several, part
from ui.link.form import LinkForm
from ui.page.choice import StandIns
from ui.solve.board_problem import Coordinates, Labels, content_key
from ui.solve.kernels import PARAMETERS
from ui.solve.limits import FACTOR_OF_RHO, FARTHEST, SMALLEST_RADIUS
from ui.state.board import Board
from ui.state.change import number_in, usual_change, with_parameter
from ui.state.lab import Lab

HIGHEST = int(PARAMETERS["order"].high)


_RADIUS, _FACTOR = Maybe(Real(SMALLEST_RADIUS, FARTHEST)), Real(*FACTOR_OF_RHO)
_ANYWHERE = Several(Real(-FARTHEST, FARTHEST), ",", 4, 4)


@dataclass(frozen=True)
class Options:
    """The page's own options; m and gamma are those of the kernels on every page."""

    shift: float = part(0.0, Real(0.0, FARTHEST))  # of all points to the right
    radius: float | None = part(None, _RADIUS)  # of the ball; None: the smallest with all points
    pair: TwoPlaces | None = part(None, Maybe(_ANYWHERE))  # before the shift; None: two points of the data
    factors: tuple[float, ...] = part((), Several(_FACTOR, ",", 0, HIGHEST + 1))  # rho_k / sigma_0^k, then 1


FORM = LinkForm("taylor", "taylor", Options)


@dataclass(frozen=True, eq=False)
class Question:
    """All inputs of the page. Points, pair and window are the shifted ones."""

    board: Board
    options: Options
    kernel: TaylorGaussian
    X: Coordinates  # (n, 2)
    y: Labels  # (n,)
    C: float | None  # None: hard margin
    square: Square
    pair: tuple[Place, Place]

    @property
    def gamma(self) -> float:
        """Inverse width of the Gaussian."""
        return self.kernel.gamma

    @property
    def order(self) -> int:
        """The order m of the expansion."""
        return self.kernel.order

    @property
    def last(self) -> TaylorGaussian:
        """The kernel of the highest order: those of all other orders are its first terms."""
        return TaylorGaussian.scaled(self.gamma, HIGHEST, self.options.factors)

    @property
    def plain(self) -> bool:
        """Whether rho_k = sigma_0^k, without which nothing is proved."""
        return self.kernel.rho is None

    def key(self, *more: object) -> str:
        """Return a key of the points, gamma, the factors and whatever else a result depends on."""
        return content_key(self.X, self.y, self.gamma, self.options.factors, *more)


def read(lab: Lab) -> Question:
    """Return the question for a lab."""
    options, board = lab.options(Options), lab.board
    x0, y0, size = board.square
    gamma, order = board.numbers["gamma"], int(board.numbers["order"])
    return Question(
        board=board,
        options=options,
        kernel=TaylorGaussian.scaled(gamma, order, options.factors),
        X=np.asarray(np.add(board.points.X, [options.shift, 0.0])),
        y=board.points.y,
        C=board.C,
        square=(x0 + options.shift, y0, size),
        pair=_pair(board, options),
    )


def _pair(board: Board, options: Options) -> tuple[Place, Place]:
    """Return the points x and y of the pair; initially two neighbours of the data."""
    X, window = board.points.X, board.points.window
    if options.pair is not None:
        places = np.array(options.pair).reshape(2, 2)
    elif len(X):
        middle = X[np.argsort(np.einsum("ij,ij->i", X, X), kind="stable")[len(X) // 2]]
        far = np.einsum("ij,ij->i", X - middle, X - middle)
        places = np.array([middle, X[np.where(far > 0, far, np.inf).argmin()]])
    else:
        places = window.corner + np.array([[0.6, 0.6], [0.75, 0.7]]) * window.size
    moved = np.add(places, [options.shift, 0.0])
    return moved[0], moved[1]


def stand_ins(question: Question) -> StandIns:
    """Return the kernel of the page, for which gamma and C can be chosen on the shifted points."""
    return StandIns(question.X, question.y, (Approximation("taylor", question.order, 0, question.options.factors),))


# ---- what a value from the pad, a slider or the table changes ----

_usual = usual_change(Options)


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab after one value; the same lab if the value is invalid."""
    if name == "sigma":
        sent = number_in(value)
        return with_parameter(lab, "gamma", 1.0 / (2.0 * sent)) if sent > 0 else lab
    if name == "pair":
        return _usual(lab, name, tuple(map(number_in, value))) if isinstance(value, list) and len(value) == 4 else lab
    return _usual(lab, name, value)


def trimmed(factors: tuple[float, ...]) -> tuple[float, ...]:
    """Return the factors without trailing ones, which have no effect."""
    last = max((k for k, factor in enumerate(factors) if factor != 1.0), default=-1)
    return factors[: last + 1]
