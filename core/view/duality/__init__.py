"""Duality on small problems, as plain numbers: the place at hand, the landscape of L, and a proposed plane."""

from core.view.duality.at_place import NEAR, AtPlace, at_place
from core.view.duality.guess import Guess, PlaneKind, guess
from core.view.duality.landscape import DualMap, Landscape, PlaneOfX, dual_map, landscape, plane_of

__all__ = [
    "NEAR",
    "AtPlace",
    "DualMap",
    "Guess",
    "Landscape",
    "PlaneKind",
    "PlaneOfX",
    "at_place",
    "dual_map",
    "guess",
    "landscape",
    "plane_of",
]
