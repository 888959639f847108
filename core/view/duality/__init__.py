"""Duality on small problems, as plain numbers: the place at hand, the landscape of L, and the dual of three points."""

from core.view.duality.at_hand import AtHand, at_hand
from core.view.duality.guess import Guess, Verdict, guess, solved_by_hard_margin
from core.view.duality.landscape import Landscape, PlaneOfX, landscape, plane_of
from core.view.duality.three_points import ThreePoints, three_points_view

__all__ = [
    "AtHand",
    "Guess",
    "Landscape",
    "PlaneOfX",
    "ThreePoints",
    "Verdict",
    "at_hand",
    "guess",
    "landscape",
    "plane_of",
    "solved_by_hard_margin",
    "three_points_view",
]
