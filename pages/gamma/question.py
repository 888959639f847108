"""The question of the page, derived once: its points, C and the gammas of its panels."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from core.problem import InputError
from ui.solve import limits
from ui.solve.board_problem import content_key
from ui.solve.kernels import PARAMETERS
from ui.state.board import Board
from ui.state.change import number_in
from ui.state.lab import Lab

PANELS = 5  # number of panels with a full step limit each: more of them share it
GAMMAS = (0.1, 1.0, 10.0, 100.0, 1000.0)  # the lecture's 1, 10 and 100, and one more on each side


@dataclass(frozen=True, eq=False)
class Question:
    """The whole question of the page."""

    board: Board
    gammas: tuple[float, ...]  # ascending

    @property
    def count(self) -> int:
        """The number of points."""
        return len(self.board.points.y)

    @property
    def share(self) -> int:
        """The factor by which the step limit of a panel is divided."""
        return -(-len(self.gammas) // PANELS)

    def key(self, gamma: float) -> str:
        """Return the key of a panel: its content, and its step limit."""
        points = self.board.points
        return content_key(points.X, points.y, gamma, self.board.C, points.window, self.share)


def read(lab: Lab) -> Question:
    """Return the question for a lab."""
    return Question(lab.board, tuple(sorted(set(lab.shared.gammas or GAMMAS))))


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab with other gammas; the same lab if they are invalid."""
    if name != "gammas" or not isinstance(value, tuple):
        return lab
    gammas = tuple(sorted({number_in(one) for one in value}))
    return replace(lab, shared=replace(lab.shared, gammas=gammas)) if _are_allowed(gammas) else lab


def _are_allowed(gammas: tuple[float, ...]) -> bool:
    return 1 <= len(gammas) <= limits.GAMMAS and all(map(PARAMETERS["gamma"].holds, gammas))


def read_gammas(text: str) -> tuple[float, ...]:
    """Return the typed gammas in ascending order; `InputError` if they are not one to nine numbers in range."""
    try:
        typed = tuple(sorted({float(word) for word in re.split(r"[\s,;，；、]+", text.strip()) if word}))
    except ValueError:
        typed = ()
    if not _are_allowed(typed):
        raise InputError(
            "gamma.gammas",
            "“{text}” is not a list of 1 to {most} numbers from {low} to {high}; write for example 1, 10, 100.",
            text=text[:40],
            most=limits.GAMMAS,
            low=PARAMETERS["gamma"].low,
            high=PARAMETERS["gamma"].high,
        )
    return typed
