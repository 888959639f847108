"""The feature maps of the page: their numbers, their coordinates, and the kernel of the coordinates shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.problem import LineMap, OrderedMap, PlaneMap, PolynomialMap, SquaresMap, TaylorMap, TextbookMap
from ui.page.lifted import kernel_of_coordinates
from ui.solve.kernels import KernelSpec
from ui.solve.limits import (
    GAMMA_OF_A_MAP,
    GAMMA_OF_A_SERIES,
    ORDER_OF_A_LINE_MAP,
    ORDER_OF_A_PLANE_MAP,
    ZETA_OF_A_MAP,
)

MAPS = ("poly2", "phi2", "taylor", "first", "second", "third", "squares", "line")
EXAMPLES = ("first", "second", "third")  # the maps of Li's example 7.3
DAMPED = ("taylor", "line")  # the maps that truncate a Gaussian at some order
REACH: Mapping[str, Mapping[str, tuple[float, float]]] = {  # the numbers of a map, and their ranges on the page
    "poly2": {"gamma": GAMMA_OF_A_MAP, "zeta": ZETA_OF_A_MAP},
    "taylor": {"gamma": GAMMA_OF_A_SERIES, "order": ORDER_OF_A_PLANE_MAP},
    "line": {"gamma": GAMMA_OF_A_SERIES, "order": ORDER_OF_A_LINE_MAP},
}


@dataclass(frozen=True)
class ShownMap:
    """A feature map; numbers that it does not use have their defaults."""

    name: str = "poly2"
    gamma: float = 1.0
    zeta: float = 1.0
    order: int = 4

    @property
    def dimension(self) -> int:
        """The number of coordinates of the map."""
        m = self.order
        known = {"poly2": 6, "phi2": 7, "third": 4, "squares": 2, "line": m + 1, "taylor": (m + 1) * (m + 2) // 2}
        return known.get(self.name, 3)

    def has(self, chosen: Sequence[int]) -> bool:
        """Whether these are distinct coordinates of the map, two or three as the map allows."""
        p = self.dimension
        return len(set(chosen)) == len(chosen) == min(3, p) and max(chosen) < p


def features_of(name: str, numbers: Mapping[str, float]) -> ShownMap:
    """Return a map with its numbers, each rounded to the nearest value that the page can show."""
    shown = {own: min(max(numbers[own], low), high) for own, (low, high) in REACH.get(name, {}).items()}
    return ShownMap(name, shown.get("gamma", 1.0), shown.get("zeta", 1.0), int(shown.get("order", 4)))


def largest(name: str) -> ShownMap:
    """Return a map with the largest number of coordinates allowed here."""
    _, most = REACH.get(name, {}).get("order", (0, 4))
    return ShownMap(name, order=int(most))


def map_of(features: ShownMap) -> PlaneMap:
    """Return the map as a value of the core."""
    match features.name:
        case "first" | "second" | "third" as which:
            return TextbookMap(which)
        case "poly2":
            return PolynomialMap(2, features.gamma, features.zeta)
        case "taylor":
            return TaylorMap(features.gamma, features.order)
        case "line":
            return LineMap(features.gamma, features.order)
        case "squares":
            return SquaresMap()
    return OrderedMap()


def kernel_spec(features: ShownMap, chosen: Sequence[int]) -> KernelSpec:
    """Return the kernel of the chosen coordinates, for a board: sum_k c_k^2 x^a z^a, damped."""
    phi = map_of(features)
    if isinstance(phi, TextbookMap):
        if phi.which != "third":  # three coordinates, all of them shown
            return {"name": "polynomial", "degree": 2, "gamma": 1.0, "zeta": 0.0}
        exponents = np.array([[2, 0], [1, 1], [1, 1], [0, 2]])
    else:
        assert isinstance(phi, PolynomialMap | TaylorMap | LineMap | SquaresMap | OrderedMap)
        exponents = phi.exponents(2)
    # The gammas of exp(-gamma_1 x_1^2 - gamma_2 x_2^2), the common factor of all features.
    gamma = features.gamma
    damp = {"taylor": (gamma, gamma), "line": (gamma, 0.0)}.get(features.name, (0.0, 0.0))
    return kernel_of_coordinates(phi, exponents, chosen, damp)
