"""The question of the page about random Fourier features, derived once: its options, its map, its points and its D."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.problem import FourierMap, Gaussian
from core.view.grid import Square
from ui.link.codec import Maybe, OneOf, part, words
from ui.link.form import LinkForm
from ui.solve.board_problem import Coordinates, Labels, content_key
from ui.solve.kernels import KernelSpec, exact_of, spec_with
from ui.state.board import Board
from ui.state.change import usual_change, with_named_kernel
from ui.state.lab import Lab, choosing

MAPS = {"phase": False, "paired": True}  # whether the map has pairs of cosine and sine instead of cosines with phases
KERNELS = {False: "fourier", True: "paired"}  # the kernels of these maps
DELTAS = (0.5, 0.2, 0.1, 0.05, 0.01, 0.001)  # probability that a bound fails
CASES = ("points", "line")  # the points of the bounds: those of the board, or the counter-example
BOARD = "fourier-points"  # the board of the page

_DELTA = OneOf({repr(delta): delta for delta in DELTAS})


@dataclass(frozen=True)
class Options:
    """The page's own options; the map, gamma, D and the seed are those of the kernels on every page."""

    mapped: bool | None = part(None, Maybe(OneOf(MAPS), "kernel"))  # only in older links, where it was an option
    delta: float = part(0.05, _DELTA)
    case: str = part("points", words(*CASES))  # the points of the bounds


FORM = LinkForm("fourier", "fourier", Options)


@dataclass(frozen=True, eq=False)
class Question:
    """The whole question of the page."""

    board: Board
    options: Options
    phi: FourierMap  # the roll with the visitor's seed
    kernel: KernelSpec  # the same as a kernel of the board
    chosen: int  # the chosen D; that of the map is even for pairs of cosine and sine
    X: Coordinates  # (n, 2)
    y: Labels  # (n,)
    C: float | None  # None: hard margin
    square: Square

    @property
    def gamma(self) -> float:
        """Inverse width of the Gaussian."""
        return self.phi.gamma

    @property
    def components(self) -> int:
        """The number D of features of the map."""
        return self.phi.n_components

    @property
    def exact(self) -> Gaussian:
        """The approximated kernel."""
        return self.phi.limit

    def rolled(self, seed: int) -> FourierMap:
        """Return the same map with the frequencies of another seed."""
        return replace(self.phi, seed=seed)

    def spec(self, kernel: Gaussian | FourierMap) -> KernelSpec | None:
        """Return the visitor's roll or the exact kernel as a kernel of the board; None for any other roll."""
        if kernel == self.phi:
            return self.kernel
        return exact_of(self.kernel) if kernel == self.exact else None

    def key(self, *more: object) -> str:
        """Return a key of the points and whatever else a result depends on."""
        return content_key(self.X, self.y, *more)


def read(lab: Lab) -> Question:
    """Return the question for a lab."""
    options, board = lab.options(Options), lab.board
    paired = _is_paired(board.kernel)
    chosen, seed = int(board.numbers["components"]), int(board.numbers["seed"])
    D = max(2, chosen - chosen % 2) if paired else chosen
    return Question(
        board=board,
        options=options,
        phi=FourierMap(board.numbers["gamma"], D, seed, paired),
        kernel=spec_with(KERNELS[paired], board.numbers),
        chosen=chosen,
        X=board.points.X,
        y=board.points.y,
        C=board.C,
        square=board.square,
    )


def _is_paired(kernel: KernelSpec) -> bool:
    """Whether a kernel is that of the pairs; with any other kernel the map has phases."""
    return kernel["name"] == KERNELS[True]


def settle(lab: Lab) -> Lab:
    """Return the lab of an older link with the kernel of the link's map."""
    options = lab.options(Options)
    if options.mapped is None:
        return lab
    return change(choosing(lab, replace(options, mapped=None)), "paired", options.mapped)


_usual = usual_change(Options)


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab with another map, one of its numbers or an option; the same lab for anything else."""
    if name == "paired":
        same = not isinstance(value, bool) or value == _is_paired(lab.shared.kernel)
        return lab if same else with_named_kernel(lab, KERNELS[bool(value)])
    return _usual(lab, name, value)
