"""The question of the pages of coordinate descent, derived once: run options, points, and feature map.

The map is that of the visitor's kernel. If this has no explicit map, another kernel is used instead.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from msgspec import structs

from core.problem import Kernel
from core.problem.arrays import Vector
from ui.link.codec import Maybe, OneOf, Whole, part, words
from ui.link.form import LinkForm
from ui.page.fork import Forking
from ui.solve.board_problem import BoardProblem, content_key
from ui.solve.kernels import KERNELS, ChosenMap, KernelSpec, is_mapped, kernel_of, map_of, spec_with
from ui.solve.limits import LARGEST_SEED
from ui.solve.options import COORDINATE_SOLVER, CoordinateOptions, Fork, fork_of
from ui.state.board import Board, OnBoard
from ui.state.change import usual_change, with_line, with_named_kernel
from ui.state.lab import Lab, revised

LOSSES = {"L1": "hinge", "L2": "squared_hinge"}  # LIBLINEAR's names
MAPS = {"plane": "linear", "poly2": "polynomial", "taylor": "taylor", "fourier": "fourier"}  # names in older links
DEGREE = 2  # of the polynomial map in older links

_LOSS, _MAP, _SEED = words(*LOSSES), words(*MAPS), Whole(0, LARGEST_SEED)
_BIAS = OneOf({"bias": True, "plain": False})
_VISITS, _SHRINKING = words("random", "cyclic"), OneOf({"shrink": True, "keep": False})


@dataclass(frozen=True)
class Options:
    """The pages' own options; the map and its numbers are those of the kernel, which is the same on every page."""

    loss: str = part("L1", _LOSS)  # the hinge; "L2" is the squared hinge
    bias: bool = part(True, _BIAS)  # whether a constant 1 is appended to every point
    visits: str = part("random", _VISITS)  # the order of the points
    shrinking: bool = part(True, _SHRINKING)
    mapped: str | None = part(None, Maybe(_MAP))  # only in older links, when the page had its own map
    shuffle: int = part(0, _SEED)  # seed of the random orders


FORM = LinkForm("descent", "descent", Options)


@dataclass(frozen=True, eq=False)
class Question(OnBoard):
    """The whole question of the page."""

    options: Options
    spec: KernelSpec  # of the kernel whose map is used: the visitor's, or its replacement
    phi: ChosenMap | None  # None: the points are used as they are
    step: int | None  # the player's current step
    fork: Fork | None = None  # of the run on screen

    @property
    def problem(self) -> BoardProblem:
        """The problem for the solver, with the options of the run on screen."""
        return BoardProblem(self.X, self.y, self.spec, self.board.C, options=self.watched)

    @property
    def stands_in(self) -> bool:
        """Whether another kernel replaces the visitor's."""
        return self.spec["name"] != self.board.kernel["name"]

    @property
    def kernel(self) -> Kernel:
        """The inner product of the features."""
        return kernel_of(self.spec, self.X)

    @property
    def origin(self) -> Vector | None:
        """The features of the origin, whose weights are part of f(0); None if the points are used as they are."""
        return None if self.phi is None else self.phi.features(np.zeros((1, self.X.shape[1])))[0]

    @property
    def dimension(self) -> int:
        """The number p of features of a point, without the appended constant."""
        d = self.X.shape[1]
        return d if self.phi is None else self.phi.dimension(d)

    @property
    def run_options(self) -> CoordinateOptions:
        """The options of coordinate descent."""
        own = self.options
        return CoordinateOptions(LOSSES[own.loss], own.bias, own.visits, own.shuffle, own.shrinking)

    @property
    def watched(self) -> CoordinateOptions:
        """The options of the run on screen."""
        return structs.replace(self.run_options, fork=self.fork)

    @property
    def forking(self) -> Forking:
        """The values from which a fork of that run is made."""
        return Forking(self.problem)

    @property
    def shown_board(self) -> Board:
        """The board of a player or a small board: with this kernel, and the upper bound of this loss."""
        return replace(self.board, kernel=self.spec, C=self.board.C if self.run_options.bounded else None)

    def key(self, *more: object) -> str:
        """Return a key of the problem, the options of the run, and whatever else a result depends on."""
        return content_key(self.X, self.y, sorted(self.spec.items()), self.board.C, self.options, *more)


def read(lab: Lab) -> Question:
    """Return the question for a lab."""
    board = lab.board
    name = str(board.kernel["name"])
    spec = board.kernel if is_mapped(board.kernel) else spec_with(KERNELS[name].nearest, board.numbers)
    fork = fork_of(COORDINATE_SOLVER, lab.shared.fork)
    return Question(board, lab.options(Options), spec, map_of(spec, board.points.X), lab.shared.step, fork)


def settle(lab: Lab) -> Lab:
    """Return the lab of an older link with the kernel of the link's map."""
    options = lab.options(Options)
    if options.mapped is None:
        return lab
    name = MAPS[options.mapped]
    numbers = {**lab.board.numbers, **({"degree": DEGREE} if name == "polynomial" else {})}
    shared = lab.shared.choosing(replace(options, mapped=None))
    return revised(lab, shared.with_kernel(spec_with(name, numbers)))


_usual = usual_change(Options)


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab with another kernel, number, option or line of its run; the same lab for anything else."""
    if name == "line":
        return with_line(lab, value)
    if name != "kernel":
        return _usual(lab, name, value)
    return lab if value == lab.shared.kernel["name"] else with_named_kernel(lab, value)
