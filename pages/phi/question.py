"""The question of the page, derived once: the map with the kernels' parameters, its coordinates and the view."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pages.phi.maps import MAPS, ShownMap, features_of, largest
from ui.link.codec import Maybe, Several, Whole, part, words
from ui.link.form import LinkForm
from ui.solve.board_problem import Coordinates, Labels
from ui.solve.kernels import KernelSpec
from ui.solve.limits import POINTS
from ui.state.board import Board
from ui.state.change import usual_change, with_option
from ui.state.lab import Lab

VIEWS = ("free", "above", "edge", "flat")

_COORDINATES = Maybe(Several(Whole(0, max(largest(name).dimension for name in MAPS) - 1), "-", 2, 3))
_POINT = Maybe(Whole(0, POINTS - 1))


@dataclass(frozen=True)
class Options:
    """The page's own options; gamma, zeta and m are those of the kernels on every page."""

    map: str = part("poly2", words(*MAPS))
    chosen: tuple[int, ...] | None = part(None, _COORDINATES)  # coordinates of Phi; None: the default ones of the map
    picked: int | None = part(None, _POINT)  # the point that is marked everywhere; None: a support vector
    view: str = part("free", words(*VIEWS))  # direction from which the lift is seen


def _are_coordinates(options: Options) -> bool:
    return options.chosen is None or largest(options.map).has(options.chosen)


FORM = LinkForm("phi", "lift", Options, _are_coordinates)


@dataclass(frozen=True, eq=False)
class Question:
    """The whole question of the page."""

    board: Board
    X: Coordinates  # (n, 2)
    y: Labels  # (n,)
    features: ShownMap
    options: Options  # coordinates that the map does not have are dropped
    flat: bool  # the browser cannot draw in 3-D

    def by(self, features: ShownMap) -> Question:
        """Return the same question about another map, with its default coordinates."""
        return replace(self, features=features, options=replace(self.options, map=features.name, chosen=None))


def opening(kernel: KernelSpec) -> Options:
    """Return the initial options: the map of the chosen kernel if it is one of ours."""
    return Options("taylor") if kernel["name"] == "taylor" else Options()


def read(lab: Lab) -> Question:
    """Return the question for a lab."""
    options, board = lab.options(Options, opening), lab.board
    features = features_of(options.map, board.numbers)
    if options.chosen is not None and not features.has(options.chosen):
        options = replace(options, chosen=None)
    return Question(board, board.points.X, board.points.y, features, options, lab.flat)


_usual = usual_change(Options, opening)


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab after one value; the same lab if the value is invalid."""
    if name == "map":
        return with_option(lab, replace(lab.options(Options, opening), chosen=None), name, value)
    if name == "picked" and (type(value) is not int or not 0 <= value < len(lab.points.y)):
        return lab
    changed = _usual(lab, name, value)
    return changed if _are_coordinates(changed.options(Options, opening)) else lab
