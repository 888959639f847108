"""What a fork of the run is asked of: it picks one coordinate, or another order of the visits."""

from __future__ import annotations

from pages.descent.question import Question, read
from ui.page.fork import Forking
from ui.state.lab import Lab


def forking(asked: Question) -> Forking:
    """Return what a fork is asked of."""
    return Forking(asked.problem, asked.watched)


def read_forking(lab: Lab) -> Forking:
    """Return the same of a lab."""
    return forking(read(lab))
