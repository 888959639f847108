"""What the pages of coordinate descent ask, derived once: how it runs, on which points, through which feature map."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from core.problem import Kernel
from core.problem.arrays import Vector
from ui.link.codec import Maybe, OneOf, Several, Whole, part, words
from ui.link.form import LinkForm, Numbers, OldLinkForm
from ui.solve.kernels import KERNELS, FeatureMap, KernelSpec, kernel_of, spec_with
from ui.solve.solving import Coordinates, Labels, content_key
from ui.solve.way import COORDINATE_SOLVER, LARGEST_SEED, Way
from ui.state.board import Board
from ui.state.change import usual_change
from ui.state.session import Lab

LOSSES = {"L1": "hinge", "L2": "squared_hinge"}  # as LIBLINEAR calls them
MAPS = {"plane": "linear", "poly2": "polynomial", "taylor": "taylor", "fourier": "fourier"}  # "plane": no map
DEGREE = 2  # of the polynomial map

_LOSS, _MAP, _SEED = words(*LOSSES), words(*MAPS), Whole(0, LARGEST_SEED)
_BIAS = OneOf({"bias": True, "plain": False})
_VISITS, _SHRINKING = words("random", "cyclic"), OneOf({"shrink": True, "keep": False})


@dataclass(frozen=True)
class Options:
    """What only these pages ask; the numbers of the maps are those of the kernels on every page."""

    loss: str = part("L1", _LOSS)  # the hinge; "L2" is the squared hinge
    bias: bool = part(True, _BIAS)  # whether a constant 1 is appended to every point
    visits: str = part("random", _VISITS)  # in which order the points come
    shrinking: bool = part(True, _SHRINKING)
    mapped: str | None = part(None, Maybe(_MAP))  # what the points go through; None: the map of the chosen kernel
    shuffle: int = part(0, _SEED)  # seed of the random orders


@dataclass(frozen=True)
class _OldOptions:
    """The options while m, D and the frequency seed were some of them: cd=L1_bias_random_shrink_taylor_0_6-100-0."""

    loss: str = part("L1", _LOSS)
    bias: bool = part(True, _BIAS)
    visits: str = part("random", _VISITS)
    shrinking: bool = part(True, _SHRINKING)
    mapped: str = part("plane", _MAP)
    shuffle: int = part(0, _SEED)
    numbers: tuple[int, ...] = part((), Several(_SEED, "-", 3, 3))  # m, D and the frequency seed


def _held(old: _OldOptions) -> bool:
    """Tell whether an earlier lab would have read it."""
    return not old.numbers or (old.numbers[0] <= 10 and 1 <= old.numbers[1] <= 500)


def _renewed(old: _OldOptions) -> tuple[Options, Numbers]:
    options = Options(old.loss, old.bias, old.visits, old.shrinking, old.mapped, old.shuffle)
    return options, dict(zip(("order", "components", "seed"), old.numbers, strict=False))


FORM = LinkForm("descent", "descent", Options)
OLD_FORM = OldLinkForm(LinkForm("descent", "cd", _OldOptions, _held), _renewed)


@dataclass(frozen=True, eq=False)
class Question:
    """Everything that the pages ask. The map of the options is the one that is shown."""

    board: Board
    options: Options
    spec: KernelSpec  # of the kernel that is the inner product of the features
    phi: FeatureMap | None  # None: the points as they are
    step: int | None  # at which the visitor stands

    @property
    def X(self) -> Coordinates:  # noqa: N802 - the points, (n, 2)
        """The points, (n, 2)."""
        return self.board.points.X

    @property
    def y(self) -> Labels:
        """Their labels, (n,)."""
        return self.board.points.y

    @property
    def kernel(self) -> Kernel:
        """The inner product of the features."""
        return kernel_of(self.spec)

    @property
    def origin(self) -> Vector | None:
        """The features of the origin, whose weights are part of f(0); None where the points are as they are."""
        return None if self.phi is None else self.phi.features(np.zeros((1, self.X.shape[1])))[0]

    @property
    def way(self) -> Way:
        """How coordinate descent runs."""
        options = self.options
        loss, order = LOSSES[options.loss], options.visits
        return Way(COORDINATE_SOLVER, loss, options.bias, order, options.shuffle, options.shrinking)

    @property
    def drawn(self) -> Board:
        """What a player or a small board draws: this kernel, and the upper bound of this loss."""
        return replace(self.board, kernel=self.spec, C=self.board.C if self.way.bounded else None)

    def key(self, *more: object) -> str:
        """Return a key of the problem, of how it is run, and of whatever else a result depends on."""
        return content_key(self.X, self.y, sorted(self.spec.items()), self.board.C, self.options, *more)


def options_of(lab: Lab) -> Options:
    """Return the visitor's options."""
    return lab.shared.chosen(Options) or Options()


def read(lab: Lab) -> Question:
    """Return what the pages ask of a lab; `InputError` where no map has these numbers."""
    options, board = options_of(lab), lab.board
    options = replace(options, mapped=options.mapped or map_of(board.kernel))
    spec = spec_with(MAPS[str(options.mapped)], {**board.numbers, "degree": DEGREE})
    return Question(board, options, spec, KERNELS[str(spec["name"])].features(spec), lab.shared.step)


def map_of(spec: KernelSpec) -> str:
    """Return the map whose inner product is a kernel; that of the points as they are where these pages have none."""
    if is_of_another_degree(spec):
        return "plane"
    return next((mapped for mapped, kernel in MAPS.items() if kernel == spec["name"]), "plane")


def is_of_another_degree(spec: KernelSpec) -> bool:
    """Tell whether it is a polynomial kernel of a degree whose map these pages do not have."""
    return spec["name"] == "polynomial" and spec["degree"] != DEGREE


change = usual_change(options_of)
