"""The question of the page, derived once: points and C, three kernels, and the factors of the terms of f."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from core.problem.arrays import Vector
from ui.link.codec import Maybe, Real, Several, Whole, part, words
from ui.link.form import LinkForm
from ui.solve.board_problem import BoardProblem
from ui.solve.kernels import KERNELS, KernelSpec, spec_with
from ui.solve.limits import FACTOR_OF_TERM, POINTS, TERMS_CHANGED
from ui.state.board import OnBoard
from ui.state.change import number_in, usual_change
from ui.state.lab import Lab, choosing

BOARDS = ("linear", "polynomial", "third")  # from left to right
THIRD = tuple(name for name in KERNELS if name not in BOARDS)
TERM = "term-"  # begins the name of a slider, before the number of its point

_POINT = Whole(0, POINTS - 1)


@dataclass(frozen=True)
class Options:
    """The page's own options; the parameters of all kernels are those of every page."""

    third: str = part("gaussian", words(*THIRD))
    of: str = part("third", words(*BOARDS))  # the machine of the folds
    picked: int | None = part(None, Maybe(_POINT))  # the term with the slider; None: that with the largest alpha
    rest: str = part("on", words("on", "off"))  # whether the terms without a factor of their own count
    terms: tuple[int, ...] = part((), Several(_POINT, "-", 0, TERMS_CHANGED))
    factors: tuple[float, ...] = part((), Several(Real(*FACTOR_OF_TERM), ",", 0, TERMS_CHANGED))


def _fits(options: Options) -> bool:
    return len(set(options.terms)) == len(options.terms) == len(options.factors)


FORM = LinkForm("kernels", "kernels", Options, _fits)


@dataclass(frozen=True, eq=False)
class Question(OnBoard):
    """The whole question of the page."""

    options: Options

    def kernel(self, board: str) -> KernelSpec:
        """Return the kernel of a board."""
        return spec_with(self.options.third if board == "third" else board, self.board.numbers, self.board.formula)

    def on(self, board: str) -> BoardProblem:
        """Return the problem of a board."""
        return self.problem.with_kernel(self.kernel(board))

    @property
    def factors(self) -> Vector:
        """The factor of the term of every point, (n,)."""
        found = np.full(len(self.y), 1.0 if self.options.rest == "on" else 0.0)
        for i, factor in zip(self.options.terms, self.options.factors, strict=True):
            if i < len(found):
                found[i] = factor
        return found


def opening(kernel: KernelSpec) -> Options:
    """Return the initial options: the third kernel is the visitor's, if it is neither linear nor polynomial."""
    name = str(kernel["name"])
    return Options(name) if name in THIRD else Options()


def read(lab: Lab) -> Question:
    """Return the question for a lab."""
    return Question(lab.board, lab.options(Options, opening))


_usual = usual_change(Options, opening)


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab after one value; the same lab if the value is invalid."""
    options = lab.options(Options, opening)
    if name.startswith(TERM):
        changed = _with_factor(options, name.removeprefix(TERM), number_in(value))
        return lab if changed == options else choosing(lab, changed)
    if name == "rest" and value in ("on", "off"):  # a change of all terms ends those of single ones
        return choosing(lab, replace(options, rest=str(value), terms=(), factors=()))
    return _usual(lab, name, value)


def _with_factor(options: Options, place: str, factor: float) -> Options:
    """Return the options with the factor of one term; one that equals the rest needs no place in the link."""
    low, high = FACTOR_OF_TERM
    if not (place.isascii() and place.isdigit() and len(place) < 5 and int(place) < POINTS and low <= factor <= high):
        return options
    own = dict(zip(options.terms, options.factors, strict=True))
    own.pop(int(place), None)
    if factor != (1.0 if options.rest == "on" else 0.0):
        own[int(place)] = factor
    return options if len(own) > TERMS_CHANGED else replace(options, terms=tuple(own), factors=tuple(own.values()))
