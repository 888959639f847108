"""Hints about a data set: sentences that mention only controls on the page and hold for the current state.

A data set has one sentence that always holds, `dataset.<set>.about`, and others that suggest something to do. Each of
those lists its conditions here; the first whose conditions hold is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from ui.solve.kernels import EXACT, KERNELS, KernelSpec
from ui.state.board import Board

Controls = frozenset[str]

BOARD_AND_PANEL: Final[Controls] = frozenset({"board", "kernel", "margin", "C", *KERNELS[EXACT].parameters})


class Margin(Enum):
    """The margin that a sentence assumes."""

    SOFT = "soft"
    HARD = "hard"


@dataclass(frozen=True)
class Hint:
    """The sentence `dataset.<set>.<name>`, and the conditions for showing it."""

    name: str
    controls: Controls  # that it mentions
    kernels: tuple[KernelSpec, ...] = ()  # one of them must be chosen, with these parameters; empty: any
    margin: Margin | None = None
    C: float | None = None  # of the soft margin, also while it is hard; None: any


_LINEAR: KernelSpec = {"name": "linear"}
_QUADRATIC: KernelSpec = {"name": "polynomial", "degree": 2}
_GAUSSIAN: KernelSpec = {"name": "gaussian"}
_DRAW, _TURN_C, _TURN_GAMMA = frozenset({"board"}), frozenset({"C"}), frozenset({"gamma"})
_MARGIN, _KERNEL = frozenset({"margin"}), frozenset({"kernel"})

HINTS: Final[Mapping[str, Sequence[Hint]]] = {
    "moons": [Hint("look", _TURN_GAMMA, (_GAUSSIAN,), Margin.SOFT, 10.0)],
    "example-7-1": [Hint("look", _DRAW | _MARGIN, (_LINEAR,), Margin.HARD)],
    "exercise-7-2": [Hint("look", _MARGIN, (_LINEAR,), Margin.HARD)],
    "gap": [Hint("look", _DRAW | _MARGIN, (_LINEAR,), Margin.HARD)],
    "overlap": [Hint("look", _TURN_C, (_LINEAR,), Margin.SOFT)],
    "outlier": [
        Hint("look", _MARGIN, (_LINEAR,), Margin.SOFT, 1.0),
        Hint("hard", _MARGIN, (_LINEAR,), Margin.HARD, 1.0),
    ],
    "unbalanced": [Hint("look", _TURN_C, (_LINEAR,), Margin.SOFT)],
    "rings": [Hint("look", _KERNEL, (_QUADRATIC,))],
    "xor": [Hint("look", frozenset(), (_QUADRATIC,), Margin.HARD)],
    "spirals": [Hint("look", _TURN_GAMMA, (_GAUSSIAN,), Margin.SOFT, 100.0)],
    "checkerboard": [Hint("look", _TURN_GAMMA, (_GAUSSIAN,), Margin.SOFT, 10.0)],
    "wave": [Hint("look", _KERNEL, ({"name": "gaussian", "gamma": 1.0},), Margin.SOFT, 10.0)],
    "iris": [Hint("look", _TURN_C, (_LINEAR,), Margin.SOFT)],
    "wine": [Hint("look", _KERNEL, (_LINEAR, {"name": "gaussian", "gamma": 0.5}), Margin.SOFT, 1.0)],
    "cancer": [Hint("look", _TURN_C, (_LINEAR,), Margin.SOFT)],
    "own": [Hint("look", _DRAW, margin=Margin.SOFT)],
}


def hint(board: Board, controls: Controls, kernels: tuple[str, ...] | None, usual: bool = True) -> str:
    """Return the key of the sentence for a board on a page with these controls.

    `kernels` are the kernels that the page shows regardless of the choice; None if it shows the chosen one. The hints
    are about C-SVC with one C: for a machine that is not the `usual` one only the points are described.
    """
    name = board.dataset or "own"
    if not usual:
        return f"dataset.{name}.about"
    there = controls - board.hidden if len(set(board.points.y.tolist())) == 2 else frozenset()
    fitting = (each for each in HINTS.get(name, ()) if each.controls <= there and _holds(each, board, kernels))
    return f"dataset.{name}.{next((each.name for each in fitting), 'about')}"


def _holds(hint: Hint, board: Board, kernels: tuple[str, ...] | None) -> bool:
    shown = kernels is None or board.kernel["name"] in kernels
    suits = any(wanted.items() <= board.kernel.items() for wanted in hint.kernels)
    margin = Margin.HARD if board.C is None else Margin.SOFT
    soft = board.numbers["C"]
    return ((shown and suits) or not hint.kernels) and hint.margin in (None, margin) and hint.C in (None, soft)
