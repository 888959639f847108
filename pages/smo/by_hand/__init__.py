"""SMO by hand: the visitor picks the pairs, the solver's own step moves them, and the rules are run for comparison."""

from pages.smo.by_hand.layout import show
from pages.smo.by_hand.picks import FIRST, SECOND, asked_of, with_picks

__all__ = ["FIRST", "SECOND", "asked_of", "show", "with_picks"]
