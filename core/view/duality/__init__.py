"""Duality on small problems, as plain numbers: the place at hand, the landscape of L, and the dual of three points."""

from core.view.duality.at_place import NEAR, AtPlace, at_place
from core.view.duality.guess import Guess, PlaneKind, guess, solved_by_hard_margin
from core.view.duality.landscape import DualMap, Landscape, PlaneOfX, dual_map, landscape, plane_of
from core.view.duality.three_points import FromAlpha, ThreePoints, from_alpha, three_points_view

__all__ = [
    "NEAR",
    "AtPlace",
    "DualMap",
    "FromAlpha",
    "Guess",
    "Landscape",
    "PlaneKind",
    "PlaneOfX",
    "ThreePoints",
    "at_place",
    "dual_map",
    "from_alpha",
    "guess",
    "landscape",
    "plane_of",
    "solved_by_hard_margin",
    "three_points_view",
]
